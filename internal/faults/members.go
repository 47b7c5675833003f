package faults

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

// spoiling is one way to spoil a member: by what it does to the value.
type spoiling struct {
	verb string // in the id
	why  string // after the member's name
	by   func(any) any
}

// dropped is what a spoiling gives for a member that shall not be there.
type dropped struct{}

// spoilings are the ways to spoil a member of a kind.
func spoilings(k kind) []spoiling {
	all := []spoiling{{"drops", "is not there", func(any) any { return dropped{} }}}
	switch k {
	case aNull:
		return append(all, spoiling{"fills", "is not null", func(any) any { return object{} }})
	case aNullableText, aNullableObject:
	default:
		all = append(all, spoiling{"nulls", "is null", func(any) any { return nil }})
	}
	all = append(all, spoiling{"mistypes", "is of another JSON type", mistyped})
	return append(all, misformed[k]...)
}

// mistyped is a value of another JSON type that says the same, as far as one
// can: this is what a careless build sends.
func mistyped(v any) any {
	switch v := v.(type) {
	case string:
		return json.Number("20")
	case json.Number:
		return v.String()
	case bool:
		return fmt.Sprint(v)
	case object:
		return []any{v}
	case []any:
		if len(v) > 0 {
			return v[0]
		}
		return object{}
	}
	return json.Number("20") // of null, where text may stand
}

// misformed holds the spoilings that keep the type and break the format.
var misformed = map[kind][]spoiling{
	aUUID:     {{"misforms", "is no UUID", constant("4711")}},
	anInteger: {{"splits", "has a fraction", constant(json.Number("1.5"))}},
	aDecimal: {
		{"shortens", "has one fraction digit", edited(func(s string) string { return s[:len(s)-1] })},
		{"commas", "has a decimal comma", edited(func(s string) string { return strings.Replace(s, ".", ",", 1) })},
	},
	aStamp: {
		{"coarsens", "has no milliseconds", edited(func(s string) string { return s[:19] + "Z" })},
		{"localizes", "is not in UTC", edited(func(s string) string { return strings.TrimSuffix(s, "Z") + "+03:00" })},
		{"spaces", "has a space in place of the T", edited(func(s string) string { return strings.Replace(s, "T", " ", 1) })},
	},
	anInstant: {
		{"localizes", "is not in UTC", edited(func(s string) string { return strings.TrimSuffix(s, "Z") + "+03:00" })},
		{"misforms", "is a day without a time", edited(func(s string) string { return s[:10] })},
	},
	sixDigits: {
		{"shortens", "has five digits", edited(func(s string) string { return s[1:] })},
		{"letters", "holds a letter", edited(func(s string) string { return s[:5] + "X" })},
	},
}

func constant(v any) func(any) any { return func(any) any { return v } }

func edited(by func(string) string) func(any) any {
	return func(v any) any {
		if s, ok := v.(string); ok && s != "" {
			return by(s)
		}
		return v
	}
}

// memberFaults derives the faults of every member of every answer.
func memberFaults() []Fault {
	var all []Fault
	for _, s := range shapes() {
		for _, m := range s.members {
			for _, way := range spoilings(m.kind) {
				all = append(all, s.fault(m, way))
			}
		}
	}
	return append(all, lastRecordFaults()...)
}

func (s shape) fault(m member, way spoiling) Fault {
	path := s.at + m.name
	label := path
	if s.label != "" {
		label = s.label + m.name
	}
	return Fault{
		ID:     kebab(s.endpoint + "-" + way.verb + "-" + strings.TrimPrefix(label, "data.")),
		Breaks: s.breaks,
		Why:    fmt.Sprintf("%s of %s %s", strings.Replace(path, ".*", "", 1), s.endpoint, way.why),
		plant: on(s.endpoint, func(c *call, a *answer) {
			if s.when == nil || s.when(c, a) {
				spoil(a, path, way)
			}
		}),
		layer: ofForm,
	}
}

func spoil(a *answer, path string, way spoiling) {
	visit(a.touch().body(), path, func(holder object, name string) {
		if _, ok := holder[name]; !ok {
			return
		}
		if v := way.by(holder[name]); v != any(dropped{}) {
			holder[name] = v
			return
		}
		delete(holder, name)
	})
}

// lastRecordFaults spoil a member of the last of several records only, a
// different way for each member: builds that fill the first record by hand and
// the others in a loop do that.
func lastRecordFaults() []Fault {
	var all []Fault
	for _, s := range []shape{
		{endpoint: createOrder, breaks: "PUR-07", at: "data.last.", label: "last.", members: recordMembers},
		{endpoint: updateItems, breaks: "UPD-07", at: "data.last.", label: "last.", members: recordMembers},
	} {
		for i, m := range s.members {
			ways := spoilings(m.kind)
			all = append(all, s.fault(m, ways[i%len(ways)]))
		}
	}
	return all
}

// kebab writes member names, paths and values in lower case with hyphens.
func kebab(name string) string {
	var b strings.Builder
	before := '-'
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = '-'
		case unicode.IsUpper(r) && unicode.IsLower(before):
			b.WriteByte('-')
		}
		if r != '-' || before != '-' {
			b.WriteRune(unicode.ToLower(r))
		}
		before = r
	}
	return strings.Trim(b.String(), "-")
}
