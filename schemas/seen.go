package schemas

import (
	"slices"
	"strconv"
	"strings"
)

// readings returns the readings that a body uses, valid or not.
func readings(root *node, part chunk) []Seen {
	w := &walker{}
	w.walk(root, part.value, true, nil)
	slices.SortStableFunc(w.seen, func(a, b sighting) int {
		if order := comparePaths(a.path, b.path); order != 0 {
			return order
		}
		return strings.Compare(a.Tolerance, b.Tolerance)
	})
	var seen []Seen
	for _, s := range w.seen {
		if part.start > 0 && s.path[0] != part.member {
			continue // the first chunk has reported it already
		}
		s.Path = join(part.shift(s.path))
		seen = append(seen, s.Seen)
	}
	return slices.Compact(seen)
}

type walker struct{ seen []sighting }

type sighting struct {
	Seen
	path []string
}

func (w *walker) walk(n *node, value any, present bool, path []string) {
	if !n.tolerates {
		return
	}
	if n.tolerance != nil {
		w.record(n.tolerance, value, present, path)
	}
	for _, part := range n.parts {
		w.walk(part, value, present, path)
	}
	for _, b := range n.branches {
		if b.then.tolerates && present && fits(b.condition, value) {
			w.walk(b.then, value, present, path)
		}
	}
	w.below(n, value, path)
}

func (w *walker) below(n *node, value any, path []string) {
	switch value := value.(type) {
	case object:
		for name, child := range n.properties {
			inner, present := value[name]
			w.walk(child, inner, present, extend(path, name))
		}
	case []any:
		if n.items == nil || !n.items.tolerates {
			return
		}
		for i, element := range value {
			w.walk(n.items, element, true, extend(path, strconv.Itoa(i)))
		}
	}
}

func (w *walker) record(t *tolerant, value any, present bool, path []string) {
	f := t.match(value, present)
	if f == nil {
		return
	}
	if t.named() {
		path = extend(path, f.members[0])
	}
	w.seen = append(w.seen, sighting{Seen{Tolerance: t.ID, Reading: f.Name}, path})
}

// match returns the first reading that fits the value, or nil. The normative reading comes first,
// so it wins if a value fits several.
func (t *tolerant) match(value any, present bool) *form {
	_, isObject := value.(object)
	for i := range t.forms {
		f := &t.forms[i]
		switch {
		case f.Absent:
			if !present {
				return f
			}
		case !present, t.named() && !isObject:
		case fits(f.schema, value):
			return f
		}
	}
	return nil
}

// named reports whether the readings are different names of one member. Such readings apply to
// the object that contains the member.
func (t *tolerant) named() bool {
	for _, f := range t.forms {
		if len(f.members) == 0 {
			return false
		}
	}
	return true
}

// Reading returns the reading that a value outside of a body uses. The value is a path or a
// header (string), an HTTP status (int), or nil if it is absent. The violation is nil if the
// settings allow the value.
func (s *Set) Reading(tolerance string, value any) (Seen, *Violation) {
	t := s.tolerances[tolerance]
	if t == nil {
		return Seen{}, &unjudged("there is no tolerance " + strconv.Quote(tolerance)).Violations[0]
	}
	present := value != nil
	if status, ok := value.(int); ok {
		value = number(status)
	}
	f := t.match(value, present)
	if f == nil || (t.pinned != nil && t.pinned.Name != f.Name) {
		fault := t.refuse(value, present)
		if f == nil {
			return Seen{Tolerance: tolerance}, &fault
		}
		return Seen{Tolerance: tolerance, Reading: f.Name}, &fault
	}
	return Seen{Tolerance: tolerance, Reading: f.Name}, nil
}

func (t *tolerant) refuse(value any, present bool) Violation {
	var titles []string
	for _, f := range t.forms {
		if t.pinned == nil || t.pinned.Name == f.Name {
			titles = append(titles, f.Title)
		}
	}
	fault := violation("", strings.Join(titles, " or "), value, present)
	fault.Section = t.Sections[0]
	fault.Message = t.Title + ": " + fault.Actual + ", expected " + fault.Expected
	return fault
}

// extend returns the path with one more segment. It never changes memory that other paths share.
func extend(path []string, segment string) []string {
	return append(path[:len(path):len(path)], segment)
}
