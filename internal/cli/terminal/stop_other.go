//go:build !unix

package terminal

// IgnoreStop does nothing where no signal stops who reads from a terminal.
func IgnoreStop() {}
