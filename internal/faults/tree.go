package faults

import (
	"maps"
	"slices"
	"strings"
)

// A path names members of a JSON tree, joined by dots. On an array, * is every
// element, last is the last of several, and a further name goes on in each.
const (
	every = "*"
	last  = "last"
)

// get gives the value at a path without * or last; nil when there is none.
func get(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		o, ok := v.(object)
		if !ok {
			return nil
		}
		v = o[name]
	}
	return v
}

// visit calls do with every object that holds the member at the end of a path.
func visit(v any, path string, do func(holder object, name string)) {
	name, rest, more := strings.Cut(path, ".")
	switch v := v.(type) {
	case []any:
		for i, each := range v {
			if name == every || (name == last && i == len(v)-1 && i > 0) {
				visit(each, rest, do)
			}
		}
	case object:
		switch {
		case name == every: // data of one record: the path is the same
			visit(v, rest, do)
		case name == last:
		case more:
			visit(v[name], rest, do)
		default:
			do(v, name)
		}
	}
}

// change replaces every value at a path.
func change(v any, path string, by func(any) any) {
	visit(v, path, func(holder object, name string) {
		if was, ok := holder[name]; ok {
			holder[name] = by(was)
		}
	})
}

// drop removes every member at a path.
func drop(v any, path string) {
	visit(v, path, func(holder object, name string) { delete(holder, name) })
}

// copied is a deep copy, for what a plant keeps beyond one call.
func copied(v any) any {
	switch v := v.(type) {
	case object:
		all := maps.Clone(v)
		for name := range all {
			all[name] = copied(all[name])
		}
		return all
	case []any:
		all := slices.Clone(v)
		for i := range all {
			all[i] = copied(all[i])
		}
		return all
	}
	return v
}
