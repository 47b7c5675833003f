package proof_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults/partner"
	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/faults/variants"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// What reports quote as measured is about the catalogues as they are.
func TestReportsQuoteTheWholeCatalogues(t *testing.T) {
	require.Equal(t, len(server.Catalogue()), wording.Measured[result.ServerSide].Faults)
	require.Equal(t, len(variants.All()), wording.Measured[result.ServerSide].Variants)
	require.Equal(t, len(partner.Catalogue()), wording.Measured[result.PartnerSide].Faults)
	require.Equal(t, len(partner.Variants()), wording.Measured[result.PartnerSide].Variants)
}
