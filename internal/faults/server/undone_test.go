package server

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUndone(t *testing.T) {
	for _, c := range []struct {
		fault, beside string
		undone        bool
	}{
		{"send-otp-body-empty", "send-otp-body-two-values", true},
		{"send-otp-body-empty", "verify-otp-body-two-values", false},
		{"cache-stranger-forever", "unknown-customer-by-last-four", true},
		{"unknown-customer-by-last-four", "cache-stranger-forever", false},
		{"ids-replaces-looks", "unknown-item-by-first-half", true},
		{"send-otp-to-any-phone-for-the-real-one", "verify-otp-ignores-phone", true},
		{"send-otp-to-any-phone", "verify-otp-ignores-phone", false},
	} {
		require.Equal(t, c.undone, Undone(c.fault, c.beside) != "", "%s beside %s", c.fault, c.beside)
	}
}

// A pair of which one is no longer in the catalogue would hide nothing, and say so.
func TestUndoneFaultsAreInTheCatalogue(t *testing.T) {
	for _, u := range undone {
		for _, pattern := range []string{u.fault, u.beside} {
			found := false
			for _, f := range Catalogue() {
				found = found || matches(pattern, f.ID)
			}
			require.True(t, found, pattern)
		}
	}
}
