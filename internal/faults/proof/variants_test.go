package proof

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/variants"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// A sample: .ci/run judges them all, by `assay prove --variants`.
func TestLegalVariantsAreConformant(t *testing.T) {
	all := variants.All()
	require.GreaterOrEqual(t, len(all), 80)
	if testing.Short() {
		// A clock of whole seconds is waited for: without -short it is.
		all = slices.DeleteFunc(faults.Sample(all, 3, faults.VariantID), func(v faults.Variant) bool { return v.Coarse })
	} else {
		coarseOnes := slices.DeleteFunc(slices.Clone(all), func(v faults.Variant) bool { return !v.Coarse })
		all = append(faults.Sample(all, 4, faults.VariantID), coarseOnes...)
	}
	var sets [][]faults.Variant
	for _, v := range all {
		sets = append(sets, []faults.Variant{v})
	}
	judgeFairly(t, sets)
}

// A sample: .ci/run draws more of them, by `assay prove --together 1 --over 3`.
func TestVariantsInThreesAreConformant(t *testing.T) {
	judgeFairly(t, triples(1, sets(t, 3)))
}

// Variants that once were judged unfairly because they met.
func TestVariantsThatMeetAreConformant(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	for _, wanted := range [][]string{
		{"content-type-with-body-only", "refusal-in-200"}, // a refusal may come with any status
		{"much-more", "otp-before-everything"},
		{"phone-plus-in-otp-only", "otp-said-to-be-sent"}, // what is not read is not said to be sent
	} {
		set := variantsOf(Set{Variants: wanted})
		require.Len(t, set, len(wanted))
		judgeFairly(t, [][]faults.Variant{set})
	}
}

func judgeFairly(t *testing.T, sets [][]faults.Variant) {
	t.Helper()
	r, err := newRunner(1)
	require.NoError(t, err)
	plan := r.whole.Without(func(q *suite.Requirement) bool { return q.Observation })
	if len(sets[0]) > 1 {
		plan = r.planFor("", "")
	}
	var mu sync.Mutex
	sideBySide(context.Background(), workers(), len(sets), func(i int) {
		concurrency := 1
		if coarse(sets[i]) {
			concurrency = 32 // it is waited for, not worked for
		}
		run, err := r.judgeLegal(context.Background(), plan, concurrency, sets[i]...)
		mu.Lock()
		defer mu.Unlock()
		if assert.NoError(t, err, names(sets[i])) && run.Verdict != result.Conformant && !onlyTheSampleDoesNotApply(run, plan) {
			t.Errorf("%s is %s (%s)", names(sets[i]), run.Verdict, sets[i][0].Why)
			for _, line := range complaints(run) {
				t.Logf("    %s", line)
			}
		}
	})
}

// onlyTheSampleDoesNotApply tells whether all that is missing are requirements of whose
// outlines the plan has one row, and that row is about what the build may refuse.
func onlyTheSampleDoesNotApply(run *result.Run, plan *suite.Plan) bool {
	return run.Verdict == result.Inconclusive && !slices.ContainsFunc(run.Requirements, func(q result.Requirement) bool {
		checks := 0
		for _, c := range plan.Checks {
			if c.Requirement.ID == q.ID {
				checks++
			}
		}
		return !q.Outcome.Good() && (checks > 1 || q.Outcome != result.Untested || !strings.HasPrefix(q.Reason, "does not apply"))
	})
}

// triples draws combinations of three compatible variants, none twice.
func triples(seed int64, n int) [][]faults.Variant {
	rng := rand.New(rand.NewPCG(uint64(seed), 3))
	all := variants.All()
	seen := make(map[string]bool)
	var drawn [][]faults.Variant
	for len(drawn) < n {
		three := []faults.Variant{all[rng.IntN(len(all))], all[rng.IntN(len(all))], all[rng.IntN(len(all))]}
		if faults.Compatible(three...) && !coarse(three) && !seen[names(three)] {
			seen[names(three)] = true
			drawn = append(drawn, three)
		}
	}
	return drawn
}
