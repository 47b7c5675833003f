package result_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

// req is a requirement whose checks have the outcomes given, by name.
func req(id string, outcome result.Outcome, checks ...result.Check) result.Requirement {
	return result.Requirement{ID: id, Outcome: outcome, Statement: "it holds", Checks: checks}
}

func check(name string, o result.Outcome) result.Check { return result.Check{Name: name, Outcome: o} }

func run(requirements ...result.Requirement) *result.Run {
	return &result.Run{Side: result.ServerSide, Requirements: requirements}
}

func TestWhatHappenedToOneRequirement(t *testing.T) {
	for name, c := range map[string]struct {
		before, now result.Requirement
		want        result.ChangeKind // empty: nothing
		detail      string
	}{
		"still passed":                     {req("A", result.Passed), req("A", result.Passed), "", ""},
		"still failed":                     {req("A", result.Failed, check("x", result.Failed)), req("A", result.Failed, check("x", result.Failed)), "", ""},
		"passed, fails":                    {req("A", result.Passed, check("x", result.Passed)), req("A", result.Failed, check("x", result.Failed)), result.Broke, "broke: x"},
		"tolerated, fails":                 {req("A", result.Tolerated), req("A", result.Failed), result.Broke, ""},
		"passed, is no longer judged":      {req("A", result.Passed), req("A", result.Untested), result.Broke, ""},
		"passed, is blocked":               {req("A", result.Passed), req("A", result.Blocked), result.Broke, ""},
		"passed, and nobody knows now":     {req("A", result.Passed), req("A", "super"), result.Broke, ""},
		"failed, passes":                   {req("A", result.Failed, check("x", result.Failed)), req("A", result.Passed, check("x", result.Passed)), result.Fixed, "fixed: x"},
		"blocked, is tolerated":            {req("A", result.Blocked), req("A", result.Tolerated), result.Fixed, ""},
		"passed, is tolerated":             {req("A", result.Passed), req("A", result.Tolerated), result.Changed, ""},
		"blocked, fails":                   {req("A", result.Blocked), req("A", result.Failed), result.Changed, ""},
		"failed before, in more checks":    {req("A", result.Failed, check("x", result.Failed), check("y", result.Passed)), req("A", result.Failed, check("x", result.Failed), check("y", result.Failed)), result.Broke, "broke: y"},
		"failed before, in fewer checks":   {req("A", result.Failed, check("x", result.Failed), check("y", result.Failed)), req("A", result.Failed, check("x", result.Failed), check("y", result.Passed)), result.Changed, "fixed: y"},
		"failed before, in another check":  {req("A", result.Failed, check("x", result.Failed), check("y", result.Passed)), req("A", result.Failed, check("x", result.Passed), check("y", result.Failed)), result.Broke, "broke: y; fixed: x"},
		"a check of its own joined":        {req("A", result.Failed, check("x", result.Failed)), req("A", result.Failed, check("x", result.Failed), check("z", result.Failed)), "", ""},
		"checks of one name, one breaks":   {req("A", result.Failed, check("x", result.Passed), check("x", result.Passed), check("y", result.Failed)), req("A", result.Failed, check("x", result.Passed), check("x", result.Failed), check("y", result.Failed)), result.Broke, "broke: x"},
		"many checks are not all of named": {req("A", result.Passed, check("a", result.Passed), check("b", result.Passed), check("c", result.Passed), check("d", result.Passed)), req("A", result.Failed, check("a", result.Failed), check("b", result.Failed), check("c", result.Failed), check("d", result.Failed)), result.Broke, "broke: a, b, c and 1 more"},
		"a check that held is gone":        {req("A", result.Passed, check("x", result.Passed), check("y", result.Passed)), req("A", result.Passed, check("x", result.Passed)), result.Broke, "gone: y"},
		"a check that failed is gone":      {req("A", result.Failed, check("x", result.Failed), check("y", result.Passed)), req("A", result.Passed, check("y", result.Passed)), result.Fixed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := result.Compare(run(c.before), run(c.now))
			require.NoError(t, err)
			if c.want == "" {
				require.Empty(t, d.Changes)
				require.Equal(t, 1, d.Unchanged)
				return
			}
			require.Equal(t, []result.Change{{Kind: c.want, Requirement: "A", Before: c.before.Outcome, Now: c.now.Outcome, Statement: "it holds", Detail: c.detail}}, d.Changes)
			require.Equal(t, 1, d.Count(c.want))
			require.Zero(t, d.Unchanged)
		})
	}
}

func TestWhatOneRunAloneJudged(t *testing.T) {
	d, err := result.Compare(run(req("A", result.Passed), req("B", result.Failed)), run(req("B", result.Failed), req("C", result.Failed)))
	require.NoError(t, err)
	require.Equal(t, []result.Change{
		{Kind: result.Added, Requirement: "C", Now: result.Failed, Statement: "it holds"},
		{Kind: result.Removed, Requirement: "A", Before: result.Passed, Statement: "it holds"},
	}, d.Changes)
	require.Equal(t, 1, d.Unchanged)
}

// TestOnlyAComparisonWithNothingLeftOpenIsGood holds what a pipeline relies on.
func TestOnlyAComparisonWithNothingLeftOpenIsGood(t *testing.T) {
	judged := func(requirements ...result.Requirement) *result.Run {
		r := run(requirements...)
		r.Verdict, r.Suite.Digest = result.Judge(r), "5a"
		return r
	}
	a, failed := req("A", result.Passed), req("B", result.Failed)
	partly := failed
	partly.Checks = []result.Check{{Name: "one", Outcome: result.Passed}, {Name: "another", Outcome: result.Failed}}
	other, early, claimed := judged(a), judged(a), judged(a, failed)
	other.Suite.Digest, early.Interrupted, claimed.Verdict = "5b", "deadline", result.Conformant
	for name, c := range map[string]struct {
		before, now *result.Run
		worse       bool
		unsure      string
	}{
		"as before":                   {judged(a), judged(a), false, ""},
		"fails as before":             {judged(a, failed), judged(a, failed), false, ""},
		"gone":                        {judged(a, req("B", result.Passed)), judged(a), true, ""},
		"gone, and it failed":         {judged(a, failed), judged(a), false, ""},
		"gone, and a part of it held": {judged(a, partly), judged(a), true, ""},
		"new, and it holds":           {judged(a), judged(a, req("B", result.Passed)), false, ""},
		"new, and it fails":           {judged(a), judged(a, failed), true, ""},
		"open as before":              {judged(a, req("B", result.Untested)), judged(a, req("B", result.Untested)), false, "inconclusive"},
		"another suite":               {judged(a), other, false, "did not ask the same questions"},
		"interrupted":                 {judged(a), early, false, "ended early: deadline"},
		"not what it says":            {claimed, claimed, false, "its outcomes give non-conformant"},
		"nothing was judged":          {judged(), judged(), false, "inconclusive"},
	} {
		d, err := result.Compare(c.before, c.now)
		require.NoError(t, err)
		require.Equal(t, c.worse, d.Worse(), name)
		if c.unsure == "" {
			require.Empty(t, d.Undecided, name)
		} else {
			require.Contains(t, d.Undecided[0], c.unsure, name)
		}
	}
}

func TestWhatCannotBeComparedIsRefused(t *testing.T) {
	partner := run()
	partner.Side = result.PartnerSide
	_, err := result.Compare(run(), partner)
	require.ErrorContains(t, err, "partner side")
	twice := run(req("A", result.Passed), req("A", result.Failed))
	_, err = result.Compare(twice, run())
	require.ErrorContains(t, err, "old run")
	_, err = result.Compare(run(), twice)
	require.ErrorContains(t, err, "A")
}
