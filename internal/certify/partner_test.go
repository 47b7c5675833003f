package certify_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/suite"
)

// partnerPlan is the plan of everything on the partner's side.
func partnerPlan(t testing.TB) *suite.Plan {
	t.Helper()
	ledger, err := certify.Ledger(result.PartnerSide)
	require.NoError(t, err)
	plan, err := ledger.Plan(nil, nil)
	require.NoError(t, err)
	return plan
}

// aDay records a day at the sample store, changed or not, against a fresh sandbox.
func aDay(t testing.TB, bend func(*samplepartner.Request)) (*recording.Log, error) {
	t.Helper()
	log := &recording.Log{}
	return log, dayAt(sandbox.New(sandbox.Options{Log: log}), samplepartner.Store{EditRequest: bend})
}

// dayAt spends a day against a sandbox.
func dayAt(box http.Handler, store samplepartner.Store) error {
	store.BaseURL, store.Token, store.StoreKey = "http://sandbox.local", reference.DefaultToken, reference.DefaultStoreKey
	store.HTTP = inProcessClient(box)
	return store.Run(context.Background())
}

// closed are the options of a run against our own fresh sandbox.
func closed(log *recording.Log) certify.PartnerOptions {
	return certify.PartnerOptions{
		Traffic: certify.Recorded(log), Log: log, Closed: true, Token: reference.DefaultToken,
		StoreKey: reference.DefaultStoreKey, Customers: sandbox.Customers(), Secrets: []string{reference.DefaultToken},
	}
}

func judge(t testing.TB, o certify.PartnerOptions) *result.Run {
	t.Helper()
	e, err := certify.Partner(context.Background(), partnerPlan(t), o)
	require.NoError(t, err)
	return e.Run
}

func TestTheSamplePartnerIsConformant(t *testing.T) {
	t.Parallel()
	log, err := aDay(t, nil)
	require.NoError(t, err)
	run := judge(t, closed(log))
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			if !c.Outcome.Good() {
				t.Logf("%s %s: %s %s %+v", r.ID, c.Name, c.Outcome, c.Reason, c.Failures)
			}
		}
		require.True(t, r.Outcome.Good() || strings.HasPrefix(r.ID, "COP-"), "%s %s", r.ID, r.Outcome)
	}
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
}

func inProcessClient(h http.Handler) *http.Client {
	return &http.Client{Transport: inprocess.Transport(h)}
}

func mustDay(t testing.TB) *recording.Log {
	t.Helper()
	log, err := aDay(t, nil)
	require.NoError(t, err)
	return log
}

func failedIn(run *result.Run) []string {
	var failed []string
	for _, r := range run.Requirements {
		if r.Outcome == result.Failed {
			failed = append(failed, r.ID)
		}
	}
	return failed
}
