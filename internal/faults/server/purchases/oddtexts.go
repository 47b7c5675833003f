package purchases

import (
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/credit-partner/assay/internal/faults"
)

// oddTextFaults change only unusual texts of an item (section 2.3). Some store the changed text, so
// that every answer has it. Others answer create from the request, and get from what they stored.
func oddTextFaults() []faults.Fault {
	var all []faults.Fault
	for _, t := range oddTexts() {
		all = append(all, faults.Fault{ID: faults.Kebab("create-purchases-" + t.id + "-" + t.member), Breaks: "PUR-14", Why: t.member + " " + t.why, Mutator: storing(t.member, t.by)},
			faults.Fault{ID: faults.Kebab("get-purchase-" + t.id + "-" + t.member), Breaks: "GET-08", Why: t.member + " " + t.why + ", and create answers from the request",
				Mutator: faults.On(faults.GetItem, faults.EditText("data."+t.member, t.by))})
	}
	return all
}

// storing changes a text of every new item, if that text is unusual.
func storing(member string, by func(string) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.CreateOrder {
				for _, item := range c.Items() {
					if text, is := item[member].(string); is && by(text) != text {
						item[member] = by(text)
						c.Touch()
					}
				}
			}
			return next(c)
		}
	}
}

// losing replaces the letters of an alphabet, as a program does whose character set lacks them.
func losing(alphabet *unicode.RangeTable) func(string) string {
	return func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.Is(alphabet, r) {
				return '?'
			}
			return r
		}, text)
	}
}

// oddText is a change that a service makes to an unusual text of an item.
type oddText struct {
	member, id, why string
	by              func(string) string
}

func oddTexts() []oddText {
	const description, brand, code = "item_description", "item_brand", "item_code"
	without := func(old string) func(string) string { return replacing(old, "") }
	return []oddText{
		{description, "normalises", "is stored with composed letters", norm.NFC.String},
		{description, "decodes-entities", "is taken for HTML: its entities are decoded", html.UnescapeString},
		{description, "fills-in", "is taken for a template: {0} is filled in", without("{0}")},
		{description, "unquotes", "has one quote where there are two", replacing("''", "'")},
		{description, "reads-backslash-n", "has a new line where a backslash and an n are", replacing(`\n`, "\n")},
		{description, "loses-thai", "loses its Thai letters", losing(unicode.Thai)},
		{description, "loses-devanagari", "loses its Devanagari letters", losing(unicode.Devanagari)},
		{description, "loses-hebrew", "loses its Hebrew letters", losing(unicode.Hebrew)},
		{description, "trims", "is stored without the spaces around it", strings.TrimSpace},
		{description, "joins-lines", "is stored in one line", replacing("\n", " ")},
		{description, "ends-at-bar", "ends at a |, which separates columns", before("|")},
		{description, "ends-at-semicolon", "ends at a semicolon, which separates values", before(";")},
		{description, "drops-brackets", "has no brackets and nothing in them", func(s string) string { return inBrackets.ReplaceAllString(s, "") }},
		{description, "reads-underscore", "has a space where an underscore is", replacing("_", " ")},
		{description, "drops-full-stop", "has no full stop at its end", func(s string) string { return strings.TrimSuffix(s, ".") }},
		{description, "replaces-dollar", "is the replacement of a pattern: $& is what was matched", replacing("$&", "{}")},
		{description, "guards-formulas", "has an apostrophe before an equals sign, as spreadsheets want it", func(s string) string {
			if strings.HasPrefix(s, "=") {
				return "'" + s
			}
			return s
		}},
		{description, "reads-escapes", `has a letter where \u and its number are`, replacing(`\u0041`, "A")},
		{description, "drops-addresses", "has no web address", func(s string) string { return webAddress.ReplaceAllString(s, "") }},
		{description, "drops-quotes", "has no quotes around it", func(s string) string {
			if len(s) > 1 && strings.HasPrefix(s, `"`) && strings.HasSuffix(s, `"`) {
				return s[1 : len(s)-1]
			}
			return s
		}},
		{description, "drops-carriage-returns", "has one character at the end of a line", replacing("\r\n", "\n")},
		{description, "drops-words-of-sql", "has no words of SQL: a filter against injection removes them", func(s string) string { return wordsOfSQL.ReplaceAllString(s, "") }},
		{description, "drops-comments", "has no --, which begins a comment in SQL", without("--")},
		{description, "drops-marks", "has no marks for the direction of text", without("\u200f")},
		{description, "drops-line-separators", "has no line separators, which JavaScript once did not read", without("\u2028")},
		{description, "reads-tabs", "has a space where a tab is", replacing("\t", " ")},
		{description, "loses-dots", "has the i of English where Turkish letters are", strings.NewReplacer("İ", "I", "ı", "i").Replace},
		{brand, "reads-numbers", "is read as a number where it can be", func(s string) string {
			if n, err := strconv.Atoi(s); err == nil {
				return strconv.Itoa(n)
			}
			return s
		}},
		{brand, "reads-true", "is 1 where it reads true", func(s string) string {
			if s == "true" {
				return "1"
			}
			return s
		}},
		{brand, "reads-dates", "has a time where it reads as a date", func(s string) string {
			if day, err := time.Parse(time.DateOnly, s); err == nil {
				return day.Format(time.RFC3339)
			}
			return s
		}},
		{brand, "knows-constructor", "is taken for a member that every object of JavaScript has", replacing("constructor", "function Object() { [native code] }")},
		{brand, "trims", "is stored without the spaces around it", strings.TrimSpace},
		{brand, "collapses", "has one space where there are two", replacing("  ", " ")},
		{brand, "cuts-at-fifty", "is cut after fifty characters", func(s string) string { return faults.CutText(s, 50) }},
		{brand, "cuts-at-hundred", "is cut after a hundred characters", func(s string) string { return faults.CutText(s, 100) }},
		{brand, "cuts-at-255", "is cut after 255 characters, the width of its column", func(s string) string { return faults.CutText(s, 255) }},
		{brand, faults.TextReadsNull.ID, faults.TextReadsNull.Why, faults.TextReadsNull.By},
		{code, "cuts-at-forty", "is cut after forty characters", func(s string) string { return faults.CutText(s, 40) }},
		{code, "reads-number", "is read as a number where it can be", asNumber},
		{code, "ends-at-hash", "ends at a #, as an address does", before("#")},
		{code, "decodes", "is decoded as a part of an address", decoded},
	}
}

var wordsOfSQL = regexp.MustCompile(`(?i)\b(select|drop|union|insert|script|delete)\b`)

func replacing(old, with string) func(string) string {
	return func(s string) string { return strings.ReplaceAll(s, old, with) }
}

// before cuts a text where a separator is.
func before(separator string) func(string) string {
	return func(s string) string {
		kept, _, _ := strings.Cut(s, separator)
		return kept
	}
}

func asNumber(s string) string {
	if n, err := strconv.ParseFloat(s, 64); err == nil && strings.Contains(s, "e") {
		return strconv.FormatFloat(n, 'g', -1, 64)
	}
	return s
}

func decoded(s string) string {
	if text, err := url.QueryUnescape(s); err == nil {
		return text
	}
	return s
}

// webAddress matches an address of the web in a text.
var webAddress = regexp.MustCompile(`https?://\S+`)

// inBrackets matches brackets, what is in them, and the spaces before them.
var inBrackets = regexp.MustCompile(` *\([^)]*\)`)
