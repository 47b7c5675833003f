package schemas

import (
	"slices"
	"strings"
)

// want says as data what a schema requires of a value: how the value is compared, and with what.
type want struct{ how, what string }

// wantOf returns what a schema itself requires of its value, without its parts. It is empty if
// the schema does not require a single thing.
func wantOf(schema object) want {
	if value, ok := schema["const"]; ok {
		return want{"equal", raw(value)}
	}
	if values, ok := schema["enum"].([]any); ok {
		return want{"one-of", raw(values)}
	}
	if pattern, ok := schema["pattern"].(string); ok {
		return want{"match", pattern}
	}
	if format, ok := schema["format"].(string); ok && formatPatterns[format] != "" {
		return want{"match", formatPatterns[format]}
	}
	if schema["minLength"] != nil {
		return want{"match", "."}
	}
	if not, ok := schema["not"].(object); ok && len(not) == 0 {
		return want{"absent", ""}
	}
	types := texts(schema["type"])
	if name, ok := schema["type"].(string); ok {
		types = []string{name}
	}
	if len(types) == 0 {
		return want{}
	}
	return want{"type", strings.Join(types, " or ")}
}

// formatPatterns are the formats as patterns. A pattern cannot check the calendar.
var formatPatterns = map[string]string{
	"utc-milliseconds":    UTCPattern(`%s[.,][0-9]{3}`),
	"utc-other-precision": UTCPattern(`(%s([.,][0-9]+)?)?`),
	"date-month-first":    `^(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01])/[0-9]{4}$`,
	"date-day-first":      `^(0[1-9]|[12][0-9]|3[01])/(0[1-9]|1[0-2])/[0-9]{4}$`,
}

// UTCPattern returns a pattern for the two forms that ISO 8601 has for a time in UTC. The
// argument is the part that follows the minutes, in which %s stands for the seconds.
func UTCPattern(seconds string) string {
	return `^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}` + strings.ReplaceAll(seconds, "%s", ":[0-9]{2}") + `(Z|[+]00(:00)?)` +
		`|[0-9]{8}T[0-9]{4}` + strings.ReplaceAll(seconds, "%s", "[0-9]{2}") + `(Z|[+]00(00)?))$`
}

// want returns what the schemas require at a place. Requirements of a type come last: the result
// is the first requirement that is not a type, or else the first type.
func (p *place) want() want {
	if t := p.tolerance(); t != nil {
		return t.want()
	}
	first := want{}
	for _, n := range p.nodes {
		switch {
		case n.want.how == "":
		case n.want.how != "type":
			return n.want
		case first.how == "":
			first = n.want
		}
	}
	return first
}

// want returns what the readings require together: one of several patterns, or one of several
// types.
func (t *tolerant) want() want {
	var patterns, types []string
	for _, f := range t.allowed() {
		w := f.node.ownWant(3)
		switch w.how {
		case "match":
			patterns = append(patterns, w.what)
			types = append(types, "string")
		case "one-of":
			types = append(types, "string")
		case "type":
			types = append(types, strings.Split(w.what, " or ")...)
		default:
			return want{}
		}
	}
	if len(patterns) > 0 && len(patterns) == len(t.allowed()) {
		return want{"match", strings.Join(patterns, "|")}
	}
	slices.Sort(types)
	return want{"type", strings.Join(slices.Compact(types), " or ")}
}

// ownWant returns what a node requires, or what one of its parts requires, down to the given depth.
func (n *node) ownWant(depth int) want {
	for _, part := range n.parts {
		if w := part.ownWant(depth - 1); depth > 0 && w.how != "" {
			return w
		}
	}
	return n.want
}

func (v *Violation) setWant(w want) { v.Want, v.Wanted = w.how, w.what }
