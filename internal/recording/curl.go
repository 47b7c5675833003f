package recording

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/redact"
)

// notRepeated are headers that curl sets itself, or that belong to a single connection.
var notRepeated = map[string]bool{
	"accept-encoding": true, "connection": true, "content-length": true, "host": true, "keep-alive": true, "upgrade": true, "http2-settings": true,
	"transfer-encoding": true, "user-agent": true,
}

// Curl returns a command line for a POSIX shell that repeats the request of e. It contains a
// known token as $ASSAY_TOKEN, and other secrets are cut. If the body is long, it contains only
// the beginning, and a comment says so.
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

// wholeUpTo returns the beginning of a text, with at most the given number of octets, without
// breaking a character.
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

// shellMethod does not quote the usual methods.
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
			continue // for an @, curl would read a file
		}
		for _, value := range q.Header[name] {
			words = append(words, "-H "+curlHeader(name, value, r))
		}
	}
	if q.Body != nil && q.Header.Get("Content-Type") == "" {
		words = append(words, "-H 'Content-Type:'") // otherwise curl would send the Content-Type of a form
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
		return shellWord(name + ";") // with a semicolon, curl sends an empty header
	}
	return shellWord(string(r.Known([]byte(name))) + ": " + r.Header(name, value))
}

// shellWord quotes a text for a POSIX shell. Text that could harm a terminal or is not UTF-8 is
// written in octal. NUL is lost, because an argument cannot contain it.
func shellWord(text string) string {
	if pasteable(text) {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	return `"$(printf ` + printfFormat(text) + `)"`
}

// pasteable reports whether a command line may contain the text as it is.
func pasteable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	})
}

// printfFormat quotes a text as a format for which printf prints exactly this text.
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

// doubleQuoted quotes a text in which token is replaced by $ASSAY_TOKEN, so that the shell
// inserts the token.
func doubleQuoted(text, token string) string {
	parts := strings.Split(text, token)
	for i, part := range parts {
		parts[i] = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", `$`, `\$`).Replace(part)
	}
	name := "$ASSAY_TOKEN"
	if strings.Join(parts[1:], "") != "" {
		name = "${ASSAY_TOKEN}" // otherwise the next characters could become part of the name
	}
	return `"` + strings.Join(parts, name) + `"`
}
