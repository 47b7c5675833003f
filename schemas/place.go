package schemas

import (
	"strconv"

	"github.com/xeipuuv/gojsonschema"
)

// place is a place in a body, with the schemas that apply to it.
type place struct {
	path    []string
	value   any
	present bool
	nodes   []*node // every schema that applies here
	section string
}

// locate follows a path down a body, and through the schemas at the same time.
func locate(root *node, value any, path []string) place {
	p := place{path: path, value: value, present: true, nodes: root.applying(value)}
	p.section = p.ownSection()
	for _, segment := range path {
		p.descend(segment)
	}
	return p
}

func (p *place) descend(segment string) {
	var next []*node
	for _, n := range p.nodes {
		if child := n.properties[segment]; child != nil {
			next = append(next, child)
		} else if _, ok := p.value.([]any); ok && n.items != nil {
			next = append(next, n.items)
		}
	}
	p.value, p.present = member(p.value, segment)
	p.nodes = nil
	for _, n := range next {
		p.nodes = append(p.nodes, n.applying(p.value)...)
	}
	if section := p.ownSection(); section != "" {
		p.section = section
	}
}

func (p *place) ownSection() string {
	for _, n := range p.nodes {
		if n.section != "" {
			return n.section
		}
	}
	return ""
}

// expected says in words what the schemas require here.
func (p *place) expected() string {
	for _, n := range p.nodes {
		if n.title != "" {
			return n.title
		}
	}
	return ""
}

// tolerance returns the tolerance that applies here, or nil.
func (p *place) tolerance() *tolerant {
	for _, n := range p.nodes {
		if n.tolerance != nil {
			return n.tolerance
		}
	}
	return nil
}

// applying returns the node and all other nodes that judge the same value.
func (n *node) applying(value any) []*node {
	all := []*node{n}
	for _, part := range n.parts {
		all = append(all, part.applying(value)...)
	}
	for _, b := range n.branches {
		if fits(b.condition, value) {
			all = append(all, b.then.applying(value)...)
		}
	}
	if n.tolerance != nil {
		for _, f := range n.tolerance.allowed() {
			all = append(all, f.node.applying(value)...)
		}
	}
	return all
}

// allowed returns the forms with a value that the setting allows.
func (t *tolerant) allowed() []form {
	var forms []form
	for _, f := range t.forms {
		if !f.Absent && (t.pinned == nil || t.pinned.Name == f.Name) {
			forms = append(forms, f)
		}
	}
	return forms
}

// member returns the value under a name or an index.
func member(value any, segment string) (any, bool) {
	switch value := value.(type) {
	case object:
		child, ok := value[segment]
		return child, ok
	case []any:
		if i, err := strconv.Atoi(segment); err == nil && i >= 0 && i < len(value) {
			return value[i], true
		}
	}
	return nil, false
}

func fits(schema *gojsonschema.Schema, value any) bool {
	result, err := schema.Validate(gojsonschema.NewRawLoader(value))
	return err == nil && result.Valid()
}
