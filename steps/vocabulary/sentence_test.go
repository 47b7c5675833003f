package vocabulary

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOpenings(t *testing.T) {
	for pattern, want := range map[string]string{
		`a cake`:                  "a cake",
		`its price is (\w+)`:      "its price is ",
		`(\w+) has a slice`:       "",
		`cakes? are cut`:          "cake",
		`a{2} cake`:               "",
		`a cake(?: of (\d+))?`:    "a cake",
		`a "([^"]*)" cake`:        `a "`,
		`the (first|second) cake`: "the ",
		`a cake|a slice`:          "",
		`a cake|a (\w+) slice`:    "",
		`1\.5 cakes`:              "1",
	} {
		require.Equal(t, want, openingOf(pattern), pattern)
		whole, _ := regexp.MustCompile(pattern).LiteralPrefix()
		require.Regexp(t, "^"+regexp.QuoteMeta(openingOf(pattern)), whole, "what a text need not begin with would hide the sentence")
	}
}
