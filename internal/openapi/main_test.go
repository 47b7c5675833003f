package openapi

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets garbage gather: collecting it took a quarter of the time of the runs.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
