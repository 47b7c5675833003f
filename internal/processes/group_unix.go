//go:build unix

package processes

import (
	"errors"
	"os/exec"
	"syscall"
)

// Group is a command with all that it starts: a process group of its own.
type Group struct{ cmd *exec.Cmd }

// NewGroup prepares a command that is not started yet.
func NewGroup(cmd *exec.Cmd) (*Group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &Group{cmd}, nil
}

// started is called once the command is started.
func (g *Group) started() error { return nil }

// End asks every process of the group to end.
func (g *Group) End() error { return g.signal(syscall.SIGTERM) }

// Kill ends every process of the group that is left.
func (g *Group) Kill() error { return g.signal(syscall.SIGKILL) }

// Close lets go of the group.
func (g *Group) Close() error { return nil }

func (g *Group) signal(signal syscall.Signal) error {
	err := syscall.Kill(-g.cmd.Process.Pid, signal)
	if errors.Is(err, syscall.ESRCH) {
		return nil // nothing of it is left
	}
	return err
}
