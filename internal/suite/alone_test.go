package suite_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/features"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// A target that moves its newest item, if a call names an unknown one, moves an item of another
// check unless no other check buys meanwhile. Then that check fails, or nothing shows the fault.
func TestMovesOfUnknownItemsRunAlone(t *testing.T) {
	moves := []string{"items with unknown ids are updated", "items with unknown ids are cancelled"}
	seen := 0
	eachStep(t, func(c *suite.Check, text string) {
		if slices.Contains(moves, text) {
			seen++
			require.True(t, c.Alone, "%s: %s must be @alone", c.Requirement.ID, c.Name)
		}
	})
	require.Equal(t, len(moves), seen)
}

// Some scenarios fetch items of all checks when these have ended. A scenario that runs beside them must not
// change an item: it may be one of those.
func TestNothingChangesItemsWhileThoseOfAllChecksAreFetched(t *testing.T) {
	sees := regexp.MustCompile(`items that (no call has changed|were updated|a get showed as cancelled) are fetched`)
	changes := regexp.MustCompile(`\b(were|was|is|are) (updated|cancelled|collected)\b`)
	seen := 0
	eachStep(t, func(c *suite.Check, text string) {
		switch {
		case sees.MatchString(text):
			seen++
			require.True(t, c.Completing, "%s: %s must be @completing", c.Requirement.ID, c.Name)
		case strings.HasPrefix(text, "at least one purchase"): // it was changed before
		case changes.MatchString(text):
			require.False(t, c.Completing, "%s: %s must be @alone, since it changes items", c.Requirement.ID, c.Name)
		}
	})
	require.Equal(t, 3, seen)
}

func eachStep(t *testing.T, see func(c *suite.Check, text string)) {
	t.Helper()
	ledger, err := suite.Load(features.Files, result.ServerSide)
	require.NoError(t, err)
	for _, r := range ledger.Requirements {
		for _, c := range r.Checks {
			for _, step := range c.Steps {
				see(c, step.Text)
			}
		}
	}
}
