package server

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults/variants"
)

func TestMasked(t *testing.T) {
	for _, c := range []struct {
		fault, by string
		masked    bool
	}{
		{"send-otp-body-empty", "send-otp-body-two-values", true},
		{"send-otp-body-empty", "verify-otp-body-two-values", false},
		{"cache-stranger-forever", "unknown-customer-by-last-four", true},
		{"unknown-customer-by-last-four", "cache-stranger-forever", false},
		{"ids-replaces-looks", "unknown-item-by-first-half", true},
		{"send-otp-to-any-phone-for-the-real-one", "verify-otp-ignores-phone", true},
		{"send-otp-to-any-phone", "verify-otp-ignores-phone", false},
		{"verify-otp-nobody-null", "verify-new-message", true},
		{"verify-otp-nobody-but-a-customer", "verify-new-message", false},
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
	for _, v := range variants.All() {
		ids = append(ids, v.ID)
	}
	require.Empty(t, Maskings.Unknown(ids))
}
