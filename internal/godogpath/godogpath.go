// Package godogpath unsets PATH while godog is initialised, because one of godog's
// dependencies then runs `go env` in every program that links it: that takes 20 ms of every
// start, and runs what somebody else may have put into PATH.
//
// Go initialises packages that are ready in the order of their import paths. This one needs
// only os, so its turn comes before that of godog. Whoever imports this package must import
// godog, and call Restore when it is initialised itself.
package godogpath

import "os"

var path, known = os.LookupEnv("PATH")

func init() {
	// An error leaves PATH as it is, and godog as slow as it was.
	_ = os.Unsetenv("PATH")
}

// Restore gives PATH back.
func Restore() {
	if known {
		_ = os.Setenv("PATH", path) // it was there before, so it can be
	}
}
