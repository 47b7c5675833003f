package certify_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets garbage gather: the tests make hundreds of whole runs, and collecting
// it took a quarter of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
