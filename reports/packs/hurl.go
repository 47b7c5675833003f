package packs

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// hurl is the pack for Hurl. What Hurl cannot say stands in it as a comment.
func (p *page) hurl() string {
	var b strings.Builder
	lines := append(p.head(), "", "hurl --test --variable ASSAY_TOKEN=\"$ASSAY_TOKEN\" --variable run=$((10000 + RANDOM % 90000)) \\")
	for _, a := range p.addresses() {
		lines = append(lines, "  --variable "+a[0]+"="+line(a[1])+" \\")
	}
	for _, in := range p.Inputs {
		lines = append(lines, "  --variable "+in.Name+"="+hurlDefault(in)+" \\")
	}
	b.WriteString(comment("#", append(lines, "  requests.hurl")))
	for n := range p.Calls {
		p.hurlCall(&b, n)
	}
	return b.String()
}

func hurlDefault(in result.PackInput) string {
	switch {
	case in.Shell != "":
		return `"` + in.Shell + `"`
	case in.Default != "":
		return line(in.Default)
	}
	return "…"
}

func (p *page) hurlCall(b *strings.Builder, n int) {
	c := &p.Calls[n]
	fmt.Fprintf(b, "\n# %d. %s\n%s {{%s}}%s\n", n+1, line(c.Title), c.Method, base(c), templated(c.Path))
	for _, h := range c.Headers {
		fmt.Fprintf(b, "%s: %s\n", h.Name, templated(h.Value))
	}
	if c.Body != "" {
		fmt.Fprintf(b, "```\n%s\n```\n", templated(c.Body))
	}
	b.WriteString("HTTP *\n")
	var captures, asserts []string
	for _, v := range c.Captures {
		if v.Turn == "" {
			captures = append(captures, fmt.Sprintf("%s: jsonpath %s", v.Name, quoted(jsonPath(v.Path))))
		} else {
			asserts = append(asserts, "# Hurl cannot make "+v.Name+": give it as a variable, of the form of "+v.Path+", other than what that is")
		}
	}
	if c.Served {
		asserts = append(asserts, "status >= 200", "status < 300")
	}
	for i := range p.Expect {
		if e := &p.Expect[i]; e.Call == n {
			asserts = append(asserts, "# "+line(e.Text), hurlAssert(e))
		}
	}
	if len(captures) > 0 {
		b.WriteString("[Captures]\n" + strings.Join(captures, "\n") + "\n")
	}
	if len(asserts) > 0 {
		b.WriteString("[Asserts]\n" + strings.Join(asserts, "\n") + "\n")
	}
}

// hurlAssert is an Expect of Hurl, or a comment where Hurl has no words for it.
func hurlAssert(e *result.Expect) string {
	at := "jsonpath " + quoted(jsonPath(e.Path))
	switch e.Kind {
	case result.ExpectStatus:
		return "status == " + e.Value
	case result.ExpectServed:
		return "status < 300"
	case result.ExpectRefused:
		return "status >= 300"
	case result.ExpectEqual:
		return at + " == " + e.Value
	case result.ExpectText:
		return at + " toString == " + quoted(templated(e.Value))
	case result.ExpectNot:
		return at + " toString != " + quoted(templated(e.Value))
	case result.ExpectThere:
		return at + " != null"
	case result.ExpectAbsent:
		return at + " not exists"
	case result.ExpectMatch:
		return at + " matches /" + strings.ReplaceAll(e.Value, "/", `\/`) + "/"
	case result.ExpectOneOf:
		return at + " matches /^(" + strings.Join(e.Values, "|") + ")$/"
	case result.ExpectCount:
		return at + " count == " + e.Value
	case result.ExpectHeader:
		return "header " + quoted(e.Path) + " startsWith " + quoted(e.Value)
	case result.ExpectObject:
		return `jsonpath "$" isObject`
	case result.ExpectType:
		if name, ok := hurlTypes[e.Value]; ok {
			return at + " " + name
		}
	}
	return "# Hurl has no words for this: run.sh has"
}

var hurlTypes = map[string]string{"string": "isString", "number": "isNumber", "integer": "isInteger", "boolean": "isBoolean", "object": "isObject", "array": "isList"}

func jsonPath(path string) string {
	var b strings.Builder
	b.WriteString("$")
	for _, s := range segments(path) {
		if isIndex(s) {
			b.WriteString("[" + s + "]")
		} else {
			b.WriteString("['" + strings.ReplaceAll(s, "'", `\'`) + "']")
		}
	}
	return b.String()
}
