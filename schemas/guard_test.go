package schemas

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xeipuuv/gojsonschema"
)

func TestGuard(t *testing.T) {
	own := *compileForTest(t, nil) // the others share theirs
	set := &own
	set.limits.size = 1 << 20
	cases := []struct {
		name, body, message string
		unjudged            bool
	}{
		{"nothing", "", "it is empty", false},
		{"blanks", " \n", "it is empty", false},
		{"a byte order mark", "\xef\xbb\xbf{}", "byte order mark", false},
		{"bytes that are not UTF-8", "{\"é\":\"\xff\"}", "byte 7 is not UTF-8", false},
		{"no JSON", "<html>", "not JSON", false},
		{"a second value", `{"order_id":"1"} {}`, "not JSON", false},
		{"NaN", `{"order_id":NaN}`, "not JSON", false},
		{"a cut body", `{"order_id":"1`, "not JSON", false},
		{"a hundred thousand brackets", strings.Repeat("[", 100_000), "not JSON", false},
		{"deep nesting", strings.Repeat("[", 201) + strings.Repeat("]", 201), "deeper than 200", true},
		{"a huge exponent", `{"a":[1,1e99999999999]}`, "a.1 is the number 1e99999999999", true},
		{"a tiny exponent", `{"a":1e-900000}`, "exponent is beyond", true},
		{"more than a float holds", `{"a":1e400}`, "beyond a 64-bit float", true},
		{"a long number", `{"a":` + strings.Repeat("1", 1001) + `}`, "1001 characters", true},
		{"many elements", `{"a":[` + strings.Repeat("{},", 100_000) + `{}]}`, "more than 200000 brackets", true},
		{"many members", `{` + strings.Repeat(`"":1,`, 200_001) + `"":1}`, "more than 200000 brackets", true},
		{"too much", `"` + strings.Repeat("x", 1<<20) + `"`, "reads up to", true},
	}
	for _, c := range cases {
		report := set.Validate("order-id", []byte(c.body))
		require.Len(t, report.Violations, 1, c.name)
		require.Contains(t, report.Violations[0].Message, c.message, c.name)
		require.Equal(t, c.unjudged, report.Unjudged, c.name)
		require.False(t, report.OK())

		document, parsed := set.Parse([]byte(c.body))
		require.Equal(t, report, parsed, c.name)
		require.Equal(t, report, document.Validate("status-member"), c.name)
	}
}

// Depth within the bound is fine, and so are numbers that a float can hold.
func TestGuardLetsPass(t *testing.T) {
	set := compileForTest(t, nil)
	for _, more := range []string{strings.Repeat("[", 198) + strings.Repeat("]", 198), `1e308`, `-1E-300`, `1e+5`, `"1e999999999"`, `"{[\"\\"`, `"\ud800"`, `"\u0000"`} {
		report := set.Validate("order-id", []byte(" {\"order_id\":\"1\",\"more\":["+more+"]}\n"))
		require.True(t, report.OK(), "%s: %v", more, report.Violations)
	}
}

func TestMembersNamedTwice(t *testing.T) {
	set := compileForTest(t, nil)
	cases := map[string][]string{
		`{"order_id":"1","order_id":"2"}`:                          {"order_id"},
		`{"order_id":"1","a":[{},{"b.c":1,"b.c":2}]}`:              {`a.1.b\.c`},
		`{"order_id":"1","\u006frder_id":"2"}`:                     {"order_id"},
		`{"order_id":"1","a":{"order_id":1,"x":{"order_id":"2"}}}`: nil,
		`{"order_id":"order_id","a":["a","a"]}`:                    nil,
		`{"order_id":1,"order_id":"2"}`:                            {"order_id"}, // the last one counts
		`{"order_id":"1","order_id":2}`:                            {"order_id", "order_id"},
	}
	for body, paths := range cases {
		require.Equal(t, paths, pathsOf(set.Validate("order-id", []byte(body))), body)
	}
	document, report := set.Parse([]byte(`{"order_id":"1","order_id":"2"}`))
	require.Len(t, report.Violations, 1)
	require.False(t, report.Unjudged)
	require.True(t, document.Validate("order-id").OK(), "the guard's findings are told once")
}

// What the guard is for: the library panics on a number that float64 cannot
// hold, where a constant is asked for. If this ever stops, the guard may relax.
func TestTheLibraryBreaksWithoutTheGuard(t *testing.T) {
	set := compileForTest(t, nil)
	schema := set.schemas["lookup-invalid-token"]
	value := decodeForTest(t, `{"code":1e999,"msg":"m","data":null,"success":false}`)
	require.Panics(t, func() { _, _ = schema.schema.Validate(gojsonschema.NewRawLoader(value)) })
	report := schema.judge(value)
	require.True(t, report.Unjudged)
	require.False(t, report.OK())
	require.Contains(t, report.Violations[0].Message, "could not be judged")
}

func TestAnUnknownSchemaIsNoVerdict(t *testing.T) {
	report := compileForTest(t, nil).Validate("order_id", []byte(`{}`))
	require.True(t, report.Unjudged)
	require.False(t, report.OK())
}
