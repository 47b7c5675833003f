package identity

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNoTwoUnusualPeopleAreOne holds that people of one run, and of runs whose marks end
// alike, keep id numbers of their own when these begin with 0.
func TestNoTwoUnusualPeopleAreOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := make(map[string]int64)
	for _, mark := range []int64{91_423, 81_423, 1_423} {
		for n := range int64(4_000) {
			id := invent(rng, mark, n, 2031).WithUnusualContact().IDNumber
			first, known := seen[id]
			require.False(t, known, "%d and %d share %s", first, n, id)
			require.Equal(t, byte('0'), id[0])
			seen[id] = n
		}
	}
}
