package partner

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/spec"
)

func TestWhatIsAPhoneNumber(t *testing.T) {
	for _, text := range []string{
		"+254722100417", "254722100417", "0722100417", "00254722100417", "+254 722 100 417", "+254-722-100-417", "(0700) 000.001", "(+254) 722 100417",
		"+44 (0)20 7946 0958", "01.23.45.67.00", "030/1234567", "+3545812345", "+254\u00a0722\u2011100\u2011417",
	} {
		require.True(t, isPhone(text), text)
	}
	for _, text := range []string{
		"", "*", "+", "()", "+254", "12345", "254722100417222100417222", "254722100417.0", "254722100417.00", "-254722100417", "0722?00417",
		"+254722100417/+254722100418", "0722100417/0722100418", "+25472*****17", "unknown", "07XXXXXXXX", "#254722100417", " 254722100417",
	} {
		require.False(t, isPhone(text), text)
	}
}

func TestWhichPhoneNumbersAreOne(t *testing.T) {
	const sent = "+254722100417"
	for _, text := range []string{sent, "254722100417", "00254722100417", "0722100417", "722100417", "+254 722-100 417", "+254 (0)722 100417"} {
		require.True(t, samePhone(sent, text), text)
		require.True(t, samePhone(text, sent), text)
	}
	for _, text := range []string{
		"+255722100417", "255722100417", "+1722100417", "1722100417", "+354722100417", "+9254722100417", "+254254722100417", "+722100417",
		"2100417000", "100417", "", "phone", "undefined", "+254722100418",
	} {
		require.False(t, samePhone(sent, text), text)
		require.False(t, samePhone(text, sent), text)
	}
	require.True(t, samePhone("+37122123456", "22123456"), "a national number of eight digits")
	require.False(t, samePhone(strings.Repeat("0", 9), ""))
}

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
