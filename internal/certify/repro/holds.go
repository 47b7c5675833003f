package repro

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/schemas"
)

// Answer is the answer to a call of a pack.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

func (a *Answer) served() bool { return isServed(a.Status, a.Body) }

func (a *Answer) at(path string) gjson.Result {
	if !json.Valid(a.Body) {
		return gjson.Result{}
	}
	return gjson.GetBytes(a.Body, path)
}

// holds reports whether the answers meet an Expect. fill replaces the {{name}}s in a text by
// their values.
func holds(e *result.Expect, answers []*Answer, fill func(string) string) bool {
	a := answers[e.Call]
	v, want := a.at(e.Path), fill(e.Value)
	switch e.Kind {
	case result.ExpectStatus:
		return strconv.Itoa(a.Status) == want
	case result.ExpectServed:
		return a.served()
	case result.ExpectAnyServed:
		return a.served() || slices.ContainsFunc(e.Calls, func(n int) bool { return answers[n].served() })
	case result.ExpectRefused:
		return !a.served()
	case result.ExpectNobody:
		return !a.served() || v.Type == gjson.Null || v.String() == ""
	case result.ExpectHeader:
		return strings.HasPrefix(strings.ToLower(a.Header.Get(e.Path)), strings.ToLower(want))
	case result.ExpectObject:
		return utf8.Valid(a.Body) && json.Valid(a.Body) && gjson.ParseBytes(a.Body).IsObject()
	case result.ExpectNamesOnce:
		return namesOnce(gjson.ParseBytes(a.Body))
	case result.ExpectHTTPStatus:
		return v.Raw == strconv.Itoa(a.Status)
	case result.ExpectNow:
		return nearDate(a, v, want)
	}
	return valueHolds(e, v, want)
}

func valueHolds(e *result.Expect, v gjson.Result, want string) bool {
	switch e.Kind {
	case result.ExpectEqual:
		return v.Exists() && judgement.Equal(v, gjson.Parse(want))
	case result.ExpectText:
		return v.Exists() && (v.String() == want || v.Raw == want || judgement.IsUUID(want) && strings.EqualFold(v.String(), want))
	case result.ExpectNot:
		return v.Exists() && v.String() != want
	case result.ExpectAfter:
		return isAfter(v, want)
	case result.ExpectThere:
		return v.Exists() && v.Type != gjson.Null
	case result.ExpectAbsent:
		return !v.Exists()
	case result.ExpectType:
		return slices.ContainsFunc(strings.Split(want, " or "), func(name string) bool { return isOfType(v, name) })
	case result.ExpectMatch:
		form, err := regexp.Compile(want)
		return err == nil && v.Type == gjson.String && form.MatchString(v.Str)
	case result.ExpectOneOf:
		return v.Type == gjson.String && slices.Contains(e.Values, v.Str)
	case result.ExpectCount:
		return v.IsArray() && strconv.Itoa(len(v.Array())) == want
	}
	return false
}

// namesOnce reports whether no object in v has a member name twice.
func namesOnce(v gjson.Result) bool {
	seen, once := make(map[string]bool), true
	v.ForEach(func(name, value gjson.Result) bool {
		once = once && !(v.IsObject() && seen[name.String()]) && (value.Type != gjson.JSON || namesOnce(value))
		seen[name.String()] = true
		return once
	})
	return once
}

func isOfType(v gjson.Result, name string) bool {
	switch name {
	case "string":
		return v.Type == gjson.String
	case "number":
		return v.Type == gjson.Number
	case "integer":
		return v.Type == gjson.Number && v.Num == float64(int64(v.Num))
	case "boolean":
		return v.IsBool()
	case "object":
		return v.IsObject()
	case "null":
		return v.Exists() && v.Type == gjson.Null
	}
	return name == "array" && v.IsArray()
}

// isAfter reports whether a timestamp is later than another one. The two may be written in
// different forms (section 2.3), so their texts do not tell.
func isAfter(v gjson.Result, than string) bool {
	at, read := schemas.ParseTime(v.String())
	before, known := schemas.ParseTime(than)
	return v.Type == gjson.String && read && known && at.After(before)
}

// nearDate reports whether a timestamp is at most the given number of seconds from the Date of
// its answer.
func nearDate(a *Answer, v gjson.Result, seconds string) bool {
	date, err := http.ParseTime(a.Header.Get("Date"))
	if err != nil {
		date = time.Now()
	}
	at, read := schemas.ParseTime(v.String())
	most, _ := strconv.Atoi(seconds) // always a number: it is clockSeconds
	return read && at.Sub(date).Abs() <= time.Duration(most)*time.Second
}
