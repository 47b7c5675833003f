package packs

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// helpers are JavaScript functions that examine an answer. answer has status, text, header(name)
// and body; body is undefined if it is not JSON. A helper comes after the helpers that use it.
var helpers = []struct{ name, text string }{
	{"served", `const served = a => a.status >= 200 && a.status < 300 && !(type(a.body) === "object" && (a.body.success === false ||
  typeof a.body.status === "number" && (a.body.status < 200 || a.body.status > 299) && !["object", "array"].includes(type(a.body.data))));`},
	{"turned", `const turned = (text, by) => by === "<" ? [...text].reverse().join("") : [...text].map((c, i) => by[i] === "-" ? "" : by[i] === "1" && "1234567890bcdefaBCDEFA"["0123456789abcdefABCDEF".indexOf(c)] || c).join("");`},
	{"namesOnce", `const namesOnce = text => {
  const open = [];
  let last = "";
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}\[\]:]/g)) {
    if (token === "{" || token === "[") open.push(new Set());
    if (token === "}" || token === "]") open.pop();
    if (token === ":" && open[open.length - 1].has(last)) return false;
    if (token === ":") open[open.length - 1].add(last);
    last = token;
  }
  return true;
};`},
	{"type", `const type = v => v === null ? "null" : Array.isArray(v) ? "array" : typeof v;`},
	{"text", `const text = v => typeof v === "object" && v !== null ? JSON.stringify(v) : String(v);`},
	{"at", `const at = (v, path) => {
  if (path.length === 0) return v;
  if (v === null || v === undefined) return undefined;
  const [name, ...rest] = path;
  if (name !== "#") return at(v[name], rest);
  return Array.isArray(v) ? v.map(each => at(each, rest)) : undefined;
};`},
}

// withHelpers adds the helpers that a script uses before the script.
func withHelpers(script []string) []string {
	text := strings.Join(script, "\n")
	for _, h := range helpers {
		if regexp.MustCompile(`\b` + h.name + `\(`).MatchString(text) {
			text = h.text + "\n" + text
		}
	}
	return strings.Split(text, "\n")
}

// jsCondition returns a JavaScript condition: whether an answer meets an Expect. value returns the
// expression for the name of a value.
func jsCondition(e *result.Expect, value func(string) string) string {
	at := "at(answer.body, " + pathList(e.Path) + ")"
	want := jsText(e.Value, value)
	switch e.Kind {
	case result.ExpectStatus:
		return "answer.status === " + e.Value
	case result.ExpectServed:
		return "served(answer)"
	case result.ExpectRefused:
		return "!served(answer)"
	case result.ExpectNobody:
		return "!served(answer) || [undefined, null, \"\"].includes(" + at + ")"
	case result.ExpectEqual:
		return "JSON.stringify(" + at + ") === JSON.stringify(" + e.Value + ")"
	case result.ExpectText:
		return "text(" + at + ") === " + want
	case result.ExpectNot:
		return at + " !== undefined && text(" + at + ") !== " + want
	case result.ExpectAfter:
		return "Date.parse(" + at + ") > Date.parse(" + want + ")"
	case result.ExpectThere:
		return "![undefined, null].includes(" + at + ")"
	case result.ExpectAbsent:
		return at + " === undefined"
	}
	return jsFormCondition(e, at)
}

func jsFormCondition(e *result.Expect, at string) string {
	switch e.Kind {
	case result.ExpectType:
		var all []string
		for name := range strings.SplitSeq(e.Value, " or ") {
			if name == "integer" {
				all = append(all, "Number.isInteger("+at+")")
				continue
			}
			all = append(all, "type("+at+") === "+quoted(name))
		}
		return strings.Join(all, " || ")
	case result.ExpectMatch:
		return "typeof " + at + " === \"string\" && new RegExp(" + quoted(e.Value) + ").test(" + at + ")"
	case result.ExpectOneOf:
		values, _ := json.Marshal(e.Values) // strings
		return string(values) + ".includes(" + at + ")"
	case result.ExpectCount:
		return "Array.isArray(" + at + ") && " + at + ".length === " + e.Value
	case result.ExpectHTTPStatus:
		return at + " === answer.status"
	case result.ExpectHeader:
		return "String(answer.header(" + quoted(e.Path) + ")).toLowerCase().startsWith(" + quoted(strings.ToLower(e.Value)) + ")"
	case result.ExpectNamesOnce:
		return "namesOnce(answer.text)"
	case result.ExpectObject:
		// U+FFFD replaces invalid UTF-8; U+FEFF is a byte order mark.
		return `type(answer.body) === "object" && !answer.text.includes("\ufffd") && !answer.text.startsWith("\ufeff")`
	case result.ExpectNow:
		return "Math.abs(Date.parse(" + at + ") - Date.parse(answer.header(\"Date\"))) <= " + e.Value + "000"
	}
	return "false" // for a kind from a later version
}

func pathList(path string) string {
	all := segments(path)
	if all == nil {
		all = []string{}
	}
	text, _ := json.Marshal(all) // strings
	return string(text)
}

// jsText returns a text as a JavaScript expression.
func jsText(s string, value func(string) string) string {
	var parts []string
	replaceNames(s, func(plain string) string {
		if plain != "" {
			parts = append(parts, quoted(plain))
		}
		return ""
	}, func(name string) string {
		parts = append(parts, "String("+value(name)+")")
		return ""
	})
	if len(parts) == 0 {
		return `""`
	}
	return strings.Join(parts, " + ")
}

// initialValues returns the statements that set the values of a pack that do not come from an
// answer. set is the function that keeps a value, and token is the expression for the access
// token.
func (p *page) initialValues(set, token string) []string {
	lines := []string{set + `("run", String(10000 + Math.floor(Math.random() * 90000))); // keeps this time apart from all others`}
	if slices.ContainsFunc(p.Expect, func(e result.Expect) bool { return e.Kind == result.ExpectAnyServed }) {
		lines = append(lines, set+`("some_served", "");`)
	}
	for _, in := range p.Inputs {
		switch {
		case len(in.OfToken) > 0:
			lines = append(lines, fmt.Sprintf("%s(%s, %s);", set, quoted(in.Name), madeOfToken(in.OfToken, token)))
		case in.Name == "timestamp":
			lines = append(lines, set+`("timestamp", String(Date.now()));`)
		case in.Default != "":
			lines = append(lines, fmt.Sprintf("%s(%s, %s);", set, quoted(in.Name), quoted(in.Default)))
		}
	}
	return lines
}

// madeOfToken builds a token from parts of the access token.
func madeOfToken(parts []result.TokenPart, token string) string {
	var all []string
	for _, t := range parts {
		part := quoted(t.Text)
		switch {
		case t.Zeros > 0:
			part = fmt.Sprintf(`"0".repeat(%d)`, t.Zeros)
		case t.Text == "":
			part = fmt.Sprintf("%s.slice(%d, %d)", token, t.From-1, t.To)
		}
		switch t.Change {
		case "case":
			part += `.replace(/[A-Za-z]/g, c => c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())`
		case "next":
			part += `.replace(/[A-Za-z0-9]/g, c => ({Z: "A", z: "a", 9: "0"}[c] ?? String.fromCharCode(c.charCodeAt(0) + 1)))`
		}
		all = append(all, part)
	}
	return strings.Join(all, " + ")
}

// captureStatements returns the statements that keep values of an answer.
func captureStatements(c *result.PackCall, set string) []string {
	var lines []string
	for _, v := range c.Captures {
		value := "text(at(answer.body, " + pathList(v.Path) + "))"
		if v.Turn != "" {
			value = "turned(" + value + ", " + quoted(v.Turn) + ")"
		}
		lines = append(lines, fmt.Sprintf("%s(%s, %s);", set, quoted(v.Name), value))
	}
	return lines
}

// conditionsAfter returns the conditions that are checked after the answer to the n-th call. Each
// has a description and an expression.
func (p *page) conditionsAfter(n int, value func(string) string) [][2]string {
	var all [][2]string
	if p.Calls[n].Served {
		all = append(all, [2]string{"the call is served, as those behind it need", "served(answer)"})
	}
	for i := range p.Expect {
		e := &p.Expect[i]
		if e.Kind == result.ExpectAnyServed {
			if n == max(e.Call, maxOf(e.Calls)) {
				all = append(all, [2]string{line(e.Text), value("some_served") + ` === "yes" || served(answer)`})
			}
		} else if e.Call == n {
			all = append(all, [2]string{line(e.Text), jsCondition(e, value)})
		}
	}
	return all
}

// marksServed reports whether a later expectation needs to know if this call was served.
func (p *page) marksServed(n int) bool {
	for _, e := range p.Expect {
		if e.Kind == result.ExpectAnyServed && n < max(e.Call, maxOf(e.Calls)) {
			for _, other := range append(e.Calls, e.Call) {
				if other == n {
					return true
				}
			}
		}
	}
	return false
}

func maxOf(all []int) int {
	most := -1
	for _, n := range all {
		most = max(most, n)
	}
	return most
}
