package faults

import (
	"html"
	"net/url"
	"strings"
	"unicode"
)

// TextFault is a change that a careless build makes to a text.
type TextFault struct {
	ID, Why string
	By      func(string) string
}

// ScriptFaults damage text in a script other than ASCII, or text that an HTML template escapes.
var ScriptFaults = []TextFault{
	{"questions", "replaces what is not ASCII by question marks", func(s string) string { return mapped(s, '?') }},
	{"strips", "leaves out what is not ASCII", func(s string) string { return mapped(s, -1) }},
	{"decodes", "reads UTF-8 as Latin-1", func(s string) string {
		if IsASCII(s) {
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

// TextFaults that are used one by one.
var (
	TextCutAt255     = TextFault{"cuts", "cuts what is longer than 255 characters", func(s string) string { return CutText(s, 255) }}
	TextWithoutEmoji = TextFault{"flattens", "leaves out what is beyond the basic plane", func(s string) string {
		return strings.Map(func(r rune) rune {
			if r > 0xffff {
				return -1
			}
			return r
		}, s)
	}}
	TextReadsNull = TextFault{"forgets-null", "is taken for unknown if it reads null", func(s string) string {
		if strings.EqualFold(s, "null") {
			return "unknown"
		}
		return s
	}}
	TextDoublesApostrophes = TextFault{"quotes", "doubles apostrophes", func(s string) string { return strings.ReplaceAll(s, "'", "''") }}
	TextWithoutQuotes      = TextFault{"slashes", "drops quotation marks", func(s string) string { return strings.ReplaceAll(s, `"`, "") }}
	TextReversed           = TextFault{"reverses", "turns right-to-left text round", func(s string) string {
		if !strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Arabic, r) }) {
			return s
		}
		runes := []rune(s)
		for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
			runes[i], runes[j] = runes[j], runes[i]
		}
		return string(runes)
	}}
	TextCutAt20     = TextFault{"shortens", "cuts what is longer than 20 characters", func(s string) string { return CutText(s, 20) }}
	TextCapitalized = TextFault{"capitalizes", "writes every word with a capital", func(s string) string {
		words := strings.Fields(s)
		for i, w := range words {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
		return strings.Join(words, " ")
	}}
	TextInCapitals      = TextFault{"shouts", "writes in capitals", strings.ToUpper}
	TextShortInCapitals = TextFault{"shouts-abbreviations", "writes in capitals where it has up to three letters", func(s string) string {
		if len(s) <= 3 {
			return strings.ToUpper(s)
		}
		return s
	}}

	unslashed = TextFault{"unslashes", "drops backslashes", func(s string) string { return strings.ReplaceAll(s, `\`, "") }}
	unescaped = TextFault{"unescapes", "takes % and two digits for an escape of a URL", func(s string) string {
		if decoded, err := url.PathUnescape(strings.ReplaceAll(s, "% ", "%25 ")); err == nil {
			return decoded
		}
		return s
	}}
	unplussed = TextFault{"unplusses", "takes + for a blank, as in a form", func(s string) string { return strings.ReplaceAll(s, "+", " ") }}
	collapsed = TextFault{"collapses", "writes several blanks as one", func(s string) string { return strings.Join(strings.Fields(s), " ") }}
	unjoined  = TextFault{"unjoins", "drops what has no width, and so takes an emoji apart", func(s string) string { return strings.ReplaceAll(s, "\u200d", "") }}
	straight  = TextFault{"straightens", "writes typographic quotation marks as straight ones", func(s string) string {
		return strings.NewReplacer("’", "'", "“", `"`, "”", `"`).Replace(s)
	}}
)

// Faults of characters outside the basic plane, and of characters outside Latin-1.
var (
	TextQuestionsEmoji = TextFault{"doubts-emoji", "has a ? for what is beyond the basic plane", func(s string) string {
		return strings.Map(func(r rune) rune {
			if r > 0xffff {
				return '?'
			}
			return r
		}, s)
	}}
	TextEndsAtEmoji = TextFault{"ends-at-emoji", "ends where something is beyond the basic plane", func(s string) string {
		if at := strings.IndexFunc(s, func(r rune) bool { return r > 0xffff }); at >= 0 {
			return s[:at]
		}
		return s
	}}
	TextReplacesEmoji = TextFault{"replaces-emoji", "has U+FFFD twice for what is beyond the basic plane", func(s string) string {
		var b strings.Builder
		for _, r := range s {
			if r > 0xffff {
				b.WriteString("\ufffd\ufffd")
				continue
			}
			b.WriteRune(r)
		}
		return b.String()
	}}
	TextKeepsLatin1 = TextFault{"keeps-latin-1", "keeps of its letters those of Latin-1", func(s string) string {
		return strings.Map(func(r rune) rune {
			if r > 0xff {
				return '?'
			}
			return r
		}, s)
	}}
)

// WebFaults damage text that passes through a form, a URL or a web page.
var WebFaults = []TextFault{unslashed, unescaped, unplussed, collapsed, unjoined, straight}

// CutText returns at most the first most characters of a text.
func CutText(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most])
	}
	return s
}
