// Package processes runs a command so that it can be ended with all that it has
// started.
package processes

// Start starts the command of a group. One that was started and cannot be kept in
// the group has been ended, and is waited for.
func (g *Group) Start() error {
	if err := g.cmd.Start(); err != nil {
		return err
	}
	if err := g.started(); err != nil {
		_ = g.cmd.Wait() // it was killed
		return err
	}
	return nil
}
