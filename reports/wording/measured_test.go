package wording

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

// Reports and docs/prove.md quote one measurement.
func TestReportsQuoteWhatTheDocumentSays(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "prove.md"))
	require.NoError(t, err)
	for side, m := range Measured {
		row := fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s |", side,
			grouped(m.Faults), none(m.Missed), atMost(m.Missed, m.Faults), grouped(m.Variants), none(m.Failed), atMost(m.Failed, m.Variants))
		require.Contains(t, string(text), row)
	}
	require.Contains(t, string(text), "`"+MeasuredDigest+"`")
}

func TestErrorRatesSayOfWhichSuiteTheyAre(t *testing.T) {
	require.Contains(t, ErrorRates(result.ServerSide, MeasuredDigest), "of "+grouped(Measured[result.ServerSide].Faults)+" planted faults none passed (at most 0.10 %, 95 % confidence)")
	require.Contains(t, ErrorRates(result.ServerSide, MeasuredDigest), "at this digest of the suite.")
	require.Contains(t, ErrorRates(result.PartnerSide, "another"), "at this digest it was not measured.")
}

func TestAnUpperBoundIsNeverBelowWhatWasSeen(t *testing.T) {
	require.Equal(t, "0.30 %", atMost(0, 1000))
	require.Equal(t, "3.33 %", atMost(20, 1000))
	require.Equal(t, "100.00 %", atMost(5, 5))
	require.Equal(t, "100 %", atMost(0, 0))
}
