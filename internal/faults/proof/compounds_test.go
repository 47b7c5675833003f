package proof

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// No fault makes another one's row green: singly over legal variants, beside an
// open door, and ten at a time. Sets of ten, of an open door and of one over variants are drawn by .ci/run,
// by `assay prove --together 10`, `--with auth` and `--together 1 --over 3`; sets of twenty by .ci/release.
func TestCompounds(t *testing.T) {
	for name, o := range map[string]Together{
		"two":                       {Size: 2, Sets: testsize.Of(2, 40)},
		"ten":                       {Size: 10, Sets: testsize.Of(1, 10)},
		"twenty":                    {Size: 20, Sets: testsize.Of(1, 10)},
		"an open door and another":  {Size: 2, Sets: testsize.Of(1, 40), With: "auth"},
		"one over three variants":   {Size: 1, Sets: testsize.Of(1, 20), Variants: 3},
		"three over three variants": {Size: 3, Sets: testsize.Of(1, 20), Variants: 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && name != "three over three variants" {
				t.Skip("one kind of set shows the races of all")
			}
			if !testsize.IsFull() && slices.Contains([]string{"ten", "twenty", "an open door and another", "one over three variants"}, name) {
				t.Skip(".ci/run draws many of them, or .ci/release")
			}
			all, err := Server(1, server.Catalogue())
			require.NoError(t, err)
			o.Seed, o.Workers = 7, 2
			proof, err := all.ProveTogether(t.Context(), o)
			require.NoError(t, err)
			var matrix bytes.Buffer
			require.NoError(t, proof.Write(&matrix, false))
			t.Log(matrix.String())
			require.True(t, proof.Holds(), "a fault is green in company")
		})
	}
}

// fakeCatalogue has faults that fail one requirement each; how a set is judged is
// the test's.
func fakeCatalogue(judge func(set []int) *result.Run, shown bool) *Catalogue {
	c := &Catalogue{Side: result.ServerSide}
	for _, id := range []string{"AAA-01", "AAA-02", "AAA-03"} {
		c.Faults = append(c.Faults, faults.Fault{ID: "fault-" + id, Breaks: id})
	}
	c.judge = func(_ context.Context, set Set) (*result.Run, error) {
		if len(set.Faults) == 1 {
			return judged(map[string]result.Outcome{c.Faults[set.Faults[0]].Breaks: result.Failed}), nil
		}
		return judge(set.Faults), nil
	}
	c.shown = func(context.Context, Set, int) (bool, error) { return shown, nil }
	return c
}

func judged(outcomes map[string]result.Outcome) *result.Run {
	run := &result.Run{}
	for _, id := range []string{"AAA-01", "AAA-02", "AAA-03", "AAA-04"} {
		q := result.Requirement{ID: id, Outcome: result.Passed}
		if o, ok := outcomes[id]; ok {
			q.Outcome = o
		}
		if q.Outcome == result.Blocked {
			q.BlockedBy = []string{"AAA-01"}
		}
		run.Requirements = append(run.Requirements, q)
	}
	run.Verdict = result.Judge(run)
	return run
}

func TestWhatBecomesOfAFaultInCompany(t *testing.T) {
	conformant := func(set []int) bool { return len(set) == 0 }
	first := func(outcomes map[string]result.Outcome) func([]int) *result.Run {
		return func(set []int) *result.Run {
			if conformant(set) {
				return judged(nil)
			}
			return judged(outcomes)
		}
	}
	for name, c := range map[string]struct {
		outcomes map[string]result.Outcome
		shown    bool
		places   []Place
		innocent []string
		holds    bool
	}{
		"both named":        {map[string]result.Outcome{"AAA-01": result.Failed, "AAA-02": result.Failed}, true, []Place{Named, Named}, nil, true},
		"one blocked":       {map[string]result.Outcome{"AAA-01": result.Failed, "AAA-02": result.Blocked}, true, []Place{Named, Behind}, nil, true},
		"one green":         {map[string]result.Outcome{"AAA-01": result.Failed}, true, []Place{Named, Green}, nil, false},
		"one left open":     {map[string]result.Outcome{"AAA-01": result.Failed, "AAA-02": result.Untested}, true, []Place{Named, Green}, nil, false},
		"one not shown":     {map[string]result.Outcome{"AAA-01": result.Failed}, false, []Place{Named, Masked}, nil, true},
		"blocked by no one": {map[string]result.Outcome{"AAA-02": result.Blocked, "AAA-03": result.Failed}, true, []Place{Green, Green}, []string{"AAA-03"}, false},
		"one innocent":      {map[string]result.Outcome{"AAA-01": result.Failed, "AAA-02": result.Failed, "AAA-04": result.Failed}, true, []Place{Named, Named}, []string{"AAA-04"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			all := fakeCatalogue(first(c.outcomes), c.shown)
			proof, err := all.ProveTogether(t.Context(), Together{Only: []string{"fault-AAA-01", "fault-AAA-02"}, Size: 2, Sets: 1})
			require.NoError(t, err)
			one := proof.Compounds[0]
			require.Equal(t, c.places, []Place{one.Places["fault-AAA-01"], one.Places["fault-AAA-02"]})
			require.Equal(t, c.innocent, one.Innocent)
			require.Equal(t, c.holds, proof.Holds())
		})
	}
}

// A build is fixed round by round: what blocks is fixed first, and what was
// blocked is named next.
func TestRoundsToConformant(t *testing.T) {
	all := fakeCatalogue(func(set []int) *result.Run {
		if len(set) == 0 {
			return judged(nil)
		}
		return judged(map[string]result.Outcome{"AAA-01": result.Failed, "AAA-02": result.Blocked})
	}, true)
	proof, err := all.ProveTogether(t.Context(), Together{Only: []string{"fault-AAA-01", "fault-AAA-02"}, Size: 2, Sets: 1})
	require.NoError(t, err)
	require.Equal(t, 2, proof.Compounds[0].Rounds)
	require.Empty(t, proof.Compounds[0].NeverNamed)
	require.Equal(t, 2, proof.Sum().RoundsFor(0.95))
}

func TestCompoundsRefuseWhatCannotBeDrawn(t *testing.T) {
	all := fakeCatalogue(func([]int) *result.Run { return judged(nil) }, true)
	for want, o := range map[string]Together{
		"cannot be drawn from 3": {Size: 4, Sets: 1},
		"there is no group":      {With: "nobody"},
		"there are 0 variants":   {Size: 2, Sets: 1, Variants: 1},
		"names no fault":         {Size: 2, Sets: 1, Only: []string{"nothing-*"}},
	} {
		_, err := all.ProveTogether(t.Context(), o)
		require.ErrorContains(t, err, want)
	}
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("the user has had enough"))
	_, err := all.ProveTogether(ended, Together{Size: 2, Sets: 3})
	require.ErrorContains(t, err, "the user has had enough")
}

// Whoever interrupts a proof of an hour sees what it has found, and no set of which a
// part was tried.
func TestAnInterruptedProofShowsWhatItTried(t *testing.T) {
	ended, cancel := context.WithCancelCause(t.Context())
	all := fakeCatalogue(func([]int) *result.Run {
		return judged(map[string]result.Outcome{"AAA-01": result.Failed, "AAA-02": result.Failed, "AAA-03": result.Failed})
	}, true)
	done := 0
	proof, err := all.ProveTogether(ended, Together{Size: 2, Sets: 5, Workers: 1, Progress: func(int, int) {
		if done++; done == 2 {
			cancel(errors.New("the user has had enough"))
		}
	}})
	require.ErrorContains(t, err, "the user has had enough")
	require.Len(t, proof.Compounds, 2)
	for _, c := range proof.Compounds {
		require.NotEmpty(t, c.Failed)
	}
}
