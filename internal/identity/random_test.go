package identity_test

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/credit-partner/assay/internal/identity"
)

// What is drawn must be legal for every target: text that neither trimming nor
// Unicode normalization changes.
func TestDrawnTextsAreLeftAloneByFairTargets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		for _, draw := range []func(*rand.Rand) string{identity.RandomName, identity.RandomText} {
			text := draw(rand.New(rand.NewPCG(seed, 1)))
			require.NotEmpty(t, text)
			require.True(t, utf8.ValidString(text))
			require.Equal(t, text, norm.NFC.String(text))
			require.Equal(t, text, draw(rand.New(rand.NewPCG(seed, 1))), "the seed repeats it")
		}
	})
}
