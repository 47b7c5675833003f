// Package processes runs a command so that assay can end it together with all processes that it
// has started.
package processes

// Start starts the command of a group. If the started command cannot be kept in the group, it has
// been killed, and Start waits for its end.
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
