package proof

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/faults/partner"
	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/faults/variants"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// What reports quote as measured is about the whole catalogues. They may have grown
// since, where the suite is another by now.
func TestReportsQuoteTheWholeCatalogues(t *testing.T) {
	for side, held := range map[result.Side]wording.Measurement{
		result.ServerSide:  {Faults: len(server.Catalogue()), Variants: len(variants.All())},
		result.PartnerSide: {Faults: len(partner.Catalogue()), Variants: len(partner.Variants())},
	} {
		quoted := wording.Measured[side]
		require.LessOrEqual(t, quoted.Faults, held.Faults, side)
		require.LessOrEqual(t, quoted.Variants, held.Variants, side)
		if certify.Digest() == wording.MeasuredDigest {
			require.Equal(t, held, quoted, side)
		}
	}
}
