package formats

import (
	"regexp"
	"strconv"
	"strings"
)

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
