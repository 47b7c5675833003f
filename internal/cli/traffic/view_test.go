package traffic

import (
	"bytes"
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// seen is a call, as a view is told of it.
func seen(method, path string) *recording.Exchange {
	return &recording.Exchange{Request: recording.Request{Method: method, URL: "http://h" + path, Header: http.Header{"Authorization": {"Bearer t"}}}}
}

// screen is what stands on a terminal after all that was written to it, given
// that it is written from the top and moves up only.
func screen(written string) string {
	var lines []string
	up := regexp.MustCompile(`^\x1b\[(\d+)A\x1b\[J`)
	for written != "" {
		if m := up.FindStringSubmatch(written); m != nil {
			n := 0
			for _, digit := range m[1] {
				n = 10*n + int(digit-'0')
			}
			lines = lines[:len(lines)-n]
			written = written[len(m[0]):]
			continue
		}
		line, rest, _ := strings.Cut(written, "\n")
		lines, written = append(lines, line), rest
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestTheViewIsDrawnInItsPlace(t *testing.T) {
	var out bytes.Buffer
	v := newView(&out, []string{"otp", "limits"}, watched(t))
	v.place.width = func() int { return 40 }
	out.WriteString("Point your store at …\n")
	v.open()
	v.see(seen("POST", "/api/v2/otp/send"))
	v.see(seen("POST", "/otp/api/v2/send"))
	v.see(seen("POST", "/api/v2/otp/verify"))
	v.see(seen("GET", "/favicon.ico"))
	v.see(seen("POST", "/api/v2/purchases")) // not in scope
	require.Equal(t, `Point your store at …
  otp        ✓ POST /api/v2/otp/send, 2
             ✓ POST /api/v2/otp/verify,
  limits     ○ POST /api/v2/limits
             ○ GET /api/v2/limits/{id}
  2 still missing, 2 other calls
`, screen(out.String()))
	limit := seen("POST", "/api/v2/limits")
	limit.Request.Body = []byte(`{"employed":true,"employed_occupational_detail":{"employer_sector":"private_sector"}}`)
	v.see(limit)
	v.see(seen("GET", "/api/v2/limits/1"))
	require.NoError(t, v.refresh(context.Background()))
	shown := screen(out.String())
	require.Contains(t, shown, "  every call was seen, 2 other calls\n  46 of 52 requirements exercised; ")
	require.Contains(t, shown, "    still missing: PCL-20 A government \n")
	v.close()
	out.WriteString("That was it.\n")
	v.see(seen("GET", "/api/v2/limits/1"))
	require.NoError(t, v.refresh(context.Background()))
	require.True(t, strings.HasSuffix(screen(out.String()), "PCL-25 business_regi\nThat was it.\n"), "what was said stays where it is")
	require.Equal(t, []string{"t"}, v.tokens())
}

// watched judges by the ledger of two capabilities.
func watched(t *testing.T) *certify.LivePartner {
	t.Helper()
	ledger, err := certify.Ledger(result.PartnerSide)
	require.NoError(t, err)
	plan, err := ledger.Plan([]string{"otp", "limits"}, nil)
	require.NoError(t, err)
	w, err := certify.NewLivePartner(plan, certify.PartnerOptions{})
	require.NoError(t, err)
	return w
}

func TestTheViewOffATerminalIsPlainLines(t *testing.T) {
	var out bytes.Buffer
	v := newView(&out, spec.Capabilities(), watched(t))
	v.open()
	v.see(seen("POST", "/open/op/customer/detail"))
	v.see(seen("POST", "/open/op/customer/detail"))
	require.Equal(t, "seen POST /open/op/customer/detail; still missing: otp send-otp, verify-otp; limits create-limit, fetch-limit;"+
		" purchases create-purchases, get-purchase, update-purchases, cancel-purchase\n", out.String())
}
