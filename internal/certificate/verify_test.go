package certificate_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/result"
)

func TestAGoodCertificateHolds(t *testing.T) {
	envelope, report := signed(t)
	r := verify(t, envelope, with(report, "note.txt", []byte("added later")))
	require.NoError(t, r.Err())
	require.True(t, r.OK())
	_, public := rfcKey(t)
	id, err := certificate.KeyID(public)
	require.NoError(t, err)
	require.Equal(t, []string{id}, r.Signers)
	require.Equal(t, []string{"note.txt"}, r.Uncovered)
	require.Equal(t, "9007199254740993", r.Statement.Claims().Seed)
	require.Equal(t, finished.Add(year).Truncate(time.Second), r.Statement.Claims().Expires)
	require.Equal(t, []string{"PUR-02"}, r.Statement.Predicate.WarnedTests)
}

func TestAZeroReportIsNotGood(t *testing.T) {
	require.False(t, (&certificate.Report{}).OK())
	require.False(t, (&certificate.Report{Statement: &certificate.Statement{}}).OK(), "nobody has signed")
	require.False(t, (&certificate.Report{Signers: []string{"somebody"}}).OK(), "nothing was said")
	require.ErrorIs(t, (&certificate.Report{}).Err(), certificate.ErrInvalid)
}

func TestOneTrustedKeyIsEnough(t *testing.T) {
	envelope, report := signed(t)
	_, public := rfcKey(t)
	other, _, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	o := certificate.VerifyOptions{Clock: at(signedAt)}
	require.NoError(t, certificate.Verify(envelope, []ed25519.PublicKey{other, public, public}, report, o).Err())

	for _, keys := range [][]ed25519.PublicKey{{other}, {}, nil, {public[:5]}, {nil, public}} {
		r := certificate.Verify(envelope, keys, report, o)
		require.False(t, r.OK(), "%v", keys)
		require.True(t, r.Has(certificate.Unsigned) || r.Has(certificate.NoKey), r.Err())
	}
	r := certificate.Verify(envelope, []ed25519.PublicKey{other}, report, o)
	require.Nil(t, r.Statement, "what nobody trusted has signed is not shown")
}

func TestTheKeyIDDecidesNothing(t *testing.T) {
	envelope, report := signed(t)
	outer, _ := decode(t, envelope)
	outer.Signatures[0].KeyID = ""
	require.NoError(t, verify(t, encode(t, outer), report).Err(), "the signature holds without a hint")

	// a stranger's signature that borrows the trusted key's id
	_, stranger, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	outer, payload := decode(t, envelope)
	outer.Signatures[0].Sig = base64.StdEncoding.EncodeToString(ed25519.Sign(stranger, dsse.PAE(outer.PayloadType, payload)))
	r := verify(t, encode(t, outer), report)
	require.True(t, r.Has(certificate.BadSignature) && r.Has(certificate.Unsigned), r.Err())
}

func TestFurtherSignaturesAreNamedAndNotTrusted(t *testing.T) {
	envelope, report := signed(t)
	outer, _ := decode(t, envelope)
	outer.Signatures = append(outer.Signatures, dsse.Signature{KeyID: "stranger", Sig: outer.Signatures[0].Sig})
	r := verify(t, encode(t, outer), report)
	require.NoError(t, r.Err())
	require.Equal(t, []string{"stranger"}, r.Unjudged)

	outer.Signatures[1] = dsse.Signature{KeyID: outer.Signatures[0].KeyID, Sig: base64.StdEncoding.EncodeToString(make([]byte, 64))}
	require.True(t, verify(t, encode(t, outer), report).Has(certificate.BadSignature))
}

func TestTimes(t *testing.T) {
	envelope, report := signed(t)
	_, public := rfcKey(t)
	expires := finished.Add(year).Truncate(time.Second)
	for now, problem := range map[time.Time]certificate.Problem{
		expires:                        certificate.Expired,
		expires.Add(year):              certificate.Expired,
		expires.Add(-1):                "",
		signedAt:                       "",
		signedAt.Add(-5 * time.Minute): "",
		signedAt.Add(-6 * time.Minute): certificate.NotYet,
	} {
		r := certificate.Verify(envelope, []ed25519.PublicKey{public}, report, certificate.VerifyOptions{Clock: at(now)})
		require.Equal(t, problem == "", r.OK(), now)
		require.True(t, problem == "" || r.Has(problem), now)
	}
}

func TestTheSuiteAtHandMustBeTheOneThatJudged(t *testing.T) {
	envelope, report := signed(t)
	_, public := rfcKey(t)
	for digest, good := range map[string]bool{suiteDigest: true, "": true, strings.ToUpper(suiteDigest): false, "5a": false} {
		r := certificate.Verify(envelope, []ed25519.PublicKey{public}, report, certificate.VerifyOptions{Clock: at(signedAt), SuiteDigest: digest})
		require.Equal(t, good, r.OK(), digest)
		require.Equal(t, !good, r.Has(certificate.OtherSuite), digest)
	}
}

func TestEveryChangedOrMissingFileIsFound(t *testing.T) {
	envelope, report := signed(t)
	for _, name := range []string{"results.json", "exchanges.har", "index.html", "junit.xml", "more/badge.svg"} {
		require.True(t, verify(t, envelope, without(report, name)).Has(certificate.Missing), name)
		require.True(t, verify(t, envelope, with(report, name, append(bytes.Clone(report[name].Data), '\n'))).Has(certificate.Changed), name)
		require.True(t, verify(t, envelope, with(report, name, nil)).Has(certificate.Changed), name)
	}
	pipe := with(report, "index.html", nil)
	pipe["index.html"].Mode = fs.ModeNamedPipe
	require.Equal(t, []certificate.Finding{{Problem: certificate.Unreadable, Where: "index.html", Detail: "open index.html: not a regular file"}}, verify(t, envelope, pipe).Findings)
	beside := with(report, "pipe", nil)
	beside["pipe"].Mode = fs.ModeNamedPipe
	require.Equal(t, []string{"pipe"}, verify(t, envelope, beside).Uncovered, "what is not bound does no harm")

	r := verify(t, envelope, without(with(report, "junit.xml", nil), "index.html"))
	require.True(t, r.Has(certificate.Missing) && r.Has(certificate.Changed), "both are found")
	require.Len(t, r.Findings, 2)
	require.Len(t, verify(t, envelope, fstest.MapFS{}).Findings, 5)
}

func TestAFolderOnDisk(t *testing.T) {
	key, public := rfcKey(t)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, reportOf(t, goodRun())))
	envelope, err := certificate.Sign(os.DirFS(dir), key, signOptions())
	require.NoError(t, err)
	o := certificate.VerifyOptions{Clock: at(signedAt)}
	require.NoError(t, certificate.Verify(envelope, []ed25519.PublicKey{public}, os.DirFS(dir), o).Err())

	require.NoError(t, os.Symlink("more", filepath.Join(dir, "link")))
	_, err = certificate.Sign(os.DirFS(dir), key, signOptions())
	require.ErrorContains(t, err, "link: not a regular file", "a link to a folder would bind none of its files")
	r := certificate.Verify(envelope, []ed25519.PublicKey{public}, os.DirFS(filepath.Join(dir, "none")), o)
	require.True(t, r.Has(certificate.Missing), r.Err())
}

// Reformatting leaves the signature good, and is found all the same.
func TestAReformattedEnvelopeIsAltered(t *testing.T) {
	envelope, report := signed(t)
	var indented bytes.Buffer
	require.NoError(t, json.Indent(&indented, envelope, "", " "))
	for name, text := range map[string][]byte{
		"indented":          indented.Bytes(),
		"no line feed":      bytes.TrimSpace(envelope),
		"another member":    bytes.Replace(envelope, []byte(`{`), []byte(`{"comment":"",`), 1),
		"names in capitals": bytes.Replace(envelope, []byte(`"payload"`), []byte(`"Payload"`), 1),
		"a folded payload":  bytes.Replace(envelope, []byte(`"payload":"`), []byte(`"payload":"\n`), 1),
	} {
		r := verify(t, text, report)
		require.Len(t, r.Findings, 1, name)
		require.Equal(t, certificate.Altered, r.Findings[0].Problem, name)
	}
}

// Base64 of 64 octets ends in a letter of which four bits mean nothing.
func TestSpareBitsOfBase64AreAltered(t *testing.T) {
	envelope, report := signed(t)
	outer, _ := decode(t, envelope)
	signature := outer.Signatures[0].Sig
	last := len(signature) - len("Q==")
	for _, spare := range []string{string(rune(signature[last])+1) + "==", signature[last:] + "\n", signature[last:last+1] + "\r=="} {
		outer.Signatures[0].Sig = signature[:last] + spare
		r := verify(t, encode(t, outer), report)
		require.Len(t, r.Findings, 1, "the signature itself holds: %s", r.Err())
		require.Equal(t, certificate.Altered, r.Findings[0].Problem)
	}
}

func TestAnEnvelopeWithoutEndIsNotRead(t *testing.T) {
	envelope, report := signed(t)
	r := verify(t, append(envelope, bytes.Repeat([]byte(" "), 4<<20)...), report)
	require.Len(t, r.Findings, 1)
	require.Equal(t, certificate.NotEnvelope, r.Findings[0].Problem)
}

func TestWhatIsNoEnvelopeIsSaidToBeNone(t *testing.T) {
	_, report := signed(t)
	for _, text := range []string{"", "{}", "null", "[]", `"x"`, `{"payload":""}`, `{"payload":"e30=","signatures":[]}`, "\xff", strings.Repeat("[", 20000), strings.Repeat(" ", 5<<20)} {
		r := verify(t, []byte(text), report)
		require.True(t, r.Has(certificate.NotEnvelope), "%.20q", text)
		require.False(t, r.OK())
	}
}

func TestAnotherPayloadIsNotACertificate(t *testing.T) {
	envelope, report := signed(t)
	_, payload := decode(t, envelope)
	r := verify(t, seal(t, "application/json", payload), report)
	require.True(t, r.Has(certificate.WrongPayload), r.Err())
	require.Nil(t, r.Statement)
}

// resultsOf is the descriptor of results.json.
func resultsOf(s *certificate.Statement) *certificate.Descriptor {
	for i := range s.Predicate.Configuration {
		if s.Predicate.Configuration[i].Name == "results.json" {
			return &s.Predicate.Configuration[i]
		}
	}
	return nil
}

// changes to a statement that its own signer signed: the signature holds, and
// what it says does not.
var statementChanges = []struct {
	name    string
	problem certificate.Problem
	change  func(*certificate.Statement)
}{
	{"another type", certificate.NotStatement, func(s *certificate.Statement) { s.Type = "https://in-toto.io/Statement/v0.1" }},
	{"another predicate", certificate.NotStatement, func(s *certificate.Statement) { s.PredicateType = "https://slsa.dev/provenance/v1" }},
	{"no subject", certificate.NotStatement, func(s *certificate.Statement) { s.Subject = nil }},
	{"no results", certificate.NotStatement, func(s *certificate.Statement) { drop(s, "results.json") }},
	{"no evidence", certificate.NotStatement, func(s *certificate.Statement) { drop(s, "exchanges.har") }},
	{"a subject elsewhere", certificate.NotStatement, func(s *certificate.Statement) { s.Predicate.Configuration[2].Name = "../index.html" }},
	{"the folder as a subject", certificate.NotStatement, func(s *certificate.Statement) { s.Predicate.Configuration[2].Name = "." }},
	{"a subject on a drive", certificate.NotStatement, func(s *certificate.Statement) { s.Predicate.Configuration[2].Name = `c:\report` }},
	{"an absolute subject", certificate.NotStatement, func(s *certificate.Statement) { s.Predicate.Configuration[2].Name = "/etc/passwd" }},
	{"a subject twice", certificate.NotStatement, func(s *certificate.Statement) {
		s.Predicate.Configuration = append(s.Predicate.Configuration, s.Predicate.Configuration[2])
	}},
	{"a subject without digest", certificate.NotStatement, func(s *certificate.Statement) { s.Predicate.Configuration[2].Digest = nil }},
	{"no configuration", certificate.NotStatement, func(s *certificate.Statement) { s.Predicate.Configuration = nil }},
	{"no claims", certificate.NotStatement, func(s *certificate.Statement) { resultsOf(s).Annotations = nil }},
	{"other results configured", certificate.NotStatement, func(s *certificate.Statement) { resultsOf(s).Digest = nil }},
	{"another suite configured", certificate.NotStatement, func(s *certificate.Statement) {
		s.Predicate.Configuration[0].Digest = certificate.Digest{"sha256": "00"}
	}},
	{"another format", certificate.NotStatement, func(s *certificate.Statement) { s.Claims().Format = "assay.certificate/v3" }},
	{"neither witnessed nor asserted", certificate.NotStatement, func(s *certificate.Statement) { s.Claims().Witness = "seen" }},
	{"two subjects", certificate.NotStatement, func(s *certificate.Statement) { s.Subject = append(s.Subject, s.Subject[0]) }},
	{"another build's name", certificate.Contradicted, func(s *certificate.Statement) { s.Subject[0].Name = "payments 4" }},
	{"another build's digest", certificate.Contradicted, func(s *certificate.Statement) {
		s.Subject[0].Digest = certificate.Digest{"sha256": suiteDigest}
	}},
	{"more coverage", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Coverage.Judged = 120 }},
	{"never valid", certificate.NotStatement, func(s *certificate.Statement) { s.Claims().Expires = s.Claims().Issued }},
	{"never issued", certificate.NotStatement, func(s *certificate.Statement) { s.Claims().Issued = time.Time{} }},
	{"another result", certificate.Contradicted, func(s *certificate.Statement) { s.Predicate.Result = "PASSED" }},
	{"one more passed", certificate.Contradicted, func(s *certificate.Statement) { s.Predicate.PassedTests = append(s.Predicate.PassedTests, "PUR-03") }},
	{"a tolerated one passed", certificate.Contradicted, func(s *certificate.Statement) { s.Predicate.WarnedTests = nil }},
	{"one failed", certificate.Contradicted, func(s *certificate.Statement) { s.Predicate.FailedTests = []string{"PUR-01"} }},
	{"another verdict", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Verdict = result.NonConformant }},
	{"another side", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Side = result.PartnerSide }},
	{"a wider scope", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Scope = append(s.Claims().Scope, "otp") }},
	{"another target", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Target.BaseURL = "https://other.example" }},
	{"another build", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Target.Build = "payments 4" }},
	{"another suite version", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Suite.Version = "v9" }},
	{"other settings", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Settings.Concurrency++ }},
	{"other tolerances", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Tolerances["order-id"] = "any" }},
	{"another dialect", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Dialect = nil }},
	{"a rounded seed", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Seed = "9007199254740992" }},
	{"other notes", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Notes = nil }},
	{"another start", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Started = s.Claims().Started.Add(1) }},
	{"another end", certificate.Contradicted, func(s *certificate.Statement) { s.Claims().Finished = s.Claims().Finished.Add(1) }},
}

func drop(s *certificate.Statement, name string) {
	var left []certificate.Descriptor
	for _, d := range s.Predicate.Configuration {
		if d.Name != name {
			left = append(left, d)
		}
	}
	s.Predicate.Configuration = left
}

// resign signs the statement of a good certificate after a change.
func resign(t *testing.T, change func(*certificate.Statement)) (envelope []byte, report fstest.MapFS) {
	t.Helper()
	envelope, report = signed(t)
	_, payload := decode(t, envelope)
	statement := &certificate.Statement{}
	require.NoError(t, json.Unmarshal(payload, statement))
	change(statement)
	payload, err := json.Marshal(statement)
	require.NoError(t, err)
	return seal(t, certificate.PayloadType, payload), report
}

func TestAStatementMustAgreeWithItselfAndWithTheResults(t *testing.T) {
	envelope, report := resign(t, func(*certificate.Statement) {})
	require.NoError(t, verify(t, envelope, report).Err(), "signing anew is not what is found")
	for _, tt := range statementChanges {
		t.Run(tt.name, func(t *testing.T) {
			envelope, report := resign(t, tt.change)
			r := verify(t, envelope, report)
			require.False(t, r.OK())
			require.True(t, r.Has(tt.problem), r.Err())
		})
	}
}

// A key holder may sign a report by hand that Sign refuses. Verify refuses it too.
func TestAForgedReportOfABadRunIsNotGood(t *testing.T) {
	for _, tt := range refusals {
		run := goodRun()
		tt.spoil(run)
		switch tt.condition { // what only the suite at hand can tell, or what ends with the signing
		case certificate.PlanComplete, certificate.SuiteAtHand, certificate.RunTimely, certificate.EvidenceThere:
			continue
		}
		report := reportOf(t, run)
		digest := digestOf(report["results.json"].Data)
		envelope, _ := resign(t, func(s *certificate.Statement) {
			resultsOf(s).Digest = certificate.Digest{"sha256": digest}
		})
		require.True(t, verify(t, envelope, report).Has(certificate.NotGood), tt.name)
	}
}

func TestASignedPayloadThatIsNoStatement(t *testing.T) {
	envelope, report := signed(t)
	_, good := decode(t, envelope)
	for name, payload := range map[string]string{
		"no JSON": "x", "a list": "[]", "nothing": "{}", "null": "null", "more": string(good) + "{}",
		"two types behind a large number": strings.Replace(string(good), `{`, `{"later":1e999,"_TYPE":"x",`, 1),
		"two types":                       strings.Replace(string(good), `{`, `{"_TYPE":"x",`, 1),
	} {
		r := verify(t, seal(t, certificate.PayloadType, []byte(payload)), report)
		require.True(t, r.Has(certificate.NotStatement), name)
		require.Nil(t, r.Statement, name)
	}
}

// in-toto asks readers to pass over members that they do not know.
func TestUnknownMembersOfAStatementArePassedOver(t *testing.T) {
	envelope, report := signed(t)
	_, payload := decode(t, envelope)
	payload = bytes.Replace(payload, []byte(`{`), []byte(`{"later":{"a":[1e999,{"b":null}]},`), 1)
	require.NoError(t, verify(t, seal(t, certificate.PayloadType, payload), report).Err())
}
