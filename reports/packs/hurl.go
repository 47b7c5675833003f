package packs

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// hurl returns the pack for Hurl. A comment replaces each expectation that Hurl cannot express.
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
	fmt.Fprintf(b, "\n# %d. %s\n", n+1, line(c.Title))
	if why := withoutAccept(c); why != "" {
		b.WriteString("# " + why + "\n")
	}
	fmt.Fprintf(b, "%s {{%s}}%s\n", c.Method, base(c), templated(c.Path))
	for _, h := range c.Headers {
		fmt.Fprintf(b, "%s: %s\n", h.Name, templated(h.Value))
	}
	if c.Body != "" {
		fmt.Fprintf(b, "```\n%s\n```\n", strings.ReplaceAll(templated(c.Body), "{{ ", `\u007b{ `)) // Hurl would look for a variable
	}
	b.WriteString("HTTP *\n")
	captures, asserts := p.hurlAfter(n)
	if len(captures) > 0 {
		b.WriteString("[Captures]\n" + strings.Join(captures, "\n") + "\n")
	}
	if len(asserts) > 0 {
		b.WriteString("[Asserts]\n" + strings.Join(asserts, "\n") + "\n")
	}
}

// hurlAfter returns the captures from the n-th answer, and the asserts on it.
func (p *page) hurlAfter(n int) (captures, asserts []string) {
	c := &p.Calls[n]
	for _, v := range c.Captures {
		captures = append(captures, fmt.Sprintf("%s: jsonpath %s%s", v.Name, quoted(jsonPath(v.Path)), hurlTurn(v.Turn)))
	}
	if c.Served {
		asserts = append(asserts, "status >= 200", "status < 300")
	}
	for i := range p.Expect {
		e := &p.Expect[i]
		for _, other := range e.Calls {
			if other == n {
				captures = append(captures, fmt.Sprintf(`served_%d: status toString replaceRegex /^2..$/ "." replaceRegex /^...$/ "^2"`, n+1))
			}
		}
		if e.Call == n {
			captures = append(captures, hurlCaptures(e, c)...)
			asserts = append(asserts, "# "+line(e.Text))
			asserts = append(asserts, hurlAsserts(e, c)...)
		}
	}
	return captures, asserts
}

// hurlTurn changes a captured value as the function turned of run.sh does. One thing differs:
// where turned takes the next digit, hurlTurn takes a 9, or a 0 in place of a 9.
func hurlTurn(by string) string {
	var b strings.Builder
	if by == result.TurnedBackwards {
		return ` replaceRegex /^(.)(.)(.)(.)(.)(.)$/ "${6}${5}${4}${3}${2}${1}"`
	}
	for i := len(by) - 1; i >= 0; i-- { // from the end, because removing a digit moves the digits after it
		switch by[i] {
		case '-':
			fmt.Fprintf(&b, ` replaceRegex /^(.{%d})./ "${1}"`, i)
		case '1':
			fmt.Fprintf(&b, ` replaceRegex /^(.{%[1]d})9/ "${1}_" replaceRegex /^(.{%[1]d})[0-9a-fA-F]/ "${1}9" replaceRegex /^(.{%[1]d})_/ "${1}0"`, i)
		}
	}
	return b.String()
}

// Hurl has no "or". So a capture turns the body into a pattern for the status. If the body shows
// the expected refusal, the pattern matches every status; otherwise it matches only the statuses
// that mean a refusal.
const (
	hurlTakenBack = `replaceRegex /(?s)^.*"%s"\s*:\s*(false|[13-9][0-9][0-9]).*$/ "."`
	hurlNoValue   = `replaceRegex /(?s)^.*"%[1]s"\s*:\s*(null|"").*$/ "." replaceRegex /(?s)^.*"%[1]s"\s*:.*$/ "^[^2]" replaceRegex /(?s)^([^.^].*|)$/ "."`
	hurlElse      = `replaceRegex /(?s)^([^.].*|)$/ "^[^2]"`
)

// hurlCaptures returns the captures that the asserts of an Expect need.
func hurlCaptures(e *result.Expect, c *result.PackCall) []string {
	said := "status"
	if c.Lookup {
		said = "success"
	}
	takenBack := fmt.Sprintf(hurlTakenBack, said)
	switch e.Kind {
	case result.ExpectRefused:
		return []string{"refused: body " + takenBack + " " + hurlElse}
	case result.ExpectNobody:
		member := segments(e.Path)
		return []string{"refused: body " + takenBack + " " + fmt.Sprintf(hurlNoValue, member[len(member)-1])}
	case result.ExpectHTTPStatus:
		return []string{"http_status: status"}
	case result.ExpectNow:
		return []string{`hour: header "Date" toDate "%a, %d %b %Y %H:%M:%S GMT" dateFormat "%Y-%m-%dT%H"`}
	}
	return nil
}

// hurlAsserts returns an Expect as asserts of Hurl, or as a comment if Hurl cannot express it.
func hurlAsserts(e *result.Expect, c *result.PackCall) []string {
	switch e.Kind {
	case result.ExpectStatus:
		return []string{"status == " + e.Value}
	case result.ExpectServed:
		said := `jsonpath "$.status" < 300`
		if c.Lookup {
			said = `jsonpath "$.success" != false`
		}
		return []string{"status >= 200", "status < 300", said}
	case result.ExpectAnyServed:
		pattern := "^2"
		for _, n := range e.Calls {
			pattern += fmt.Sprintf("|{{served_%d}}", n+1)
		}
		return []string{"status toString matches " + quoted(pattern)}
	case result.ExpectRefused, result.ExpectNobody:
		return []string{`status toString matches "{{refused}}|^[^2]"`}
	case result.ExpectHeader:
		return []string{"header " + quoted(e.Path) + " matches " + quoted("(?i)^"+regexp.QuoteMeta(e.Value))}
	case result.ExpectObject:
		return []string{`jsonpath "$" isObject`}
	}
	if strings.Contains(e.Path, ".#") { // a list of values, which Hurl cannot compare with a text
		return []string{noHurl}
	}
	return []string{hurlValue(e, "jsonpath "+quoted(jsonPath(e.Path)))}
}

// hurlValue returns an assert about the value at a place.
func hurlValue(e *result.Expect, at string) string {
	switch e.Kind {
	case result.ExpectEqual:
		return at + " == " + e.Value
	case result.ExpectText:
		return at + " toString == " + hurlText(e.Value)
	case result.ExpectNot:
		return at + " toString != " + hurlText(e.Value)
	case result.ExpectAfter:
		return at + " > " + hurlText(e.Value)
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
	case result.ExpectHTTPStatus:
		return at + " == {{http_status}}"
	case result.ExpectNow:
		return at + ` startsWith "{{hour}}"`
	case result.ExpectType:
		if name, ok := hurlTypes[e.Value]; ok {
			return at + " " + name
		}
	}
	return noHurl
}

// noHurl is the comment for an Expect that only the other files can express.
const noHurl = "# Hurl has no words for this: run.sh has"

// hurlText quotes a text of a pack. Hurl knows no other way to write two braces that are no template.
func hurlText(text string) string {
	return strings.ReplaceAll(quoted(templated(text)), "{{ ", `\u{7b}{ `)
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
