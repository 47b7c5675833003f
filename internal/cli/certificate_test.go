package cli

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/result"
)

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
	for name, c := range map[string]struct {
		report *certificate.Report
		want   error
	}{
		"holds":    {&certificate.Report{Signers: []string{"ab12"}, Statement: statement, Uncovered: []string{"more.txt"}}, nil},
		"broken":   {&certificate.Report{Signers: []string{"ab12"}, Statement: statement, Findings: []certificate.Finding{{Problem: certificate.Changed, Where: "junit.xml", Detail: "another"}, {Problem: certificate.Expired, Where: "expires", Detail: "over"}}}, exit(ExitNonConformant)},
		"unsigned": {&certificate.Report{Findings: []certificate.Finding{{Problem: certificate.Unsigned, Where: "keys", Detail: "nobody"}}}, exit(ExitNonConformant)},
		"zero":     {&certificate.Report{}, exit(ExitNonConformant)},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			require.Equal(t, c.want, tell(&b, c.report))
			golden(t, "testdata/verify-"+name+".golden", b.String())
		})
	}
}

func TestARefusalIsALineACondition(t *testing.T) {
	var b bytes.Buffer
	err := explainRefusal(&b, &certificate.Refused{Broken: []certificate.Broken{
		{Condition: certificate.VerdictGood, Detail: "the verdict is \"no\n\""}, {Condition: certificate.Finished, Detail: "it ended early"},
	}})
	var code exit
	require.True(t, errors.As(err, &code))
	require.Equal(t, ExitNonConformant, int(code))
	golden(t, "testdata/refused.golden", b.String())
}
