//go:build unix

package cli

import (
	"errors"
	"os/exec"
	"syscall"
)

// group is a command with all that it starts: a process group of its own.
type group struct{ cmd *exec.Cmd }

// newGroup prepares a command that is not started yet.
func newGroup(cmd *exec.Cmd) (*group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &group{cmd}, nil
}

// started is called once the command is started.
func (g *group) started() error { return nil }

// end asks every process of the group to end.
func (g *group) end() error { return g.signal(syscall.SIGTERM) }

// kill ends every process of the group that is left.
func (g *group) kill() error { return g.signal(syscall.SIGKILL) }

// close lets go of the group.
func (g *group) close() error { return nil }

func (g *group) signal(signal syscall.Signal) error {
	err := syscall.Kill(-g.cmd.Process.Pid, signal)
	if errors.Is(err, syscall.ESRCH) {
		return nil // nothing of it is left
	}
	return err
}
