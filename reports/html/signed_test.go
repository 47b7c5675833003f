package html

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// clauses are what ISO/IEC 17025:2017 wants in a report: 7.8.2.1, a to p.
const clauses = "abcdefghijklmnop"

// Sixteen of sixteen, stated by whoever fills them in.
func TestPageOneStatesWhatALaboratoryStates(t *testing.T) {
	page := signedPageOf(read(t, "conformant"))
	require.Len(t, page.Statements, len(clauses))
	for n, s := range page.Statements {
		require.Equal(t, clauses[n:n+1], s.Clause)
		require.True(t, s.Stated, s.Name)
	}
	for clause, want := range map[string]string{
		"a": "Conformance test report", "b": "1 Example Street, Nairobi", "c": "https://ci.example/runs/77", "d": "AR-20260304-K7Q2M4XA", "e": "Example Credit Ltd",
		"f": "5b1f0c6d1e2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4", "g": "Environment staging, two replicas", "h": "2026-03-01", "i": "2026-03-04 12:00:00 UTC, for 2.34 s",
		"j": "2026-03-04 12:00:03 UTC", "k": "seed 20260304", "l": "relate only to the item", "m": "Scope: otp, limits, purchases, lookup", "n": "Reading pinned: otp-path as api-first",
		"o": "Jane Doe, head of testing", "p": "base address and token, by the customer",
	} {
		require.Contains(t, textOf(page.Statements[strings.Index(clauses, clause)]), want, clause)
	}
	require.Contains(t, textOf(page.Decision[0]), "Conformant: All 19 requirements")
	require.Contains(t, textOf(page.Decision[1]), wording.DecisionRule)
	require.Contains(t, textOf(page.Decision[1]), "Measured error rates")
}

// What nobody has filled in says so, and is on the page all the same.
func TestWhatIsNotFilledInIsNotStated(t *testing.T) {
	page := signedPageOf(&result.Run{Side: result.ServerSide})
	require.Len(t, page.Statements, len(clauses))
	for n, s := range page.Statements {
		require.Equal(t, clauses[n:n+1], s.Clause)
		require.NotEmpty(t, s.Lines, s.Name)
		if strings.Contains("bcdehijop", s.Clause) {
			require.Equal(t, "not stated", textOf(s), s.Name)
		}
	}
	require.Equal(t, "not stated", page.Number)
}

// A partner's run draws nothing, and buys nothing for itself.
func TestPageOneOfAPartnerSaysNothingThatHasNoSense(t *testing.T) {
	run := read(t, "conformant")
	run.Side, run.Target.BaseURL = result.PartnerSide, "http://127.0.0.1:43117"
	page := signedPageOf(run)
	for _, s := range page.Statements {
		require.NotRegexp(t, `seed|customers|strength|127\.0\.0\.1`, textOf(s), s.Name)
	}
}

func TestAReportThatReplacesAnotherNamesItAndEnds(t *testing.T) {
	run := read(t, "conformant")
	run.Report.Replaces = "AR-20260303-ABCDEFGH"
	var page bytes.Buffer
	require.NoError(t, Write(&page, run))
	require.Contains(t, page.String(), "replaces AR-20260303-ABCDEFGH")
	require.Contains(t, page.String(), "Replaces AR-20260303-ABCDEFGH")
	require.Contains(t, page.String(), "End of report AR-20260304-K7Q2M4XA")
}

func textOf(s statement) string {
	var lines []string
	for _, l := range s.Lines {
		lines = append(lines, l.Text)
	}
	return strings.Join(lines, "; ")
}
