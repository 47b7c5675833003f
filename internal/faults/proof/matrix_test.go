package proof

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/result"
)

func TestMatrixShowsWhatIsNotKilled(t *testing.T) {
	p := &Proof{
		Requirements: []Statement{{"PUR-07", "Records are whole"}, {"STA-03", "Collected stays collected"}},
		Results: []FaultResult{
			{Fault: "drops-id", Breaks: "PUR-07", Why: "no id", Status: Killed, Failed: []string{"PUR-07"}},
			{Fault: "not-stored", Breaks: "STA-03", Why: "lost", Status: Elsewhere, Failed: []string{"GET-08", "UPD-01", "UPD-02"}},
			{Fault: "loses-third", Breaks: "STA-03", Why: "lost too", Status: Survived, NotJudged: []string{"STA-03"}},
		},
		Took: 1500 * time.Millisecond,
	}
	var out bytes.Buffer
	require.NoError(t, p.Write(&out, false))
	require.Equal(t, `STA-03  0 of 2 killed  Collected stays collected
  killed elsewhere  not-stored: lost
                    failed too: GET-08, UPD-01, UPD-02
  survived          loses-third: lost too
                    not judged: STA-03

3 faults in 2 of 2 requirements: 1 killed by the requirement that they break, 1 killed elsewhere, 1 survived
1.5s; at most two requirements failed for 66.7 % of the faults
1 distinct sets of failed checks; at most two faults break PUR-07, STA-03
`, out.String())
	out.Reset()
	require.NoError(t, p.Write(&out, true))
	require.Contains(t, out.String(), "PUR-07  1 of 1 killed  Records are whole\n  killed            drops-id: no id\n")
}

func TestMatrixShowsWhatNoFaultBreaks(t *testing.T) {
	p := &Proof{Requirements: []Statement{{"PUR-07", "Records are whole"}}}
	var out bytes.Buffer
	require.NoError(t, p.Write(&out, false))
	require.Contains(t, out.String(), "PUR-07  no fault breaks it  Records are whole\n")
}

// BenchmarkFault is the cost of one fault: a thinned run of the whole ledger.
func BenchmarkFault(b *testing.B) {
	r, err := newRunner(1)
	require.NoError(b, err)
	f, ok := server.Find("get-purchase-second")
	require.True(b, ok)
	plan := r.planFor(f.Breaks, f.ShownBy)
	for b.Loop() {
		run, err := r.certify(context.Background(), plan, f.Handler(options), f)
		require.NoError(b, err)
		require.Equal(b, result.NonConformant, run.Verdict)
	}
	b.ReportMetric(float64(len(plan.Checks)), "checks")
}

// TestAVariantThatFailsIsNoProof holds that the suite cannot call a legal build
// faulty, or leave it open, and be proved.
func TestAVariantThatFailsIsNoProof(t *testing.T) {
	c := &Catalogue{Variants: []faults.Variant{{ID: "legal"}, {ID: "upper-case-ids", Why: "their case is free"}}}
	c.judgeLegal = func(_ context.Context, legal ...faults.Variant) (*result.Run, error) {
		if legal[0].ID == "legal" {
			return &result.Run{Verdict: result.Conformant}, nil
		}
		return &result.Run{Verdict: result.NonConformant, Requirements: []result.Requirement{{ID: "PUR-04", Outcome: result.Failed, Reason: "ids differ"}}}, nil
	}
	for only, holds := range map[string]bool{"legal": true, "upper-*": false} {
		p, err := c.Prove(t.Context(), Options{Only: []string{only}, Variants: true})
		require.NoError(t, err)
		require.Len(t, p.Variants, 1)
		require.Equal(t, holds, p.Holds(), only)
	}
	p, err := c.Prove(t.Context(), Options{Variants: true})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, p.Write(&out, false))
	require.Equal(t, "legal variant upper-case-ids is non-conformant: their case is free\n    PUR-04 failed ids differ\nlegal variants: 1 of 2 conformant\n", out.String())
	_, err = c.Prove(t.Context(), Options{Only: []string{"legal"}})
	require.ErrorContains(t, err, "names no fault", "variants are named only where they are asked for")
}
