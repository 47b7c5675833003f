package assaytest

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/testsize"
)

// aDay is the day of the sample store.
func aDay(bend func(*samplepartner.Request)) func(context.Context, string) error {
	return func(ctx context.Context, baseURL string) error {
		access := AccessFrom(ctx)
		store := samplepartner.Store{BaseURL: baseURL, Token: access.Token, StoreKey: access.StoreKey, EditRequest: bend}
		store.ReadOTP = func(phone string) string {
			otp, err := access.ReadOTP(ctx, phone)
			if err != nil {
				return ""
			}
			return otp
		}
		return store.Run(ctx)
	}
}

// noBearer forgets the word Bearer wherever a purchase is created.
func noBearer(q *samplepartner.Request) {
	if q.Endpoint == "create-purchases" {
		q.Header.Set("Authorization", strings.TrimPrefix(q.Header.Get("Authorization"), "Bearer "))
	}
}

func TestTheSampleStorePasses(t *testing.T) {
	CertifyPartner(t, aDay(nil), Require("otp", "limits", "purchases", "lookup"))
}

func TestTheSampleStoreCopesWithEveryDialect(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Parallel() // one of the dialects is slow
	CertifyPartner(t, aDay(nil), AllDialects(), Strict())
}

// judgedAs runs code as CertifyPartner does, and gives what it would report.
func judgedAs(t *testing.T, code func(context.Context, string) error, options ...Option) (*judged, map[string]result.Requirement) {
	t.Helper()
	s, err := newPartnerSettings(code, options)
	require.NoError(t, err)
	j, err := s.certifyPartner(t.Context(), code)
	require.NoError(t, err)
	byID := make(map[string]result.Requirement)
	for _, r := range j.requirements() {
		byID[r.ID] = r
	}
	return j, byID
}

func TestWhatIsNotSentIsSkippedWithItsReason(t *testing.T) {
	j, byID := judgedAs(t, aDay(func(q *samplepartner.Request) {
		q.Skip = q.Endpoint == "customer-lookup" || q.Endpoint == "cancel-purchase"
	}))
	require.Equal(t, result.Partial, j.evidence.Run.Verdict, j.evidence.Run.Reason)
	for id, says := range map[string]string{"PLK-01": "the code called nothing of lookup", "PCA-01": "cancel"} {
		told := &recorded{}
		(&settings{}).tell(told, byID[id])
		require.Len(t, told.skips, 1, id)
		require.Empty(t, told.errs, id)
		require.Contains(t, told.skips[0], says)
	}
}

func TestWhatIsRequiredAndNotSentFails(t *testing.T) {
	_, byID := judgedAs(t, aDay(func(q *samplepartner.Request) { q.Skip = q.Endpoint == "customer-lookup" }), Require("lookup"))
	told := &recorded{}
	(&settings{}).tell(told, byID["PLK-01"])
	require.Len(t, told.errs, 1)
}

func TestTheCodesOwnErrorHidesNoVerdict(t *testing.T) {
	trouble := errors.New("the till is open, and the token is " + SandboxToken)
	for name, c := range map[string]struct {
		end  func() error
		says string
	}{
		"an error": {func() error { return trouble }, "the till is open"},
		"a panic":  {func() error { panic("the till is on fire") }, "the till is on fire"},
	} {
		t.Run(name, func(t *testing.T) {
			j, byID := judgedAs(t, func(ctx context.Context, baseURL string) error {
				_ = aDay(noBearer)(ctx, baseURL) // the sandbox says no, and the verdict why
				return c.end()
			})
			require.Len(t, j.troubles, 1)
			require.Contains(t, j.troubles[0], c.says)
			require.NotContains(t, j.troubles[0], SandboxToken)
			require.Equal(t, result.Failed, byID["PCP-02"].Outcome)
			require.Equal(t, result.Passed, byID["PSO-02"].Outcome)
		})
	}
}

func TestCodeThatSendsNothingFails(t *testing.T) {
	j, byID := judgedAs(t, func(context.Context, string) error { return nil })
	require.Len(t, j.troubles, 1)
	require.Contains(t, j.troubles[0], "no request to the service was recorded")
	require.Empty(t, byID)
}

func TestCodeWhoseTimeIsUpIsToldOfAndJudged(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	code := func(ctx context.Context, baseURL string) error {
		_ = aDay(noBearer)(ctx, baseURL)
		cancel(errors.New("the day is over"))
		<-ctx.Done()
		return nil
	}
	s, err := newPartnerSettings(code, nil)
	require.NoError(t, err)
	j, err := s.certifyPartner(ctx, code)
	require.NoError(t, err)
	require.Len(t, j.troubles, 1)
	require.Contains(t, j.troubles[0], "the day is over")
	require.Equal(t, result.NonConformant, j.evidence.Run.Verdict)
}

func TestCodeThatNeverEndsIsLeftBehind(t *testing.T) {
	t.Parallel()
	forever := make(chan struct{})
	defer close(forever)
	s := &settings{partnerSettings: partnerSettings{deadline: time.Millisecond}}
	ending, err := s.acting(func(context.Context, string) error { <-forever; return nil }, &judged{})(t.Context(), certify.Env{})
	require.NoError(t, err)
	require.Equal(t, "the code did not end within 1ms", ending.Stopped)
}

func TestAccessIsWhatTheSandboxTakes(t *testing.T) {
	var access Access
	j, _ := judgedAs(t, func(ctx context.Context, baseURL string) error {
		access = AccessFrom(ctx)
		require.Equal(t, baseURL, access.BaseURL)
		_, err := access.ReadOTP(ctx, "+254700000009")
		return err
	}, Token("my own"))
	require.Equal(t, "my own", access.Token)
	require.Equal(t, SandboxStoreKey, access.StoreKey)
	require.Contains(t, j.troubles[0], "no OTP was sent to +254700000009")
	require.Empty(t, AccessFrom(context.Background()))
}

func TestWrongOptionsOfAPartnerAreRefused(t *testing.T) {
	code := aDay(nil)
	for name, c := range map[string]struct {
		code    func(context.Context, string) error
		options []Option
		says    string
	}{
		"no code":           {nil, nil, "no code to run"},
		"unknown":           {code, []Option{Require("weather")}, `"weather"`},
		"unknown tolerance": {code, []Option{Tolerance("order", "string")}, `"order"`},
		"of a server":       {code, []Option{Seed(3)}, "CertifyServer"},
		"sign":              {code, []Option{Sign(func(context.Context, SignInput) (http.Header, error) { return nil, nil })}, "assaytest.Sign"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := newPartnerSettings(c.code, c.options)
			require.ErrorContains(t, err, c.says)
		})
	}
	_, err := newSettings(Handler(Sandbox()), []Option{Token("x"), Strict()})
	require.ErrorContains(t, err, "assaytest.Strict is an option of CertifyPartner")
}

func TestWhatIsRequiredMustBeInScope(t *testing.T) {
	s, err := newPartnerSettings(aDay(nil), []Option{Scope("otp"), Require("lookup")})
	require.NoError(t, err)
	_, err = s.certifyPartner(t.Context(), aDay(nil))
	require.ErrorContains(t, err, "lookup is required, and not in scope")
}

func TestAPartnersReportKeepsItsToken(t *testing.T) {
	folder := t.TempDir()
	j, _ := judgedAs(t, aDay(nil), Report(folder), Build("store 2.1"), Token("a token of ours"))
	require.Equal(t, "store 2.1", j.evidence.Run.Target.Build)
	for _, name := range []string{"index.html", "results.json", "junit.xml", "exchanges.har"} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.NotContains(t, string(content), "a token of ours", name)
	}
}

// TestBrokenStore is run by the test below, as a team's own test would be.
func TestBrokenStore(t *testing.T) {
	if os.Getenv(brokenVariable) == "" {
		t.Skip("runs only below the tests of this file")
	}
	CertifyPartner(t, func(ctx context.Context, baseURL string) error {
		err := aDay(noBearer)(ctx, baseURL)
		t.Logf("the day ended with %v", err)
		if os.Getenv(brokenVariable) == "FailNow" {
			t.FailNow()
		}
		return nil
	})
}

func TestABrokenStoreFailsByRequirement(t *testing.T) {
	for _, how := range []string{"1", "FailNow"} {
		out, err := goTest(t, "^TestBrokenStore$", how)
		require.Error(t, err)
		for _, line := range []string{
			"--- FAIL: TestBrokenStore/PCP-02", "--- PASS: TestBrokenStore/PSO-02", "--- SKIP: TestBrokenStore/COP-03", "curl ",
		} {
			require.Contains(t, out, line)
		}
		require.Equal(t, how == "FailNow", strings.Contains(out, "it ended its goroutine"), out)
		require.NotContains(t, out, SandboxToken)
	}
}

func TestRunSelectsARequirementOfAStoreByID(t *testing.T) {
	out, err := goTest(t, "^TestBrokenStore$/^PSO-02$", "1")
	require.NoError(t, err, out)
	require.Contains(t, out, "--- PASS: TestBrokenStore/PSO-02")
	require.NotContains(t, out, "PCP-02", "not selected, so not reported")
}
