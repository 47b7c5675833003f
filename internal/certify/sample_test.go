package certify_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/internal/testsize"
)

// thin is the plan of every scenario with one example of each outline. It is for tests of
// what becomes of a run, whichever of the documented values it sends: a whole run takes
// more than twice as long. With ASSAY_FULL_MATRIX it is the plan of everything.
func thin(t testing.TB) *suite.Plan {
	t.Helper()
	if testsize.IsFull() {
		return whole(t)
	}
	plan, err := thinPlan()
	require.NoError(t, err)
	return plan
}

var thinPlan = sync.OnceValues(func() (*suite.Plan, error) {
	plan, err := wholePlan()
	if err != nil {
		return nil, err
	}
	return plan.SampleOutlines(func(*suite.Requirement) bool { return false }), nil
})

// certifyThin is certifyWith with the thin plan.
func certifyThin(ctx context.Context, t *testing.T, o certify.Options) *result.Run {
	t.Helper()
	return certifyLightly(ctx, t, thin(t), o).Run
}

// certifyLightly runs a plan for its outcomes.
func certifyLightly(ctx context.Context, t *testing.T, plan *suite.Plan, o certify.Options) *certify.Evidence {
	t.Helper()
	o.KeepEvidence = func(*result.Run) bool { return false }
	e, err := certify.Server(ctx, plan, o)
	require.NoError(t, err)
	return e
}

// planOf is the plan of a scope. The tests share it, as they share the whole one.
func planOf(t testing.TB, scope ...string) *suite.Plan {
	t.Helper()
	make, _ := plansOf.LoadOrStore(strings.Join(scope, ","), sync.OnceValues(func() (*suite.Plan, error) {
		ledger, err := certify.Ledger(result.ServerSide)
		if err != nil {
			return nil, err
		}
		return ledger.Plan(scope, nil)
	}))
	plan, err := make.(func() (*suite.Plan, error))()
	require.NoError(t, err)
	return plan
}

var plansOf sync.Map

// few returns the names of the cases of a table, in order: the first tenth of them with -short.
func few[T any](cases map[string]T) []string { return atMostOf(cases, len(cases)) }

// atMostOf returns the names of so many cases of a table, in order; of all, with ASSAY_FULL_MATRIX.
func atMostOf[T any](cases map[string]T, usual int) []string {
	return testsize.First(slices.Sorted(maps.Keys(cases)), usual)
}
