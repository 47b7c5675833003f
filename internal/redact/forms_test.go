package redact_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/ascii85"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"mime/quotedprintable"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/redact"
)

// spelling is one form of a secret, by the name that docs/security.md has for
// it.
type spelling struct {
	name  string
	write func(secret string) []string
}

func one(write func(string) string) func(string) []string {
	return func(secret string) []string { return []string{write(secret)} }
}

// each writes every octet by a format.
func each(format, between string) func(string) string {
	return func(secret string) string {
		var parts []string
		for _, octet := range []byte(secret) {
			parts = append(parts, fmt.Sprintf(format, octet))
		}
		return strings.Join(parts, between)
	}
}

// wrap breaks a text into lines.
func wrap(text, lineEnd string, width int) string {
	var lines []string
	for line := range slices.Chunk([]byte(text), width) {
		lines = append(lines, string(line))
	}
	return strings.Join(lines, lineEnd)
}

func base64s(secret string) []string {
	var all []string
	for _, alphabet := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
		for shift := range 4 {
			all = append(all, alphabet.EncodeToString([]byte("user"[:shift]+secret+"tail"[:shift])))
		}
	}
	return all
}

func jsonString(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(quoted)
}

func swapCase(text string) string {
	return strings.Map(func(r rune) rune {
		if r|0x20 >= 'a' && r|0x20 <= 'z' {
			return r ^ 0x20
		}
		return r
	}, text)
}

func runes(format string) func(string) string {
	return func(secret string) string {
		var b strings.Builder
		for _, r := range secret {
			fmt.Fprintf(&b, format, r)
		}
		return b.String()
	}
}

var coveredForms = []spelling{
	{"as it is", one(func(s string) string { return s })},
	{"in other letter case", func(s string) []string { return []string{strings.ToUpper(s), strings.ToLower(s), swapCase(s)} }},
	{"percent-encoded, where needed or every octet, up to four times", func(s string) []string {
		all := []string{url.QueryEscape(s), url.PathEscape(s), each("%%%02x", "")(s), each("%%%02X", "")(s)}
		for range 3 {
			all = append(all, url.QueryEscape(all[len(all)-1]))
		}
		return all
	}},
	{"as a string of JSON, and as that up to four times", func(s string) []string {
		all := []string{jsonString(s), runes(`\u%04x`)(s), strings.ReplaceAll(jsonString(s), "/", `\/`)}
		for range 3 {
			all = append(all, jsonString(all[len(all)-1]))
		}
		return all
	}},
	{`in the escapes of C, Python and shells: \x41, \101, \u{41}, \U00000041`, func(s string) []string {
		return []string{each(`\x%02x`, "")(s), each(`\%03o`, "")(s), runes(`\u{%x}`)(s), runes(`\U%08X`)(s)}
	}},
	{"in entities of HTML, by name or number, with a semicolon or without", func(s string) []string {
		return []string{html.EscapeString(s), runes("&#%d;")(s), runes("&#x%X;")(s), runes("&#%d")(s), runes("&#x%x")(s)}
	}},
	{"base64 of either alphabet, padded or not, alone or inside of a longer text", base64s},
	{"base64 in lines", func(s string) []string {
		var all []string
		for _, text := range base64s("a longer text before " + s + " and one behind it") {
			all = append(all, wrap(text, "\r\n", 76), wrap(text, "\n", 64), jsonString(wrap(text, "\n", 60)))
		}
		return all
	}},
	{"base64 twice", func(s string) []string {
		var all []string
		for _, inner := range base64s(s) {
			all = append(all, base64s(inner)...)
		}
		return all
	}},
	{"hex: plain, with colons, spaces, commas, 0x, in lines", func(s string) []string {
		plain := hex.EncodeToString([]byte(s))
		return []string{plain, strings.ToUpper(plain), "0x" + plain, each("%02x", ":")(s), each("%02X", " ")(s), each("0x%02x", ", ")(s), each("0x%02X", "")(s), wrap(plain, "\n", 32)}
	}},
	{"lists of octal or decimal numbers", func(s string) []string {
		return []string{each("%03o", " ")(s), each("%04o", ", ")(s), "[" + each("%d", ",")(s) + "]", each("%d", " ")(s)}
	}},
	{"quoted-printable", func(s string) []string {
		var b bytes.Buffer
		w := quotedprintable.NewWriter(&b)
		_, _ = io.WriteString(w, strings.Repeat("x", 60)+" "+s)
		_ = w.Close()
		return []string{b.String(), each("=%02X", "")(s)}
	}},
	{"reversed", one(func(s string) string {
		all := []rune(s)
		slices.Reverse(all)
		return string(all)
	})},
	{"cut at an end, with eight characters left or more, before a sign or a space", func(s string) []string {
		return []string{s[:8] + "…", s[:8] + "...", s[:len(s)-2] + "…", s[:9] + " [cut]", "…" + s[len(s)-8:], s[:8] + "…" + s[len(s)-8:]}
	}},
}

// piecedForms are covered for secrets of sixteen letters and digits or more.
var piecedForms = []spelling{
	{"sixteen characters of it, anywhere", func(s string) []string { return []string{"x" + s[3:19] + "x", s[:16] + "xxxx"} }},
	{"with signs, spaces or line ends between its letters and digits", func(s string) []string {
		return []string{wrap(s, " ", 4), wrap(s, "\r\n", 10), strings.Join(strings.Split(s, ""), "-"), strings.Join(strings.Split(s, ""), "\x00"), jsonString(wrap(s, "\n", 5))}
	}},
}

var uncoveredForms = []spelling{
	{"base64 three times", one(func(s string) string {
		for range 3 {
			s = base64.StdEncoding.EncodeToString([]byte(s))
		}
		return s
	})},
	{"base64 of hex, hex of base64", func(s string) []string {
		return []string{base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString([]byte(s)))), hex.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte(s))))}
	}},
	{"base64 of UTF-16", one(func(s string) string { return base64.StdEncoding.EncodeToString(inUTF16(s, false, false)) })},
	{"base32 and base85", func(s string) []string {
		b := make([]byte, ascii85.MaxEncodedLen(len(s)))
		return []string{base32.StdEncoding.EncodeToString([]byte(s)), string(b[:ascii85.Encode(b, []byte(s))])}
	}},
	{"packed, but for a body that is compressed as a whole, which is left out", one(func(s string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = io.WriteString(w, strings.Repeat(s, 2))
		_ = w.Close()
		return b.String()
	})},
	{"hashed", one(func(s string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(s))) })},
	{"in a cipher, rot13 say", one(func(s string) string {
		return strings.Map(func(r rune) rune {
			if l := r | 0x20; l >= 'a' && l <= 'z' {
				return (l-'a'+13)%26 + 'a'
			}
			return r
		}, s)
	})},
	{"with letters or digits between its characters, or markup of letters", func(s string) []string {
		return []string{strings.Join(strings.Split(s, ""), "x"), strings.Join(strings.Split(s, ""), "<b>")}
	}},
	{"in look-alikes of other alphabets", one(func(s string) string {
		return strings.Map(func(r rune) rune {
			if r > ' ' && r < 0x7f {
				return r + 0xfee0
			}
			return r
		}, s)
	})},
	{"escaped seven times", one(func(s string) string {
		text := each("%%%02x", "")(s)
		for range 6 {
			text = strings.ReplaceAll(text, "%", "%25")
		}
		return text
	})},
	{"cut to seven characters, or in a word that goes on otherwise", func(s string) []string { return []string{s[:7] + " …", s[:12] + "otherwise"} }},
}

func inUTF16(text string, big, mark bool) []byte {
	if mark {
		text = "\ufeff" + text
	}
	var out []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		if big {
			out = append(out, byte(unit>>8), byte(unit))
		} else {
			out = append(out, byte(unit), byte(unit>>8))
		}
	}
	return out
}

var tokens = map[string]string{
	"opaque": "gK7vQ2xN9wLpT4rBz8YcH3mDfS6jA1eU", "with signs": canary, "of words": "partner-access-token-of-the-store",
	"JWT":       "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJzdG9yZS00MiIsImV4cCI6MTc2NzIyNTYwMH0.Qk3-x_9aLwZr7VtNpM2sJcYh5uGd8fEb1oKq6iTjRyW",
	"of digits": "40718263519402837465",
}

// mostLeft is how many characters in a row may be left of a form: fewer tell
// next to nothing.
const mostLeft = 8

// telling tells what tells something from escapes and filling.
var telling = regexp.MustCompile(`[a-wyzA-WYZ0-9].*[a-wyzA-WYZ0-9].*[a-wyzA-WYZ0-9]`)

// left returns what is left of a form in a text, where that is too much.
func left(shown, form string) string {
	for from := 0; from+mostLeft < len(form); from++ {
		part := form[from : from+mostLeft+1]
		if strings.Contains(shown, part) && telling.MatchString(part) {
			return part
		}
	}
	return ""
}

// TestFormsThatAreCovered holds the first list of docs/security.md: nothing of
// a secret is left in any of these forms, wherever it stands.
func TestFormsThatAreCovered(t *testing.T) {
	for kind, secret := range tokens {
		r := redact.New(redact.Options{Secrets: []string{secret}})
		for _, spelt := range slices.Concat(coveredForms, piecedForms) {
			if kind == "with signs" && slices.ContainsFunc(piecedForms, func(p spelling) bool { return p.name == spelt.name }) {
				continue // it has eight letters and digits
			}
			for _, form := range spelt.write(secret) {
				text := "before " + form + " behind"
				inJSON := []byte(`{"a":[` + jsonString(text) + `],"b":1}`)
				for where, shown := range map[string]string{
					"text": r.Text(text), "body": string(r.Body([]byte(text), "text/plain")), "header": r.Header("X-Echo", text),
					"address": r.URL("http://h/" + form + "?a=" + form), "JSON": string(r.Body(inJSON, "application/json")),
				} {
					require.Contains(t, shown, redact.Marker, "%s, %s, in %s: %s", kind, spelt.name, where, form)
					require.Empty(t, left(shown, secret), "%s, %s, in %s: %s", kind, spelt.name, where, shown)
					if !strings.Contains(spelt.name, "base64") { // the neighbours in it stay
						require.Empty(t, left(shown, form), "%s, %s, in %s: %s", kind, spelt.name, where, shown)
					}
				}
				require.True(t, json.Valid(r.Body(inJSON, "")))
			}
		}
	}
}

func TestBodiesInUTF16(t *testing.T) {
	for _, secret := range tokens {
		r := redact.New(redact.Options{Secrets: []string{secret}})
		for _, big := range []bool{false, true} {
			for _, mark := range []bool{false, true} {
				shown := r.Body(inUTF16(`{"token":`+jsonString(secret)+`,"otp":"123456","b":"é"}`, big, mark), "application/json")
				require.Equal(t, inUTF16(`{"token":"«cut»","otp":"«cut»","b":"é"}`, big, mark), shown)
				nothing := inUTF16(`{"a":"\ud83d"}`, big, mark)
				require.Equal(t, nothing, r.Body(nothing, "application/json"))
			}
		}
	}
}

// TestFormsThatAreNotCovered holds the second list: what is said to be left is
// left, so that nobody relies on more.
func TestFormsThatAreNotCovered(t *testing.T) {
	secret := tokens["opaque"]
	r := redact.New(redact.Options{Secrets: []string{secret}})
	for _, spelt := range uncoveredForms {
		for _, form := range spelt.write(secret) {
			require.Contains(t, string(r.Body([]byte("before "+form+" behind"), "text/plain")), form, spelt.name)
		}
	}
}

// TestTheDocsListTheForms holds docs/security.md to these tables.
func TestTheDocsListTheForms(t *testing.T) {
	page, err := os.ReadFile("../../docs/security.md")
	require.NoError(t, err)
	names := func(lists ...[]spelling) (all []string) {
		for _, spelt := range slices.Concat(lists...) {
			all = append(all, spelt.name)
		}
		return all
	}
	utf16Bodies := "a body in UTF-16" // TestBodiesInUTF16
	for heading, want := range map[string][]string{
		"Forms of a secret that are covered":     append(names(coveredForms, piecedForms), utf16Bodies),
		"Forms of a secret that are not covered": names(uncoveredForms),
	} {
		section := regexp.MustCompile(`(?s)### ` + heading + `: (\d+)\n(.*?)(\n##|$)`).FindSubmatch(page)
		require.NotNil(t, section, heading)
		var listed []string
		for _, row := range regexp.MustCompile(`(?m)^- (.*)$`).FindAllSubmatch(section[2], -1) {
			listed = append(listed, string(row[1]))
		}
		require.ElementsMatch(t, want, listed)
		require.Equal(t, fmt.Sprint(len(want)), string(section[1]), "the count")
	}
}
