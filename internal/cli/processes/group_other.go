//go:build !unix && !windows

package processes

import "os/exec"

// Group is a command. This system has neither process groups nor job objects, so assay cannot end
// the processes that the command starts.
type Group struct{ cmd *exec.Cmd }

func NewGroup(cmd *exec.Cmd) (*Group, error) { return &Group{cmd}, nil }

func (g *Group) started() error { return nil }
func (g *Group) End() error     { return g.cmd.Process.Kill() }
func (g *Group) Kill() error    { return nil }
func (g *Group) Close() error   { return nil }
