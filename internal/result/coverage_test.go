package result_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

func TestAPartIsNotTheWhole(t *testing.T) {
	passed := result.Requirement{Endpoint: "GET /x", Outcome: result.Passed}
	failed := result.Requirement{Endpoint: "GET /x", Outcome: result.Failed}
	unexercised := result.Requirement{Endpoint: "GET /x", Outcome: result.Untested, Unexercised: true}
	optional, coping := unexercised, unexercised
	optional.Optional, coping.Endpoint = true, ""
	of := func(all ...result.Requirement) result.Run { return result.Run{Requirements: all} }
	with := func(run result.Run, change func(*result.Run)) result.Run { change(&run); return run }
	for name, c := range map[string]struct {
		run  result.Run
		want result.Verdict
	}{
		"the whole":                    {of(passed), result.Conformant},
		"of an earlier version":        {with(of(passed), func(r *result.Run) { r.Only = []string{"A"} }), result.Partial},
		"less than the scope":          {with(of(passed), func(r *result.Run) { r.Coverage = &result.Coverage{Planned: 2, Judged: 1} }), result.Partial},
		"a shard":                      {with(of(passed), func(r *result.Run) { r.Shard = &result.Shard{} }), result.Partial},
		"a part that failed":           {with(of(failed), func(r *result.Run) { r.Only = []string{"A"} }), result.NonConformant},
		"a part that ended early":      {with(of(passed), func(r *result.Run) { r.Only, r.Interrupted = []string{"A"}, "stopped" }), result.Inconclusive},
		"ended early":                  {with(of(passed), func(r *result.Run) { r.Interrupted = "stopped" }), result.Inconclusive},
		"a partner that called a part": {of(passed, unexercised), result.Partial},
		"what may be left out":         {of(passed, optional, coping), result.Conformant},
		"nothing exercised":            {of(unexercised), result.Inconclusive},
	} {
		require.Equal(t, c.want, result.Judge(&c.run), name)
	}
}

func TestSentencesCountRight(t *testing.T) {
	run := func(outcomes ...result.Outcome) *result.Run {
		r := &result.Run{Scope: []string{"otp", "limits"}}
		for _, o := range outcomes {
			r.Requirements = append(r.Requirements, result.Requirement{Outcome: o})
		}
		r.Coverage = result.Cover(r.Requirements, 3, 9)
		return r
	}
	only := run(result.Tolerated)
	only.Only = []string{"A"}
	require.Equal(t, "the 1 requirement asked for passed, with a tolerated reading; 2 were not judged", only.AllPassed()+only.Beyond())
	two := run(result.Passed, result.Passed)
	require.Equal(t, "all 2 requirements in scope (otp, limits) passed; 1 was not judged", two.AllPassed()+two.Beyond())
	three := run(result.Failed, result.Passed, result.Blocked)
	require.Equal(t, "1 of 3 requirements in scope (otp, limits) failed", three.SomeFailed()+three.Beyond())
	require.Equal(t, 1, three.Open())
	require.Equal(t, &result.Coverage{Planned: 3, Judged: 2, Ledger: 9}, three.Coverage)
	require.Equal(t, "the 1 requirement in scope (otp, limits) failed", run(result.Failed).SomeFailed())
	require.Equal(t, "none of 3 requirements in scope (otp, limits) failed, but 1 could not be judged", three.SomeOpen()+three.NotAsked())
	open := run(result.Untested)
	require.Equal(t, "the 1 requirement in scope (otp, limits) did not fail, but it could not be judged; 2 were not judged", open.SomeOpen()+open.NotAsked())
	open.Only = []string{"A"}
	require.Equal(t, "the 1 requirement asked for did not fail, but it could not be judged (2 more in scope were not asked for)", open.SomeOpen()+open.NotAsked())
	both := run(result.Untested, result.Blocked)
	both.Only = []string{"A", "B"}
	require.Equal(t, "none of 2 requirements asked for failed, but 2 could not be judged (1 more in scope was not asked for)", both.SomeOpen()+both.NotAsked())
	require.Equal(t, "the 1 requirement in scope (otp, limits) did not fail", run(result.Blocked).NoneFailed())
}
