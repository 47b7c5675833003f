package wording

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// TestTheTimesOfOurSandboxAreNotShown holds that response times are those of a service: of
// the sandbox that a partner build ran against, only the calls are counted.
func TestTheTimesOfOurSandboxAreNotShown(t *testing.T) {
	run := &result.Run{Side: result.PartnerSide, Exchanges: []result.Exchange{{Endpoint: spec.SendOTP, DurationMS: 7, Response: &result.Message{Status: 200}}}}
	for sandbox, median := range map[bool]string{true: "", false: "7.0 ms"} {
		run.Traffic.Sandbox = sandbox
		for _, c := range CoverageOf(run) {
			if c.Name == spec.SendOTP {
				require.Equal(t, median, c.Median)
				require.Equal(t, "200 × 1", c.Statuses)
			}
		}
	}
}
