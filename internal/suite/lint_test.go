package suite_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/features"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner"
	"github.com/credit-partner/assay/steps/server"
)

func ledger(t *testing.T) *suite.Ledger {
	t.Helper()
	l, err := suite.Load(features.Files, result.ServerSide)
	require.NoError(t, err)
	return l
}

// TestEveryListedValueIsChecked holds that outlines go through the whole of a
// documented list, and not through a sample of it.
func TestEveryListedValueIsChecked(t *testing.T) {
	said := make(map[string]bool)
	for _, r := range ledger(t).Requirements {
		for _, c := range r.Checks {
			for _, line := range c.Steps {
				for _, m := range regexp.MustCompile(`"([^"]*)"`).FindAllStringSubmatch(line.Text, -1) {
					said[m[1]] = true
				}
			}
		}
	}
	for _, enum := range spec.Enums() {
		if enum.Member == "employer_sector" { // goes with the kind of the customer
			continue
		}
		for _, value := range enum.Values {
			require.True(t, said[value] || len(enum.Values) == 1, "no check has %s %q", enum.Member, value)
		}
	}
}

// TestImpliedSaysFromWhat holds that a requirement which the specification does
// not state tells its reader why it must be inferred.
func TestImpliedSaysFromWhat(t *testing.T) {
	for _, r := range ledger(t).Requirements {
		if r.Grade == result.Implied {
			require.NotEmpty(t, r.Why, "%s is implied, and does not say from what", r.ID)
		}
	}
}

func TestEveryCheckHasOneWhenAndAThen(t *testing.T) {
	for _, r := range ledger(t).Requirements {
		names := make(map[string]bool)
		for _, c := range r.Checks {
			require.False(t, names[c.Name], "%s has two checks named %q", r.ID, c.Name)
			names[c.Name] = true
			whens, thens := count(c.Steps)
			require.Equal(t, 1, whens, "%s must have one When", c.Location)
			require.GreaterOrEqual(t, thens, 1, "%s must have a Then", c.Location)
		}
	}
}

// count counts the When and Then lines, with what And continues.
func count(lines []result.Step) (whens, thens int) {
	last := ""
	for _, line := range lines {
		if line.Keyword != "And" && line.Keyword != "But" {
			last = line.Keyword
		}
		switch last {
		case "When":
			whens++
		case "Then":
			thens++
		}
	}
	return whens, thens
}

func TestEveryStepHasOneMeaningAndEveryMeaningIsUsed(t *testing.T) {
	patterns := server.Patterns()
	used := make(map[string]bool)
	for _, r := range ledger(t).Requirements {
		for _, c := range r.Checks {
			for _, line := range c.Steps {
				require.Equal(t, 1, matches(patterns, line.Text, used), "%s: %q must have one meaning", c.Location, line.Text)
			}
		}
	}
	for _, p := range patterns {
		require.True(t, used[p.String()], "no feature uses the sentence %s", p)
	}
}

// TestRecordedAnswersAreJudgedByTheServersSentences holds that what is asked of
// recorded answers is said in the very words of the server's side.
func TestRecordedAnswersAreJudgedByTheServersSentences(t *testing.T) {
	said := make(map[string]bool)
	for _, p := range server.Patterns() {
		said[p.String()] = true
	}
	for _, p := range server.AnswerPatterns() {
		require.True(t, said[p.String()], "%s is no sentence of the server's side", p)
	}
}

// TestEverySentenceIsGivenWhatItNeeds holds that no scenario lacks a Given, and no
// Then the tag that its meaning hangs on.
func TestEverySentenceIsGivenWhatItNeeds(t *testing.T) {
	for side, unmet := range map[result.Side]func(judgement.Check) string{result.ServerSide: server.Unmet, result.PartnerSide: partner.Unmet} {
		l, err := suite.Load(features.Files, side)
		require.NoError(t, err)
		for _, r := range l.Requirements {
			for _, c := range r.Checks {
				assert.Empty(t, unmet(l.Judgement(c)))
			}
		}
	}
}

func matches(patterns []*regexp.Regexp, text string, used map[string]bool) int {
	n := 0
	for _, p := range patterns {
		if p.MatchString(text) {
			used[p.String()] = true
			n++
		}
	}
	return n
}

// TestWholeRunChecksGather holds that a check which judges the answers of the
// run waits for them, and that no other one waits.
func TestWholeRunChecksGather(t *testing.T) {
	for _, r := range ledger(t).Requirements {
		for _, c := range r.Checks {
			gathers := false
			for _, line := range c.Steps {
				gathers = gathers || strings.HasPrefix(line.Text, server.AllResponses)
			}
			require.Equal(t, gathers, c.WholeRun, "%s: @whole-run goes with gathering", c.Location)
		}
	}
}

func TestEverySchemaThatAFeatureNamesIsThere(t *testing.T) {
	set, err := schemas.Compile(nil)
	require.NoError(t, err)
	named := regexp.MustCompile(`^each response matches the schema "([^"]*)"$`)
	for _, r := range ledger(t).Requirements {
		for _, c := range r.Checks {
			for _, line := range c.Steps {
				if m := named.FindStringSubmatch(line.Text); m != nil {
					require.True(t, set.Has(m[1]), "%s: no schema %q", c.Location, m[1])
				}
			}
		}
	}
}

// TestEveryToleranceOfARequestIsTried holds that no documented inconsistency of
// what the suite sends is left out.
func TestEveryToleranceOfARequestIsTried(t *testing.T) {
	tried := make(map[string]bool)
	form := regexp.MustCompile(` is called in every documented form of "([^"]*)"$`)
	for _, r := range ledger(t).Requirements {
		for _, c := range r.Checks {
			for _, line := range c.Steps {
				if m := form.FindStringSubmatch(line.Text); m != nil {
					tried[m[1]] = true
				}
			}
		}
	}
	for _, tolerance := range schemas.Register() {
		if tolerance.Direction == "request" && tolerance.ID != "bodiless-content-type" { // a partner's affair: the suite sends none
			require.True(t, tried[tolerance.ID], "the readings of %s are never tried", tolerance.ID)
		}
	}
}

// TestIDsAreForGood holds every id that was ever given out against the ledger:
// certificates and deviations name them, so none may vanish or be used again.
func TestIDsAreForGood(t *testing.T) {
	given, err := os.ReadFile("testdata/ids.txt")
	require.NoError(t, err)
	known := strings.Fields(string(given))
	var now []string
	for _, r := range ledger(t).Requirements {
		now = append(now, r.ID)
	}
	for _, id := range known {
		require.Contains(t, now, id, "the id %s has gone; retire it by a rule that says so", id)
	}
	for _, id := range now {
		require.Contains(t, known, id, "add the new id %s to testdata/ids.txt", id)
	}
}
