package server

import (
	"html"
	"net/url"
	"strings"
	"unicode"

	"github.com/credit-partner/assay/internal/faults"
)

// mangling is what a careless build does to a text.
type mangling struct {
	id, why string
	by      func(string) string
}

// manglings of text that comes in one script and goes out in another, through
// a column that is too short or a template that escapes.
var manglings = []mangling{
	{"questions", "replaces what is not ASCII by question marks", func(s string) string { return mapped(s, '?') }},
	{"strips", "leaves out what is not ASCII", func(s string) string { return mapped(s, -1) }},
	{"decodes", "reads UTF-8 as Latin-1", func(s string) string {
		if faults.IsASCII(s) {
			return s
		}
		var b strings.Builder
		for i := range len(s) {
			b.WriteRune(rune(s[i]))
		}
		return b.String()
	}},
	{"escapes", "escapes for HTML", html.EscapeString},
}

func mapped(s string, to rune) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return to
		}
		return r
	}, s)
}

var (
	cutting = mangling{"cuts", "cuts what is longer than 255 characters", func(s string) string { return cut(s, 255) }}
	unplane = mangling{"flattens", "leaves out what is beyond the basic plane", func(s string) string {
		return strings.Map(func(r rune) rune {
			if r > 0xffff {
				return -1
			}
			return r
		}, s)
	}}
	quoting = mangling{"quotes", "doubles apostrophes", func(s string) string { return strings.ReplaceAll(s, "'", "''") }}
	slashed = mangling{"slashes", "drops quotation marks", func(s string) string { return strings.ReplaceAll(s, `"`, "") }}
	rtl     = mangling{"reverses", "turns right-to-left text round", func(s string) string {
		if !strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Arabic, r) }) {
			return s
		}
		runes := []rune(s)
		for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
			runes[i], runes[j] = runes[j], runes[i]
		}
		return string(runes)
	}}
	shorten = mangling{"shortens", "cuts what is longer than 20 characters", func(s string) string { return cut(s, 20) }}
	title   = mangling{"capitalizes", "writes every word with a capital", func(s string) string {
		words := strings.Fields(s)
		for i, w := range words {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
		return strings.Join(words, " ")
	}}
	upper = mangling{"shouts", "writes in capitals", strings.ToUpper}

	unslashed = mangling{"unslashes", "drops backslashes", func(s string) string { return strings.ReplaceAll(s, `\`, "") }}
	unescaped = mangling{"unescapes", "takes % and two digits for an escape of a URL", func(s string) string {
		if decoded, err := url.PathUnescape(strings.ReplaceAll(s, "% ", "%25 ")); err == nil {
			return decoded
		}
		return s
	}}
	unplussed = mangling{"unplusses", "takes + for a blank, as in a form", func(s string) string { return strings.ReplaceAll(s, "+", " ") }}
	collapsed = mangling{"collapses", "writes several blanks as one", func(s string) string { return strings.Join(strings.Fields(s), " ") }}
	unjoined  = mangling{"unjoins", "drops what has no width, and so takes an emoji apart", func(s string) string { return strings.ReplaceAll(s, "\u200d", "") }}
	straight  = mangling{"straightens", "writes typographic quotation marks as straight ones", func(s string) string {
		return strings.NewReplacer("’", "'", "“", `"`, "”", `"`).Replace(s)
	}}
)

// webbed are manglings of text that passes through a form, a URL or a web page.
var webbed = []mangling{unslashed, unescaped, unplussed, collapsed, unjoined, straight}

func cut(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most])
	}
	return s
}
