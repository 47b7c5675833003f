package driver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/identity"
)

// TestACountryIsWrittenInTheLengthOfTheReading holds of listed people what holds
// of invented ones: the code of section 2.4 has the length that is spoken.
func TestACountryIsWrittenInTheLengthOfTheReading(t *testing.T) {
	for _, tt := range []struct{ listed, reading, want string }{
		{"", "", "KE"},
		{"", threeLetters, "KEN"},
		{"KEN", "", "KE"},
		{"KE", threeLetters, "KEN"},
		{"TZ", "", "TZ"},
		{"TZA", threeLetters, "TZA"},
		{"QQ!", "", "QQ!"}, // none at all: the target's to refuse
	} {
		f := Form{Readings: map[string]string{countryCode: tt.reading}}
		require.Equal(t, tt.want, country(f, identity.Identity{Country: tt.listed}), "%+v", tt)
	}
}
