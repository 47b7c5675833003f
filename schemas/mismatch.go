package schemas

import (
	"slices"

	"github.com/xeipuuv/gojsonschema"
)

// toleranceMismatch is a place where a value fits none of the readings of a tolerance. The
// library then reports the reading that fits best, which is misleading. A reader needs one line
// with all the readings, or the fault within the reading that was clearly meant.
type toleranceMismatch struct {
	place
	tolerance *tolerant
}

func (c compiled) mismatches(value any, errors []gojsonschema.ResultError) []toleranceMismatch {
	var mismatches []toleranceMismatch
	for _, e := range errors {
		if e.Type() != "number_any_of" {
			continue
		}
		p := locate(c.root, value, contextOf(e))
		if t := p.tolerance(); t != nil {
			mismatches = append(mismatches, toleranceMismatch{place: p, tolerance: t})
		}
	}
	return mismatches
}

// covers reports whether an error at that path is about this mismatch.
func (m toleranceMismatch) covers(path []string) bool {
	if slices.Equal(path, m.path) {
		return true
	}
	if len(path) <= len(m.path) || !slices.Equal(path[:len(m.path)], m.path) {
		return false
	}
	for _, f := range m.tolerance.forms {
		if slices.Contains(f.members, path[len(m.path)]) {
			return true
		}
	}
	return false
}

func (m toleranceMismatch) faults() []fault {
	value, isObject := m.value.(object)
	switch {
	case m.tolerance.named():
		return []fault{m.misnamed(value)}
	case isObject:
		if meant := m.meant(); meant != nil {
			return m.within(meant)
		}
	}
	v := violation(join(m.path), m.words(), m.value, true)
	v.Section = m.section
	v.setWant(m.tolerance.want())
	return []fault{{path: m.path, Violation: v}}
}

// words returns the title of the tolerance's own node, which names all the readings.
func (m toleranceMismatch) words() string {
	for _, n := range m.nodes {
		if n.tolerance != nil {
			return n.title
		}
	}
	return m.expected()
}

// misnamed describes a member that has a wrong value under one of its possible names, or that
// exists under none of them.
func (m toleranceMismatch) misnamed(value object) fault {
	name := m.tolerance.forms[0].members[0]
	for _, f := range m.tolerance.forms {
		if _, present := value[f.members[0]]; present {
			name = f.members[0]
			break
		}
	}
	path := extend(m.path, name)
	inner, present := value[name]
	v := violation(join(path), m.words(), inner, present)
	v.Want = "there"
	v.Section = m.tolerance.Sections[0]
	return fault{path: path, Violation: v}
}

// meant returns the one reading that is an object.
func (m toleranceMismatch) meant() *form {
	forms := m.tolerance.allowed()
	for i := range forms {
		if len(forms[i].members) > 0 {
			return &forms[i]
		}
	}
	return nil
}

func (m toleranceMismatch) within(meant *form) []fault {
	result, err := meant.schema.Validate(gojsonschema.NewRawLoader(m.value))
	if err != nil {
		return nil
	}
	inner := compiled{schema: meant.schema, root: meant.node}
	faults := inner.faults(m.value, result.Errors())
	for i := range faults {
		f := &faults[i]
		f.path = append(slices.Clone(m.path), f.path...)
		p := locate(meant.node, m.value, f.path[len(m.path):])
		f.Violation = violation(join(f.path), f.Expected, p.value, p.present)
		f.setWant(p.want())
		f.Section = m.tolerance.Sections[0]
	}
	return faults
}
