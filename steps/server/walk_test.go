package server

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/payload"
)

func TestWalksMeetAndStayShort(t *testing.T) {
	for seed := range uint64(200) {
		walk := planWalk(rand.New(rand.NewPCG(seed, 1)))
		require.True(t, meetings(walk), "seed %d", seed)
		require.LessOrEqual(t, len(walk), 45, "seed %d", seed)
		require.Equal(t, walk, planWalk(rand.New(rand.NewPCG(seed, 1))), "a seed repeats its walk")
	}
}

func TestWalksMakeDocumentedMovesOnly(t *testing.T) {
	for seed := range uint64(200) {
		states := make(map[[2]int]int)
		for _, d := range planWalk(rand.New(rand.NewPCG(seed, 1))) {
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

func TestMixturesMeetInEveryTriple(t *testing.T) {
	for a := range 8 {
		for b := range a {
			for c := range b {
				met := make(map[int]bool)
				for row := range payload.Mixtures {
					m := payload.Mixture(row)
					met[m>>a&1|m>>b&1<<1|m>>c&1<<2] = true
				}
				require.Len(t, met, 8, "choices %d, %d, %d", a, b, c)
			}
		}
	}
}
