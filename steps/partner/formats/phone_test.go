package formats

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsAPhoneNumber(t *testing.T) {
	for _, text := range []string{
		"+254722100417", "254722100417", "0722100417", "00254722100417", "+254 722 100 417", "+254-722-100-417", "(0700) 000.001", "(+254) 722 100417",
		"+44 (0)20 7946 0958", "01.23.45.67.00", "030/1234567", "+3545812345", "+254\u00a0722\u2011100\u2011417",
	} {
		require.True(t, IsPhone(text), text)
	}
	for _, text := range []string{
		"", "*", "+", "()", "+254", "12345", "254722100417222100417222", "254722100417.0", "254722100417.00", "-254722100417", "0722?00417",
		"+254722100417/+254722100418", "0722100417/0722100418", "+25472*****17", "unknown", "07XXXXXXXX", "#254722100417", " 254722100417",
	} {
		require.False(t, IsPhone(text), text)
	}
}

func TestWhichNumberHasItsCountryCodeTwice(t *testing.T) {
	for text, is := range map[string]bool{
		"+254254722000202": true, "254254722000202": true, "+254 254 722 000202": true, "+37137122123456": true,
		"+254722000202": false, "+254254000202": false, "0254254722000": false, "+494944941234567": false, "+77777222333444": false, "+22222123456": false, "+8613861386138": false, "": false,
	} {
		require.Equal(t, is, HasCodeTwice(text), text)
	}
}

func TestWhichPhoneNumbersAreOne(t *testing.T) {
	const sent = "+254722100417"
	for _, text := range []string{sent, "254722100417", "00254722100417", "0722100417", "722100417", "+254 722-100 417", "+254 (0)722 100417", "+254 0722 100417"} {
		require.True(t, SamePhone(sent, text), text)
		require.True(t, SamePhone(text, sent), text)
	}
	for _, text := range []string{
		"+255722100417", "255722100417", "+1722100417", "1722100417", "+354722100417", "+9254722100417", "+254254722100417", "+722100417", "+2547022100417", "2540722100418",
		"2100417000", "100417", "", "phone", "undefined", "+254722100418",
	} {
		require.False(t, SamePhone(sent, text), text)
		require.False(t, SamePhone(text, sent), text)
	}
	for text, is := range map[string]bool{
		sent: true, "254722100417": true, "00254722100417": true, "0722100417": true, "0722 100-417": true, "+254 (0)722 100417": true,
		"722100417": false, "22100417": false, "0722100418": false, "": false, "phone": false,
	} {
		require.Equal(t, is, IsDialled(text, sent), text)
	}
	require.True(t, SamePhone("+37122123456", "22123456"), "a national number of eight digits")
	for _, mobile := range [][2]string{{"+52 1 55 1234 5678", "+52 55 1234 5678"}, {"+54 9 11 2345 6789", "+54 11 2345 6789"}, {"+55 11 9 1234 5678", "+55 11 1234 5678"}, {"+225 07 12 34 56 78", "+225 12 34 56 78"}} {
		require.True(t, SamePhone(mobile[0], mobile[1]) && SamePhone(mobile[1], mobile[0]), mobile[0])
	}
	require.False(t, SamePhone("+52 1 55 1234 5678", "+52 1 55 1234 567"), "a digit is missing")
	require.False(t, SamePhone(strings.Repeat("0", 9), ""))
}

func TestWhichNumbersMayBeSwapped(t *testing.T) {
	require.True(t, MayBeSwapped("254711203344", "27841930"))
	require.True(t, MayBeSwapped("+254711203344", "27841930"))
	require.False(t, MayBeSwapped("27841930", "254711203344"))
	require.False(t, MayBeSwapped("254711203344", "+27841930"))
	require.False(t, MayBeSwapped("A1234567890", "27841930"))
}
