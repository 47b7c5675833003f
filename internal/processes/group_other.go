//go:build !unix && !windows

package processes

import "os/exec"

// Group is a command. Where a system has neither process groups nor job objects,
// what it starts is out of reach.
type Group struct{ cmd *exec.Cmd }

func NewGroup(cmd *exec.Cmd) (*Group, error) { return &Group{cmd}, nil }

func (g *Group) started() error { return nil }
func (g *Group) End() error     { return g.cmd.Process.Kill() }
func (g *Group) Kill() error    { return nil }
func (g *Group) Close() error   { return nil }
