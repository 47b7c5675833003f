package server

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// spoiling is one way to damage a member, by a change of its value.
type spoiling struct {
	verb string // in the id
	why  string // follows the name of the member in a sentence
	by   func(any) any
}

// dropped is the value that a spoiling returns to remove the member.
type dropped struct{}

// spoilings returns the ways to damage a member of a kind.
func spoilings(k kind) []spoiling {
	all := []spoiling{{"drops", "is not there", func(any) any { return dropped{} }}}
	switch k {
	case aNull:
		return append(all, spoiling{"fills", "is not null", func(any) any { return faults.Object{} }})
	case aNullableText, aNullableObject:
	default:
		all = append(all, spoiling{"nulls", "is null", func(any) any { return nil }})
	}
	if k == aTextOrInteger {
		return append(all, spoiling{"mistypes", "is in an array", func(v any) any { return []any{v} }})
	}
	all = append(all, spoiling{"mistypes", "is of another JSON type", mistyped})
	return append(all, misformed[k]...)
}

// mistyped returns a value of another JSON type that keeps the meaning as far as possible, as a
// careless build would send it.
func mistyped(v any) any {
	switch v := v.(type) {
	case string:
		return json.Number("20")
	case json.Number:
		return v.String()
	case bool:
		return fmt.Sprint(v)
	case faults.Object:
		return []any{v}
	case []any:
		if len(v) > 0 {
			return v[0]
		}
		return faults.Object{}
	}
	return json.Number("20") // for a null member that may hold a text
}

// misformed holds, for each kind, the spoilings that keep the JSON type and break the format.
var misformed = map[kind][]spoiling{
	aUUID:     {{"misforms", "is no UUID", faults.Constant("4711")}},
	anInteger: {{"splits", "has a fraction", faults.Constant(json.Number("1.5"))}},
	aDecimal: {
		{"shortens", "has one fraction digit", faults.Edited(func(s string) string { return s[:len(s)-1] })},
		{"commas", "has a decimal comma", faults.Edited(func(s string) string { return strings.Replace(s, ".", ",", 1) })},
	},
	aStamp: {
		{"coarsens", "has no milliseconds", faults.Edited(func(s string) string { return s[:19] + "Z" })},
		{"localizes", "is not in UTC", faults.Edited(func(s string) string { return strings.TrimSuffix(s, "Z") + "+03:00" })},
		{"spaces", "has a space in place of the T", faults.Edited(func(s string) string { return strings.Replace(s, "T", " ", 1) })},
	},
	anInstant: {
		{"localizes", "is not in UTC", faults.Edited(func(s string) string { return strings.TrimSuffix(s, "Z") + "+03:00" })},
		{"misforms", "is a day without a time", faults.Edited(func(s string) string { return s[:10] })},
	},
	sixDigits: {
		{"shortens", "has five digits", faults.Edited(func(s string) string { return s[1:] })},
		{"letters", "holds a letter", faults.Edited(func(s string) string { return s[:5] + "X" })},
	},
}

// memberFaults derives the faults of every member of every answer.
func memberFaults() []faults.Fault {
	var all []faults.Fault
	for _, s := range shapes() {
		for _, m := range s.members {
			for _, way := range spoilings(m.kind) {
				all = append(all, s.fault(m, way))
			}
		}
	}
	return append(all, lastRecordFaults()...)
}

func (s shape) fault(m member, way spoiling) faults.Fault {
	path := s.at + m.name
	label := path
	if s.label != "" {
		label = s.label + m.name
	}
	return faults.Fault{
		ID:     faults.Kebab(s.endpoint + "-" + way.verb + "-" + strings.TrimPrefix(label, "data.")),
		Breaks: s.breaks,
		Why:    fmt.Sprintf("%s of %s %s", strings.Replace(path, ".*", "", 1), s.endpoint, way.why),
		Mutator: faults.On(s.endpoint, func(c *faults.Call, a *faults.Answer) {
			if s.when == nil || s.when(c, a) {
				spoil(a, path, way)
			}
		}),
		Layer: faults.LayerForm,
	}
}

func spoil(a *faults.Answer, path string, way spoiling) {
	faults.Visit(a.Touch().Body(), path, func(holder faults.Object, name string) {
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

// lastRecordFaults damage a member of only the last of several records, each member in a
// different way. Builds that fill the first record by hand and the others in a loop have such
// faults.
func lastRecordFaults() []faults.Fault {
	var all []faults.Fault
	for _, s := range []shape{
		{endpoint: faults.CreateOrder, breaks: "PUR-07", at: "data.last.", label: "last.", members: recordMembers},
		{endpoint: faults.UpdateItems, breaks: "UPD-07", at: "data.last.", label: "last.", members: recordMembers},
	} {
		for i, m := range s.members {
			ways := spoilings(m.kind)
			all = append(all, s.fault(m, ways[i%len(ways)]))
		}
	}
	return all
}
