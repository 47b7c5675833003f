package schemas

// Beyond reports whether the document has a member that none of the schemas in names knows. It
// looks only at objects for which at least one of the schemas names members.
func (d *Document) Beyond(names ...string) bool {
	if d.guard != nil {
		return false
	}
	value, err := d.decoded()
	if err != nil {
		return false
	}
	var roots []*node
	for _, name := range names {
		if schema, ok := d.set.schemas[name]; ok {
			roots = append(roots, schema.root)
		}
	}
	return beyond(roots, value)
}

func beyond(nodes []*node, value any) bool {
	nodes = applying(nodes)
	switch value := value.(type) {
	case object:
		return beyondObject(nodes, value)
	case []any:
		var items []*node
		for _, n := range nodes {
			if n.items != nil {
				items = append(items, n.items)
			}
		}
		for _, element := range value {
			if beyond(items, element) {
				return true
			}
		}
	}
	return false
}

func beyondObject(nodes []*node, value object) bool {
	known := make(map[string][]*node)
	for _, n := range nodes {
		for name, child := range n.properties {
			known[name] = append(known[name], child)
		}
	}
	if len(known) == 0 {
		return false // no schema says anything about this object
	}
	for name, member := range value {
		if below, named := known[name]; !named || beyond(below, member) {
			return true
		}
	}
	return false
}

// applying returns the nodes and all other nodes that apply to the same value: their parts, their
// branches (also if the condition is false), and all the readings of their tolerances.
func applying(nodes []*node) []*node {
	var all []*node
	for _, n := range nodes {
		all = append(all, n)
		all = append(all, applying(n.parts)...)
		for _, b := range n.branches {
			all = append(all, applying([]*node{b.then})...)
		}
		if n.tolerance == nil {
			continue
		}
		for _, f := range n.tolerance.forms {
			if f.node != nil {
				all = append(all, applying([]*node{f.node})...)
			}
		}
	}
	return all
}
