package packs

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

// replaced does to a text what the filters replaceRegex of a capture do.
func replaced(t *testing.T, text, filters string) string {
	t.Helper()
	steps := regexp.MustCompile(`replaceRegex /((?:[^/\\]|\\.)*)/ ("[^"]*")`).FindAllStringSubmatch(filters, -1)
	require.NotEmpty(t, steps, filters)
	for _, step := range steps {
		by, err := strconv.Unquote(step[2])
		require.NoError(t, err)
		text = regexp.MustCompile(step[1]).ReplaceAllString(text, by)
	}
	return text
}

func TestHurlMakesAnotherValueOfOne(t *testing.T) {
	for _, c := range [][3]string{
		{"123456", "000001", "123459"}, {"123459", "000001", "123450"}, {"123456", "-00---", "23"},
		{"123456", "<", "654321"}, {"8a3568b2-79e6", "0000000100000", "8a3568b9-79e6"},
	} {
		require.Equal(t, c[2], replaced(t, c[0], hurlTurn(c[1])), c[1])
	}
	require.Empty(t, hurlTurn(""))
}

// TestHurlTellsARefusalInTheBody holds that the patterns which stand for "or" match
// where an Expect holds.
func TestHurlTellsARefusalInTheBody(t *testing.T) {
	lookup, other := &result.PackCall{Lookup: true}, &result.PackCall{}
	refused := result.Expect{Kind: result.ExpectRefused}
	nobody := result.Expect{Kind: result.ExpectNobody, Path: "data.baseInfo"}
	for _, c := range []struct {
		e            result.Expect
		call         *result.PackCall
		status, body string
		holds        bool
	}{
		{refused, lookup, "200", `{"code":500,"success": false}`, true},
		{refused, lookup, "200", `{"code":200,"success":true}`, false},
		{refused, lookup, "401", ``, true},
		{refused, other, "200", `{"status":404}`, true},
		{refused, other, "200", `{"status":200}`, false},
		{nobody, lookup, "200", `{"success":true,"data":{"baseInfo":null}}`, true},
		{nobody, lookup, "200", `{"success":true,"data":{}}`, true},
		{nobody, lookup, "200", `{"success":true,"data":{"baseInfo":{"a":1}}}`, false},
		{nobody, lookup, "404", `{"success":true,"data":{"baseInfo":{"a":1}}}`, true},
	} {
		captures := hurlCaptures(&c.e, c.call)
		require.Len(t, captures, 1)
		_, pattern, _ := strings.Cut(hurlAsserts(&c.e, c.call)[0], "matches ")
		pattern, err := strconv.Unquote(pattern)
		require.NoError(t, err)
		pattern = strings.ReplaceAll(pattern, "{{refused}}", replaced(t, c.body, captures[0]))
		require.Equal(t, c.holds, regexp.MustCompile(pattern).MatchString(c.status), "%s %s: %s", c.status, c.body, pattern)
	}
}

func TestAnExpectOfEveryElementIsAList(t *testing.T) {
	e := &result.Expect{Kind: result.ExpectNot, Path: "data.#.id", Value: `["1","1"]`}
	require.Equal(t, "[.data[]? | .id] != null and ([.data[]? | .id] | tostring) != \"[\\\"1\\\",\\\"1\\\"]\"", jqFilter(e, filter(e.Path)))
	require.Equal(t, []string{noHurl}, hurlAsserts(e, &result.PackCall{}))
}
