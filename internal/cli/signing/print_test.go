package signing

import (
	"bytes"
	"flag"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/result"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run with -update to make it")
	require.Equal(t, string(want), got, "run with -update if the change is meant")
}

func TestWhatAVerificationPrints(t *testing.T) {
	at := time.Date(2026, 11, 20, 10, 4, 5, 0, time.UTC)
	claims := &certificate.Claims{
		Verdict: result.Conformant, Side: result.ServerSide, Scope: []string{"otp", "limits"},
		Target: result.Target{BaseURL: "https://sandbox.example", Build: "payments \x1b[2J3.4.1"},
		Suite:  result.Suite{Version: "v1.4.0", Digest: "5a5a"}, Finished: at, Issued: at.Add(time.Hour), Expires: at.Add(24 * time.Hour),
	}
	statement := &certificate.Statement{Predicate: certificate.Predicate{
		URL:           "https://pipeline.example/7",
		Configuration: []certificate.Descriptor{{Name: "results.json", Annotations: claims}},
	}}
	require.Equal(t, claims, statement.Claims())
	for name, report := range map[string]*certificate.Report{
		"holds":    {Signers: []string{"ab12"}, Statement: statement, Uncovered: []string{"more.txt"}},
		"broken":   {Signers: []string{"ab12"}, Statement: statement, Findings: []certificate.Finding{{Problem: certificate.Changed, Where: "junit.xml", Detail: "another"}, {Problem: certificate.Expired, Where: "expires", Detail: "over"}}},
		"unsigned": {Findings: []certificate.Finding{{Problem: certificate.Unsigned, Where: "keys", Detail: "nobody"}}},
		"zero":     {},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			require.NoError(t, Print(&b, report))
			golden(t, "testdata/verify-"+name+".golden", b.String())
		})
	}
}

func TestARefusalIsALineACondition(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, PrintRefusal(&b, &certificate.Refused{Broken: []certificate.Broken{
		{Condition: certificate.VerdictGood, Detail: "the verdict is \"no\n\""}, {Condition: certificate.Finished, Detail: "it ended early"},
	}}))
	golden(t, "testdata/refused.golden", b.String())
}
