package identity

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoTwoUnusualPeopleAreOne holds that people whose numbers in a run differ by a thousand
// keep id numbers of their own when these begin with 0.
func TestNoTwoUnusualPeopleAreOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := make(map[string]int64)
	for n := range int64(4_000) {
		id := invent(rng, 91_423, n).WithUnusualContact().IDNumber
		first, known := seen[id]
		require.False(t, known, "%d and %d share %s", first, n, id)
		require.Equal(t, byte('0'), id[0])
		seen[id] = n
	}
}
