package certificate_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/result"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
}

// The golden files are version 2 of the certificate. If they change, yesterday's
// certificates may not verify any more.
func TestACertificateIsWrittenInOneForm(t *testing.T) {
	envelope, report := signed(t)
	_, payload := decode(t, envelope)
	var indented bytes.Buffer
	require.NoError(t, json.Indent(&indented, payload, "", "  "))
	golden(t, "statement.golden.json", append(indented.Bytes(), '\n'))
	golden(t, "certificate.golden.json", envelope)
	golden(t, "results.golden.json", report["results.json"].Data)
	require.NoError(t, verify(t, envelope, report).Err())
}

func TestAPublishedCertificateStillHolds(t *testing.T) {
	for _, version := range []string{"golden.json", "v1.json"} {
		envelope, err := os.ReadFile("testdata/certificate." + version)
		require.NoError(t, err)
		results, err := os.ReadFile("testdata/results." + version)
		require.NoError(t, err)
		require.NoError(t, verify(t, envelope, with(reportOf(t, goodRun()), "results.json", results)).Err(), version)
	}
}

func TestSigningTwiceGivesTheSameOctets(t *testing.T) {
	first, _ := signed(t)
	second, _ := signed(t)
	require.Equal(t, first, second)
}

// refusals gives for every way to spoil a run the condition that it breaks.
var refusals = []struct {
	name      string
	condition certificate.Condition
	spoil     func(*result.Run)
}{
	{"another version", certificate.ResultsSound, func(r *result.Run) { r.Schema = "assay.results/v2" }},
	{"neither side", certificate.ResultsSound, func(r *result.Run) { r.Side = "" }},
	{"not conformant", certificate.VerdictGood, func(r *result.Run) { r.Verdict = result.NonConformant }},
	{"inconclusive", certificate.VerdictGood, func(r *result.Run) { r.Verdict = result.Inconclusive }},
	{"no verdict", certificate.VerdictGood, func(r *result.Run) { r.Verdict = "" }},
	{"a verdict made up", certificate.VerdictGood, func(r *result.Run) { r.Requirements[0].Outcome = result.Failed }},
	{"nothing judged", certificate.VerdictGood, func(r *result.Run) { r.Requirements = nil }},
	{"interrupted", certificate.Finished, func(r *result.Run) { r.Interrupted = "deadline" }},
	{"narrowed", certificate.NotNarrowed, func(r *result.Run) { r.Only = []string{"PUR-*"} }},
	{"no scope", certificate.ScopeCovered, func(r *result.Run) { r.Scope = nil }},
	{"a bare scope", certificate.ScopeCovered, func(r *result.Run) { r.Scope = append(r.Scope, "otp") }},
	{"failed", certificate.RequirementsGood, func(r *result.Run) { r.Requirements[1].Outcome = result.Failed }},
	{"blocked", certificate.RequirementsGood, func(r *result.Run) { r.Requirements[1].Outcome = result.Blocked }},
	{"untested", certificate.RequirementsGood, func(r *result.Run) { r.Requirements[1].Outcome = result.Untested }},
	{"errored", certificate.RequirementsGood, func(r *result.Run) { r.Requirements[1].Outcome = result.Errored }},
	{"an unknown outcome", certificate.RequirementsGood, func(r *result.Run) { r.Requirements[1].Outcome = "fine" }},
	{"a failed check", certificate.RequirementsGood, func(r *result.Run) { r.Requirements[1].Checks[0].Outcome = result.Failed }},
	{"a failure in a passed check", certificate.RequirementsGood, func(r *result.Run) { r.Requirements[1].Checks[0].Failures = make([]result.Failure, 1) }},
	{"no check", certificate.RequirementsGood, func(r *result.Run) { r.Requirements[1].Checks = nil }},
	{"one missing", certificate.PlanComplete, func(r *result.Run) { r.Requirements = r.Requirements[:2] }},
	{"one twice", certificate.PlanComplete, func(r *result.Run) { r.Requirements = append(r.Requirements, r.Requirements[0]) }},
	{"one too many", certificate.PlanComplete, func(r *result.Run) {
		r.Requirements = append(r.Requirements, goodRequirement("PUR-99", "purchases", result.Passed, "x0001"))
	}},
	{"an accepted deviation", certificate.NoDeviations, func(r *result.Run) { r.Deviations = []result.Deviation{{Requirement: "PUR-01", State: "accepted"}} }},
	{"a stale deviation", certificate.NoDeviations, func(r *result.Run) { r.Deviations = []result.Deviation{{Requirement: "PUR-01", State: "stale"}} }},
	{"a build of the suite that does not name itself", certificate.SuiteAtHand, func(r *result.Run) { r.Suite.Version = "(devel)" }},
	{"another suite", certificate.SuiteAtHand, func(r *result.Run) { r.Suite.Digest = "5b" + suiteDigest[2:] }},
	{"a server without address", certificate.TargetNamed, func(r *result.Run) { r.Target.BaseURL = "" }},
	{"a partner build without name", certificate.TargetNamed, func(r *result.Run) { r.Side, r.Target.Build = result.PartnerSide, "" }},
	{"no start", certificate.RunTimely, func(r *result.Run) { r.Started = time.Time{} }},
	{"an end before the start", certificate.RunTimely, func(r *result.Run) { r.Finished = r.Started.Add(-1) }},
	{"an end in the future", certificate.RunTimely, func(r *result.Run) { r.Finished = signedAt.Add(6 * time.Minute) }},
	{"too old", certificate.RunTimely, func(r *result.Run) {
		r.Started, r.Finished = r.Started.AddDate(-1, 0, -1), r.Finished.AddDate(-1, 0, -1)
	}},
	{"an exchange not recorded", certificate.EvidenceThere, func(r *result.Run) { r.Requirements[2].Checks[0].Exchanges = []string{"x0004"} }},
	{"no exchange at all", certificate.EvidenceThere, func(r *result.Run) {
		for i := range r.Requirements {
			r.Requirements[i].Checks[0].Exchanges = nil
		}
	}},
}

func TestOnlyAConformantAndCompleteRunIsSigned(t *testing.T) {
	key, _ := rfcKey(t)
	for _, tt := range refusals {
		t.Run(tt.name, func(t *testing.T) {
			run := goodRun()
			tt.spoil(run)
			envelope, err := certificate.Sign(reportOf(t, run), key, signOptions())
			var refused *certificate.Refused
			require.ErrorAs(t, err, &refused)
			require.Nil(t, envelope)
			require.True(t, refused.Breaks(tt.condition), refused)
			require.Contains(t, err.Error(), string(tt.condition))
		})
	}
}

// TestACheckThatDoesNotApplyIsNoObstacle holds that a build which refuses what it may
// refuse can be certified.
func TestACheckThatDoesNotApplyIsNoObstacle(t *testing.T) {
	key, _ := rfcKey(t)
	run := goodRun()
	leftOut := result.Check{Name: "an order that may be refused", Outcome: result.Untested, Inapplicable: true}
	run.Requirements[1].Checks = append(run.Requirements[1].Checks, leftOut)
	_, err := certificate.Sign(reportOf(t, run), key, signOptions())
	require.NoError(t, err)
}

func TestARefusalNamesEveryBrokenCondition(t *testing.T) {
	key, _ := rfcKey(t)
	run := goodRun()
	run.Interrupted, run.Only, run.Verdict, run.Target.BaseURL = "deadline", []string{"PUR-01"}, result.Inconclusive, ""
	_, err := certificate.Sign(reportOf(t, run), key, signOptions())
	var refused *certificate.Refused
	require.ErrorAs(t, err, &refused)
	for _, c := range []certificate.Condition{certificate.Finished, certificate.NotNarrowed, certificate.VerdictGood, certificate.TargetNamed} {
		require.True(t, refused.Breaks(c), c)
	}
	require.False(t, refused.Breaks(certificate.NoDeviations))
}

func TestAPartnerBuildIsSignedByItsName(t *testing.T) {
	key, _ := rfcKey(t)
	run := goodRun()
	run.Side, run.Target = result.PartnerSide, result.Target{Build: "shop 7"}
	report := reportOf(t, run)
	envelope, err := certificate.Sign(report, key, signOptions())
	require.NoError(t, err)
	r := verify(t, envelope, report)
	require.NoError(t, r.Err())
	require.Equal(t, "shop 7", r.Statement.Claims().Target.Build)
}

func TestAFolderThatIsNoReportIsRefused(t *testing.T) {
	key, _ := rfcKey(t)
	good := reportOf(t, goodRun())
	twice := bytes.Replace(good["results.json"].Data, []byte(`{`), []byte(`{"Verdict":"non-conformant",`), 1)
	for name, tt := range map[string]struct {
		report    fstest.MapFS
		condition certificate.Condition
	}{
		"no results":            {without(good, "results.json"), certificate.ResultsSound},
		"results of no JSON":    {with(good, "results.json", []byte("{")), certificate.ResultsSound},
		"results and more":      {with(good, "results.json", append(bytes.Clone(good["results.json"].Data), "{}"...)), certificate.ResultsSound},
		"two verdicts":          {with(good, "results.json", twice), certificate.ResultsSound},
		"no evidence":           {without(good, "exchanges.har"), certificate.EvidenceThere},
		"evidence of no JSON":   {with(good, "exchanges.har", []byte("{")), certificate.EvidenceThere},
		"evidence of elsewhere": {with(good, "exchanges.har", []byte(`{"log":{"entries":[{},{}]}}`)), certificate.EvidenceThere},
		"nothing":               {fstest.MapFS{}, certificate.ResultsSound},
	} {
		_, err := certificate.Sign(tt.report, key, signOptions())
		var refused *certificate.Refused
		require.ErrorAs(t, err, &refused, name)
		require.True(t, refused.Breaks(tt.condition), "%s: %s", name, err)
	}
}

func TestWrongUseIsNotARefusal(t *testing.T) {
	key, _ := rfcKey(t)
	trouble := errors.New("no ledger")
	for name, tt := range map[string]struct {
		key    ed25519.PrivateKey
		change func(*certificate.SignOptions)
		want   error
	}{
		"years":                {key, func(o *certificate.SignOptions) { o.Valid = 732 * 24 * time.Hour }, certificate.ErrOptions},
		"no validity":          {key, func(o *certificate.SignOptions) { o.Valid = 0 }, certificate.ErrOptions},
		"no digest":            {key, func(o *certificate.SignOptions) { o.Suite.Digest = "" }, certificate.ErrOptions},
		"an upper-case digest": {key, func(o *certificate.SignOptions) { o.Suite.Digest = "5A" + suiteDigest[2:] }, certificate.ErrOptions},
		"no plan":              {key, func(o *certificate.SignOptions) { o.Suite.Requirements = nil }, certificate.ErrOptions},
		"no key":               {nil, func(*certificate.SignOptions) {}, certificate.ErrKey},
		"a plan that fails": {key, func(o *certificate.SignOptions) {
			o.Suite.Requirements = func(result.Side, []string) ([]string, error) { return nil, trouble }
		}, trouble},
	} {
		o := signOptions()
		tt.change(&o)
		envelope, err := certificate.Sign(reportOf(t, goodRun()), tt.key, o)
		require.ErrorIs(t, err, tt.want, name)
		require.Nil(t, envelope, name)
	}
	o := signOptions()
	o.Suite.Requirements = func(result.Side, []string) ([]string, error) { return nil, nil }
	_, err := certificate.Sign(reportOf(t, goodRun()), key, o)
	var refused *certificate.Refused
	require.ErrorAs(t, err, &refused, "a suite without requirements")
}

func TestOnlyRegularFilesAreSigned(t *testing.T) {
	key, _ := rfcKey(t)
	report := reportOf(t, goodRun())
	report["pipe"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	_, err := certificate.Sign(report, key, signOptions())
	require.ErrorContains(t, err, "pipe: not a regular file")
}

// changing is a folder in which a file is another one each time it is opened.
type changing struct {
	fstest.MapFS
	name string
	left int // how often it is still the first one
}

func (c *changing) Open(name string) (fs.File, error) {
	if name == c.name {
		if c.left--; c.left < 0 {
			return with(c.MapFS, name, []byte("another")).Open(name)
		}
	}
	return c.MapFS.Open(name)
}

func (c *changing) Stat(name string) (fs.FileInfo, error) { return c.MapFS.Stat(name) }

func TestAReportThatChangesMeanwhileIsNotSigned(t *testing.T) {
	key, _ := rfcKey(t)
	envelope, err := certificate.Sign(&changing{reportOf(t, goodRun()), "index.html", 1}, key, signOptions())
	require.ErrorIs(t, err, certificate.ErrInvalid)
	require.ErrorContains(t, err, "index.html")
	require.Nil(t, envelope)
}

func TestARefusalReadsWell(t *testing.T) {
	key, _ := rfcKey(t)
	run := goodRun()
	run.Only, run.Deviations = []string{"PUR-*", "LIM-01"}, make([]result.Deviation, 11)
	for i := range run.Deviations {
		run.Deviations[i].Requirement = "PUR-" + string(rune('A'+i))
	}
	_, err := certificate.Sign(reportOf(t, run), key, signOptions())
	require.EqualError(t, err, "this run cannot be certified: "+
		`the verdict is "conformant", but the outcomes give "partial" (verdict-good); `+
		"the run was limited to PUR-*, LIM-01: run the whole scope (not-narrowed); "+
		"deviations are accepted (PUR-A, PUR-B, PUR-C, PUR-D, PUR-E, PUR-F, PUR-G, PUR-H and 3 more), and assay does not certify a run with deviations (no-deviations)")
}

func TestTheMachinesClockIsTheDefault(t *testing.T) {
	key, public := rfcKey(t)
	run := goodRun()
	run.Started = time.Now().Add(-time.Second)
	run.Finished = time.Now()
	o := signOptions()
	o.Clock = nil
	report := reportOf(t, run)
	envelope, err := certificate.Sign(report, key, o)
	require.NoError(t, err)
	require.NoError(t, certificate.Verify(envelope, []ed25519.PublicKey{public}, report, certificate.VerifyOptions{}).Err())
}
