package suite_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/features"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

func TestLedgerLoads(t *testing.T) {
	ledger, err := suite.Load(features.Files, result.ServerSide)
	require.NoError(t, err)
	n := 0
	for _, r := range ledger.Requirements {
		n += len(r.Checks)
	}
	t.Logf("%d requirements, %d checks", len(ledger.Requirements), n)
}
