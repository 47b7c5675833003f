package partner

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMasked(t *testing.T) {
	for _, c := range []struct {
		fault, by string
		masked    bool
	}{
		{"customer-lookup/phone-as-national-id", "send-otp/phone_number-wrong-4", true},
		{"customer-lookup/phone-as-national-id", "verify-otp/phone_number-wrong-4", false},
		{"send-otp/id-as-name", "send-otp/id_number-wrong-2", true},
		{"create-limit/id-as-name", "send-otp/id_number-wrong-2", false},
		{"verify-otp/otp-in-address", "verify-otp/otp-wrong-3", true},
		{"update-purchases/items-dropped", "update-purchases/as-an-order", true},
		{"update-purchases/no-items", "update-purchases/as-an-order", true},
	} {
		require.Equal(t, c.masked, Maskings.MaskedBy(c.fault, c.by) != "", "%s beside %s", c.fault, c.by)
	}
}

// A pair of which one is no longer in the catalogue would hide nothing, and say so.
func TestMaskedFaultsAreInTheCatalogue(t *testing.T) {
	var ids []string
	for _, f := range Catalogue() {
		ids = append(ids, f.ID)
	}
	for _, v := range Variants() {
		ids = append(ids, v.ID)
	}
	require.Empty(t, Maskings.Unknown(ids))
}
