//go:build unix

package terminal

import (
	"os/signal"
	"syscall"
)

// IgnoreStop lets a program in the background go on where it reads from
// its terminal: the reading fails, and the program is not stopped.
func IgnoreStop() { signal.Ignore(syscall.SIGTTIN) }
