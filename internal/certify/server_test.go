package certify_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/schemas"
)

// whole is the plan of everything. The tests share it, for a plan is parsed when it is
// run first.
func whole(t testing.TB) *suite.Plan {
	t.Helper()
	plan, err := wholePlan()
	require.NoError(t, err)
	return plan
}

var wholePlan = sync.OnceValues(func() (*suite.Plan, error) {
	ledger, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return nil, err
	}
	return ledger.Plan(nil, nil)
})

// inProcess are the options that certify a handler without a socket.
func inProcess(handler http.Handler) certify.Options {
	return certify.Options{
		BaseURL: "http://reference.local", Transport: inprocess.Transport(handler),
		Token: client.StaticToken(reference.DefaultToken), Secrets: []string{reference.DefaultToken},
		StoreKey: reference.DefaultStoreKey, Seed: 7, Concurrency: 4, OTPPause: 100 * time.Millisecond,
	}
}

// certifyWith runs the whole plan and gives the outcomes. It leaves out the evidence,
// which is a quarter of the cost of a run: tests of the evidence call certify.Server.
func certifyWith(ctx context.Context, t *testing.T, o certify.Options) *result.Run {
	t.Helper()
	o.KeepEvidence = func(*result.Run) bool { return false }
	e, err := certify.Server(ctx, whole(t), o)
	require.NoError(t, err)
	return e.Run
}

// requireConformant runs the whole plan and shows what does not hold.
func requireConformant(t *testing.T, o certify.Options) *result.Run {
	t.Helper()
	return requireNoFailure(t, certifyWith(context.Background(), t, o))
}

// requireNoFailure holds that a run is conformant, and shows what does not hold.
func requireNoFailure(t *testing.T, run *result.Run) *result.Run {
	t.Helper()
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			if !c.Outcome.Good() {
				t.Logf("%s %s: %s %s %+v", r.ID, c.Name, c.Outcome, c.Reason, c.Failures)
			}
		}
	}
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
	return run
}

func TestReferenceIsConformant(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	run := requireConformant(t, inProcess(reference.New(reference.Options{})))
	require.LessOrEqual(t, run.Traffic.Requests, 3*checks(run), "about three requests a check")
	for _, o := range run.Observations {
		require.NotEmpty(t, o.Answer, o.ID)
		require.NotEqual(t, "not seen", o.Answer, o.ID)
	}
	require.GreaterOrEqual(t, len(run.Observations), 25)
}

func checks(run *result.Run) int {
	n := 0
	for _, r := range run.Requirements {
		n += len(r.Checks)
	}
	return n
}

func TestReferenceIsConformantOverTCP(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(reference.New(reference.Options{}))
	t.Cleanup(server.Close)
	o := inProcess(nil)
	o.BaseURL, o.Transport, o.Concurrency = server.URL, nil, 8
	requireConformant(t, o)
}

// lastOTP reads the OTP as a phone would.
type lastOTP struct{ service *reference.Service }

func (l lastOTP) Read(_ context.Context, phone, _ string) (string, error) {
	otp, ok := l.service.LastOTP(phone)
	if !ok {
		return "", fmt.Errorf("no OTP was sent to %s", phone)
	}
	return otp, nil
}

func TestReferenceIsConformantInProductionForm(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	service := reference.New(reference.Options{ProductionOTP: true})
	o := inProcess(service)
	o.OTP = lastOTP{service}
	requireConformant(t, o)
}

// TestProductionWithoutAnOTPSource holds that what nobody can read is untested,
// with the remedy, and never passed.
func TestProductionWithoutAnOTPSource(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	e, err := certify.Server(context.Background(), whole(t), inProcess(reference.New(reference.Options{ProductionOTP: true})))
	require.NoError(t, err)
	require.Equal(t, result.Inconclusive, e.Run.Verdict)
	for _, r := range e.Run.Requirements {
		require.NotEqual(t, result.Failed, r.Outcome, r.ID)
		if r.ID == "VER-01" {
			require.Equal(t, result.Untested, r.Outcome)
			require.Contains(t, r.Reason, "otp.command")
		}
	}
}

// TestReferenceInTheFreedomsOfTheSpecification tries what the reference itself
// may do otherwise.
func TestReferenceInTheFreedomsOfTheSpecification(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	for name, options := range map[string]reference.Options{
		"OTP before a limit":        {RequireOTP: true},
		"cancelled items are gone":  {DropCancelled: true},
		"another name of cancelled": {CancelledStatus: "voided"},
		"updated in whole seconds":  {UpdatedWithoutMillis: true},
		"no ceiling":                {IgnoreAvailable: true},
		"invalid token with 200":    {InvalidTokenStatus: 200},
		"OTP for anybody":           {AdoptUnknown: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireNoFailure(t, certifyThin(context.Background(), t, inProcess(reference.New(options))))
		})
	}
}

// inReadings is the reference in readings of the register that it has to be told of.
func inReadings(settings schemas.Settings) reference.Options {
	var o reference.Options
	o.ProductionOTP = settings["otp-send-data"] == "production"
	o.UpdatedWithoutMillis = settings["updated-timestamp"] == "other-precision"
	switch settings["invalid-token-status"] {
	case "as-code":
		o.InvalidTokenStatus = http.StatusInternalServerError
	case "ok":
		o.InvalidTokenStatus = http.StatusOK
	}
	return o
}

// TestReferenceIsConformantInEveryPinnedReading holds the same of what may be
// pinned: the first reading of every tolerance in one run, the second in another,
// and so on.
func TestReferenceIsConformantInEveryPinnedReading(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	most := 0
	for _, tolerance := range schemas.Register() {
		most = max(most, len(tolerance.Readings))
	}
	for n := range most {
		pinned := make(schemas.Settings)
		for _, tolerance := range schemas.Register() {
			one := schemas.Settings{tolerance.ID: tolerance.Readings[n%len(tolerance.Readings)].Name}
			if one.AskLess() == nil {
				maps.Copy(pinned, one)
			}
		}
		t.Run(fmt.Sprintf("reading %d of each", n+1), func(t *testing.T) {
			t.Parallel()
			service := reference.New(inReadings(pinned))
			o := inProcess(service)
			o.Settings, o.OTP = pinned, lastOTP{service}
			requireConformant(t, o)
		})
	}
}

// TestARequestThatEveryCallerMaySendIsNotPinned holds that a form which callers may
// send beside others cannot be left out.
func TestARequestThatEveryCallerMaySendIsNotPinned(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	refused := make(map[string]bool)
	for _, tolerance := range schemas.Register() {
		for _, reading := range tolerance.Readings {
			o := inProcess(reference.New(reference.Options{}))
			o.Settings = schemas.Settings{tolerance.ID: reading.Name}
			if less := o.Settings.AskLess(); less != nil {
				_, err := certify.Server(context.Background(), whole(t), o)
				require.ErrorContains(t, err, less.Error())
				refused[tolerance.ID] = true
			}
		}
	}
	require.Equal(t, []string{"country-code", "item-topup", "job-group", "topup-ref"}, slices.Sorted(maps.Keys(refused)))
}

// TestAPinnedReadingFailsAllOthers is the other half: what is pinned to a
// reading that the target does not use fails.
func TestAPinnedReadingFailsAllOthers(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	for pin, owner := range map[[2]string]string{
		{"otp-send-data", "production"}:          "OTP-07",
		{"updated-timestamp", "other-precision"}: "LIM-08",
		{"invalid-token-status", "ok"}:           "LKP-11",
	} {
		t.Run(pin[0], func(t *testing.T) {
			t.Parallel()
			o := inProcess(reference.New(reference.Options{}))
			o.Settings = schemas.Settings{pin[0]: pin[1]}
			run := certifyThin(context.Background(), t, o)
			require.Equal(t, result.NonConformant, run.Verdict)
			require.Contains(t, failed(run), owner)
		})
	}
}

func failed(run *result.Run) []string {
	var ids []string
	for _, r := range run.Requirements {
		if r.Outcome == result.Failed {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// TestNoFlake repeats the run with other seeds and other interleavings.
func TestNoFlake(t *testing.T) {
	t.Parallel()
	for n := range testsize.Of(2, 6) {
		concurrency := []int{16, 4, 1}[n%3]
		t.Run(fmt.Sprintf("seed %d concurrency %d", n+1, concurrency), func(t *testing.T) {
			o := inProcess(reference.New(reference.Options{}))
			o.Seed, o.Concurrency = int64(n+1), concurrency
			requireConformant(t, o)
		})
	}
}

// TestAStoppedRunIsInconclusive holds that a run that was cut short says so.
func TestAStoppedRunIsInconclusive(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancelCause(context.Background())
	o := inProcess(reference.New(reference.Options{}))
	o.Progress = func(p suite.Progress) {
		if p.Done == 100 {
			cancel(fmt.Errorf("interrupted"))
		}
	}
	e, err := certify.Server(ctx, whole(t), o)
	require.NoError(t, err)
	require.Equal(t, result.Inconclusive, e.Run.Verdict)
	require.Equal(t, "interrupted", e.Run.Interrupted)
	require.NotEmpty(t, e.Run.Exchanges)
	require.Empty(t, failed(e.Run))
}

// TestCleanUp holds that what a run bought can be cancelled at its end, and
// that the result says what was left.
func TestCleanUp(t *testing.T) {
	t.Parallel()
	o := inProcess(reference.New(reference.Options{}))
	o.CleanUp = true
	e, err := certify.Server(context.Background(), thin(t), o)
	require.NoError(t, err)
	require.Equal(t, result.Conformant, e.Run.Verdict, e.Run.Reason)
	require.Regexp(t, `of the purchased items, \d\d+ were cancelled at the end and 0 were left; \d+ credit limits remain`, strings.Join(e.Run.Notes, "\n"))
}

// TestTheSameTargetTwice holds that a target which remembers the customers of an
// earlier run, of the same seed even, is judged alike.
func TestTheSameTargetTwice(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	service := reference.New(reference.Options{})
	for range 2 {
		requireConformant(t, inProcess(service))
	}
}

// TestACleanRunMakesFewRequests holds what a run costs the owner of a target: every
// requirement is judged, and every pair of documented values sent, in so many requests.
func TestACleanRunMakesFewRequests(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	for _, requireOTP := range []bool{false, true} {
		run := certifyWith(context.Background(), t, inProcess(reference.New(reference.Options{RequireOTP: requireOTP})))
		require.Equal(t, result.Conformant, run.Verdict, run.Reason)
		for _, c := range run.Combinations {
			require.Equal(t, c.Tuples, c.Served, c.Body)
		}
		most := 2250
		if requireOTP { // each of those who only ask for a limit is sent one, and verifies it
			most = 2850
		}
		require.LessOrEqual(t, run.Traffic.Requests, most)
	}
}
