package assaytest

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/visible"
)

// recorded is a subtest that only notes what it is told.
type recorded struct{ logs, errs, skips []string }

func (r *recorded) Helper()                   {}
func (r *recorded) Logf(f string, v ...any)   { r.logs = append(r.logs, fmt.Sprintf(f, v...)) }
func (r *recorded) Errorf(f string, v ...any) { r.errs = append(r.errs, fmt.Sprintf(f, v...)) }
func (r *recorded) Skipf(format string, v ...any) {
	r.skips = append(r.skips, fmt.Sprintf(format, v...))
}
func (r *recorded) counts() (logs, errs, skips int) { return len(r.logs), len(r.errs), len(r.skips) }

func TestTellFailsClosed(t *testing.T) {
	for _, c := range []struct {
		outcome           result.Outcome
		logs, errs, skips int
	}{
		{result.Passed, 0, 0, 0},
		{result.Tolerated, 1, 0, 0},
		{result.Failed, 0, 1, 0},
		{result.Blocked, 0, 1, 0},
		{result.Untested, 0, 0, 1},
		{result.Errored, 0, 1, 0},
		{"", 0, 1, 0},
		{"splendid", 0, 1, 0},
	} {
		s := &settings{skipped: map[Outcome]bool{Untested: true}}
		told := &recorded{}
		s.tell(told, result.Requirement{ID: "PUR-07", Statement: "Something holds", Outcome: c.outcome})
		logs, errs, skips := told.counts()
		require.Equal(t, []int{c.logs, c.errs, c.skips}, []int{logs, errs, skips}, c.outcome)
	}
}

func TestTellShowsAllThatIsNeededToArgue(t *testing.T) {
	told := &recorded{}
	(&settings{}).tell(told, result.Requirement{
		ID: "PUR-07", Statement: "Something holds", Outcome: result.Failed, Sections: []string{"4.6"}, Grade: result.Stated,
		Checks: []result.Check{{Name: "One item", Location: "server/x.feature:3", Outcome: result.Failed, Failures: []result.Failure{{
			Path: "data.0.id", Expected: "a UUID", Actual: "7 %d\x1b[2J", Message: "data.0.id is a UUID", Section: "2.3", Curl: "curl -X POST",
		}}}},
	})
	require.Len(t, told.errs, 1)
	for _, text := range []string{"failed", "PUR-07", "data.0.id", "a UUID", "7 %d", "section 4.6", "One item", "curl -X POST"} {
		require.Contains(t, told.errs[0], text)
	}
	require.NotContains(t, told.errs[0], "\x1b", "a target's text moves no cursor")
}

func TestARunThatShowsNothingFails(t *testing.T) {
	passed := []result.Requirement{{ID: "PUR-07", Outcome: result.Passed}}
	for name, c := range map[string]struct {
		run  result.Run
		errs int
		says string
	}{
		"a wrong set-up": {result.Run{Verdict: result.Inconclusive, Reason: "the set-up is wrong", Setup: &result.Setup{Remedy: "set a token"}}, 1, "the set-up is wrong\nremedy: set a token"},
		"cut short":      {result.Run{Verdict: result.Inconclusive, Reason: "the run ended early", Requirements: passed}, 1, "inconclusive: the run ended early"},
		"untested": {result.Run{Verdict: result.Inconclusive, Reason: "1 could not be judged",
			Requirements: []result.Requirement{{ID: "PUR-07", Outcome: result.Untested}}}, 0, "inconclusive: 1 could not be judged"}, // its subtest fails, or skips
		"a part":    {result.Run{Verdict: result.Partial, Reason: "the 1 requirement asked for passed", Requirements: passed}, 0, "partial: the 1 requirement asked for passed"},
		"the whole": {result.Run{Verdict: result.Conformant, Reason: "all hold", Requirements: passed}, 0, "conformant: all hold"},
	} {
		t.Run(name, func(t *testing.T) {
			told := &recorded{}
			(&settings{skipped: map[Outcome]bool{Untested: true}}).conclude(told, &c.run)
			require.Len(t, told.errs, c.errs)
			require.Contains(t, strings.Join(append(told.errs, told.logs...), "\n"), c.says)
		})
	}
}

func TestWrongOptionsAreRefused(t *testing.T) {
	t.Setenv(tokenVariable, "")
	here := Handler(Sandbox())
	for name, c := range map[string]struct {
		target  Target
		options []Option
		says    string
	}{
		"no target":         {Target{}, nil, "no target"},
		"no handler":        {Handler(nil), nil, "nil"},
		"no address":        {URL(""), nil, "the address to certify"},
		"no token":          {here, nil, "assaytest.Token"},
		"somebody's":        {URL("https://sandbox.example"), []Option{Token("x")}, "GenerateIdentities"},
		"unknown tolerance": {here, []Option{Tolerance("order", "string")}, `"order"`},
		"unknown reading":   {here, []Option{Tolerance("order-id", "roman")}, `"roman"`},
		"seed":              {here, []Option{Seed(-1)}, "seed -1"},
		"concurrency":       {here, []Option{Concurrency(0)}, "concurrency 0"},
		"timeout":           {here, []Option{Timeout(0, time.Second)}, "must be more than zero"},
		"OTP":               {here, []Option{OTP(nil)}, "nil"},
		"sign":              {here, []Option{Sign(nil)}, "nil"},
		"report":            {here, []Option{Report("")}, "no name"},
		"skip a failure":    {here, []Option{Skip("failed")}, `"failed"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := newSettings(c.target, c.options)
			require.ErrorContains(t, err, c.says)
		})
	}
}

func TestWhatCannotBePlannedIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for name, option := range map[string]Option{
		"scope": Scope("weather"), "pattern": Only("WEATHER-01"), "folder": Report(filepath.Join(file, "report")),
	} {
		s, err := newSettings(Handler(Sandbox()), []Option{Token("x"), option})
		require.NoError(t, err, name)
		_, err = s.certify(context.Background())
		require.ErrorContains(t, err, "nothing was judged", name)
	}
}

func TestSettingsReachTheRun(t *testing.T) {
	t.Setenv(tokenVariable, SandboxToken)
	folder := t.TempDir()
	s, err := newSettings(Handler(Sandbox()), []Option{
		Build("payments 3.4.1"), Only("GET-0*"), Seed(11), Concurrency(2), Timeout(time.Second, time.Minute),
		Tolerance("order-id", "string"), Report(folder),
	})
	require.NoError(t, err)
	evidence, err := s.certify(context.Background())
	require.NoError(t, err)
	run := evidence.Run
	require.Equal(t, result.Partial, run.Verdict, run.Reason)
	require.Equal(t, "payments 3.4.1", run.Target.Build)
	require.Equal(t, int64(11), run.Seed)
	require.Equal(t, map[string]string{"order-id": "string"}, run.Settings.Tolerances)
	require.Equal(t, 2, run.Settings.Concurrency)
	require.Contains(t, run.Notes, "no store key is given: the sandbox's, "+SandboxStoreKey+", was sent")
	for _, r := range run.Requirements {
		require.Regexp(t, `^GET-0\d$`, r.ID)
	}
	for _, name := range []string{"index.html", "results.json", "junit.xml", "exchanges.har"} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.NotContains(t, string(content), SandboxToken, name)
	}
}

func TestWhatIsBoughtElsewhereIsCancelled(t *testing.T) {
	for _, c := range []struct {
		target  Target
		cleanUp bool
	}{
		{URL("https://sandbox.example"), true}, {URL("http://127.0.0.1:8080"), false}, {Handler(Sandbox()), false},
	} {
		s, err := newSettings(c.target, []Option{Token("x"), GenerateIdentities()})
		require.NoError(t, err)
		require.Equal(t, c.cleanUp, s.run.CleanUp, c.target.baseURL)
	}
}

func TestOTPSourceIsAsked(t *testing.T) {
	service := reference.New(reference.Options{ProductionOTP: true})
	read := func(_ context.Context, phone, _ string) (string, error) {
		otp, ok := service.LastOTP(phone)
		if !ok {
			return "", fmt.Errorf("no OTP was sent to %s", phone)
		}
		return otp, nil
	}
	CertifyServer(t, Handler(service), Token(SandboxToken), Scope("otp"), OTP(read))
}

func TestWithinKeepsTimeForTheReport(t *testing.T) {
	s := &settings{}
	s.run.Deadline = time.Minute
	s.within(time.Time{}, false)
	require.Equal(t, time.Minute, s.run.Deadline)
	s.within(time.Now().Add(time.Hour), true)
	require.Equal(t, time.Minute, s.run.Deadline)
	s.within(time.Now().Add(time.Second), true)
	require.LessOrEqual(t, s.run.Deadline, time.Second*9/10)
	s.within(time.Now().Add(-time.Second), true)
	require.Positive(t, s.run.Deadline, "0 would mean no deadline at all")
}

// brokenVariable says that the test binary runs itself, as a team's go test
// would, over a build that forgets order_id.
const brokenVariable = "ASSAY_TEST_OF_A_BROKEN_BUILD"

func TestBroken(t *testing.T) {
	if os.Getenv(brokenVariable) == "" {
		t.Skip("runs only below the tests of this file")
	}
	CertifyServer(t, Handler(forgetful(Sandbox())), Token(SandboxToken), Only("CAN-*", "GET-*"))
}

func TestWrongSetup(t *testing.T) {
	if os.Getenv(brokenVariable) == "" {
		t.Skip("runs only below the tests of this file")
	}
	CertifyServer(t, Handler(Sandbox()), Token("another"), Skip(Untested, Blocked, Errored))
}

// forgetful is a build that calls order_id by another name.
func forgetful(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(renaming{w}, r)
	})
}

type renaming struct{ http.ResponseWriter }

func (r renaming) Write(body []byte) (int, error) {
	_, err := r.ResponseWriter.Write([]byte(strings.ReplaceAll(string(body), `"order_id"`, `"order_no"`)))
	return len(body), err
}

// goTest runs TestBroken, TestWrongSetup or TestBrokenStore as `go test -run` would, and gives what it prints.
func goTest(t *testing.T, run, broken string) (string, error) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.v", "-test.run", run)
	cmd.Env = append(os.Environ(), brokenVariable+"="+broken)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func TestABrokenBuildFailsByRequirement(t *testing.T) {
	out, err := goTest(t, "^TestBroken$", "1")
	require.Error(t, err)
	require.Contains(t, out, "--- FAIL: TestBroken/GET-06")
	require.Contains(t, out, "--- PASS: TestBroken/GET-01")
	require.Contains(t, out, "order_id")
	require.Contains(t, out, "curl ")
	require.NotContains(t, out, SandboxToken)
}

func TestAWrongSetupFailsTheTest(t *testing.T) {
	out, err := goTest(t, "^TestWrongSetup$", "1")
	require.Error(t, err)
	require.Contains(t, out, "--- FAIL: TestWrongSetup")
	require.Contains(t, out, "every endpoint refuses the access token")
	require.Contains(t, out, "remedy: set a token that this service accepts")
}

func TestRunSelectsByID(t *testing.T) {
	out, err := goTest(t, "^TestBroken$/^GET-01$", "1")
	require.NoError(t, err, out)
	require.Contains(t, out, "--- PASS: TestBroken/GET-01")
	require.NotContains(t, out, "GET-06", "not selected, so not reported")
}

// TestTextOfATargetIsNoCommandInAPipeline holds that what a target has written steers
// neither the terminal nor the CI runner that reads the output of go test.
func TestTextOfATargetIsNoCommandInAPipeline(t *testing.T) {
	hostile := "\n::stop-commands::x\x1b[31m ##[set-output name=a]b\u202e" + strings.Repeat(" ::notice::w", 40)
	told := func(outcome result.Outcome) *recorded {
		to := new(recorded)
		(&settings{skipped: map[Outcome]bool{Blocked: true}}).tell(to, result.Requirement{
			ID: "PUR-01", Outcome: outcome, Reason: hostile, Unexercised: outcome == result.Untested,
			Checks: []result.Check{{Outcome: outcome, Failures: []result.Failure{{Message: hostile, Actual: hostile}}}},
		})
		return to
	}
	whole := new(recorded)
	(&settings{}).conclude(whole, &result.Run{Reason: hostile, Setup: &result.Setup{}})
	(&settings{}).conclude(whole, &result.Run{Reason: hostile})
	texts := append(append(append(told(result.Failed).errs, told(result.Blocked).skips...), told(result.Untested).skips...), append(whole.errs, whole.logs...)...)
	require.Len(t, texts, 5)
	for _, text := range texts {
		require.Contains(t, text, "stop-commands")
		require.Equal(t, visible.Printed(text), text)
	}
}
