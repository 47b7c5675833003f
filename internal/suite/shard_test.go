package suite_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/features"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

func wholePlan(t *testing.T) *suite.Plan {
	t.Helper()
	ledger, err := suite.Load(features.Files, result.ServerSide)
	require.NoError(t, err)
	plan, err := ledger.Plan(nil, nil)
	require.NoError(t, err)
	return plan
}

// Every check stands in one part, those of a whole run in all, and parts differ
// by one check at most.
func TestShardsCutAPlanEvenlyAndLeaveNothingOut(t *testing.T) {
	plan := wholePlan(t)
	for _, of := range []int{1, 2, 3, 7} {
		times, least, most := make(map[string]int), len(plan.Checks), 0
		for index := 1; index <= of; index++ {
			shard, err := plan.Shard("run-0001", index, of, nil)
			require.NoError(t, err)
			again, err := plan.Shard("run-0001", index, of, nil)
			require.NoError(t, err)
			require.Equal(t, shard.Checks, again.Checks, "the same cut twice")
			least, most = min(least, len(shard.Checks)), max(most, len(shard.Checks))
			for _, c := range shard.Checks {
				times[c.Location]++
			}
		}
		require.LessOrEqual(t, most-least, 1)
		for _, c := range plan.Checks {
			want := 1
			if c.WholeRun {
				want = of
			}
			require.Equal(t, want, times[c.Location], c.Location)
		}
	}
}

// One check that takes as long as all others together has a part for itself.
func TestShardsGoByMeasuredTime(t *testing.T) {
	plan := wholePlan(t)
	durations := make(suite.Durations)
	var long *suite.Check
	for _, c := range plan.Checks {
		if durations[c.Key()] = 1; !c.WholeRun && long == nil {
			long = c
		}
	}
	durations[long.Key()] = 1 << 20
	shard, err := plan.Shard("run-0001", 1, 2, durations)
	require.NoError(t, err)
	var alone []string
	for _, c := range shard.Checks {
		if !c.WholeRun {
			alone = append(alone, c.Location)
		}
	}
	require.Equal(t, []string{long.Location}, alone)
}

func TestDurationsAreThoseOfARun(t *testing.T) {
	run := &result.Run{Requirements: []result.Requirement{{ID: "AAA-01", Checks: []result.Check{{Name: "one", DurationMS: 40}}}}}
	require.Equal(t, suite.Durations{"AAA-01 one": 40}, suite.DurationsOf(run))
}

func TestShardRefusesWhatIsNoPart(t *testing.T) {
	plan := wholePlan(t)
	for _, c := range [][2]int{{0, 2}, {3, 2}, {-1, 2}, {1, 0}, {1, 1 << 20}} {
		_, err := plan.Shard("run-0001", c[0], c[1], nil)
		require.Error(t, err, "%v", c)
	}
}

// part is a finding of a part that has nothing against a check.
func part(checks ...string) []result.Finding {
	var all []result.Finding
	for _, c := range checks {
		all = append(all, result.Finding{Check: c, Decided: 1})
	}
	return all
}

const single, whole = "server/x.feature:7", "server/x.feature:15"

// twoChecks is a plan of one plain check, and one that judges a whole run.
func twoChecks(t *testing.T) *suite.Plan {
	t.Helper()
	l, err := load(rule("AAA-01", "@owns-status", well) + "\n  @AAA-02 @stated @section-1\n  Rule: R\n\n    @whole-run\n    Scenario: all\n" + well)
	require.NoError(t, err)
	plan, err := l.Plan(nil, nil)
	require.NoError(t, err)
	require.Equal(t, []string{single, whole}, []string{plan.Checks[0].Location, plan.Checks[1].Location})
	return plan
}

func TestRejudgeWantsEveryCheckOnce(t *testing.T) {
	plan := twoChecks(t)
	for name, c := range map[string]struct {
		parts [][]result.Finding
		want  string
	}{
		"one missing":                    {[][]result.Finding{part(whole), part(whole)}, "no part holds the check"},
		"one in two parts":               {[][]result.Finding{part(single, whole), part(single, whole)}, "overlap"},
		"one twice in a part":            {[][]result.Finding{part(single, single, whole)}, "overlap"},
		"a whole run's not in all":       {[][]result.Finding{part(single, whole), part()}, "1 of 2 parts"},
		"one that nobody planned":        {[][]result.Finding{part(single, whole, "server/y.feature:1")}, "not planned"},
		"nothing":                        {nil, "no part holds the check"},
		"a whole run's by no one at all": {[][]result.Finding{part(single)}, "no part holds the check"},
	} {
		t.Run(name, func(t *testing.T) {
			require.ErrorContains(t, plan.Rejudge(&result.Run{}, c.parts), c.want)
		})
	}
	run := &result.Run{}
	require.NoError(t, plan.Rejudge(run, [][]result.Finding{part(single, whole), part(whole)}))
	require.Equal(t, result.Conformant, run.Verdict)
}

// What one part could not judge, another may have: but a part that ended early
// leaves its check open.
func TestRejudgeOfACheckThatStandsInEveryPart(t *testing.T) {
	fails := result.Finding{Check: whole, Failures: []result.Failure{{Path: "a"}}}
	for name, c := range map[string]struct {
		first, second result.Finding
		want          result.Outcome
	}{
		"both hold":              {result.Finding{Check: whole, Decided: 1}, result.Finding{Check: whole, Decided: 1}, result.Passed},
		"one fails":              {result.Finding{Check: whole, Decided: 1}, fails, result.Failed},
		"one has no answer":      {result.Finding{Check: whole, Untested: "none"}, result.Finding{Check: whole, Decided: 1}, result.Passed},
		"neither has an answer":  {result.Finding{Check: whole, Untested: "none"}, result.Finding{Check: whole, Untested: "none"}, result.Untested},
		"one does not apply":     {result.Finding{Check: whole, Decided: 1}, result.Finding{Check: whole, Inapplicable: "nobody"}, result.Passed},
		"the other does not":     {result.Finding{Check: whole, Inapplicable: "nobody"}, result.Finding{Check: whole, Decided: 1}, result.Passed},
		"neither applies":        {result.Finding{Check: whole, Inapplicable: "nobody"}, result.Finding{Check: whole, Inapplicable: "nobody"}, result.Untested},
		"nothing was decided":    {result.Finding{Check: whole, Inapplicable: "nobody"}, result.Finding{Check: whole, Untested: "none"}, result.Untested},
		"one ended early":        {result.Finding{Check: whole, Decided: 1}, result.Finding{Check: whole, Untested: "stopped", Unfinished: true}, result.Untested},
		"one broke on our side":  {result.Finding{Check: whole, Decided: 1}, result.Finding{Check: whole, Errored: "oops"}, result.Errored},
		"one leans on a reading": {result.Finding{Check: whole, Decided: 1}, result.Finding{Check: whole, Decided: 1, Readings: []string{"order-id: string"}}, result.Tolerated},
	} {
		t.Run(name, func(t *testing.T) {
			run := &result.Run{}
			require.NoError(t, twoChecks(t).Rejudge(run, [][]result.Finding{append(part(single), c.first), {c.second}}))
			require.Equal(t, c.want, run.Requirements[1].Outcome)
			require.Equal(t, c.want, run.Requirements[1].Checks[0].Outcome)
		})
	}
}

// Blame crosses parts: the owner of what broke in one may fail in another.
func TestRejudgeBlamesAcrossParts(t *testing.T) {
	broke := result.Finding{Check: whole, Breaks: []result.Break{{Endpoint: "get-purchase", Aspect: "status", Failure: result.Failure{Message: "broken"}}}}
	failed := result.Finding{Check: single, Failures: []result.Failure{{Path: "status"}}}
	for n, c := range []struct {
		owner result.Finding
		want  []result.Outcome
	}{
		{failed, []result.Outcome{result.Failed, result.Blocked}},
		{result.Finding{Check: single, Decided: 1}, []result.Outcome{result.Passed, result.Failed}},
	} {
		run := &result.Run{}
		require.NoError(t, twoChecks(t).Rejudge(run, [][]result.Finding{{c.owner, {Check: whole}}, {broke}}))
		require.Equal(t, c.want, []result.Outcome{run.Requirements[0].Outcome, run.Requirements[1].Outcome}, fmt.Sprint(n))
	}
}
