package repro

import (
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

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

// byText are the expectations that a failure states in words of its own, and how an
// answer is held against them. What a value is says a title of its schema.
var byText = []struct {
	text *regexp.Regexp
	make func(x *expectation, found []string) *result.Expect
}{
	{regexp.MustCompile(`^HTTP status ([0-9]{3})$`), func(_ *expectation, found []string) *result.Expect {
		return &result.Expect{Kind: result.ExpectStatus, Value: found[1]}
	}},
	{regexp.MustCompile(`^a success in at least one`), func(x *expectation, _ []string) *result.Expect { return x.anyServed() }},
	{regexp.MustCompile(`^a success\b`), kind(result.ExpectServed)},
	{regexp.MustCompile(`^a refusal\b`), kind(result.ExpectRefused)},
	{regexp.MustCompile(`^(no data: |nobody's data|nobody, or |no customer, or )`), kind(result.ExpectNobody)},
	{regexp.MustCompile(`^an? (value|id) of its own`), func(x *expectation, _ []string) *result.Expect { return x.ownValue() }},
	{regexp.MustCompile(`^([0-9]+) records, one for each item$`), func(_ *expectation, found []string) *result.Expect {
		return &result.Expect{Kind: result.ExpectCount, Value: found[1]}
	}},
	{regexp.MustCompile(`^[0-9]+, as the HTTP status$`), kind(result.ExpectHTTPStatus)},
	{regexp.MustCompile(`^any status but (.+)$`), func(_ *expectation, found []string) *result.Expect {
		return &result.Expect{Kind: result.ExpectNot, Value: found[1]}
	}},
	{regexp.MustCompile(`^a JSON object$`), kind(result.ExpectObject)},
	{regexp.MustCompile(`^a time (in UTC )?(near|after|later than) `), func(x *expectation, _ []string) *result.Expect {
		return &result.Expect{Kind: result.ExpectNow, Value: clockSeconds}
	}},
	{regexp.MustCompile(`^absent\b`), kind(result.ExpectAbsent)},
	{regexp.MustCompile(`^an? (integer|number|boolean|string)( or null)?( timestamp)?$`), func(_ *expectation, found []string) *result.Expect {
		return &result.Expect{Kind: result.ExpectType, Value: found[1] + found[2]}
	}},
	{regexp.MustCompile(`^a confirmation string or an object\b`), ofType("string or object")},
	{regexp.MustCompile(`^an object\b|^a (limit|purchase item) record$|^an OTP verify result$`), ofType("object")},
	{regexp.MustCompile(`^an array\b`), ofType("array")},
	{regexp.MustCompile(`^an? [a-z-]+ message$`), ofType("string")},
	{regexp.MustCompile(`^one of (.+)$`), func(_ *expectation, found []string) *result.Expect {
		if strings.Contains(found[1], "section") {
			return nil
		}
		return &result.Expect{Kind: result.ExpectOneOf, Values: strings.Split(found[1], ", ")}
	}},
	{regexp.MustCompile(`^the (?:string|number) (.+)$`), func(x *expectation, found []string) *result.Expect { return fixed(found[1]) }},
	{regexp.MustCompile(`^(.+), as before the call$`), func(x *expectation, found []string) *result.Expect { return x.literal(found[1]) }},
}

// forms are the texts of values that have a form.
var forms = []struct{ prefix, pattern string }{
	{"a non-empty string", `.`},
	{"a string of digits", `^[0-9]+$`},
	{"a string of six digits", `^[0-9]{6}$`},
	{"a decimal string", `^-?[0-9]+\.[0-9]{2}$`},
	{"a UUID", `^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`},
	{"an ISO 8601 UTC timestamp with milliseconds or", `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?Z$`},
	{"an ISO 8601 UTC timestamp with milliseconds", `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$`},
	{"an ISO 8601 UTC timestamp", `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$`},
	{"an address to sign up at", `.`},
	{"an email", `.@.`},
	{"one letter", `^[A-T]$`},
}

func kind(k result.ExpectKind) func(*expectation, []string) *result.Expect {
	return func(*expectation, []string) *result.Expect { return &result.Expect{Kind: k} }
}

func ofType(name string) func(*expectation, []string) *result.Expect {
	return func(*expectation, []string) *result.Expect {
		return &result.Expect{Kind: result.ExpectType, Value: name}
	}
}

// expect says what of which answer shows the failure. understood is false where the
// failure's own words are not, and a sound build is told only by not having what was
// found.
func (x *expectation) expect() (e result.Expect, understood bool) {
	found := x.find()
	understood = found != nil
	if !understood {
		found = x.otherwise()
	}
	if name, ok := strings.CutPrefix(x.f.Path, "header "); ok && found.Kind != result.ExpectStatus {
		found.Kind, found.Path, found.Value = result.ExpectHeader, name, x.f.Expected
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
	for _, form := range forms {
		if strings.HasPrefix(x.f.Expected, form.prefix) {
			return &result.Expect{Kind: result.ExpectMatch, Value: form.pattern}
		}
	}
	for _, b := range byText {
		if found := b.text.FindStringSubmatch(x.f.Expected); found != nil {
			return b.make(x, found)
		}
	}
	if gjson.Valid(x.f.Expected) && !cutOff(x.f.Expected) {
		return x.literal(x.f.Expected)
	}
	return x.bare()
}

func cutOff(text string) bool { return strings.HasSuffix(text, "…") }

// otherwise expects that the answer does not have what was found.
func (x *expectation) otherwise() *result.Expect {
	if x.f.Actual == "absent" || x.f.Actual == "null" {
		return &result.Expect{Kind: result.ExpectThere}
	}
	return &result.Expect{Kind: result.ExpectNot, Value: x.template(plainText(x.f.Actual))}
}

// plainText is a JSON string without its quotes, and everything else as it is.
func plainText(text string) string {
	if v := gjson.Parse(text); gjson.Valid(text) && v.Type == gjson.String {
		return v.String()
	}
	return text
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

// ownValue expects a value that no other answer of the sequence has.
func (x *expectation) ownValue() *result.Expect {
	value, _, _ := strings.Cut(x.f.Actual, ", ")
	value = plainText(value)
	for _, e := range x.all {
		for _, l := range e.given {
			if l.value.String() == value && (e != x.target || l.path != x.f.Path) {
				return &result.Expect{Kind: result.ExpectNot, Value: x.capture(e, l.path, "earlier_"+variable(l.name))}
			}
		}
	}
	return nil
}

// literal expects a JSON value. One that was sent stays as it is, or is the {{name}}
// of what takes its place; one that an earlier answer gave is captured there.
func (x *expectation) literal(text string) *result.Expect {
	if !gjson.Valid(text) {
		return nil
	}
	v := gjson.Parse(text)
	plain := v.String()
	made := result.Expect{Kind: result.ExpectEqual, Value: text}
	if v.Type == gjson.String || v.Type == gjson.Number && isDigits(plain) && len(plain) >= shortest {
		made = result.Expect{Kind: result.ExpectText, Value: plain}
	}
	if v.Type == gjson.JSON {
		return nil
	}
	if known := x.known[plain]; known != "" {
		return &result.Expect{Kind: result.ExpectText, Value: known}
	}
	name := x.f.Path[strings.LastIndexByte(x.f.Path, '.')+1:]
	before := x.all[:slices.Index(x.all, x.target)]
	for _, e := range x.all {
		for _, l := range e.asked {
			if l.name == name && l.value.String() == plain {
				return &made
			}
		}
	}
	for _, e := range slices.Backward(before) {
		for _, l := range e.given {
			if l.value.String() == plain && (l.path == x.f.Path || l.name == name) {
				return &result.Expect{Kind: result.ExpectText, Value: x.capture(e, l.path, variable(l.name))}
			}
		}
	}
	return &made
}

// fixed expects a JSON value that the specification states.
func fixed(text string) *result.Expect {
	if !gjson.Valid(text) {
		return nil
	}
	return &result.Expect{Kind: result.ExpectEqual, Value: text}
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// bare expects a text that stands without quotes: one that was sent, or one word. A
// long one is cut off in the failure.
func (x *expectation) bare() *result.Expect {
	text, cut := strings.CutSuffix(x.f.Expected, "…")
	text = strings.TrimPrefix(text, map[bool]string{true: `"`}[cut])
	if known := x.known[text]; known != "" && !cut {
		return &result.Expect{Kind: result.ExpectText, Value: known}
	}
	for _, e := range x.all {
		for _, l := range e.asked {
			sent := l.value.String()
			if sent == text || cut && len(text) > shortest && strings.HasPrefix(sent, text) {
				return &result.Expect{Kind: result.ExpectText, Value: x.template(sent)}
			}
		}
	}
	if !cut && !strings.Contains(text, " ") {
		return &result.Expect{Kind: result.ExpectText, Value: text}
	}
	return nil
}
