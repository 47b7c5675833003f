package schemas

import (
	"regexp"
	"sync"
	"time"

	"github.com/xeipuuv/gojsonschema"
)

// formats are the checks that a pattern cannot make: dates must be in the
// calendar. The names are ours, so that nothing of the library's own formats
// (which take 2024-02-20 for a date-time, and refuse upper-case UUIDs) is used.
var formats = map[string]func(string) bool{
	"utc-milliseconds":    func(text string) bool { return isUTC(text) && hasMilliseconds(text) },
	"utc-other-precision": func(text string) bool { return isUTC(text) && !hasMilliseconds(text) },
	"date-month-first":    func(text string) bool { return isDate("01/02/2006", text) },
	"date-day-first":      func(text string) bool { return isDate("02/01/2006", text) },
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

var (
	// The extended format of ISO 8601 in UTC, which Z and +00:00 both name.
	utcForm          = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$`)
	millisecondsForm = regexp.MustCompile(`\.\d{3}(Z|\+00:00)$`)
)

func isUTC(text string) bool {
	if !utcForm.MatchString(text) {
		return false
	}
	_, err := time.Parse(time.RFC3339Nano, text)
	return err == nil
}

func hasMilliseconds(text string) bool { return millisecondsForm.MatchString(text) }

// isDate takes the two-digit form only, which time.Parse alone is lax about.
func isDate(layout, text string) bool {
	when, err := time.Parse(layout, text)
	return err == nil && when.Format(layout) == text
}
