package formats

import (
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/credit-partner/assay/internal/redact"
)

var (
	// templates matches what a template or the documentation has in place of a value, and what
	// JavaScript prints for an object, also as JSON. It does not match an id in braces, which is a
	// valid form of an id. Some matches may be intended: a description may be JSON.
	templates = lazily(`(?i)^(\[object [a-z0-9]+\]|<[a-z_][^<>]*>|\{\{.*\}\}|\$\{[^{}]*\}|\{[a-z_ ]+\}|\{\s*".*\}|\[\s*".*"\s*\]|` +
		`\[\[\s*[a-z_][a-z_. ]*\]\]|\$\([a-z_][a-z_. ]*\))$`)
	// sure matches templates that nobody writes in a text. The brackets of other templates may
	// contain words of the text. PHP, ASP, Razor, Spring, Ruby and all format functions have their
	// own templates; .NET prints the type of an object. A form has "-- Please select --" until somebody does.
	sure = lazily(`(?i)^(.*\[object [a-z0-9]+\].*|\{\{.*\}\}|<\?.*\?>|<%.*%>|@(model|item)\.\w+|@\{[a-z_][\w.]*\}|\$\{\{.*\}\}|system\.(object|string)(\[\])?|#\{.*\}|\{0\}|%([0-9]\$)?[sd](, ?%([0-9]\$)?[sd])*|-{1,3} ?(please )?(select|choose)\b[^-]*-{1,3}|%\{\w+\}|%<\w+>[-0-9.]*[a-z]|` +
		`%[a-z_]\w+%|%\(\w+\)[-0-9.]*[a-z]|@@\w+@@|__[a-z]\w*__|\{%.*%\}|\{[a-z]\w*(\.[a-z]\w*)+\}|\[\[\$?\{.*\}\]\]|translation missing: .*)$`)
	// inner matches a variable of a template inside a text: {{city}}, Kenya. People write one brace, a
	// price as ${5}, and the variable of a shell in capitals, but not these.
	inner = lazily(`\{\{\s*[A-Za-z_][\w.]*\s*\}\}|\$\{[a-z]\w*(\.\w+)*\}|(^|[^0-9])%\{[a-z]\w*\}`)
	// objects matches what Java, Kotlin and Scala print for an object: an Optional, a class with
	// its members, a map, the class alone, or the class with a hash code. A class name begins with
	// a capital letter.
	objects = lazily(`^(Optional\[.*\]|Optional\.empty|Some\(.*\)|([a-z]\w*\.)*[A-Z]\w*[(\[{]\w+=.*[)\]}]|\{\w+=.*\}|SystemClock\[\w*\]|(class|interface) ([a-z]\w*\.)+\w+|(\[[BCIJ]|(\[L)?([a-z]\w*\.)+[A-Z][\w$]*;?)@[0-9a-f]{1,8}|[A-Z][a-z]\w*@[0-9a-f]{6,8})$`)
	// rubyObjects matches what Ruby prints for an object, a hash and a symbol.
	rubyObjects = lazily(`^(#<\w.*>|\{(:\w+|"\w+") ?=> ?.*\}|:[a-z]\w+)$`)
	// noValues matches what programming languages print for no value.
	noValues = lazily(`(?i)^(undefined|null|\(null\)|none|nil|nan|\\n|#n/a)$|^(null|undefined)( (null|undefined))+$`)
)

// IsTemplate reports whether a value is a template that was not filled in, or a printed object. Its
// brackets may be escaped for HTML.
func IsTemplate(value string) bool {
	return templates.MatchString(html.UnescapeString(strings.TrimSpace(value))) || IsCertainTemplate(value)
}

// IsCertainTemplate reports whether a value is a template that cannot be words in brackets, as
// people write them in a text.
func IsCertainTemplate(value string) bool {
	value = strings.TrimSpace(value)
	return sure.MatchString(value) || inner.MatchString(value) || objects.MatchString(value) || rubyObjects.MatchString(value) || isPrinted(value)
}

// IsPrintedObject reports whether a value is what a programming language prints for an object.
func IsPrintedObject(value string) bool {
	value = strings.TrimSpace(value)
	return objects.MatchString(value) || rubyObjects.MatchString(value) || printedType.MatchString(value) || isPrinted(value)
}

// printedType matches the objects that print only their type.
var printedType = lazily(`(?i)^(\[object [a-z0-9]+\]|system\.(object|string)(\[\])?)$`)

// IsPlaceholder reports whether a text stands for a missing value.
func IsPlaceholder(value string) bool {
	return IsTemplate(value) || noValues.MatchString(strings.TrimSpace(value))
}

// masks matches signs that hide a part of a number, as pages show it: ****4321. An X may be a
// letter of the number, but four of them at the beginning are not.
var masks = lazily(`[*•●█]{2}|^[xX]{4,}[ -]?[0-9]{1,6}$`)

// IsMasked reports whether a part of an ID's number is hidden.
func IsMasked(number string) bool { return masks.MatchString(strings.TrimSpace(number)) }

// redactions matches what recorders write instead of a value.
var redactions = lazily(`(?i)^([*•●█x]{3,}|redacted|[\[<({«*_-]+ ?(redacted|removed|hidden|masked|filtered|saniti[sz]ed|censored|scrubbed)\b.*)$`)

// IsRedacted reports whether a recorder replaced a value, left at most its last two characters, or
// hid a part of a number.
func IsRedacted(value string) bool {
	return strings.Contains(value, redact.Marker) || isHidden(value) || redactions.MatchString(strings.TrimSpace(value)) || IsMasked(value)
}

// isHidden reports whether a value consists of asterisks, or has at least three in a row.
func isHidden(value string) bool {
	return value != "" && strings.Trim(value, "*") == "" || strings.Contains(value, "***")
}

// The specification does not show the form of a Timestamp, a Sign and a Noncestr (section 5, rule
// 4). These patterns match texts that are none in any form, because a program printed them by
// mistake.

var (
	// booleans matches the two booleans that programs print. They are no status and no code.
	booleans = lazily(`(?i)^(true|false)$`)
	// misprints matches what Go prints for an argument that is missing or has the wrong type.
	misprints = lazily(`^%!([a-zA-Z]|\()`)
	// javaObjects matches what Java prints for an object without a toString method: its type and a
	// number. The type of a byte array is [B.
	javaObjects = lazily(`^(\[+[A-Z]|\[*[a-zA-Z_$][\w$]*(\.[\w$]+)+;?)@[0-9a-f]{1,8}$`)
	// numberLists matches bytes that are printed as a list of numbers.
	numberLists = lazily(`^\[-?[0-9]+(, ?-?[0-9]+)*\]$`)
	// javaLists matches the javaObjects that are an array.
	javaLists = lazily(`^\[+([A-Z]|L[\w.$]+;)@[0-9a-f]{1,8}$`)
	// noTimes matches words that are printed if no date could be made, and the first day of the
	// calendar, which an unset time has in Go, in .NET and in SQL, also in seconds and in smaller units.
	noTimes = lazily(`(?i)^(invalid( ?date( ?time)?)?|now|today|yesterday|tomorrow|[+-]?inf(inity)?|nat|undefined.*|(.*[^a-z])?nan[-/:.t ].*|000[01]-0[01]-0[01]([ T].*)?|-62135596800(000)?|-6795364578871345152)$`)
	// otherKinds matches a UUID, a duration, an address of the Internet and a version, which are no times.
	otherKinds = lazily(`(?i)^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|P([0-9]+D)?T[0-9.HMS]+|[0-9]{1,3}(\.[0-9]{1,3}){3}|v[0-9]+(\.[0-9]+)*)$`)
	// layouts matches the layout of a time, in the letters of Java and of C.
	layouts = lazily(`(?i)(y{2,4}[-/. ]?m{2}[-/. ]?d{2}|d{2}[-/. ]?m{2}[-/. ]?y{2,4}|h{2}:m{2}|%-?[ymdhs][-/:. ]?%)`)
	// code matches a piece of a program that was not called, or what Python prints for a time.
	code = lazily(`\(\)|=>|^function\b|^(datetime\.\w+\([0-9]|time\.struct_time\(|Timestamp\(')`)
	// dates matches a date with the year first, and an optional time of day.
	dates = lazily(`^[0-9]{4}[-/.]([0-9]{2})[-/.]([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?.*)?$`)
)

// capitals matches words for no value that may be a code if they are in capital letters, because a
// brand or a warehouse may have such a name.
var capitals = lazily(`^(TRUE|FALSE|NIL|NONE|NAN)$`)

// IsPlaceholderItemCode reports whether a text cannot be the code of an item. A word in capital letters can.
func IsPlaceholderItemCode(text string) bool {
	text = strings.TrimSpace(text)
	return IsPlaceholderCode(text) && !capitals.MatchString(text) || strings.Contains(text, missingInGo) || missingAtEnd.MatchString(text)
}

// missingAtEnd matches a code whose last part is what JavaScript prints for no value: CODE-undefined.
var missingAtEnd = lazily(`\w[-_./:](undefined|null)$`)

// missingInGo is what Go prints for a missing value, also as a part of a longer text.
const missingInGo = "<nil>"

// IsPlaceholderCode reports whether a text is a placeholder or a boolean, which no list has as a status or a
// code.
func IsPlaceholderCode(text string) bool {
	return IsPlaceholder(text) || booleans.MatchString(strings.TrimSpace(text))
}

// IsMisprint reports whether a text is what a program prints for a missing value.
func IsMisprint(text string) bool { return misprints.MatchString(strings.TrimSpace(text)) }

// printedNumber matches the number of an ID that a program printed as a number with a fraction or an
// exponent, or as a JSON string with its quotes.
var printedNumber = lazily(`^([0-9]{4,}\.0+|[0-9](\.[0-9]+)?[eE]\+[0-9]+|[0-9]\.[0-9]+[eE][0-9]+|".*")$`)

// IsPrintedNumber reports whether the number of an ID was converted to a number or to JSON.
func IsPrintedNumber(text string) bool { return printedNumber.MatchString(strings.TrimSpace(text)) }

// IsInvalidSignature reports whether a text is no signature in any form.
func IsInvalidSignature(text string) bool {
	text = strings.TrimSpace(text)
	return booleans.MatchString(text) || unfilled.MatchString(text) || isPrinted(text) || rubyObjects.MatchString(text) || javaLists.MatchString(text) || numberLists.MatchString(text)
}

// isNoDate reports whether no calendar has a date, with the month first or the day first. Some
// calendars have 13 months, and some have longer months than ours. A leap second is accepted.
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

// IsInvalidDay reports whether a text begins with a date of a year that our calendar has now, and with a day
// that our calendar has not, with the month first or the day first. Another calendar counts other years,
// and some programs count the months from 0.
func IsInvalidDay(text string, year int) bool {
	parts := dates.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return false
	}
	of, one, other := parts[0][:4], parts[1], parts[2]
	if n, _ := strconv.Atoi(of); max(n-year, year-n) > 1 {
		return false
	}
	const january = "00"
	isDay := func(month, day string) bool {
		if month == january {
			month = "01"
		}
		_, err := time.Parse(time.DateOnly, of+"-"+month+"-"+day)
		return err == nil
	}
	return !isDay(one, other) && !isDay(other, one)
}

// IsInvalidTime reports whether a text is no time in any form. A number may be a time, because the
// specification does not say what it counts and from when.
func IsInvalidTime(text string) bool {
	text = strings.TrimSpace(text)
	for _, form := range []pattern{javaObjects, rubyObjects, booleans, noTimes, otherKinds, layouts, code} {
		if form.MatchString(text) {
			return true
		}
	}
	return isNoDate(text) || isNoClockTime(text) || isNoTimeInLetters(text) || isDigest(text) || isPrinted(text)
}

// IsRandom reports whether a text mixes letters and digits as random texts do, and no time does: it
// is long, has nothing else, and changes between letters and digits many times.
func IsRandom(text string) bool {
	const long, changes = 16, 6
	found := 0
	for i, r := range text {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
		if i > 0 && unicode.IsDigit(r) != unicode.IsDigit(rune(text[i-1])) {
			found++
		}
	}
	return len(text) >= long && found >= changes
}

// noWords matches words for no value that few people have as a name.
var noWords = lazily(`(?i)^(undefined|null|\(null\)|none|nan|string)$`)

// damages are the ways in which programs damage a text, each with its pattern.
var damages = []struct {
	what   string
	traces pattern
}{
	{"a letter that was lost (U+FFFD)", lazily(`\x{FFFD}`)},
	{"a control character", lazily(`[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]`)},
	{"an HTML entity", lazily(`&(amp|lt|gt|quot|apos|nbsp|#[0-9]{1,6}|#x[0-9A-Fa-f]{1,5});`)},
	{"HTML markup", lazily(`</?[a-zA-Z][^<>]*>`)},
	{"a JSON escape", lazily(`\\u[0-9A-Fa-f]{4}`)},
	{"letters of another encoding", lazily(`[\x{C2}\x{C3}][\x{80}-\x{BF}]`)},
	{"a text as URLs have it", lazily(`^\S*%[0-9A-Fa-f]{2}\S*$`)},
}

// Damage returns what is wrong with a text, or "" if nothing is.
func Damage(text string) string {
	const most = 1000 // the number of bytes that are checked
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

// isTrace reports whether one of the damages begins with a character. Most texts have no such
// character.
func isTrace(r rune) bool {
	return strings.ContainsRune("&<%\\\u00c2\u00c3\ufffd", r) || unicode.IsControl(r)
}

// IsDamaged reports whether a program made one text from another by mistake: it escaped it for HTML,
// for a URL or for a database, decoded its bytes with the wrong encoding, or replaced each letter outside of
// ASCII.
func IsDamaged(text, damaged string) bool {
	if text == damaged {
		return false
	}
	if strings.ReplaceAll(damaged, "''", "'") == text || slices.Contains(unescaped(damaged), text) || inOctets(damaged) == text {
		return true
	}
	for _, lost := range []rune{'?', unicode.ReplacementChar} {
		if damaged == withoutLetters(text, lost) {
			return true
		}
	}
	return false
}

// unescaped returns what a text is if it was escaped for HTML, for the path of a URL or for its query. A
// text that is no such text gives an empty one.
func unescaped(text string) []string {
	path, _ := url.PathUnescape(text)
	query, _ := url.QueryUnescape(text)
	return []string{html.UnescapeString(text), path, query}
}

// withoutLetters replaces each letter outside of ASCII with a sign.
func withoutLetters(text string, sign rune) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return sign
		}
		return r
	}, text)
}

// inOctets converts each letter to a byte (ISO 8859-1). It returns "" if a letter is no byte.
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
