package packs

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// prelude is the beginning of every script.
const prelude = `set -uo pipefail
for tool in curl jq; do
  command -v "$tool" >/dev/null || { echo "this script needs $tool" >&2; exit 2; }
done
%s
export run=$((10000 + RANDOM %% 90000)) # keeps this time apart from all others
answers=$(mktemp -d)
trap 'rm -rf "$answers"' EXIT
code=() # the HTTP status of each call
failed=0
`

// functions are the shell functions that a script may use. A function comes after the functions
// that use it.
var functions = []struct{ name, text string }{
	{"expect", `
# expect N TEXT CONDITION…: says whether a condition on the N-th answer holds.
expect() {
  local n=$1 text=$2
  shift 2
  if "$@"; then
    printf 'as expected: %s\n' "$text"
    return
  fi
  failed=1
  printf 'NOT as expected: %s\nThe answer to call %s:\n' "$text" "$n"
  answer "$n"
}
`},
	{"needs", `
# needs N: ends here where the N-th call was not served.
needs() { served "$1" || { echo "call $1 was not served, so the rest shows nothing:"; answer "$1"; exit 2; } >&2; }
`},
	{"answer", `
# answer N: the beginning of the N-th answer, without what could steer a terminal.
answer() { head -c 2000 "$answers/$1.json" | tr -d '\000-\010\013-\037\177'; echo; }
`},
	{"nobody", `
# nobody N FILTER: whether the N-th call was refused, or nothing stands there.
nobody() { refused "$1" || holds "$1" "$2 | . == null or . == \"\""; }
`},
	{"names_once", `
# names_once N: whether no member of the N-th answer is there twice.
names_once() {
  [ -z "$(jq -c --stream 'select(length == 2)[0]' "$answers/$1.json" 2>/dev/null | sort | uniq -d)" ]
}
`},
	{"any_served", `
# any_served N…: whether one of the calls was served.
any_served() { local n; for n; do served "$n" && return; done; return 1; }
`},
	{"refused", `
refused() { ! served "$1"; }
`},
	{"served", `
# served N: whether the N-th call was a success that its body does not take back.
served() {
  [[ ${code[$1]} == 2* ]] && ! holds "$1" 'type == "object" and (.success == false or
    (.status | type) == "number" and (.status < 200 or .status > 299) and (.data | type | IN("object", "array") | not))'
}
`},
	{"holds", `
# holds N FILTER: whether a filter of jq is true of the N-th answer. It may name the
# HTTP status as $status, the headers as $head, and the body as text as $raw.
holds() {
  jq -R -s -e --argjson status "$((10#${code[$1]}))" --rawfile head "$answers/$1.head" \
    ". as \$raw | (try fromjson catch null) | ($2)" "$answers/$1.json" >/dev/null 2>&1
}
`},
	{"turned", `
# turned TEXT BY: TEXT, where each digit that stands over a 1 is the next one, and one
# that stands over a - is left out. BY < gives the text backwards.
turned() {
  local i digit
  if [ "$2" = '<' ]; then
    for ((i = ${#1} - 1; i >= 0; i--)); do printf %s "${1:i:1}"; done
    return
  fi
  for ((i = 0; i < ${#1}; i++)); do
    digit=${1:i:1}
    [ "${2:i:1}" != - ] || continue
    [ "${2:i:1}" != 1 ] || digit=$(printf %s "$digit" | tr 0-9a-fA-F 1-90b-faB-FA)
    printf %s "$digit"
  done
}
`},
	{"capture", `
# capture NAME N FILTER: keeps a value of the N-th answer as $NAME.
capture() { export "$1=$(jq -r "$3 | values" "$answers/$2.json" 2>/dev/null)"; }
`},
	{"call", `
# call N METHOD ADDRESS OPTION…: makes the N-th call by curl, and keeps its answer.
call() {
  local n=$1 method=$2 address=$3
  shift 3
  : >"$answers/$n.json"
  : >"$answers/$n.head"
  code[n]=$(curl -sS -g --path-as-is -X "$method" --url "$address" "$@" -o "$answers/$n.json" -D "$answers/$n.head" -w '%{http_code}')
  printf '%s. %s %s: %s\n' "$n" "$method" "$address" "${code[n]}"
}
`},
}

// usedFunctions returns the functions that a script needs.
func usedFunctions(script string) string {
	text := ""
	for _, f := range functions {
		if word := regexp.MustCompile(`(?m)(^|[ !(&|])` + f.name + ` `); word.MatchString(script) || word.MatchString(text) {
			text = f.text + text
		}
	}
	return text
}

// shell returns the pack as a script.
func (p *page) shell() string {
	var b strings.Builder
	b.WriteString("#!/usr/bin/env bash\n")
	lines := append(p.head(), "", "Ends with 0 where the build does what is asked, 1 where it does not, 2 where that", "could not be found out. Needs bash, curl and jq, and in the environment:",
		"", "  ASSAY_TOKEN  an access token of the build")
	for _, a := range p.addresses() {
		lines = append(lines, "  "+strings.ToUpper(a[0])+"  the address of the build, if not "+line(a[1]))
	}
	for _, in := range p.Inputs {
		if in.Shell == "" {
			lines = append(lines, "  "+strings.ToUpper(in.Name)+"  "+line(in.Meaning))
		}
	}
	b.WriteString(comment("#", lines))
	fmt.Fprintf(&b, prelude, p.settings())
	var calls strings.Builder
	for n := range p.Calls {
		p.shellCall(&calls, n)
	}
	calls.WriteString("\n")
	for i := range p.Expect {
		e := &p.Expect[i]
		fmt.Fprintf(&calls, "expect %d %s %s\n", e.Call+1, shellText(line(e.Text)), condition(e))
	}
	return b.String() + usedFunctions(calls.String()) + calls.String() + "exit $failed\n"
}

// settings returns the lines that read values from the environment.
func (p *page) settings() string {
	lines := []string{`[ -n "${ASSAY_TOKEN:-}" ] || { echo "set ASSAY_TOKEN to an access token of the build" >&2; exit 2; }`}
	for _, a := range p.addresses() {
		name := strings.ToUpper(a[0])
		lines = append(lines, fmt.Sprintf("%s=${%s:-%s}", name, name, shellText(a[1])))
	}
	for _, in := range p.Inputs {
		name := strings.ToUpper(in.Name)
		switch {
		case in.Late: // the script asks for it just before the call that needs it
		case in.Shell != "":
			lines = append(lines, fmt.Sprintf("%s=\"%s\"", in.Name, in.Shell))
		case in.Default != "":
			lines = append(lines, fmt.Sprintf("export %s=${%s:-%s}", in.Name, name, shellText(in.Default)))
		default:
			lines = append(lines, fmt.Sprintf(`[ -n "${%s:-}" ] || { echo %s >&2; exit 2; }`, name, shellText("set "+name+" to "+line(in.Meaning))),
				fmt.Sprintf("export %s=$%s", in.Name, name))
		}
	}
	return strings.Join(lines, "\n")
}

func (p *page) shellCall(b *strings.Builder, n int) {
	c := &p.Calls[n]
	fmt.Fprintf(b, "\n# %d. %s (%s)\n", n+1, line(c.Title), line(c.Exchange))
	for _, in := range p.Inputs {
		if in.Late && strings.Contains(c.Path+c.Body, "{{"+in.Name+"}}") {
			name := strings.ToUpper(in.Name)
			fmt.Fprintf(b, "[ -n \"${%[1]s:-}\" ] || read -r -p %[2]s %[1]s || exit 2\nexport %[3]s=$%[1]s\n", name, shellText(line(in.Meaning)+": "), in.Name)
		}
	}
	fmt.Fprintf(b, "call %d %s \"$%s%s\"", n+1, shellText(c.Method), strings.ToUpper(base(c)), inQuotes(c.Path))
	for _, h := range c.Headers {
		value := h.Name + ": " + h.Value
		if strings.TrimSpace(h.Value) == "" {
			value = h.Name + ";" // with a semicolon, curl sends an empty header
		}
		fmt.Fprintf(b, " \\\n  -H %s", shellString(value))
	}
	if withoutAccept(c) != "" {
		b.WriteString(" \\\n  -H 'Accept:'")
	}
	if c.Body == "" {
		b.WriteString("\n")
	} else {
		end := "JSON"
		for strings.Contains("\n"+c.Body+"\n", "\n"+end+"\n") {
			end += "_"
		}
		if placeholder.MatchString(c.Body) {
			fmt.Fprintf(b, " \\\n  --data-binary @- <<%s\n%s\n%s\n", end, inHere(c.Body), end)
		} else {
			fmt.Fprintf(b, " \\\n  --data-binary @- <<'%s'\n%s\n%s\n", end, c.Body, end)
		}
	}
	if c.Served {
		fmt.Fprintf(b, "needs %d\n", n+1)
	}
	for _, v := range c.Captures {
		fmt.Fprintf(b, "capture %s %d %s\n", v.Name, n+1, shellText(filter(v.Path)))
		if v.Turn != "" {
			fmt.Fprintf(b, "export %[1]s=$(turned \"$%[1]s\" %[2]s)\n", v.Name, shellText(v.Turn))
		}
	}
}

// shellText quotes a text without placeholders.
func shellText(text string) string {
	if text != "" && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == "" {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// shellString quotes a text with placeholders.
func shellString(text string) string {
	if !placeholder.MatchString(text) {
		return shellText(text)
	}
	return `"` + inQuotes(text) + `"`
}

var doubleQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", `$`, `\$`)

func inQuotes(text string) string { return replaceNames(text, doubleQuotes.Replace, shellName) }

var hereText = strings.NewReplacer(`\`, `\\`, "`", "\\`", `$`, `\$`)

func inHere(text string) string { return replaceNames(text, hereText.Replace, shellName) }

func shellName(name string) string {
	if name == "token" {
		name = tokenName
	}
	return "${" + name + "}"
}

// filter turns a path into a filter of jq.
func filter(path string) string {
	if path == "" {
		return "."
	}
	if list, rest, each := strings.Cut(path, ".#"); each { // for every element
		return "[" + filter(list) + "[]? | " + filter(strings.TrimPrefix(rest, ".")) + "]"
	}
	var b strings.Builder
	for i, s := range segments(path) {
		switch {
		case isIndex(s):
			if i == 0 {
				b.WriteString(".")
			}
			b.WriteString("[" + s + "]")
		case isWord(s):
			b.WriteString("." + s)
		default:
			b.WriteString("." + quoted(s))
		}
	}
	return b.String()
}

func isWord(s string) bool {
	return s != "" && !isIndex(s[:1]) && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// quoted returns a text as a JSON string.
func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return `""` // encoding a string never fails
	}
	return strings.TrimSpace(b.String())
}

// jqText returns a text with placeholders as a string of jq.
func jqText(text string) string {
	inside := func(s string) string {
		whole := quoted(s)
		return whole[1 : len(whole)-1]
	}
	return `"` + replaceNames(text, inside, func(name string) string { return `\($ENV.` + name + `)` }) + `"`
}

// condition returns an Expect as a command of the script.
func condition(e *result.Expect) string {
	n := e.Call + 1
	at := filter(e.Path)
	switch e.Kind {
	case result.ExpectServed:
		return fmt.Sprintf("served %d", n)
	case result.ExpectRefused:
		return fmt.Sprintf("refused %d", n)
	case result.ExpectNamesOnce:
		return fmt.Sprintf("names_once %d", n)
	case result.ExpectNobody:
		return fmt.Sprintf("nobody %d %s", n, shellText(at))
	case result.ExpectAnyServed:
		all := fmt.Sprintf("any_served %d", n)
		for _, other := range e.Calls {
			all += fmt.Sprintf(" %d", other+1)
		}
		return all
	}
	return fmt.Sprintf("holds %d %s", n, shellText(jqFilter(e, at)))
}

func jqFilter(e *result.Expect, at string) string {
	switch e.Kind {
	case result.ExpectStatus:
		return "$status == " + e.Value
	case result.ExpectEqual:
		return at + " == " + e.Value
	case result.ExpectText:
		return "(" + at + " | tostring) == " + jqText(e.Value)
	case result.ExpectNot:
		return at + " != null and (" + at + " | tostring) != " + jqText(e.Value)
	case result.ExpectAfter:
		return at + " | type == \"string\" and . > " + jqText(e.Value)
	case result.ExpectThere:
		return at + " != null"
	case result.ExpectAbsent:
		parent, last := parentOf(e.Path)
		return parent + " | type != \"object\" or (has(" + quoted(last) + ") | not)"
	case result.ExpectType:
		names := strings.Split(e.Value, " or ")
		if parent, last := parentOf(e.Path); slices.Contains(names, "null") && last != "" && !isIndex(last) { // jq also reads an absent member as null
			return "(" + parent + " | type == \"object\" and has(" + quoted(last) + ")) and (" + jqTypes(at, names) + ")"
		}
		return jqTypes(at, names)
	case result.ExpectMatch:
		return at + " | type == \"string\" and test(" + quoted(e.Value) + ")"
	case result.ExpectOneOf:
		values, _ := json.Marshal(e.Values) // strings
		return at + " | IN(" + string(values) + "[])"
	case result.ExpectCount:
		return at + " | type == \"array\" and length == " + e.Value
	case result.ExpectHTTPStatus:
		return at + " == $status"
	case result.ExpectHeader:
		return "$head | test(" + quoted("(?im)^"+e.Path+": *"+e.Value) + ")"
	case result.ExpectObject:
		// U+FFFD replaces invalid UTF-8; U+FEFF is a byte order mark; jq also reads numbers that JSON does not have.
		return `type == "object" and ($raw | contains("\ufffd") or startswith("\ufeff") or (gsub("\"(\\\\.|[^\"\\\\])*\""; "") | test("nan|infinity"; "i")) | not)`
	case result.ExpectNow:
		return "((" + at + ` | sub("[.][0-9]+"; "") | fromdate) - ($head | capture("(?im)^date: *(?<at>[^\r\n]+)").at | strptime("%a, %d %b %Y %H:%M:%S %Z") | mktime)) | fabs <= ` + e.Value
	}
	return "false" // for a kind from a later version
}

// parentOf returns the filter for the object that contains a member, and the member's name.
func parentOf(path string) (parent, last string) {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return filter(path[:i]), path[i+1:]
	}
	return filter(""), path
}

func jqTypes(at string, names []string) string {
	var all []string
	for _, name := range names {
		if name == "integer" {
			all = append(all, "(type == \"number\" and . == floor)")
			continue
		}
		all = append(all, "type == "+quoted(name))
	}
	return at + " | " + strings.Join(all, " or ")
}
