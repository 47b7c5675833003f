package reports

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/html"
)

// TestEveryReportTellsWhatWasUnstable holds that a conformant run which needed
// second calls says so wherever it is read.
func TestEveryReportTellsWhatWasUnstable(t *testing.T) {
	const what = "POST /api/v2/limits was answered only when it was asked again (x0007)"
	check := result.Check{Name: "Every response of the run", Outcome: result.Passed, Unstable: []string{what, "and more"}}
	run := &result.Run{
		Schema: result.Schema, Verdict: result.Conformant, Side: result.ServerSide,
		Requirements: []result.Requirement{{ID: "LIM-01", Statement: "Limits are opened", Outcome: result.Passed, Checks: []result.Check{check}}},
	}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"terminal": func(b *bytes.Buffer) error { return Terminal{Width: 400}.Write(b, run) },
		"html":     func(b *bytes.Buffer) error { return html.Write(b, run) },
		"junit":    func(b *bytes.Buffer) error { return WriteJUnit(b, run) },
		"json":     func(b *bytes.Buffer) error { return WriteJSON(b, run) },
		"markdown": func(b *bytes.Buffer) error { return WriteMarkdown(b, run) },
		"github":   func(b *bytes.Buffer) error { return WriteGitHub(b, run) },
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, write(&out))
			require.Contains(t, out.String(), what)
			require.Contains(t, bytes.NewBuffer(bytes.ToLower(out.Bytes())).String(), "unstable")

			out.Reset()
			run.Requirements[0].Checks[0].Unstable = nil
			require.NoError(t, write(&out))
			run.Requirements[0].Checks[0].Unstable = check.Unstable
			if name != "html" {
				require.NotContains(t, bytes.NewBuffer(bytes.ToLower(out.Bytes())).String(), "unstable", "and only then")
			}
		})
	}
}
