//go:build race

package proof

// Under the race detector a run takes ten times as long: a sample of the
// catalogue runs whole, the rest is left to the plain run.
const raceEnabled = true
