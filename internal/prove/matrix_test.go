package prove

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestMatrixShowsWhatIsNotKilled(t *testing.T) {
	p := &Proof{
		Requirements: []Statement{{"PUR-07", "Records are whole"}, {"STA-03", "Collected stays collected"}},
		Verdicts: []Verdict{
			{Fault: "drops-id", Breaks: "PUR-07", Why: "no id", Fate: Killed, Failed: []string{"PUR-07"}},
			{Fault: "not-stored", Breaks: "STA-03", Why: "lost", Fate: Elsewhere, Failed: []string{"GET-08", "UPD-01", "UPD-02"}},
			{Fault: "loses-third", Breaks: "STA-03", Why: "lost too", Fate: Survived, Errored: []string{"STA-03"}},
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
