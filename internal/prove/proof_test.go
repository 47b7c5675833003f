package prove

import (
	"math/rand/v2"
	"runtime"
)

// workers is how many builds are certified side by side: a run waits now and
// then, for a clock to move on.
func workers() int { return 2 * runtime.GOMAXPROCS(0) }

// sample draws n of a list, the same ones each time.
func sample[T any](all []T, n int) []T {
	rng := rand.New(rand.NewPCG(1, 2))
	drawn := make([]T, 0, n)
	for _, i := range rng.Perm(len(all))[:n] {
		drawn = append(drawn, all[i])
	}
	return drawn
}
