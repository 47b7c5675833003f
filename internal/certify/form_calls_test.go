package certify

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
)

// TestWhereABuildStops holds which endpoint is named if a build calls others no more. Each letter is a call:
// a lookup, a sent OTP, a verify, a create limit, a fetch limit, a purchase, an update, and a cancel (x).
func TestWhereABuildStops(t *testing.T) {
	for name, c := range map[string]struct {
		before, after, form string
		failure             string
		at                  string
		ceased              bool
	}{
		"it goes on with the next customer":    {"lsvcfpxlsvcfpxl", "lsvcflsvcfl", "whole-seconds", "", "fetch-limit", true},
		"it goes on, and fails in the end":     {"lsvcfpxlsvcfpxl", "lsvcflsvcfl", "whole-seconds", "exit status 1", "fetch-limit", true},
		"it stops at its last call":            {"lsvcfplfpxl", "lsvcf", "whole-seconds", "exit status 1", "fetch-limit", true},
		"it stops before its last calls":       {"lsvcflppp", "lsvcfl", "whole-seconds", "exit status 1", "customer-lookup", true},
		"it happens not to cancel":             {"lsvcfpxl", "lsvcfpl", "whole-seconds", "", "customer-lookup", false},
		"it happens to buy less":               {"lsvcfpxsvcfpxl", "lsvcfpxl", "whole-seconds", "", "customer-lookup", false},
		"nobody has a limit":                   {"lsvcfpxl", "lsl", "no-limit", "", "customer-lookup", false},
		"it does not cancel a single one":      {"lsvcfpxsvcfpxsvcfpxl", "lsvcfpsvcfpsvcfpl", "whole-seconds", "", "create-purchases", true},
		"it verifies nothing, and goes on":     {"lsvcflsvcfl", "lslsl", "other-order", "", "send-otp", true},
		"the first call is not there any more": {"sssvcf", "vcf", "other-order", "", "fetch-limit", true},
	} {
		got := formRunOf(SandboxRun{}, SandboxRun{Form: c.form, Failure: c.failure}, made(c.before), made(c.after))
		require.Equal(t, c.at, got.Endpoint, name)
		require.Equal(t, c.ceased, got.Ceased, name)
	}
}

func made(letters string) []*recording.Exchange {
	var all []*recording.Exchange
	for n, letter := range letters {
		const id = "5f0c1c1e-0000-4000-8000-000000000001"
		call := map[rune]string{
			'l': "POST /open/op/customer/detail", 's': "POST /api/v2/otp/send", 'v': "POST /api/v2/otp/verify", 'c': "POST /api/v2/limits",
			'f': "GET /api/v2/limits/" + id, 'p': "POST /api/v2/purchases", 'x': "DELETE /api/v2/purchases/" + id,
		}[letter]
		method, path, _ := strings.Cut(call, " ")
		all = append(all, &recording.Exchange{ID: string(letter) + string(rune('0'+n)), Request: recording.Request{Method: method, URL: "http://sandbox.local" + path, Header: http.Header{}}})
	}
	return all
}
