//go:build unix

package processes

import (
	"errors"
	"os/exec"
	"syscall"
)

// Group is a command with all processes that it starts. It is a separate process group.
type Group struct{ cmd *exec.Cmd }

// NewGroup prepares a command that has not been started.
func NewGroup(cmd *exec.Cmd) (*Group, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &Group{cmd}, nil
}

// started is called after the command was started.
func (g *Group) started() error { return nil }

// End asks every process of the group to end.
func (g *Group) End() error { return g.signal(syscall.SIGTERM) }

// Kill kills every remaining process of the group.
func (g *Group) Kill() error { return g.signal(syscall.SIGKILL) }

// Close releases the group.
func (g *Group) Close() error { return nil }

func (g *Group) signal(signal syscall.Signal) error {
	err := syscall.Kill(-g.cmd.Process.Pid, signal)
	if errors.Is(err, syscall.ESRCH) {
		return nil // no process of the group is left
	}
	return err
}
