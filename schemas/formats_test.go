package schemas

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/language"
)

func TestFormats(t *testing.T) {
	cases := []struct {
		format, text string
		fine         bool
	}{
		{"country-two-letters", "KE", true},
		{"country-two-letters", "ss", true},
		{"country-two-letters", "XK", true},
		{"country-two-letters", "UK", false},
		{"country-two-letters", "EU", false},
		{"country-two-letters", "SU", false},
		{"country-two-letters", "ZZ", false},
		{"country-two-letters", "KEN", false},
		{"country-two-letters", "ZQ", false},
		{"country-two-letters", "EN", false},
		{"country-two-letters", "4", false},
		{"country-three-letters", "KEN", true},
		{"country-three-letters", "gbr", true},
		{"country-three-letters", "ROU", true},
		{"country-three-letters", "XKX", true},
		{"country-three-letters", "ANT", false},
		{"country-three-letters", "ROM", false},
		{"country-three-letters", "QQQ", false},
		{"country-three-letters", "KE", false},
		{"country-three-letters", "KNY", false},
		{"country-three-letters", "404", false},
		{"country-three-letters", "X\u00e9", false},
		{"utc-milliseconds", "2024-02-29T23:59:59.999Z", true},
		{"utc-milliseconds", "2024-02-29T23:59:59.000+00:00", true},
		{"utc-milliseconds", "2024-02-30T10:11:12.345Z", false},
		{"utc-milliseconds", "2023-02-29T10:11:12.345Z", false},
		{"utc-milliseconds", "2024-02-20T24:11:12.345Z", false},
		{"utc-milliseconds", "2024-02-20T10:11:12Z", false},
		{"utc-milliseconds", "2024-02-20T10:11:12.34Z", false},
		{"utc-milliseconds", "2024-02-20T10:11:12.3456Z", false},
		{"utc-milliseconds", "2024-02-20T10:11:12.345+03:00", false},
		{"utc-milliseconds", "2024-02-20T10:11:12.345", false},
		{"utc-milliseconds", "2024-02-20 10:11:12.345Z", false},
		{"utc-milliseconds", "2024-02-20", false},
		{"utc-milliseconds", "", false},
		{"utc-milliseconds", "2024-02-20T10:11:12,345Z", true},
		{"utc-milliseconds", "20240220T101112.345Z", true},
		{"utc-milliseconds", "2024-02-20T10:11:12.345+00", true},
		{"utc-milliseconds", "2024-02-20T10:11:12.345+0000", false},
		{"utc-milliseconds", "2024-02-20T101112.345Z", false},
		{"utc-milliseconds", "20240220T10:11:12.345Z", false},
		{"utc-milliseconds", "2024-02-20T10:11.345Z", false},
		{"utc-milliseconds", "2024-02-20t10:11:12.345z", true},
		{"utc-other-precision", "2024-02-20T10:11Z", true},
		{"utc-other-precision", "20240220T1011+0000", true},
		{"utc-other-precision", "20240220T101112,12Z", true},
		{"utc-other-precision", "20241320T101112Z", false},
		{"utc-other-precision", "1708423872", false},
		{"utc-other-precision", "2024-02-20T10:11:12Z", true},
		{"utc-other-precision", "2024-02-20T10:11:12.123456789Z", true},
		{"utc-other-precision", "2024-02-20T10:11:12.345Z", false},
		{"utc-other-precision", "2024-02-20T10:11:12", false},
		{"date-month-first", "02/29/2024", true},
		{"date-month-first", "02/29/2023", false},
		{"date-month-first", "29/02/2024", false},
		{"date-month-first", "2/9/2024", false},
		{"date-month-first", "02-09-2024", false},
		{"date-month-first", "02/09/24", false},
		{"date-day-first", "29/02/2024", true},
		{"date-day-first", "02/29/2024", false},
	}
	for _, c := range cases {
		require.Equal(t, c.fine, formats[c.format](c.text), "%s %q", c.format, c.text)
	}
	require.True(t, format(formats["utc-milliseconds"]).IsFormat(12), "what is no string is another keyword's business")
}

func TestNumbersAreJudgedByValue(t *testing.T) {
	set := compileForTest(t, nil)
	for text, fine := range map[string]bool{`200`: true, `200.0`: true, `2e2`: true, `2000e-1`: true, `200.5`: false, `"200"`: false, `null`: false, `-1`: true} {
		require.Equal(t, fine, set.Validate("status-member", []byte(`{"status":`+text+`}`)).OK(), text)
	}
}

func TestWords(t *testing.T) {
	long := strings.Repeat("é", 200)
	for want, value := range map[string]any{
		"null": nil, "true": true, "the number 1e5": json.Number("1e5"), `the string "<b>"`: "<b>",
		"the array [1]": []any{json.Number("1")}, `the object {"a":null}`: object{"a": nil},
		`the string "` + strings.Repeat("é", 119) + "…": long,
	} {
		require.Equal(t, want, describe(value))
	}
	require.Equal(t, `a\.b.0.c\*`, join([]string{"a.b", "0", "c*"}))
}

func TestEveryCountryHasBothCodes(t *testing.T) {
	require.Len(t, countries, 249)
	for code := range countries {
		region, err := language.ParseRegion(code)
		require.NoError(t, err, code)
		require.True(t, isCountry(region.ISO3()), "%s %s", code, region.ISO3())
	}
}
