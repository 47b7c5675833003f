package options

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/identity"
)

// TestConfigOffersTheAlphabets holds that a config may name each alphabet that
// names can be invented in, and no other.
func TestConfigOffersTheAlphabets(t *testing.T) {
	require.Equal(t, identity.Alphabets(), config.Alphabets())
}
