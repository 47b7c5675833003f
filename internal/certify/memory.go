package certify

import (
	"os"
	"runtime/debug"
)

// How a program that certifies one target keeps its memory: it lets garbage
// gather while there is little of it, for a run is short, and collects it sooner
// where answers are large, for what a target sends is held to the end.
const (
	gatherPercent = 300
	softMemory    = 160 << 20 // octets
)

// TuneMemory sets the collector of this process for a run and returns what sets
// it back. Who has set GOGC has decided already.
func TuneMemory() (restore func()) {
	limit := debug.SetMemoryLimit(softMemory)
	if os.Getenv("GOGC") != "" {
		return func() { debug.SetMemoryLimit(limit) }
	}
	percent := debug.SetGCPercent(gatherPercent)
	return func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}
}
