package partner

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/spec"
)

// TestWhereAnOTPMayBeSent holds that send OTP takes the same separators as the other
// endpoints, and no national number: section 4.1 wants the international format.
func TestWhereAnOTPMayBeSent(t *testing.T) {
	for number, wrong := range map[string]int{
		"+254722100417": 0, "254722100417": 0, "+254 722 100417": 0, "+254-712-000-101": 0, "254-712-000-101": 0, "+254.712.000.101": 0, "+254 (712) 000101": 0,
		"+1-212-555-0100": 0, "(+254) 722 100417": 0, "+254\u00a0722\u2011100\u2011417": 0, "+44 (0)20 7946 0958": 0,
		"0722-100-417": 1, "(0722) 100417": 1, "+254722100417.0": 1, "+254-722": 1, "-254722100417": 1, "+254722100417/+254722100418": 1, "0722100417": 1,
		"+254-722-100-417-222-100-417": 1, "+2547x2100417": 1,
	} {
		r := partnerRun(t, Config{Closed: true})
		r.Add(otpCall(spec.SendOTP, `{"id_number":"1","phone_number":"`+number+`"}`, `{}`))
		require.Equal(t, wrong, r.findings.at(obligation{spec.SendOTP, "phone_number"}).failed, number)
	}
}
