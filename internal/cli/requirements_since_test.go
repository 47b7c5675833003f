package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/releases"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// TestChangesOfTheLedgerAreListed compares the ledger with one in which a requirement
// is missing, one has another grade, and one is there that has gone since.
func TestChangesOfTheLedgerAreListed(t *testing.T) {
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(t, err)
	now := releases.Of("", "", ledger)
	old := releases.Of("0.9", "2026-01-31", ledger)
	added := old.Entries[0].ID
	old.Entries = old.Entries[1:]
	old.Entries[0].Grade = "observed"
	old.Entries = append(old.Entries, releases.Entry{Side: result.ServerSide, ID: "OLD-01", Grade: "stated", Sections: "1", Digest: "0"})

	var out strings.Builder
	require.NoError(t, listChanges(&out, old, now, []*suite.Ledger{ledger}))
	require.Contains(t, out.String(), "What changed in the ledger since 0.9 (released on 2026-01-31): 3\n")
	require.Regexp(t, `(?m)^Added +`+added+` +server +`+ledger.Find(added).Statement[:10], out.String())
	require.Regexp(t, `(?m)^Regraded +`+old.Entries[0].ID+` +server +observed → `, out.String())
	require.Regexp(t, `(?m)^Removed +OLD-01 +server +see version 0.9`, out.String())

	out.Reset()
	require.NoError(t, listChanges(&out, now, now, []*suite.Ledger{ledger}))
	require.Contains(t, out.String(), "No requirement was added, removed or changed")
}
