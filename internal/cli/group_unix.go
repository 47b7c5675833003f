//go:build unix

package cli

import (
	"errors"
	"os/exec"
	"syscall"
)

// ownGroup starts a command in a process group of its own, so that what it starts
// can be ended with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup asks every process of a command's group to end.
func endGroup(cmd *exec.Cmd) error { return signalGroup(cmd, syscall.SIGTERM) }

// killGroup ends every process of a command's group that is left.
func killGroup(cmd *exec.Cmd) error { return signalGroup(cmd, syscall.SIGKILL) }

func signalGroup(cmd *exec.Cmd, signal syscall.Signal) error {
	err := syscall.Kill(-cmd.Process.Pid, signal)
	if errors.Is(err, syscall.ESRCH) {
		return nil // nothing of it is left
	}
	return err
}
