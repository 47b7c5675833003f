package server

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCatalogueIsWellFormed(t *testing.T) {
	seen := make(map[string]bool)
	form := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, f := range Catalogue() {
		require.Regexp(t, form, f.ID)
		require.False(t, seen[f.ID], "%s stands twice", f.ID)
		require.NotEmpty(t, f.Why, f.ID)
		require.Regexp(t, `^[A-Z]{3}-\d\d$`, f.Breaks, f.ID)
		require.NotNil(t, f.Mutator, f.ID)
		seen[f.ID] = true
	}
	require.GreaterOrEqual(t, len(seen), 400)
	t.Logf("%d faults", len(seen))
}
