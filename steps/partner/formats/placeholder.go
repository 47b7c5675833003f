package formats

import (
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/credit-partner/assay/internal/redact"
)

var (
	// templates are what stands for a value in a template or in the documentation, and
	// what JavaScript makes of an object, or the object as JSON. An id in braces is a way to
	// write an id, and a description may be JSON.
	templates = regexp.MustCompile(`(?i)^(\[object [a-z]+\]|<[a-z_][^<>]*>|\{\{.*\}\}|\$\{[^{}]*\}|\{[a-z_ ]+\}|\{\s*".*\})$`)
	// sure are those that nobody writes in a text; in the brackets of the others there
	// may be a word of the text. PHP, ASP, Razor and Spring have templates of their own, and
	// so has every function that formats; .NET prints the type of an object.
	sure = regexp.MustCompile(`(?i)^(\[object [a-z]+\]|\{\{.*\}\}|<\?.*\?>|<%.*%>|@(model|item)\.\w+|system\.(object|string)(\[\])?|#\{.*\}|\{0\}|%([0-9]\$)?[sd])$`)
	// objects are what Java, Kotlin and Scala print of an object: an Optional, a class with
	// its members, a map, the class alone, or the class with a hash code. A class begins with a capital.
	objects = regexp.MustCompile(`^(Optional\[.*\]|Optional\.empty|Some\(.*\)|([a-z]\w*\.)*[A-Z]\w*[(\[{]\w+=.*[)\]}]|\{\w+=.*\}|SystemClock\[\w*\]|(class|interface) ([a-z]\w*\.)+\w+|(\[[BCIJ]|(\[L)?([a-z]\w*\.)+[A-Z][\w$]*;?)@[0-9a-f]{1,8})$`)
	// noValues are what languages print for no value.
	noValues = regexp.MustCompile(`(?i)^(undefined|null|\(null\)|none|nil|nan)$|^(null|undefined)( (null|undefined))+$`)
)

// IsTemplate tells a template that nobody filled in, or an object that was printed.
func IsTemplate(value string) bool {
	return templates.MatchString(strings.TrimSpace(value)) || IsCertainTemplate(value)
}

// IsCertainTemplate tells one that is none of the words in brackets that people
// write in a text.
func IsCertainTemplate(value string) bool {
	value = strings.TrimSpace(value)
	return sure.MatchString(value) || objects.MatchString(value)
}

// IsPlaceholder tells a text that stands for a value which is not there.
func IsPlaceholder(value string) bool {
	return IsTemplate(value) || noValues.MatchString(strings.TrimSpace(value))
}

// masks are signs in the place of a part of a number, as a page shows it: ****4321. An X may
// be a letter of a number, four of them at its beginning are none.
var masks = regexp.MustCompile(`[*•●█]{2}|^[xX]{4,}[ -]?[0-9]{1,6}$`)

// IsMasked tells the number of an ID of which a part is hidden.
func IsMasked(number string) bool { return masks.MatchString(strings.TrimSpace(number)) }

// redactions are what recorders put in the place of a value.
var redactions = regexp.MustCompile(`(?i)^([*•●█x]{3,}|redacted|[\[<({«*_-]+ ?(redacted|removed|hidden|masked|filtered|saniti[sz]ed|censored|scrubbed)\b.*)$`)

// IsRedacted tells whether a recorder put something in the place of a value, or left
// the last two characters of it at most, or of a number a part.
func IsRedacted(value string) bool {
	return strings.Contains(value, redact.Marker) || isHidden(value) || redactions.MatchString(strings.TrimSpace(value)) || IsMasked(value)
}

// isHidden tells a value with asterisks in the place of all of it, or of a part of it
// from three characters on.
func isHidden(value string) bool {
	return value != "" && strings.Trim(value, "*") == "" || strings.Contains(value, "***")
}

// The specification shows no form of a Timestamp, a Sign and a Noncestr (section 5, rule
// 4). These are texts that they have in no form: a program printed them by mistake.

var (
	// booleans are the two that programs print. A status or a code is neither.
	booleans = regexp.MustCompile(`(?i)^(true|false)$`)
	// misprints are what Go prints for an argument that is missing, or of another type.
	misprints = regexp.MustCompile(`^%!([a-zA-Z]|\()`)
	// pythonBytes are octets as Python prints them, and not as a text.
	pythonBytes = regexp.MustCompile(`^b('.*'|".*")$`)
	// javaObjects are what Java prints for an object without a text of its own: its type and
	// a number. The type of a list of bytes is [B.
	javaObjects = regexp.MustCompile(`^(\[+[A-Z]|\[*[a-zA-Z_$][\w$]*(\.[\w$]+)+;?)@[0-9a-f]{1,8}$`)
	// numberLists are octets as a list of numbers.
	numberLists = regexp.MustCompile(`^\[-?[0-9]+(, ?-?[0-9]+)*\]$`)
	// javaLists are those of them that are a list.
	javaLists = regexp.MustCompile(`^\[+([A-Z]|L[\w.$]+;)@[0-9a-f]{1,8}$`)
	// noTimes are words that stand where a date could not be made, and the first day of
	// a calendar, which is what a time has in Go and in .NET before it is set.
	noTimes = regexp.MustCompile(`(?i)^(invalid( ?date( ?time)?)?|now|today|yesterday|tomorrow|[+-]?inf(inity)?|nat|0001-01-01([ T].*)?)$`)
	// otherKinds are an id and a duration, which are no time.
	otherKinds = regexp.MustCompile(`(?i)^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|P([0-9]+D)?T[0-9.HMS]+)$`)
	// layouts are how a time is to be written, in the letters of Java and of C.
	layouts = regexp.MustCompile(`(?i)(y{2,4}[-/. ]?m{2}[-/. ]?d{2}|d{2}[-/. ]?m{2}[-/. ]?y{2,4}|h{2}:m{2}|%-?[ymdhs][-/:. ]?%)`)
	// code is a piece of a program, which nobody has called, or what Python prints for a time.
	code = regexp.MustCompile(`\(\)|=>|^function\b|^(datetime\.\w+\([0-9]|time\.struct_time\(|Timestamp\(')`)
	// dates are those with the year first, and the time of the day behind them.
	dates = regexp.MustCompile(`^[0-9]{4}[-/.]([0-9]{2})[-/.]([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?.*)?$`)
)

// capitals are words for no value that may be a code where they are in capitals: some
// brand and some warehouse has them.
var capitals = regexp.MustCompile(`^(TRUE|FALSE|NIL|NONE|NAN)$`)

// IsNoItemCode tells a text that is no code of an item: one that is none in any list, and
// no word in capitals.
func IsNoItemCode(text string) bool {
	return IsNoCode(text) && !capitals.MatchString(strings.TrimSpace(text))
}

// IsNoCode tells a text that is a status or a code in no list: a placeholder or a boolean.
func IsNoCode(text string) bool {
	return IsPlaceholder(text) || booleans.MatchString(strings.TrimSpace(text))
}

// IsMisprint tells what a program prints in the place of a value that it has not got.
func IsMisprint(text string) bool { return misprints.MatchString(strings.TrimSpace(text)) }

// printedNumber is a number of an ID as a program prints a number that has fractions, and a
// text with the quotes that JSON has around it.
var printedNumber = regexp.MustCompile(`^([0-9]{4,}\.0+|".*")$`)

// IsPrintedNumber tells a number of an ID that went through a number or through JSON.
func IsPrintedNumber(text string) bool { return printedNumber.MatchString(strings.TrimSpace(text)) }

// IsNoSignature tells a text that is no signature in any form.
func IsNoSignature(text string) bool {
	text = strings.TrimSpace(text)
	return IsMisprint(text) || pythonBytes.MatchString(text) || javaLists.MatchString(text) || numberLists.MatchString(text)
}

// isNoDate tells a date that no calendar has, with the month first or the day first: some
// calendars have 13 months, and some months that are longer than ours. A leap second is one.
func isNoDate(text string) bool {
	parts := dates.FindStringSubmatch(text)
	if parts == nil {
		return false
	}
	const months, days, hours, minutes, seconds = 13, 32, 24, 59, 60
	number := func(n int) int {
		value, _ := strconv.Atoi(parts[n]) // two digits, or nothing
		return value
	}
	one, other := number(1), number(2)
	return min(one, other) > months || max(one, other) > days || number(3) > hours || number(4) > minutes || number(5) > seconds
}

// IsNoTime tells a text that no clock gives in any form. A number may be one: of what it
// counts, and from when on, is not shown.
func IsNoTime(text string) bool {
	text = strings.TrimSpace(text)
	for _, form := range []*regexp.Regexp{misprints, pythonBytes, javaObjects, booleans, noTimes, otherKinds, layouts, code} {
		if form.MatchString(text) {
			return true
		}
	}
	return isNoDate(text)
}

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
