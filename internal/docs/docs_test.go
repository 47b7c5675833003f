package docs

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
)

var update = flag.Bool("update", false, "write the pages anew")

// pages are those of docs/ that have a source.
func pages(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{
		"tolerances.md":   Tolerances(schemas.Register()),
		"requirements.md": Requirements(side{"A server build", ledger(t, result.ServerSide)}, side{"A partner build", ledger(t, result.PartnerSide)}),
	}
}

func ledger(t *testing.T, side result.Side) *suite.Ledger {
	t.Helper()
	l, err := certify.Ledger(side)
	require.NoError(t, err)
	return l
}

func TestPagesAreFresh(t *testing.T) {
	for name, want := range pages(t) {
		path := filepath.Join("..", "..", "docs", name)
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
		}
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, want, string(got), "docs/%s is stale: go generate ./internal/docs", name)
	}
}

func TestEscapeStaysInItsCell(t *testing.T) {
	require.Equal(t, `a \| b &lt;id> \*c\* order\_id d`, escape("a | b <id> *c* order_id\nd"))
}
