package certify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/faults/variants"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// harOf is the recording of a run as its folder holds it.
func harOf(t testing.TB, e *certify.Evidence) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, e.WriteHAR(&b))
	return b.String()
}

// contradictions rechecks a copy of a run, as results.json would hold it.
func contradictions(t testing.TB, run *result.Run, har string, forge func(*result.Run)) []string {
	t.Helper()
	text, err := json.Marshal(run)
	require.NoError(t, err)
	copied := &result.Run{}
	require.NoError(t, json.Unmarshal(text, copied))
	if forge != nil {
		forge(copied)
	}
	said, err := certify.Recheck(context.Background(), copied, strings.NewReader(har))
	require.NoError(t, err)
	return said
}

type otpOf struct{ build *faults.Build }

func (s otpOf) Read(_ context.Context, phone, _ string) (string, error) {
	otp, ok := s.build.LastOTP(phone)
	if !ok {
		return "", fmt.Errorf("no OTP was sent to %s", phone)
	}
	return otp, nil
}

// TestNoLegalBuildIsContradictedByItsRecording holds that an honest certificate is
// never refused: masking takes much away. It samples the variants; all of them
// passed when it was written.
func TestNoLegalBuildIsContradictedByItsRecording(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	for _, v := range faults.Sample(variants.All(), testsize.Of(2, 24), faults.VariantID) {
		if v.Coarse {
			continue
		}
		build := faults.Combine(reference.Options{Seed: 1}, v)
		o := inProcess(build)
		o.OTP = otpOf{build}
		e, err := certify.Server(context.Background(), whole(t), o)
		require.NoError(t, err)
		require.Equal(t, result.Conformant, e.Run.Verdict, "%s: %s", v.ID, e.Run.Reason)
		require.Empty(t, contradictions(t, e.Run, harOf(t, e), nil), v.ID)
	}
}

// TestAForgedResultIsContradictedByItsRecording turns a failing run into one that
// looks conformant, and a good one into another.
func TestAForgedResultIsContradictedByItsRecording(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(t, err)
	plan, err := ledger.Plan([]string{"limits", "lookup"}, []string{"LIM-0?", "LKP-0?", "OBS-*"}) // a recording is read again for each forgery
	require.NoError(t, err)
	good, err := certify.Server(context.Background(), plan, inProcess(reference.New(reference.Options{})))
	require.NoError(t, err)
	other, err := certify.Server(context.Background(), plan, inProcess(reference.New(reference.Options{})))
	require.NoError(t, err)
	har := harOf(t, good)
	require.Empty(t, contradictions(t, good.Run, har, nil))
	first := strings.Index(har, "\n{")
	forgeries := map[string]struct {
		har   string
		forge func(*result.Run)
		want  string
	}{
		"another address":      {har, func(r *result.Run) { r.Target.BaseURL = "https://other.example" }, "went to another address"},
		"no requests":          {har, func(r *result.Run) { r.Traffic.Requests = 0 }, "the run made 0 requests"},
		"exchanges left out":   {har, func(r *result.Run) { r.Exchanges = r.Exchanges[:1] }, "and shows 1"},
		"of another run":       {harOf(t, other), nil, "has another"},
		"of one member":        {`{"log":{"entries":[]}}`, nil, "holds no exchange"},
		"of one entry":         {har[:first] + har[first:first+strings.Index(har[first+1:], "\n")+1] + "]}}", nil, "is not in exchanges.har"},
		"no HAR":               {"{", nil, "cannot be read"},
		"never exercised":      {har, func(r *result.Run) { r.Requirements[3].Unexercised, r.Requirements[3].Outcome = true, result.Untested }, "of partner builds only"},
		"another time":         {har, func(r *result.Run) { r.Started, r.Finished = r.Started.AddDate(1, 0, 0), r.Finished.AddDate(1, 0, 0) }, "was not made within the run"},
		"another status":       {har, func(r *result.Run) { r.Exchanges[9].Response.Status = 299 }, "has another status"},
		"another body":         {har, func(r *result.Run) { r.Exchanges[9].Response.Body = "{}" }, "has another body"},
		"another sender":       {har, func(r *result.Run) { r.Exchanges[9].Check = "PUR-01 x" }, "has another sender"},
		"another's exchanges":  {har, func(r *result.Run) { swap(r, "LIM-01", "LKP-01") }, "not its own"},
		"passed on nothing":    {har, func(r *result.Run) { r.Requirements[0].Checks[0].Exchanges = nil }, "passed on no exchange"},
		"an exchange invented": {har, func(r *result.Run) { r.Requirements[0].Checks[0].Exchanges = []string{"x9999"} }, "x9999, which is not in exchanges.har"},
		"the same id":          {strings.Replace(har, `"id":"x0002"`, `"id":"x0001"`, 1), nil, "twice"},
		"marked as negative":   {strings.ReplaceAll(har, `"_assay":{`, `"_assay":{"negative":true,`), nil, "it is not shown"},
		"another statement":    {har, func(r *result.Run) { r.Requirements[0].Statement = "Something must be returned" }, "has another statement"},
		"another grade":        {har, func(r *result.Run) { r.Requirements[0].Grade = "implied" }, "has another grade"},
		"another section":      {har, func(r *result.Run) { r.Requirements[0].Sections = nil }, "has another section"},
		"another step":         {har, func(r *result.Run) { r.Requirements[0].Checks[0].Steps = nil }, "has another list of checks"},
		"a check left out":     {har, oneCheckLess, "has another list of checks"},
		"more decisions":       {har, func(r *result.Run) { r.Requirements[0].Decided = 9999 }, "another number of decisions"},
		"another version":      {har, func(r *result.Run) { r.Suite.Version = "v9.9.9" }, "this program's suite is"},
		"another ledger":       {har, func(r *result.Run) { r.Suite.Ledger = "9.9" }, "this program's suite is"},
		"no observations":      {har, func(r *result.Run) { r.Observations = nil }, "is missing"},
		"another question":     {har, func(r *result.Run) { r.Observations[0].Question = "Is it good?" }, "asks something else"},
		"no tolerances":        {har, func(r *result.Run) { r.Tolerances = nil }, "not that of the suite"},
		"another dialect":      {har, func(r *result.Run) { r.Dialect["order-id"] = []string{"string"} }, "the dialect is not that of the readings"},
		"no full dialect":      {har, func(r *result.Run) { r.FullDialect = nil }, "the dialect of the build is missing"},
		"an endpoint left out": {har, func(r *result.Run) { r.Endpoints = r.Endpoints[1:] }, "names 8 endpoints"},
		"more calls":           {har, func(r *result.Run) { r.Endpoints[0].Calls = 99999 }, "99999 calls"},
		"more customers":       {har, func(r *result.Run) { r.Traffic.Customers = 99999 }, "99999 customers"},
		"more purchases":       {har, func(r *result.Run) { r.Traffic.Purchases = 99999 }, "99999 purchases"},
		"no combinations":      {har, func(r *result.Run) { r.Combinations = nil }, "says nothing of the combinations"},
		"another strength":     {har, func(r *result.Run) { r.Settings.Strength = 3 }, "was made with the strength 3"},
		"answers cut":          {strings.ReplaceAll(har, `"status":201`, `"status":500`), nil, "has another status"},
	}
	for _, name := range few(forgeries) {
		c := forgeries[name]
		t.Run(name, func(t *testing.T) {
			require.Contains(t, strings.Join(contradictions(t, good.Run, c.har, c.forge), "\n"), c.want)
		})
	}
}

// oneCheckLess leaves out a check of a requirement that has several.
func oneCheckLess(r *result.Run) {
	for i := range r.Requirements {
		if q := &r.Requirements[i]; len(q.Checks) > 1 {
			q.Checks = q.Checks[1:]
			return
		}
	}
}

func swap(r *result.Run, a, b string) {
	of := func(id string) *result.Check {
		i := slices.IndexFunc(r.Requirements, func(q result.Requirement) bool { return q.ID == id })
		return &r.Requirements[i].Checks[0]
	}
	of(a).Exchanges, of(b).Exchanges = of(b).Exchanges, of(a).Exchanges
}

// TestOutcomesTurnedToPassedAreFound takes faults that a rule over all answers
// finds, and forges a conformant result beside the recording of each. What only the
// run's own calls show (a refusal, an open door), no answer shows by itself.
func TestOutcomesTurnedToPassedAreFound(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	ofAnswers := overAllAnswers(t)
	judged := slices.DeleteFunc(server.Catalogue(), func(f faults.Fault) bool { return !ofAnswers[f.Breaks] })
	found, missed := 0, []string(nil)
	for _, f := range faults.Sample(judged, testsize.Of(3, 24), faults.FaultID) {
		run, har := faulty(t, f)
		require.Equal(t, result.NonConformant, run.Verdict, f.ID)
		forged := func(r *result.Run) {
			r.Verdict = result.Conformant
			for i := range r.Requirements {
				r.Requirements[i].Outcome = result.Passed
				for j := range r.Requirements[i].Checks {
					r.Requirements[i].Checks[j].Outcome, r.Requirements[i].Checks[j].Failures = result.Passed, nil
				}
			}
		}
		if len(contradictions(t, run, har, forged)) > 0 {
			found++
		} else {
			missed = append(missed, f.ID)
		}
	}
	t.Logf("found %d, missed %v", found, missed)
	require.Greater(t, found, 2*len(missed))
}

// overAllAnswers tells the requirements of which every check judges the answers
// of the whole run.
func overAllAnswers(t *testing.T) map[string]bool {
	t.Helper()
	of := make(map[string]bool)
	for _, c := range whole(t).Checks {
		held, known := of[c.Requirement.ID]
		of[c.Requirement.ID] = c.WholeRun && (held || !known)
	}
	return of
}

// faulty runs the checks of the scope of a fault against it.
func faulty(t *testing.T, f faults.Fault) (*result.Run, string) {
	t.Helper()
	plan := planOf(t, scopesOf(t, f)...)
	o := inProcess(f.Handler(reference.Options{Seed: 1}))
	o.Deadline, o.Timeout = time.Minute, 10*time.Second
	e, err := certify.Server(context.Background(), plan, o)
	require.NoError(t, err)
	return e.Run, harOf(t, e)
}

// TestNoGoodPartnerIsContradictedByItsRecording holds the same of partner builds,
// recorded by us and read from a recording, which is masked already.
func TestNoGoodPartnerIsContradictedByItsRecording(t *testing.T) {
	log, err := aDay(t, nil)
	require.NoError(t, err)
	first, err := certify.Partner(context.Background(), partnerPlan(t), closed(log))
	require.NoError(t, err)
	har := harOf(t, first)
	require.Empty(t, contradictions(t, first.Run, har, nil))
	second, err := certify.Partner(context.Background(), partnerPlan(t), certify.PartnerOptions{
		Build: "b", Cut: true,
		Traffic: func(ctx context.Context, each func(*recording.Exchange) error) error {
			return recording.ReadHAR(ctx, strings.NewReader(har), each)
		},
	})
	require.NoError(t, err)
	require.Empty(t, contradictions(t, second.Run, harOf(t, second), nil))

	forged := func(r *result.Run) {
		for n := range r.Requirements {
			if n > 0 {
				r.Requirements[n].Outcome, r.Requirements[n].Unexercised = result.Untested, true
			}
		}
	}
	require.Contains(t, strings.Join(contradictions(t, first.Run, har, forged), "\n"), "it was exercised")
}
