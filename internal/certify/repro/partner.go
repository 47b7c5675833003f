package repro

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// AddRequests gives every failed requirement of a partner's run the wrong request, as it was sent
// and as it should be. endpoint returns the endpoint of an exchange.
func AddRequests(run *result.Run, log *recording.Log, r *redact.Redactor, view *recording.View, endpoint func(*recording.Exchange) string) {
	for i := range run.Requirements {
		if q := &run.Requirements[i]; q.Outcome == result.Failed {
			q.Pack = requestOf(q, log, view, endpoint)
		}
	}
	redactAll(run, r)
}

// maxRequest is the size of the largest body for which both forms are shown, in octets.
const maxRequest = 64 << 10

func requestOf(q *result.Requirement, log *recording.Log, view *recording.View, endpoint func(*recording.Exchange) string) *result.Pack {
	for _, c := range q.Checks {
		for n := range c.Failures {
			f := &c.Failures[n]
			x, ok := log.Get(f.Exchange)
			if !ok || len(x.Request.Body) > maxRequest {
				continue
			}
			shown := view.Result(x, 0)
			if shown.Request.Cut {
				continue
			}
			sent := requestCall(&shown, endpoint(x))
			should := sent
			should.Headers = append([]result.Header(nil), sent.Headers...)
			for _, other := range c.Failures {
				if other.Exchange == f.Exchange {
					correct(&should, &other)
				}
			}
			return &result.Pack{Check: c.Name, Section: f.Section, Message: f.Message, Expected: f.Expected, Actual: f.Actual,
				Calls: []result.PackCall{sent}, Expect: []result.Expect{}, ShouldBe: &should}
		}
	}
	return nil
}

// requestCall returns a request in the form that the recording shows.
func requestCall(x *result.Exchange, endpoint string) result.PackCall {
	q := x.Request
	c := result.PackCall{Title: spec.Of(endpoint).Title, Exchange: x.ID, Method: q.Method, Path: q.URL, Headers: q.Headers, Body: indented([]byte(q.Body), nil)}
	if u, err := url.Parse(c.Path); err == nil && u.Host != "" {
		c.Path = strings.TrimPrefix(c.Path, u.Scheme+"://"+u.Host)
	}
	return c
}

// correct changes a request at the place of a failure to what should be there.
func correct(c *result.PackCall, f *result.Failure) {
	if name, ok := strings.CutPrefix(f.Path, "header "); ok {
		for i := range c.Headers {
			if strings.EqualFold(c.Headers[i].Name, name) {
				c.Headers[i].Value = described(f.Expected)
				return
			}
		}
		c.Headers = append(c.Headers, result.Header{Name: name, Value: described(f.Expected)})
		return
	}
	switch f.Path {
	case "request line", "path":
		c.Path = described(f.Expected)
	case "method":
		c.Method = described(f.Expected)
	case "":
		if c.Body != "" {
			c.Body = described(f.Expected)
		}
	default:
		c.Body = indented([]byte(c.Body), f)
	}
}

// described returns a single word unchanged, and puts a description into ‹›.
func described(expected string) string {
	if !strings.Contains(expected, " ") {
		return expected
	}
	return "‹" + expected + "›"
}

// shouldBe returns the expected value as JSON: the expected value itself, the sent value with the
// right type if only its type is wrong, or a description.
func shouldBe(f *result.Failure, sent gjson.Result) string {
	switch {
	case f.Want == result.ExpectEqual:
		return f.Wanted
	case f.Want == result.ExpectType && f.Wanted == "string" && sent.Type == gjson.Number:
		return quoted(sent.Raw)
	case (f.Wanted == "integer" || f.Wanted == "number") && sent.Type == gjson.String && isDigits(sent.Str):
		return sent.Str
	}
	return quoted(described(f.Expected))
}

// indented writes a JSON text with line breaks and indents. If there is a failure, it corrects
// the text there.
func indented(body []byte, f *result.Failure) string {
	if len(body) == 0 || !gjson.ValidBytes(body) {
		return string(body)
	}
	w := &corrector{failure: f}
	w.value("", gjson.ParseBytes(body), 0)
	return w.text.String()
}

type corrector struct {
	failure *result.Failure
	text    strings.Builder
}

func (w *corrector) is(path string) bool { return w.failure != nil && w.failure.Path == path }

func (w *corrector) value(path string, v gjson.Result, depth int) {
	switch {
	case w.is(path) && path != "":
		w.text.WriteString(shouldBe(w.failure, v))
		return
	case !v.IsObject() && !v.IsArray():
		w.text.WriteString(v.Raw)
		return
	}
	ends := map[bool]string{true: "{}", false: "[]"}[v.IsObject()]
	w.text.WriteString(ends[:1])
	n, added := 0, false
	line := func() {
		if n++; n > 1 {
			w.text.WriteByte(',')
		}
		w.text.WriteString("\n" + strings.Repeat("  ", depth+1))
	}
	for i, m := range listed(v) {
		at := strings.TrimPrefix(path+"."+strconv.Itoa(i), ".")
		if v.IsObject() {
			at = strings.TrimPrefix(path+"."+gjson.Escape(m.key.String()), ".")
		}
		if added = added || w.is(at); w.is(at) && w.failure.Want == result.ExpectAbsent {
			continue
		}
		line()
		if v.IsObject() {
			w.text.WriteString(m.key.Raw + ": ")
		}
		w.value(at, m.value, depth+1)
	}
	if v.IsObject() && !added && w.failure != nil {
		if name, ok := strings.CutPrefix(w.failure.Path, strings.TrimPrefix(path+".", ".")); ok && name != "" && !strings.Contains(name, ".") {
			line()
			w.text.WriteString(quoted(name) + ": " + shouldBe(w.failure, gjson.Result{}))
		}
	}
	if n > 0 {
		w.text.WriteString("\n" + strings.Repeat("  ", depth))
	}
	w.text.WriteString(ends[1:])
}
