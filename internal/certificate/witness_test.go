package certificate_test

import (
	"crypto/ed25519"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/result"
)

// digests are those of the files of a report.
func digests(t *testing.T, run *result.Run) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for name, file := range reportOf(t, run) {
		if name != "certificate.json" && !strings.HasPrefix(name, ".") {
			all[name] = digestOf(file.Data)
		}
	}
	return all
}

func TestARunIsWitnessedFromMemory(t *testing.T) {
	key, _ := rfcKey(t)
	run := goodRun()
	run.Target.Digest = "sha256:" + suiteDigest
	o := signOptions()
	o.Program = &certificate.Program{Module: "github.com/credit-partner/assay", Version: "v1.4.0", SHA256: suiteDigest}
	envelope, err := certificate.Witness(run, digests(t, run), key, o)
	require.NoError(t, err)
	r := verify(t, envelope, reportOf(t, run))
	require.NoError(t, r.Err())
	require.Equal(t, certificate.Witnessed, r.Statement.Claims().Witness)
	require.Equal(t, o.Program, r.Statement.Claims().Program)
	require.Equal(t, []certificate.Descriptor{{Name: "payments 3.4.1", Digest: certificate.Digest{"sha256": suiteDigest}}}, r.Statement.Subject)

	run.Requirements[0].Outcome = result.Failed
	_, err = certificate.Witness(run, digests(t, run), key, o)
	var refused *certificate.Refused
	require.ErrorAs(t, err, &refused)
	_, err = certificate.Witness(goodRun(), nil, key, o)
	require.ErrorAs(t, err, &refused)
	require.True(t, refused.Breaks(certificate.EvidenceThere))
}

func TestABuildIsNamedByADigestThatToolsKnow(t *testing.T) {
	for text, want := range map[string]string{
		"sha256:" + suiteDigest: "sha256", "sha512:" + suiteDigest + suiteDigest: "sha512", "gitCommit:" + suiteDigest[:40]: "gitCommit",
		suiteDigest: "", "sha256:5a": "", "sha256:" + strings.ToUpper(suiteDigest): "", "md5:" + suiteDigest: "", "sha256:" + strings.Repeat("zz", 32): "", "": "",
	} {
		algorithm, _, err := certificate.ParseItemDigest(text)
		require.Equal(t, want, algorithm, text)
		require.Equal(t, want == "", err != nil, text)
	}
}

func TestTheSummaryIsOfTheCertificate(t *testing.T) {
	key, public := rfcKey(t)
	envelope, report := signed(t)
	summary, err := certificate.Summarize(envelope, key)
	require.NoError(t, err)
	_, payload := decode(t, summary)
	var statement struct {
		PredicateType string
		Subject       []certificate.Descriptor
		Predicate     struct {
			VerificationResult string
			VerifiedLevels     []string
		}
	}
	require.NoError(t, json.Unmarshal(payload, &statement))
	require.Equal(t, certificate.SummaryType, statement.PredicateType)
	require.Equal(t, "payments 3.4.1", statement.Subject[0].Name)
	require.Equal(t, "PASSED", statement.Predicate.VerificationResult)
	require.Equal(t, []string{"ASSAY_SERVER_LIMITS", "ASSAY_SERVER_PURCHASES"}, statement.Predicate.VerifiedLevels)

	keys := []ed25519.PublicKey{public}
	r := verify(t, envelope, report)
	r.CheckSummary(summary, envelope, keys)
	require.NoError(t, r.Err())
	r.CheckSummary(summary, append(envelope, ' '), keys)
	require.True(t, r.Has(certificate.Contradicted))
	r = verify(t, envelope, report)
	r.CheckSummary(seal(t, certificate.PayloadType, []byte("{}")), envelope, keys)
	require.True(t, r.Has(certificate.Contradicted))
	r = verify(t, envelope, report)
	r.CheckSummary([]byte("{}"), envelope, keys)
	require.False(t, r.OK())
}

func TestARecordingIsAsOldAsItsTraffic(t *testing.T) {
	key, _ := rfcKey(t)
	run := goodRun()
	run.Side, run.Target = result.PartnerSide, result.Target{Build: "shop 7"}
	run.Exchanges = []result.Exchange{{ID: "x0001", Started: run.Started}, {ID: "x0002", Started: run.Started.AddDate(0, -10, 0)}}
	report := reportOf(t, run)
	envelope, err := certificate.Sign(report, key, signOptions())
	require.NoError(t, err)
	claims := verify(t, envelope, report).Statement.Claims()
	require.Equal(t, run.Started.AddDate(0, -10, 0).Add(year).UTC().Truncate(time.Second), claims.Expires)

	run.Exchanges[1].Started = time.Time{} // undated traffic is as old as can be
	_, err = certificate.Sign(reportOf(t, run), key, signOptions())
	var refused *certificate.Refused
	require.ErrorAs(t, err, &refused)
	require.True(t, refused.Breaks(certificate.RunTimely))
}

func TestWhatWasNeverExercisedIsNoFailedTest(t *testing.T) {
	key, _ := rfcKey(t)
	run := goodRun()
	run.Side, run.Target = result.PartnerSide, result.Target{Build: "shop 7"}
	run.Requirements[1].Outcome, run.Requirements[1].Unexercised = result.Untested, true
	report := reportOf(t, run)
	envelope, err := certificate.Sign(report, key, signOptions())
	require.NoError(t, err)
	s := verify(t, envelope, report).Statement
	require.Empty(t, s.Predicate.FailedTests)
	require.Equal(t, &certificate.Coverage{Planned: 3, Judged: 2}, s.Claims().Coverage)
}

func TestAFolderThatIsNotItsRunIsRefused(t *testing.T) {
	key, _ := rfcKey(t)
	good := digests(t, goodRun())
	for name, c := range map[string]struct {
		spoil func(rendered map[string]string)
		want  string
	}{
		"as rendered":    {func(map[string]string) {}, ""},
		"another page":   {func(r map[string]string) { r["index.html"] = suiteDigest }, "gives: index.html"},
		"other results":  {func(r map[string]string) { r["results.json"] = suiteDigest }, "gives: results.json"},
		"a file more":    {func(r map[string]string) { delete(r, "junit.xml") }, "no part of a report: junit.xml"},
		"a file missing": {func(r map[string]string) { r["ctrf.json"] = suiteDigest }, "missing from the report: ctrf.json"},
	} {
		o := signOptions()
		o.Suite.Rendered = func(*result.Run) (map[string]string, error) {
			rendered := make(map[string]string)
			for file, digest := range good {
				if file != "exchanges.har" {
					rendered[file] = digest
				}
			}
			c.spoil(rendered)
			return rendered, nil
		}
		_, err := certificate.Sign(reportOf(t, goodRun()), key, o)
		if c.want == "" {
			require.NoError(t, err, name)
			continue
		}
		var refused *certificate.Refused
		require.ErrorAs(t, err, &refused, name)
		require.True(t, refused.Breaks(certificate.FilesRendered))
		require.ErrorContains(t, err, c.want, name)
	}
	o := signOptions()
	o.Suite.Recheck = func(*result.Run, []byte) ([]string, error) { return []string{"PUR-01 fails"}, nil }
	_, err := certificate.Sign(reportOf(t, goodRun()), key, o)
	var refused *certificate.Refused
	require.ErrorAs(t, err, &refused)
	require.True(t, refused.Breaks(certificate.Uncontradicted))
}
