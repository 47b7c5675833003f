package recording

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/redact"
)

// notRepeated are headers that curl makes itself, or that concern one
// connection only.
var notRepeated = map[string]bool{
	"accept-encoding": true, "connection": true, "content-length": true, "host": true, "keep-alive": true, "upgrade": true, "http2-settings": true,
	"transfer-encoding": true, "user-agent": true,
}

// Curl returns a command line for a POSIX shell that repeats the request of e.
// A known token stands in it as $ASSAY_TOKEN, other secrets are cut. Of a long body
// it holds the beginning, and says so in a comment.
func (v *View) Curl(e *Exchange) string {
	q, r := e.Request, v.redactor
	words := []string{"curl -sS -i"}
	if strings.ContainsAny(q.URL, "[]{}") {
		words[0] += " -g"
	}
	if strings.Contains(q.URL, "/.") {
		words[0] += " --path-as-is"
	}
	words = append(words, curlMethod(v.method(q.Method)), "--url "+shellWord(r.URL(q.URL)))
	words = append(words, curlHeaders(q, r)...)
	if q.Body == nil {
		return strings.Join(words, " ")
	}
	shown := v.exchange(e).request
	text, comment := string(wholeUpTo(shown.body, longBeginning)), ""
	if whole := int64(len(q.Body)) + q.Cut; shown.cut > 0 || len(text) < len(shown.body) {
		comment = fmt.Sprintf("  # the beginning of its body, which has %d bytes", whole)
	}
	if pasteable(text) {
		return strings.Join(append(words, "--data-raw "+shellWord(text)), " ") + comment
	}
	return "printf " + printfFormat(text) + " | " + strings.Join(append(words, "--data-binary @-"), " ") + comment
}

// wholeUpTo is a text as far as it is no longer than a bound, in whole characters.
func wholeUpTo(text []byte, most int) []byte {
	if len(text) <= most {
		return text
	}
	return text[:runeStart(text, most)]
}

func curlMethod(method string) string {
	if method == http.MethodHead {
		return "-I"
	}
	return "-X " + shellMethod(method)
}

// shellMethod leaves the usual words unquoted.
func shellMethod(method string) string {
	if method != "" && !strings.ContainsFunc(method, func(r rune) bool { return r < 'A' || r > 'Z' }) {
		return method
	}
	return shellWord(method)
}

func curlHeaders(q Request, r *redact.Redactor) []string {
	var words []string
	for _, name := range sortedNames(q.Header) {
		if notRepeated[strings.ToLower(name)] || strings.HasPrefix(name, ":") || strings.HasPrefix(name, "@") {
			continue // curl would read a file for an @
		}
		for _, value := range q.Header[name] {
			words = append(words, "-H "+curlHeader(name, value, r))
		}
	}
	if q.Body != nil && q.Header.Get("Content-Type") == "" {
		words = append(words, "-H 'Content-Type:'") // curl would send a form's
	}
	if q.Header.Get("Accept") == "" {
		words = append(words, "-H 'Accept:'")
	}
	return words
}

func curlHeader(name, value string, r *redact.Redactor) string {
	if strings.EqualFold(name, "Authorization") {
		if token := r.Token(value); token != "" && pasteable(value) {
			return doubleQuoted(name+": "+value, token)
		}
		if shell := r.NearToken(value); shell != "" {
			return `"` + name + `: Bearer ` + shell + `"`
		}
	}
	if strings.TrimSpace(value) == "" {
		return shellWord(name + ";") // how curl is told to send an empty one
	}
	return shellWord(string(r.Known([]byte(name))) + ": " + r.Header(name, value))
}

// shellWord quotes text for a POSIX shell. What could harm a terminal or is no
// UTF-8 is spelt in octal; NUL cannot be an argument and is lost.
func shellWord(text string) string {
	if pasteable(text) {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return `"$(printf ` + printfFormat(text) + `)"`
}

// pasteable tells whether text may stand in a command line as it is.
func pasteable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	})
}

// printfFormat quotes text as a format of printf that prints just it.
func printfFormat(text string) string {
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c == '%':
			b.WriteString("%%")
		case c < ' ' || c >= 0x7f || c == '\\' || c == '\'':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return "'" + b.String() + "'"
}

// doubleQuoted quotes text so that the shell still fills in $ASSAY_TOKEN where
// token stood in it.
func doubleQuoted(text, token string) string {
	parts := strings.Split(text, token)
	for i, part := range parts {
		parts[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", `$`, `\$`).Replace(part)
	}
	name := "$ASSAY_TOKEN"
	if strings.Join(parts[1:], "") != "" {
		name = "${ASSAY_TOKEN}" // what follows could be taken for part of the name
	}
	return `"` + strings.Join(parts, name) + `"`
}
