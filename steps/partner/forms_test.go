package partner

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
)

func TestWhichDayMayBeADayOfBirth(t *testing.T) {
	asked := time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC)
	for text, fits := range map[string]bool{
		"01/01/1900": true, "12/31/1931": true, "31/12/1931": true, "11/21/2026": true, "11/23/2026": true, "11/24/2026": false,
		"10/12/2026": true, "12/12/2026": false, "01/01/0001": false, "12/31/9999": false, "12/31/1899": false, "02/30/1990": false,
	} {
		q := &request{exchange: &recording.Exchange{Started: asked}}
		require.Equal(t, fits, q.isDayOfBirth(text), text)
	}
	require.True(t, (&request{exchange: new(recording.Exchange)}).isDayOfBirth("12/31/2090"), "nobody knows when it was asked")
}

func TestWhatAQueryFieldCannotHave(t *testing.T) {
	r := partnerRun(t, Config{})
	r.issued.items[anID] = true
	for _, c := range []struct {
		field, value string
		fits         bool
	}{
		{"mobile", "0722 100 417", true}, {"mobile", "123", false}, {"phoneNumber", " 254722100417", false}, {"mobile", "a@b.co", false},
		{"memberId", "M/17", true}, {"memberId", anID, false}, {"memberId", "a@b.co", false}, {"memberId", "undefined", false},
		{"NATIONAL_ID", "AB 12-C", true}, {"NATIONAL_ID", "12345678 ", false}, {"NATIONAL_ID", "<VALUE>", false},
		{"PASSPORT", "C01X00T47", true}, {"PASSPORT", "null", false}, {"email", "a@b.co", true}, {"email", "a@b.co ", false},
	} {
		expected, actual := r.newRequest(nil).unfit(c.field, c.value)
		require.Equal(t, c.fits, expected == "", "%s %q", c.field, c.value)
		require.Equal(t, c.fits, actual == "")
	}
}
