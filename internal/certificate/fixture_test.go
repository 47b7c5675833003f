package certificate_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/result"
)

// The first test key of RFC 8032, section 7.1.
const (
	rfcSeed   = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
	rfcPublic = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
)

const year = 365 * 24 * time.Hour

var (
	suiteDigest = strings.Repeat("5a", 32)
	finished    = time.Date(2026, 11, 20, 10, 4, 5, 678e6, time.UTC)
	signedAt    = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
)

func at(t time.Time) func() time.Time { return func() time.Time { return t } }

func rfcKey(t testing.TB) (ed25519.PrivateKey, ed25519.PublicKey) {
	t.Helper()
	seed, err := hex.DecodeString(rfcSeed)
	require.NoError(t, err)
	key := ed25519.NewKeyFromSeed(seed)
	public := key.Public().(ed25519.PublicKey)
	require.Equal(t, rfcPublic, hex.EncodeToString(public))
	return key, public
}

// goodRun is a small run that can be certified. Its seed is the least whole
// number that a float64 cannot hold.
func goodRun() *result.Run {
	return &result.Run{
		Schema: result.Schema, Verdict: result.Conformant, Reason: "all that was asked was answered",
		Side: result.ServerSide, Scope: []string{"limits", "purchases"},
		Suite:    result.Suite{Version: "v1.4.0", Commit: "0ddba11", Digest: suiteDigest},
		Target:   result.Target{BaseURL: "https://target.example/<a&b>/", Build: "payments 3.4.1"},
		Settings: result.Settings{Concurrency: 8, TimeoutMS: 10_000, DeadlineMS: 600_000, Tolerances: map[string]string{"order-id": "string"}},
		Seed:     1<<53 + 1,
		Started:  finished.Add(-9 * time.Second).In(time.FixedZone("", 3600)), Finished: finished,
		Requirements: []result.Requirement{
			goodRequirement("LIM-01", "limits", result.Passed, "x0001"),
			goodRequirement("PUR-01", "purchases", result.Passed, "x0001", "x0002"),
			goodRequirement("PUR-02", "purchases", result.Tolerated, "x0003"),
		},
		Tolerances: []result.Tolerance{{ID: "order-id", Setting: "string"}, {ID: "employed", Setting: "any"}},
		Dialect:    map[string][]string{"order-id": {"string"}},
		Notes:      []string{"no signing is configured"},
	}
}

func goodRequirement(id, scope string, outcome result.Outcome, exchanges ...string) result.Requirement {
	return result.Requirement{
		ID: id, Scope: scope, Sections: []string{"4.6"}, Grade: result.Stated, Statement: "It holds", Outcome: outcome,
		Checks: []result.Check{{Name: "it holds", Outcome: outcome, Exchanges: exchanges}},
	}
}

// planned is the plan of the suite that goodRun is complete for.
func planned(result.Side, []string) ([]string, error) {
	return []string{"LIM-01", "PUR-01", "PUR-02"}, nil
}

func signOptions() certificate.SignOptions {
	return certificate.SignOptions{
		Valid: year, Clock: at(signedAt), URL: "https://pipeline.example/runs/7",
		Suite: certificate.Suite{Digest: suiteDigest, Requirements: planned},
	}
}

const goodHAR = `{"log":{"version":"1.2","entries":[
{"_assay":{"id":"x0001"}},{"_assay":{"id":"x0002"}},{"_assay":{"id":"x0003"}}]}}
`

// reportOf is the folder of a run's report.
func reportOf(t testing.TB, run *result.Run) fstest.MapFS {
	t.Helper()
	results, err := json.MarshalIndent(run, "", " ")
	require.NoError(t, err)
	return fstest.MapFS{
		"results.json":     {Data: results},
		"exchanges.har":    {Data: []byte(goodHAR)},
		"index.html":       {Data: []byte("<!doctype html><title>report</title>")},
		"junit.xml":        {Data: []byte("<testsuites/>")},
		"more/badge.svg":   {Data: []byte("<svg/>")},
		".cache/x":         {Data: []byte("hidden")},
		".hidden":          {Data: []byte("hidden")},
		"certificate.json": {Data: []byte("an older certificate")},
	}
}

// with is a copy of a folder in which one file is another.
func with(report fstest.MapFS, name string, content []byte) fstest.MapFS {
	changed := maps.Clone(report)
	changed[name] = &fstest.MapFile{Data: content}
	return changed
}

func without(report fstest.MapFS, name string) fstest.MapFS {
	changed := maps.Clone(report)
	delete(changed, name)
	return changed
}

// signed is a good certificate and the report it binds.
func signed(t testing.TB) (envelope []byte, report fstest.MapFS) {
	t.Helper()
	key, _ := rfcKey(t)
	report = reportOf(t, goodRun())
	envelope, err := certificate.Sign(report, key, signOptions())
	require.NoError(t, err)
	return envelope, report
}

// verify verifies with the public half of the RFC's key, a day after signing.
func verify(t testing.TB, envelope []byte, report fstest.MapFS) *certificate.Report {
	t.Helper()
	_, public := rfcKey(t)
	return certificate.Verify(envelope, []ed25519.PublicKey{public}, report, certificate.VerifyOptions{Clock: at(signedAt.Add(24 * time.Hour))})
}

func decode(t testing.TB, envelope []byte) (outer dsse.Envelope, payload []byte) {
	t.Helper()
	require.NoError(t, json.Unmarshal(envelope, &outer))
	payload, err := base64.StdEncoding.DecodeString(outer.Payload)
	require.NoError(t, err)
	return outer, payload
}

func encode(t testing.TB, outer dsse.Envelope) []byte {
	t.Helper()
	text, err := json.Marshal(outer)
	require.NoError(t, err)
	return append(text, '\n')
}

// seal signs any payload with the RFC's key, as only its holder could.
func seal(t testing.TB, payloadType string, payload []byte) []byte {
	t.Helper()
	key, public := rfcKey(t)
	id, err := certificate.KeyID(public)
	require.NoError(t, err)
	signature := ed25519.Sign(key, dsse.PAE(payloadType, payload))
	return encode(t, dsse.Envelope{
		PayloadType: payloadType, Payload: base64.StdEncoding.EncodeToString(payload),
		Signatures: []dsse.Signature{{KeyID: id, Sig: base64.StdEncoding.EncodeToString(signature)}},
	})
}
