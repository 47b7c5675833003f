package repro

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
)

// expectation is what must hold of a sound build where a failure was found.
type expectation struct {
	*values
	all    []*event
	target *event
	f      *result.Failure
}

// clockSeconds is how far a stamp may be from the Date of its answer: what is off by
// a time zone is off by more.
const clockSeconds = "600"

// expect says what of which answer shows the failure. understood is false where the
// failure does not say as data what was wanted, and a sound build is told only by not
// having what was found.
func (x *expectation) expect() (e result.Expect, understood bool) {
	found := x.find()
	understood = found != nil
	if !understood {
		found = x.otherwise()
	}
	if found.Path == "" {
		found.Path = x.f.Path
	}
	found.Call = slices.Index(x.all, x.target)
	found.Text = x.text()
	return *found, understood
}

// text says in words what is expected.
func (x *expectation) text() string {
	expected := x.template(x.f.Expected)
	if x.f.Path == "" || x.f.Path == "status" && strings.HasPrefix(expected, "HTTP status") {
		return expected
	}
	return x.f.Path + ": " + expected
}

func (x *expectation) find() *result.Expect {
	made := &result.Expect{Kind: x.f.Want, Value: x.f.Wanted}
	switch x.f.Want {
	case result.ExpectEqual:
		if x.f.Kind != result.WrongType { // another form than the specification states
			return x.literal(x.f.Wanted)
		}
	case result.ExpectNot, result.ExpectAfter:
		if made = x.another(); made != nil {
			made.Kind = x.f.Want
		}
		return made
	case result.ExpectAnyServed:
		return x.anyServed()
	case result.ExpectOneOf:
		if json.Unmarshal([]byte(x.f.Wanted), &made.Values) != nil {
			return nil
		}
		made.Value = ""
	case result.ExpectNow:
		made.Value = clockSeconds
	case result.ExpectHeader:
		made.Path = strings.TrimPrefix(x.f.Path, "header ")
	case result.ExpectMatch:
		made.Value = x.template(x.f.Wanted)
	case result.ExpectNamesOnce:
		return made
	case result.ExpectThere:
		if x.f.Kind == result.WrongType {
			return nil
		}
	case "":
		return nil
	}
	return made
}

// otherwise expects that the answer does not have what was found.
func (x *expectation) otherwise() *result.Expect {
	v := x.target.value(x.f.Path)
	if !v.Exists() || v.Type == gjson.Null {
		return &result.Expect{Kind: result.ExpectThere}
	}
	return &result.Expect{Kind: result.ExpectNot, Value: x.list(v)}
}

// list writes a value, or each of a list, as {{name}} where it is known.
func (x *expectation) list(v gjson.Result) string {
	text := x.template(v.String())
	if !v.IsArray() {
		return text
	}
	for _, element := range v.Array() {
		if known := x.known[element.String()]; known != "" {
			text = strings.ReplaceAll(text, element.Raw, quoted(known))
		}
	}
	return text
}

// value is the value at a place of the answer, if that is not too large to be read.
func (e *event) value(path string) gjson.Result {
	if e.Response == nil || len(e.Response.Body) > maxBody || !gjson.ValidBytes(e.Response.Body) {
		return gjson.Result{}
	}
	return gjson.GetBytes(e.Response.Body, path)
}

// anyServed expects that one of the forms that were tried is taken.
func (x *expectation) anyServed() *result.Expect {
	found := &result.Expect{Kind: result.ExpectAnyServed}
	for n, e := range x.all {
		if e != x.target && e.Check == x.target.Check && e.Endpoint == x.target.Endpoint && !e.served {
			found.Calls = append(found.Calls, n)
		}
	}
	return found
}

// another expects a value that is not the one that another answer of the sequence has.
func (x *expectation) another() *result.Expect {
	value := gjson.Parse(x.f.Wanted).String()
	for _, e := range x.all {
		for _, l := range e.given {
			if strings.EqualFold(l.value.String(), value) && x.shows(l.path) && (e != x.target || l.path != x.f.Path) {
				return &result.Expect{Kind: result.ExpectNot, Value: x.capture(e, l.path, "earlier_"+variable(l.name))}
			}
		}
	}
	if x.f.Other != "" {
		return nil
	}
	return &result.Expect{Kind: result.ExpectNot, Value: x.template(value)}
}

// literal expects a JSON value. One that was sent stays as it is, or is the {{name}}
// of what takes its place; one that an earlier answer gave is captured there.
func (x *expectation) literal(text string) *result.Expect {
	v := gjson.Parse(text)
	plain := v.String()
	if !gjson.Valid(text) || v.Type == gjson.JSON {
		return nil
	}
	if v.Type == gjson.Null || v.IsBool() {
		return &result.Expect{Kind: result.ExpectEqual, Value: text}
	}
	made := result.Expect{Kind: result.ExpectEqual, Value: text}
	if v.Type == gjson.String || isDigits(plain) && len(plain) >= shortest {
		made = result.Expect{Kind: result.ExpectText, Value: plain}
	}
	if known := x.known[plain]; known != "" {
		return &result.Expect{Kind: result.ExpectText, Value: known}
	}
	name := x.f.Path[strings.LastIndexByte(x.f.Path, '.')+1:]
	if x.sent(plain, name) {
		return &made
	}
	for _, e := range slices.Backward(x.all[:slices.Index(x.all, x.target)]) {
		for _, l := range e.given {
			same := judgement.Equal(l.value, v) || x.isCut(plain) && string(x.run.Redactor.Known([]byte(l.value.String()))) == plain
			if same && x.shows(l.path) && (l.path == x.f.Path || l.name == name) {
				return &result.Expect{Kind: result.ExpectText, Value: x.capture(e, l.path, variable(l.name))}
			}
		}
	}
	return &made
}

// isCut tells whether a text had something in it that must not be shown.
func (x *expectation) isCut(text string) bool { return strings.Contains(text, redact.Marker) }

// sent tells whether a request of the sequence names a value.
func (x *expectation) sent(plain, name string) bool {
	for _, e := range x.all {
		for _, l := range e.asked {
			if l.name == name && l.value.String() == plain {
				return true
			}
		}
	}
	return false
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
