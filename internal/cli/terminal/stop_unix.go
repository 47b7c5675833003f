//go:build unix

package terminal

import (
	"os/signal"
	"syscall"
)

// IgnoreStop makes sure that the system does not stop a program in the background when it reads
// from its terminal. The read fails instead.
func IgnoreStop() { signal.Ignore(syscall.SIGTTIN) }
