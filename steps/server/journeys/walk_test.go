package journeys

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWalksMeetAndStayShort(t *testing.T) {
	for seed := range uint64(200) {
		walk := planWalk(rand.New(rand.NewPCG(seed, 1)), 3)
		require.True(t, coversInteractions(walk), "seed %d", seed)
		require.LessOrEqual(t, len(walk), 45, "seed %d", seed)
		require.Equal(t, walk, planWalk(rand.New(rand.NewPCG(seed, 1)), 3), "a seed repeats its walk")
	}
}

func TestWalksMakeDocumentedMovesOnly(t *testing.T) {
	for seed := range uint64(200) {
		states := make(map[[2]int]int)
		for _, d := range planWalk(rand.New(rand.NewPCG(seed, 1)), 3) {
			for _, i := range d.items {
				was := states[[2]int{d.order, i}]
				switch d.verb {
				case "update":
					require.Equal(t, waiting, was)
					states[[2]int{d.order, i}] = inHand
				case "cancel":
					require.NotEqual(t, gone, was)
					states[[2]int{d.order, i}] = gone
				}
			}
		}
	}
}
