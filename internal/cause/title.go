package cause

func (g *group) title() string { return g.first().Message }
