package schemas

import (
	"slices"

	"github.com/xeipuuv/gojsonschema"
)

// choice is a place where a value fits none of the readings of a tolerance.
// The library then tells of the reading that came closest, which misleads: a
// reader needs one line with all readings, or the fault within the reading
// that was clearly meant.
type choice struct {
	place
	tolerance *tolerant
}

func (c compiled) choices(value any, errors []gojsonschema.ResultError) []choice {
	var choices []choice
	for _, e := range errors {
		if e.Type() != "number_any_of" {
			continue
		}
		p := locate(c.root, value, contextOf(e))
		if t := p.tolerance(); t != nil {
			choices = append(choices, choice{place: p, tolerance: t})
		}
	}
	return choices
}

// covers tells whether an error at that path is about this choice.
func (c choice) covers(path []string) bool {
	if slices.Equal(path, c.path) {
		return true
	}
	if len(path) <= len(c.path) || !slices.Equal(path[:len(c.path)], c.path) {
		return false
	}
	for _, f := range c.tolerance.forms {
		if slices.Contains(f.members, path[len(c.path)]) {
			return true
		}
	}
	return false
}

func (c choice) faults() []fault {
	value, isObject := c.value.(object)
	switch {
	case c.tolerance.named():
		return []fault{c.misnamed(value)}
	case isObject:
		if meant := c.meant(); meant != nil {
			return c.within(meant)
		}
	}
	v := violation(join(c.path), c.words(), c.value, true)
	v.Section = c.section
	return []fault{{path: c.path, Violation: v}}
}

// words names all readings; it stands on the tolerance's own node.
func (c choice) words() string {
	for _, n := range c.nodes {
		if n.tolerance != nil {
			return n.title
		}
	}
	return c.expected()
}

// misnamed tells of the member that stands there under one of its names with
// a wrong value, or under none.
func (c choice) misnamed(value object) fault {
	name := c.tolerance.forms[0].members[0]
	for _, f := range c.tolerance.forms {
		if _, present := value[f.members[0]]; present {
			name = f.members[0]
			break
		}
	}
	path := extend(c.path, name)
	inner, present := value[name]
	v := violation(join(path), c.words(), inner, present)
	v.Section = c.tolerance.Sections[0]
	return fault{path: path, Violation: v}
}

// meant returns the one reading that is an object.
func (c choice) meant() *form {
	forms := c.tolerance.allowed()
	for i := range forms {
		if len(forms[i].members) > 0 {
			return &forms[i]
		}
	}
	return nil
}

func (c choice) within(meant *form) []fault {
	result, err := meant.schema.Validate(gojsonschema.NewRawLoader(c.value))
	if err != nil {
		return nil
	}
	inner := compiled{schema: meant.schema, root: meant.node}
	faults := inner.faults(c.value, result.Errors())
	for i := range faults {
		f := &faults[i]
		f.path = append(slices.Clone(c.path), f.path...)
		p := locate(meant.node, c.value, f.path[len(c.path):])
		f.Violation = violation(join(f.path), f.Expected, p.value, p.present)
		f.Section = c.tolerance.Sections[0]
	}
	return faults
}
