package schemas

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/xeipuuv/gojsonschema"
	"golang.org/x/text/language"
)

// formats are the checks that a pattern cannot make: a date must be in the calendar, a country in
// ISO 3166-1. The names are assay's own. So the library's own formats are never used: they accept
// 2024-02-20 as a date-time, and they refuse upper-case UUIDs.
var formats = map[string]func(string) bool{
	"utc-milliseconds":      func(text string) bool { _, fraction, ok := parseUTC(text); return ok && len(fraction) == 3 },
	"utc-other-precision":   func(text string) bool { _, fraction, ok := parseUTC(text); return ok && len(fraction) != 3 },
	"date-month-first":      func(text string) bool { return isDate("01/02/2006", text) },
	"date-day-first":        func(text string) bool { return isDate("02/01/2006", text) },
	"country-two-letters":   func(text string) bool { return len(text) == 2 && isCountry(text) },
	"country-three-letters": func(text string) bool { return len(text) == 3 && isCountry(text) },
}

// addFormats adds the checks to the global table of the library, once.
var addFormats = sync.OnceFunc(func() {
	for name, check := range formats {
		gojsonschema.FormatCheckers.Add(name, format(check))
	}
})

// format turns a check into a checker of the library. It accepts every value that is not a
// string: other keywords judge those.
type format func(string) bool

// IsFormat implements gojsonschema.FormatChecker.
func (f format) IsFormat(input any) bool {
	text, ok := input.(string)
	return !ok || f(text)
}

// utcForms are the forms of ISO 8601 for a time in UTC: with or without - and : between the
// parts, with a comma or a point before the fraction, with or without seconds, and with UTC as Z
// or as a zero offset in the same form. A mix of the two forms matches neither.
var utcForms = []*regexp.Regexp{
	regexp.MustCompile(`^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|\+00(?::00)?)$`),
	regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})[Tt](\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?(?:[Zz]|\+00(?:00)?)$`),
}

// ParseTime reads a timestamp in UTC, in a form of ISO 8601 (sections 2.3 and 2.8). It also reads
// a timestamp with another offset, so that it can be compared too.
func ParseTime(text string) (time.Time, bool) {
	if at, _, ok := parseUTC(text); ok {
		return at, true
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	return at, err == nil
}

// parseUTC reads a timestamp in UTC and returns the digits of its fraction too.
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

// isDate accepts only the form with two digits. time.Parse alone also accepts one digit.
func isDate(layout, text string) bool {
	when, err := time.Parse(layout, text)
	return err == nil && when.Format(layout) == text
}

// countries are the two-letter codes that ISO 3166-1 assigns. The library also knows former and
// reserved codes (AN, SU, UK, EU) and codes for private use (ZZ), but none of them is the code of
// a country.
var countries = setOf(`
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`)

func setOf(codes string) map[string]bool {
	all := make(map[string]bool)
	for _, code := range strings.Fields(codes) {
		all[code] = true
	}
	return all
}

// isCountry accepts a code of two or three letters, in either case, that ISO 3166-1 assigns
// (section 2.4). It also accepts the code of Kosovo, which is in common use.
func isCountry(text string) bool {
	code := strings.ToUpper(text)
	if code == "XK" || code == "XKX" {
		return true
	}
	if len(code) != 3 {
		return countries[code]
	}
	region, err := language.ParseRegion(code) // ParseRegion also accepts the number of a country
	return err == nil && countries[region.String()] && region.ISO3() == code
}
