// Package godogpath unsets PATH while godog is initialised. One of godog's dependencies runs `go
// env` at that time in every program that links it. This takes 20 ms of every start, and runs
// any program named go that is in PATH.
//
// Go initialises packages that are ready in the order of their import paths. This package needs
// only os, so it is initialised before godog. A package that imports it must import godog, and
// call Restore in its own init.
package godogpath

import "os"

var path, known = os.LookupEnv("PATH")

func init() {
	// After an error PATH stays as it is, and godog is as slow as before.
	_ = os.Unsetenv("PATH")
}

// Restore sets PATH to its old value.
func Restore() {
	if known {
		_ = os.Setenv("PATH", path) // it was set before, so it can be set
	}
}
