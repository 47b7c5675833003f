package formats

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// noWords are those for no value that few people have as a name.
var noWords = regexp.MustCompile(`(?i)^(undefined|null|\(null\)|none|nan|string)$`)

// damages are what programs make of a text, each with how it shows.
var damages = []struct {
	what   string
	traces *regexp.Regexp
}{
	{"a letter that was lost (U+FFFD)", regexp.MustCompile(`\x{FFFD}`)},
	{"a control character", regexp.MustCompile(`[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]`)},
	{"an HTML entity", regexp.MustCompile(`&(amp|lt|gt|quot|apos|nbsp|#[0-9]{1,6}|#x[0-9A-Fa-f]{1,5});`)},
	{"HTML markup", regexp.MustCompile(`</?[a-zA-Z][^<>]*>`)},
	{"a JSON escape", regexp.MustCompile(`\\u[0-9A-Fa-f]{4}`)},
	{"letters of another encoding", regexp.MustCompile(`[\x{C2}\x{C3}][\x{80}-\x{BF}]`)},
	{"a text as URLs have it", regexp.MustCompile(`^\S*%[0-9A-Fa-f]{2}\S*$`)},
}

// Damage says what is odd about a text; "" where nothing is.
func Damage(text string) string {
	const most = 1000 // octets that are looked at
	if noWords.MatchString(strings.TrimSpace(text)) {
		return "a word for no value"
	}
	text = text[:min(len(text), most)]
	if strings.IndexFunc(text, isTrace) < 0 {
		return ""
	}
	for _, d := range damages {
		if d.traces.MatchString(text) {
			return d.what
		}
	}
	return ""
}

// isTrace tells a character that one of the damages begins with: most texts have none.
func isTrace(r rune) bool {
	return strings.ContainsRune("&<%\\\u00c2\u00c3\ufffd", r) || unicode.IsControl(r)
}

// IsDamaged tells a text that a program has made of another one by mistake: it escaped it
// for HTML or for a URL, read its octets in another encoding, or wrote a question mark for
// each letter outside of ASCII.
func IsDamaged(text, damaged string) bool {
	if text == damaged {
		return false
	}
	path, _ := url.PathUnescape(damaged) // empty where it is no such text
	query, _ := url.QueryUnescape(damaged)
	if html.UnescapeString(damaged) == text || path == text || query == text || inOctets(damaged) == text {
		return true
	}
	for _, lost := range []rune{'?', unicode.ReplacementChar} {
		if damaged == withoutLetters(text, lost) {
			return true
		}
	}
	return false
}

// withoutLetters writes a sign for each letter outside of ASCII.
func withoutLetters(text string, sign rune) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return sign
		}
		return r
	}, text)
}

// inOctets takes each letter for an octet (ISO 8859-1); empty where one is none.
func inOctets(text string) string {
	var octets strings.Builder
	for _, r := range text {
		if r > unicode.MaxLatin1 {
			return ""
		}
		octets.WriteByte(byte(r))
	}
	return octets.String()
}
