package certify_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/testsize"
)

// only keeps the requests of some endpoints.
func only(endpoints ...string) func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		q.Skip = true
		for _, name := range endpoints {
			q.Skip = q.Skip && q.Endpoint != name
		}
	}
}

// TestARunOnAPartnerIsAsLongAsItsTraffic holds that a run is of the time in which the
// build made its calls, and not of the judging, unless a file alone says when that was.
func TestARunOnAPartnerIsAsLongAsItsTraffic(t *testing.T) {
	t.Parallel()
	log, _ := aDay(t, only("send-otp"))
	all := log.All()
	last := all[len(all)-1]
	run := judge(t, closed(log))
	require.True(t, run.Started.Equal(all[0].Started))
	require.True(t, run.Finished.Equal(last.Started.Add(last.Duration)))
	fromFile := closed(log)
	fromFile.Log = nil
	require.True(t, judge(t, fromFile).Started.After(last.Started))
}

func TestOnlyWhatWasExercisedIsCertified(t *testing.T) {
	t.Parallel()
	log, _ := aDay(t, only("customer-lookup", "send-otp"))
	run := judge(t, closed(log))
	require.Equal(t, result.Partial, run.Verdict, "of otp only a part was called")
	judged, all := count(run, result.Passed, result.Tolerated), run.Coverage.Planned
	require.Equal(t, fmt.Sprintf("all %d requirements that the build exercised passed; %d of %d requirements in scope (otp, lookup) were not judged; exercised in full: lookup",
		judged, all-judged, all), run.Reason)
	require.Greater(t, all, judged)
	require.Equal(t, &result.Coverage{Planned: all, Judged: judged, Ledger: ofPartners(t)}, run.Coverage)
	require.Equal(t, []string{"otp", "lookup"}, run.Scope)
	for _, r := range run.Requirements {
		require.Contains(t, run.Scope, r.Scope)
		require.Equal(t, r.Outcome == result.Untested, r.Unexercised, r.ID)
	}
	require.Contains(t, strings.Join(run.Notes, "\n"), "not exercised, and not certified: limits, purchases")
	require.Contains(t, strings.Join(run.Notes, "\n"), "never called: POST /api/v2/otp/verify")
}

func TestABuildIsConformantForWhatItExercisedInFull(t *testing.T) {
	t.Parallel()
	log, _ := aDay(t, only("customer-lookup"))
	run := judge(t, closed(log))
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
	judged := count(run, result.Passed, result.Tolerated)
	require.Contains(t, run.Reason, fmt.Sprintf("for lookup: all %d requirements that the build exercised passed", judged))
	require.Equal(t, &result.Coverage{Planned: judged, Judged: judged, Ledger: ofPartners(t)}, run.Coverage, "coping with other answers takes runs of its own")
}

// count is how many requirements have one of some outcomes.
func count(run *result.Run, outcomes ...result.Outcome) (n int) {
	for outcome, requirements := range result.Count(run.Requirements) {
		if slices.Contains(outcomes, outcome) {
			n += requirements
		}
	}
	return n
}

// ofPartners is how many requirements the ledger of partner builds has.
func ofPartners(t *testing.T) (n int) {
	t.Helper()
	ledger, err := certify.Ledger(result.PartnerSide)
	require.NoError(t, err)
	for _, r := range ledger.Requirements {
		if !r.Observation {
			n++
		}
	}
	return n
}

func TestWhatIsRequiredMustBeExercised(t *testing.T) {
	t.Parallel()
	log, _ := aDay(t, only("customer-lookup"))
	o := closed(log)
	o.Require = []string{"lookup", "purchases"}
	run := judge(t, o)
	require.Equal(t, result.Inconclusive, run.Verdict)
	require.Contains(t, run.Reason, "purchases")
	require.NotContains(t, run.Reason, "lookup")
}

func TestNothingRecordedIsInconclusive(t *testing.T) {
	t.Parallel()
	run := judge(t, closed(&recording.Log{}))
	require.Equal(t, result.Inconclusive, run.Verdict)
	require.Contains(t, run.Reason, "nothing to judge")
}

func TestWhatEndedEarlyIsNotConformant(t *testing.T) {
	t.Parallel()
	o := closed(mustDay(t))
	o.Interrupted = "the command did not end"
	run := judge(t, o)
	require.Equal(t, result.Inconclusive, run.Verdict)
	require.Equal(t, o.Interrupted, run.Interrupted)
	for _, r := range run.Requirements {
		isOptional := r.Optional || r.Endpoint == ""
		require.True(t, r.Outcome != result.Untested || !isOptional || r.Unexercised, "%s is optional, so it is not to be sent", r.ID)
	}
}

// TestARecordingFromTheMiddle holds that an id whose origin the recording does
// not show is no fault, and that nothing of it is called good either.
func TestARecordingFromTheMiddle(t *testing.T) {
	t.Parallel()
	log, _ := aDay(t, nil)
	late := &recording.Log{}
	for _, x := range log.All() {
		if x.Request.Method != http.MethodPost {
			late.Add(x)
		}
	}
	run := judge(t, certify.PartnerOptions{Cut: true, Traffic: certify.Recorded(late)})
	require.Equal(t, result.Inconclusive, run.Verdict, "what was exercised and could not be judged is owed an answer")
	require.Regexp(t, `^none of the \d+ requirements that the build exercised \(limits, purchases\) failed, but 2 could not be judged$`, run.Reason)
	for _, r := range run.Requirements {
		if r.ID == "PGP-06" {
			require.Equal(t, result.Untested, r.Outcome)
			require.False(t, r.Unexercised)
			require.Contains(t, r.Reason, "may have begun later")
		}
	}
}

// TestARecorderThatStripsCredentials holds that a browser's export without
// Authorization is not laid to the partner.
func TestARecorderThatStripsCredentials(t *testing.T) {
	t.Parallel()
	log, _ := aDay(t, func(q *samplepartner.Request) { q.Header.Del("Authorization"); q.Header.Del("Sign") })
	run := judge(t, certify.PartnerOptions{Cut: true, Traffic: certify.Recorded(log)})
	require.Empty(t, failedIn(run))
	require.Equal(t, result.Inconclusive, run.Verdict, "a build that sends no token looks just like that")
	log, _ = aDay(t, func(q *samplepartner.Request) {
		if q.Nth == 1 {
			q.Header.Del("Authorization")
		}
	})
	run = judge(t, certify.PartnerOptions{Cut: true, Traffic: certify.Recorded(log)})
	require.Contains(t, failedIn(run), "PSO-02", "one of several without a token is a fault")
}

// TestARecordingWithoutBodiesIsNoPass holds that a recorder that keeps no bodies
// leaves the verdict open.
func TestARecordingWithoutBodiesIsNoPass(t *testing.T) {
	t.Parallel()
	for _, left := range []string{"", "«cut»"} {
		bare := &recording.Log{}
		for _, x := range mustDay(t).All() {
			x.Request.Header.Set("Content-Length", fmt.Sprint(len(x.Request.Body)))
			if len(x.Request.Body) > 0 {
				x.Request.Body = []byte(left)
			}
			bare.Add(x)
		}
		run := judge(t, certify.PartnerOptions{Cut: true, Traffic: certify.Recorded(bare)})
		require.Empty(t, failedIn(run))
		require.Equal(t, result.Inconclusive, run.Verdict, "%q", left)
	}
}

func TestForeignCallsAreListedAndNotJudged(t *testing.T) {
	t.Parallel()
	log := mustDay(t)
	for n := range 30 {
		log.Add(&recording.Exchange{Request: recording.Request{Method: "GET", URL: fmt.Sprintf("https://shop.example/assets/%d.js", n)}})
	}
	log.Add(&recording.Exchange{Request: recording.Request{Method: "GET", URL: ":// no address"}})
	log.Add(&recording.Exchange{Request: recording.Request{
		Method: "OPTIONS", URL: "https://shop.example/api/v2/limits", Header: http.Header{"Access-Control-Request-Method": {"POST"}}}})
	run := judge(t, closed(log))
	require.Equal(t, result.Conformant, run.Verdict)
	require.Contains(t, strings.Join(run.Notes, "\n"), "/assets/0.js")
	require.Contains(t, strings.Join(run.Notes, "\n"), "more")
}

// TestFailuresOfOneKindAreCapped holds that a fault in every request does not
// fill the report.
func TestFailuresOfOneKindAreCapped(t *testing.T) {
	t.Parallel()
	day := mustDay(t)
	o := closed(day)
	o.Traffic = func(_ context.Context, each func(*recording.Exchange) error) error {
		for _, x := range day.All() {
			if x.Request.Method == http.MethodDelete {
				bad := *x
				bad.Request.Header = http.Header{}
				for range 500 {
					_ = each(&bad)
				}
			}
		}
		return nil
	}
	for _, r := range judge(t, o).Requirements {
		if r.ID == "PCA-02" {
			require.Len(t, r.Checks[0].Failures, 20)
			require.Contains(t, r.Checks[0].Failures[19].Message, "480 more")
		}
	}
}

// TestWhatIsBeyondOurBoundsIsNoPass holds that a documented member which the suite cannot
// judge leaves the verdict open.
func TestWhatIsBeyondOurBoundsIsNoPass(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	for name, body := range map[string]string{
		"an absurd number": `{"items":[{"id":1e-99999,"facility_status":"x"}]}`,
		"too deep":         `{"items":` + strings.Repeat(`[`, 500) + "1" + strings.Repeat("]", 500) + "}",
		"too large":        `{"items":[{"id":"0bad0bad-0bad-4bad-8bad-0bad0bad0bad","facility_status":"` + strings.Repeat("x", 8<<20) + `"}]}`,
	} {
		log, _ := aDay(t, func(q *samplepartner.Request) {
			if q.Endpoint == "update-purchases" {
				q.Raw = []byte(body)
			}
		})
		run := judge(t, closed(log))
		require.Empty(t, failedIn(run), name)
		require.Equal(t, result.Inconclusive, run.Verdict, name)
		require.Empty(t, failedIn(run), name)
	}
}

func TestTrafficThatCannotBeReadIsNoVerdict(t *testing.T) {
	t.Parallel()
	o := certify.PartnerOptions{Cut: true, Traffic: func(context.Context, func(*recording.Exchange) error) error { return errors.New("cut off") }}
	_, err := certify.Partner(context.Background(), partnerPlan(t), o)
	require.ErrorContains(t, err, "cut off")
	for _, text := range []string{"", "{", `{"log":{}}`, `{"log":{"entries":[7]}}`, `{"log":{"entries":[{"request":{"method":"GET","url":"x"}}`, "\x1f\x8bnot gzip", strings.Repeat("[", 1000)} {
		_, err := certify.Partner(context.Background(), partnerPlan(t), fromHAR([]byte(text)))
		require.ErrorContains(t, err, "HAR", "%.40q", text)
	}
}

// TestTheSecretsOfAPartnerStayInside holds that what a result shows holds no
// token and no OTP.
func TestTheSecretsOfAPartnerStayInside(t *testing.T) {
	t.Parallel()
	log := &recording.Log{}
	box := sandbox.New(sandbox.Options{Log: log, Token: "tok-Canary-7781"})
	store := samplepartner.Store{BaseURL: "http://s.local", Token: "tok-Canary-7781", StoreKey: "K", HTTP: inProcessClient(box), EditRequest: func(q *samplepartner.Request) {
		q.Path += "?access_token=tok-Canary-7781"
		if q.Endpoint == "create-limit" {
			q.Body["password"] = "pass-Canary-9911"
			delete(q.Body, "gender")
		}
	}}
	_ = store.Run(context.Background())
	o := closed(log)
	o.Token, o.Secrets = "tok-Canary-7781", []string{"tok-Canary-7781"}
	run := judge(t, o)
	require.Contains(t, failedIn(run), "PCL-05")
	require.NotContains(t, fmt.Sprintf("%+v", *run), "Canary")
}
