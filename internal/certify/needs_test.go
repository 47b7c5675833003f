package certify_test

import (
	"context"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/features"
	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/internal/testsize"
)

// rewritten are the features of the server's side, each changed as a careless
// author might.
func rewritten(t *testing.T, change func(string) string) *suite.Plan {
	t.Helper()
	files := make(fstest.MapFS)
	names, err := fs.Glob(features.Files, "server/*.feature")
	require.NoError(t, err)
	for _, name := range names {
		text, err := fs.ReadFile(features.Files, name)
		require.NoError(t, err)
		files[name] = &fstest.MapFile{Data: []byte(change(string(text)))}
	}
	ledger, err := suite.Load(files, result.ServerSide)
	require.NoError(t, err)
	plan, err := ledger.Plan(nil, nil)
	require.NoError(t, err)
	return plan
}

// cutting takes out of a feature whatever a pattern finds.
func cutting(pattern string) func(string) string {
	found := regexp.MustCompile(pattern)
	return func(text string) string { return found.ReplaceAllString(text, "") }
}

var firstGiven = regexp.MustCompile(`(?m)^ +Given .*\n( +)And `)

// TestACarelessScenarioIsToldWhatItLacks holds that what was forgotten is said
// with file, line and remedy, and never ends in a panic or in an answer that
// nobody can judge.
func TestACarelessScenarioIsToldWhatItLacks(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	for name, change := range map[string]func(string) string{
		"no Given": cutting(`(?m)^ +Given .*\n( +And .*\n)*`),
		"no first Given": func(text string) string {
			return cutting(`(?m)^ +Given .*\n`)(firstGiven.ReplaceAllString(text, "${1}Given "))
		},
		"no second Given": func(text string) string {
			return regexp.MustCompile(`(?m)(^ +Given .*\n)( +And .*\n)`).ReplaceAllString(text, "$1")
		},
		"no tag @whole-run":      cutting(`(?m)^ +@whole-run\n`),
		"no tag of what it owns": cutting(`@owns-status`),
	} {
		t.Run(name, func(t *testing.T) {
			o := inProcess(reference.New(reference.Options{}))
			o.KeepEvidence = func(*result.Run) bool { return false }
			e, err := certify.Server(context.Background(), rewritten(t, change), o)
			require.NoError(t, err)
			told := 0
			for _, r := range e.Run.Requirements {
				for _, c := range r.Checks {
					require.NotContains(t, c.Reason, "runtime error", "%s %s", r.ID, c.Name)
					require.NotContains(t, c.Reason, "nothing can be judged", "%s %s", r.ID, c.Name)
					if strings.HasPrefix(c.Reason, c.Location+": ") {
						told++
					}
				}
			}
			require.Positive(t, told)
		})
	}
}
