package payload

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
		{"", ThreeLetters, "KEN"},
		{"KEN", "", "KE"},
		{"KE", ThreeLetters, "KEN"},
		{"TZ", "", "TZ"},
		{"TZA", ThreeLetters, "TZA"},
		{"QQ!", "", "QQ!"}, // none at all: the target's to refuse
	} {
		f := Form{Readings: map[string]string{CountryCode: tt.reading}}
		require.Equal(t, tt.want, country(f, identity.Identity{Country: tt.listed}), "%+v", tt)
	}
}
