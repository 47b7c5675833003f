//go:build !unix

package terminal

// IgnoreStop does nothing, because on this system no signal stops a program that reads from a
// terminal.
func IgnoreStop() {}
