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

// expectation computes what a sound build must answer at the place of a failure.
type expectation struct {
	*values
	all    []*event
	target *event
	f      *result.Failure
}

// clockSeconds is the largest allowed difference, in seconds, between a timestamp and the Date of
// its answer. An error of a time zone is larger.
const clockSeconds = "600"

// expect returns the condition that shows the failure. understood is false if the failure does
// not say as data what was expected. The condition then only says that the answer must not have
// the value that was found.
func (x *expectation) expect() (e result.Expect, understood bool) {
	found := x.find()
	understood = found != nil
	if !understood {
		found = x.notAsFound()
	}
	if found.Path == "" {
		found.Path = x.f.Path
	}
	found.Call = slices.Index(x.all, x.target)
	found.Text = x.text()
	return *found, understood
}

// text describes the expected value in words.
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
		if x.f.Kind != result.WrongType { // WrongType: the form is wrong, so compare with Wanted itself
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

// notAsFound returns the condition that the answer does not have the value that was found.
func (x *expectation) notAsFound() *result.Expect {
	v := x.target.value(x.f.Path)
	if !v.Exists() || v.Type == gjson.Null {
		return &result.Expect{Kind: result.ExpectThere}
	}
	return &result.Expect{Kind: result.ExpectNot, Value: x.list(v)}
}

// list writes a value, or each element of a list, as {{name}} if it is known.
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

// value returns the value at a path of the answer. It returns nothing if the body is larger than
// maxBody or not JSON.
func (e *event) value(path string) gjson.Result {
	if e.Response == nil || len(e.Response.Body) > maxBody || !gjson.ValidBytes(e.Response.Body) {
		return gjson.Result{}
	}
	return gjson.GetBytes(e.Response.Body, path)
}

// anyServed returns the condition that one of the forms that were tried is served.
func (x *expectation) anyServed() *result.Expect {
	found := &result.Expect{Kind: result.ExpectAnyServed}
	for n, e := range x.all {
		if e != x.target && e.Check == x.target.Check && e.Endpoint == x.target.Endpoint && !e.served {
			found.Calls = append(found.Calls, n)
		}
	}
	return found
}

// another returns the condition that a value differs from a value in another answer of the
// sequence.
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

// literal returns the condition that a value is equal to a JSON value. If a request sent the
// value, it stays as it is, or becomes the {{name}} that replaces it. If an earlier answer gave
// the value, it is captured there.
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

// isCut reports whether the redactor removed something from a text.
func (x *expectation) isCut(text string) bool { return strings.Contains(text, redact.Marker) }

// sent reports whether a request of the sequence contains a value under a name.
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
