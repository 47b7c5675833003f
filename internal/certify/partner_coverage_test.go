package certify_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/partner/bodies"
)

// TestEveryObligationOfAPartnerIsCovered reads the list of everything that the
// specification asks of a request, row by row: each is named by requirements of
// the partner's side that cite its section, or says why nothing can be asked.
func TestEveryObligationOfAPartnerIsCovered(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("testdata/partner_coverage.tsv")
	require.NoError(t, err)
	ledger, err := certify.Ledger(result.PartnerSide)
	require.NoError(t, err)
	named, rows := make(map[string]bool), make(map[string][]string)
	for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		require.Len(t, cells, 3, line)
		section, row, by := cells[0], cells[1], cells[2]
		rows[section] = append(rows[section], row)
		if strings.HasPrefix(by, "- ") {
			continue
		}
		require.NotEmpty(t, strings.Fields(by), line)
		for _, id := range strings.Fields(by) {
			r := ledger.Find(id)
			require.NotNil(t, r, "%s %s names %s, which there is not", section, row, id)
			require.Contains(t, r.Sections, section, "%s %s: %s does not cite the section", section, row, id)
			named[id] = true
		}
	}
	for _, r := range ledger.Requirements {
		require.True(t, named[r.ID], "no row of the specification leads to %s %s", r.ID, r.Statement)
	}
	everyMember(t, rows)
}

// everyMember holds the rows of each request table against the members that are
// judged: none of them is without a row.
func everyMember(t *testing.T, rows map[string][]string) {
	t.Helper()
	for endpoint, section := range map[string]string{
		"send-otp": "4.1", "verify-otp": "4.2", "create-limit": "2.4", "customer-lookup": "4.5", "create-purchases": "2.1", "update-purchases": "4.8",
	} {
		for _, name := range bodies.Members(endpoint) {
			at := section
			for prefix, table := range map[string]string{
				"employed_occupational_detail.": "2.5", "self_employed_occupational_detail.": "2.6",
			} {
				if rest, ok := strings.CutPrefix(name, prefix); ok {
					name, at = rest, table
				}
			}
			if rest, ok := strings.CutPrefix(name, "items.#."); ok && endpoint == "create-purchases" {
				name, at = rest, "2.2"
			}
			require.True(t, slices.Contains(rows[at], name), "section %s has no row %s", at, name)
		}
	}
}
