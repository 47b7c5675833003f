// Package nopath keeps PATH from godog while it is loaded. One of its packages runs
// `go env` then, whatever program it is linked into: that takes 20 ms of every start,
// and runs what somebody else may have put into PATH.
//
// Packages that are ready are initialised in the order of their import paths. This one
// needs only os, so its turn comes before that of godog. Whoever imports this package must import
// godog, and call Restore when it is initialised itself.
package nopath

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
