//go:build unix

package cli

import (
	"os/signal"
	"syscall"
)

// ignoreTerminalStop lets a program in the background go on where it reads from
// its terminal: the reading fails, and the program is not stopped.
func ignoreTerminalStop() { signal.Ignore(syscall.SIGTTIN) }
