package variants

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/credit-partner/assay/internal/faults"
)

// notationVariants write the same JSON in another notation (RFC 8259), or add members to it.
func notationVariants() []faults.Variant {
	v := func(id, field, why string, p faults.Mutator) faults.Variant {
		return faults.Variant{ID: id, Field: field, Why: why, Mutator: p}
	}
	rewritten := func(edit func(raw []byte) []byte) faults.Mutator {
		return func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				a := next(c)
				a.SetRaw(edit(a.Bytes()))
				return a
			}
		}
	}
	walked := func(edit func(v any) any) faults.Mutator {
		return faults.On(everyEndpoint, func(_ *faults.Call, a *faults.Answer) { a.Tree = walk(a.Touch().Body(), edit) })
	}
	const same = "RFC 8259: another notation of the same value"
	const more = "members beyond the documented ones are the service's own"
	return []faults.Variant{
		v("pretty", "space", same, rewritten(indented("  "))),
		v("tabs", "space", same, rewritten(indented("\t"))),
		v("space-around", "space", same, rewritten(func(raw []byte) []byte { return []byte("\r\n\t " + string(raw) + " \r\n\n") })),
		v("members-reversed", "members", "RFC 8259: members have no order", rewritten(membersReversed)),
		v("exponents", "numbers", same, walked(amounts(func(n string) string { return exponent(n) }))),
		v("fractions-of-zero", "numbers", same, walked(amounts(func(n string) string { return withFraction(n, ".0") }))),
		v("two-fraction-digits", "numbers", same, walked(amounts(func(n string) string { return withFraction(n, ".00") }))),
		v("escapes-foreign", "escapes", same, rewritten(func(raw []byte) []byte { return escaped(raw, func(r rune) bool { return r > 126 }) })),
		v("escapes-letters", "escapes", same, rewritten(func(raw []byte) []byte { return escapedStrings(raw) })),
		v("escapes-slashes", "escapes", same, rewritten(func(raw []byte) []byte { return bytes.ReplaceAll(raw, []byte("/"), []byte(`\/`)) })),
		v("more-in-envelope", "more", more, faults.On(everyEndpoint, func(_ *faults.Call, a *faults.Answer) {
			body := a.Touch().Body()
			body["meta"], body["links"], body["timestamp"] = faults.Object{"page": json.Number("1")}, []any{}, nil
		})),
		v("more-everywhere", "more", more, walked(func(v any) any {
			if o, ok := v.(faults.Object); ok {
				o["x_extra"], o["x_list"] = faults.Object{"deep": true}, []any{nil, json.Number("1")}
			}
			return v
		})),
		v("more-of-known-names", "more", more, faults.On(everyEndpoint, func(_ *faults.Call, a *faults.Answer) {
			faults.Visit(a.Touch().Body(), "data.*.x", func(holder faults.Object, _ string) {
				holder["data"], holder["status"], holder["code"], holder["apiVersion"] = faults.Object{"id": json.Number("1")}, "ok", json.Number("7"), json.Number("3")
			})
		})),
		v("much-more", "more", more, faults.On(everyEndpoint, func(_ *faults.Call, a *faults.Answer) { a.Touch().Body()["padding"] = strings.Repeat("padding ", 4000) })),
	}
}

const everyEndpoint = faults.SendOTP + " " + faults.VerifyOTP + " " + faults.CreateLimit + " " + faults.FetchLimit + " " + faults.Lookup + " " +
	faults.CreateOrder + " " + faults.GetItem + " " + faults.UpdateItems + " " + faults.CancelItem

// walk applies an edit to every value of a tree, beginning with the leaves.
func walk(v any, edit func(any) any) any {
	switch v := v.(type) {
	case faults.Object:
		for name, each := range v {
			v[name] = walk(each, edit)
		}
		return edit(v)
	case []any:
		for i, each := range v {
			v[i] = walk(each, edit)
		}
		return edit(v)
	}
	return edit(v)
}

func indented(by string) func([]byte) []byte {
	return func(raw []byte) []byte {
		var out bytes.Buffer
		if json.Indent(&out, raw, "", by) != nil {
			return raw
		}
		return out.Bytes()
	}
}

// amounts returns an edit that rewrites every number of a tree.
func amounts(by func(string) string) func(any) any {
	return func(v any) any {
		if n, ok := v.(json.Number); ok {
			return json.Number(by(n.String()))
		}
		return v
	}
}

func withFraction(n, fraction string) string {
	if strings.ContainsAny(n, ".eE") {
		return n
	}
	return n + fraction
}

// exponent writes 45000 as 4.5e4. It uses a capital E for some numbers.
func exponent(n string) string {
	f, err := strconv.ParseFloat(n, 64)
	if err != nil || f == 0 || strconv.FormatFloat(f, 'f', -1, 64) != n {
		return n
	}
	written := strconv.FormatFloat(f, 'e', -1, 64)
	if len(n)%2 == 0 {
		return strings.ToUpper(written)
	}
	return written
}

// membersReversed writes the members of every object in descending order.
func membersReversed(raw []byte) []byte {
	tree := faults.Decode(raw)
	if tree == nil {
		return raw
	}
	var out bytes.Buffer
	writeReversed(&out, tree)
	return out.Bytes()
}

func writeReversed(out *bytes.Buffer, v any) {
	switch v := v.(type) {
	case faults.Object:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		slices.Reverse(names)
		for i, name := range names {
			out.WriteString([]string{"{", ","}[min(i, 1)])
			out.Write(faults.Encode(name))
			out.WriteByte(':')
			writeReversed(out, v[name])
		}
		out.WriteString([]string{"{}", "}"}[min(len(names), 1)])
	case []any:
		out.WriteByte('[')
		for i, each := range v {
			if i > 0 {
				out.WriteByte(',')
			}
			writeReversed(out, each)
		}
		out.WriteByte(']')
	default:
		out.Write(faults.Encode(v))
	}
}

// escaped writes some characters as escapes. These characters must occur only in strings.
func escaped(raw []byte, which func(rune) bool) []byte {
	var out bytes.Buffer
	for _, r := range string(raw) {
		if !which(r) {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	return out.Bytes()
}

// escapedStrings writes every letter e in a string as an escape, also in member names.
func escapedStrings(raw []byte) []byte {
	var out bytes.Buffer
	within, skip := false, false
	for _, b := range raw {
		switch {
		case skip:
			skip = false
		case within && b == '\\':
			skip = true
		case b == '"':
			within = !within
		case within && b == 'e':
			out.WriteString(`\u0065`)
			continue
		}
		out.WriteByte(b)
	}
	return out.Bytes()
}
