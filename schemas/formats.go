package schemas

import (
	"cmp"
	"fmt"
	"regexp"
	"sync"
	"time"

	"github.com/xeipuuv/gojsonschema"
)

// formats are the checks that a pattern cannot make: dates must be in the
// calendar, countries in ISO 3166-1. The names are ours, so that nothing of the
// library's own formats (which take 2024-02-20 for a date-time, and refuse upper-case
// UUIDs) is used.
var formats = map[string]func(string) bool{
	"utc-milliseconds":      func(text string) bool { _, fraction, ok := parseUTC(text); return ok && len(fraction) == 3 },
	"utc-other-precision":   func(text string) bool { _, fraction, ok := parseUTC(text); return ok && len(fraction) != 3 },
	"date-month-first":      func(text string) bool { return isDate("01/02/2006", text) },
	"date-day-first":        func(text string) bool { return isDate("02/01/2006", text) },
	"country-two-letters":   func(text string) bool { return len(text) == 2 && isCountry(text) },
	"country-three-letters": func(text string) bool { return len(text) == 3 && isCountry(text) },
}

// addFormats puts the checks into the library's one global table, once.
var addFormats = sync.OnceFunc(func() {
	for name, check := range formats {
		gojsonschema.FormatCheckers.Add(name, format(check))
	}
})

// format makes a library's checker of a check. What is no string is another
// keyword's business.
type format func(string) bool

// IsFormat implements gojsonschema.FormatChecker.
func (f format) IsFormat(input any) bool {
	text, ok := input.(string)
	return !ok || f(text)
}

// The forms that ISO 8601 has for a time of a day in UTC: with and without - and :
// between its parts, a comma or a point before the fraction, seconds left out, and
// UTC as Z or as an offset of zero in the same form. What mixes them is neither.
var utcForms = []*regexp.Regexp{
	regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:Z|\+00(?::00)?)$`),
	regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?(?:Z|\+00(?:00)?)$`),
}

// ParseTime reads a timestamp: one of ISO 8601 in UTC (sections 2.3 and 2.8) or, so
// that it can be compared all the same, one with another offset.
func ParseTime(text string) (time.Time, bool) {
	if at, _, ok := parseUTC(text); ok {
		return at, true
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	return at, err == nil
}

// parseUTC reads a timestamp in UTC, and gives the digits of its fraction.
func parseUTC(text string) (at time.Time, fraction string, ok bool) {
	for _, form := range utcForms {
		parts := form.FindStringSubmatch(text)
		if parts == nil {
			continue
		}
		fraction := parts[7]
		seconds := cmp.Or(parts[6], "00")
		if fraction != "" {
			seconds += "." + fraction
		}
		at, err := time.Parse(time.RFC3339Nano, fmt.Sprintf("%s-%s-%sT%s:%s:%sZ", parts[1], parts[2], parts[3], parts[4], parts[5], seconds))
		return at, fraction, err == nil
	}
	return time.Time{}, "", false
}

// isDate takes the two-digit form only, which time.Parse alone is lax about.
func isDate(layout, text string) bool {
	when, err := time.Parse(layout, text)
	return err == nil && when.Format(layout) == text
}
