//go:build !unix && !windows

package cli

import "os/exec"

// group is a command. Where a system has neither process groups nor job objects,
// what it starts is out of reach.
type group struct{ cmd *exec.Cmd }

func newGroup(cmd *exec.Cmd) (*group, error) { return &group{cmd}, nil }

func (g *group) started() error { return nil }
func (g *group) end() error     { return g.cmd.Process.Kill() }
func (g *group) kill() error    { return nil }
func (g *group) close() error   { return nil }
