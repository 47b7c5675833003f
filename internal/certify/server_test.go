package certify_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
)

func TestReferenceIsConformant(t *testing.T) {
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(t, err)
	plan, err := ledger.Plan(nil, nil)
	require.NoError(t, err)
	service := reference.New(reference.Options{})
	e, err := certify.Server(context.Background(), plan, certify.Options{
		BaseURL: "http://reference.local", Transport: client.Handler(service),
		Token: client.StaticToken(reference.DefaultToken), StoreKey: reference.DefaultStoreKey, Concurrency: 4,
	})
	require.NoError(t, err)
	for _, r := range e.Run.Requirements {
		if !r.Outcome.Good() {
			t.Logf("%s %s %s %v", r.ID, r.Outcome, r.Reason, r.BlockedBy)
			for _, c := range r.Checks {
				for _, f := range c.Failures {
					t.Logf("    %s: %+v", c.Name, f)
				}
			}
		}
	}
	for _, o := range e.Run.Observations {
		t.Logf("%s %s -> %s", o.ID, o.Question, o.Answer)
	}
	t.Logf("%+v %v %s", e.Run.Traffic, e.Run.Finished.Sub(e.Run.Started), e.Run.Reason)
	t.Logf("%v", e.Run.Dialect)
	require.Equal(t, result.Conformant, e.Run.Verdict)
}
