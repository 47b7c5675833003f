package repro

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// body writes the body of a request: known values as {{name}}, values that the redactor hides as
// inputs, and the rest as it was sent.
func (v *values) body(e *event) string {
	raw := e.Request.Body
	hidden := []byte(v.run.View.Result(e.Exchange, 0).Request.Body)
	if len(raw) == 0 || !gjson.ValidBytes(raw) || !gjson.ValidBytes(hidden) {
		return string(hidden)
	}
	w := bodyWriter{values: v}
	w.value("", gjson.ParseBytes(raw), gjson.ParseBytes(hidden), 0)
	return w.text.String()
}

// bodyWriter writes a JSON text with line breaks and indents.
type bodyWriter struct {
	*values
	text strings.Builder
}

func (w *bodyWriter) value(name string, raw, hidden gjson.Result, depth int) {
	if !raw.IsObject() && !raw.IsArray() {
		w.text.WriteString(w.leaf(name, raw, hidden))
		return
	}
	members, shown := listed(raw), listed(hidden)
	if raw.IsObject() != hidden.IsObject() || len(members) != len(shown) {
		w.text.WriteString(hidden.Raw)
		return
	}
	ends := map[bool]string{true: "{}", false: "[]"}[raw.IsObject()]
	w.text.WriteString(ends[:1])
	for i, m := range members {
		w.line(i > 0, depth+1)
		inner := name
		if raw.IsObject() {
			w.text.WriteString(shown[i].key.Raw + ": ")
			inner = m.key.String()
		}
		w.value(inner, m.value, shown[i].value, depth+1)
	}
	if len(members) > 0 {
		w.line(false, depth)
	}
	w.text.WriteString(ends[1:])
}

func (w *bodyWriter) line(comma bool, depth int) {
	if comma {
		w.text.WriteByte(',')
	}
	w.text.WriteString("\n" + strings.Repeat("  ", depth))
}

type member struct{ key, value gjson.Result }

func listed(v gjson.Result) []member {
	var all []member
	v.ForEach(func(key, value gjson.Result) bool {
		all = append(all, member{key, value})
		return true
	})
	return all
}

func (w *bodyWriter) leaf(name string, raw, hidden gjson.Result) string {
	text := raw.String()
	known := w.known[text]
	if name == "otp" {
		known = w.otps[text]
	}
	if known == "" && raw.Raw != hidden.Raw {
		switch name {
		case "password":
			known = "assay-{{run}}"
		case "access_token", "token": // a call without an Authorization header sends the token here
			known = "{{token}}"
		default:
			known = w.input(inputName(name), "the "+name+" of a test identity of yours", "")
		}
		w.known[text] = known
	}
	switch {
	case known == "" || raw.Type == gjson.Null:
		return hidden.Raw
	case raw.Type == gjson.String:
		return quoted(known)
	}
	return known
}

func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return `""` // encoding a string never fails
	}
	return strings.TrimSpace(b.String())
}

func sorted(h map[string][]string) []result.Header {
	var all []result.Header
	for name, lines := range h {
		for _, value := range lines {
			all = append(all, result.Header{Name: name, Value: value})
		}
	}
	slices.SortStableFunc(all, func(a, b result.Header) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// callOf turns a recorded call into a call of a pack.
func (v *values) callOf(e *event) result.PackCall {
	endpoint := spec.Of(e.Endpoint)
	return result.PackCall{
		Title: endpoint.Title, Exchange: e.ID, Method: e.Request.Method, Lookup: e.Endpoint == spec.CustomerLookup,
		Path: v.path(e), Headers: v.headers(e), Body: v.body(e),
	}
}
