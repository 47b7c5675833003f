package html

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// drawn writes segments with their marks in angle brackets.
func drawn(segments []segment) string {
	var b strings.Builder
	for _, s := range segments {
		if s.Mark {
			b.WriteString("«" + s.Text + "|" + s.Note + "»")
			continue
		}
		b.WriteString(s.Text)
	}
	return b.String()
}

func TestThePlaceOfAFailureIsMarked(t *testing.T) {
	for name, c := range map[string]struct {
		body  string
		paths []string
		want  string
	}{
		"a member":                    {`{"a":{"b":"x"}}`, []string{"a.b"}, `{"a":{"b":«"x"|a.b»}}`},
		"an element":                  {`{"a":[1,22]}`, []string{"a.1"}, `{"a":[1,«22|a.1»]}`},
		"a member that is absent":     {`{"a":[{},{"c":1}]}`, []string{"a.1.b"}, `{"a":[{},«{|a.1.b is absent»"c":1}]}`},
		"two absent from one object":  {`{"a":{}}`, []string{"a.b", "a.c"}, `{"a":«{|a.b is absent, a.c is absent»}}`},
		"an element that is absent":   {`{"a":[1]}`, []string{"a.7"}, `{"a":«[|a.7 is absent»1]}`},
		"the whole":                   {` {"a":1}`, []string{"@this"}, ` «{|here»"a":1}`},
		"several in their order":      {`{"a":1,"b":2}`, []string{"b", "a"}, `{"a":«1|a»,"b":«2|b»}`},
		"one inside another":          {`{"a":{"b":1}}`, []string{"a", "a.b"}, `{"a":«{"b":1}|a»}`},
		"a name with a dot":           {`{"a.b":1}`, []string{`a\.b`}, `{"a.b":«1|a\.b»}`},
		"a count marks nothing":       {`{"a":[1,2]}`, []string{"a.#"}, `{"a":[1,2]}`},
		"a body that is not JSON":     {`<html>`, []string{"a"}, `<html>`},
		"a path through a plain text": {`{"a":"x"}`, []string{"a.b"}, `{"a":«"|a.b is absent»x"}`},
		"null":                        {`{"a":null}`, []string{"a"}, `{"a":«null|a»}`},
		"no body":                     {``, []string{"a"}, ``},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, drawn(bodySegments(c.body, c.paths))) })
	}
}

func TestALongBodyIsShownAroundTheMark(t *testing.T) {
	body := `{"filler":"` + strings.Repeat("x", 20_000) + `","here":"found","rest":"` + strings.Repeat("y", 20_000) + `"}`
	got := drawn(bodySegments(body, []string{"here"}))
	require.Contains(t, got, `«"found"|here»`)
	require.Contains(t, got, "before")
	require.Contains(t, got, "more")
	require.Less(t, len(got), bodyShown+500)

	got = drawn(bodySegments(body, nil))
	require.True(t, strings.HasPrefix(got, `{"filler":"xxx`))
	require.Less(t, len(got), bodyShown+500)
}

func TestIndentingIsForBodiesThatCanBearIt(t *testing.T) {
	require.Equal(t, "{\n  \"a\": 1e99999\n}", pretty(`{"a":1e99999}`), "numbers stay as they were written")
	require.Equal(t, "<html>", pretty("<html>"))
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	require.Equal(t, deep, pretty(deep))
	long := `["` + strings.Repeat("x", bodyPretty) + `"]`
	require.Equal(t, long, pretty(long))
}

func FuzzBodySegments(f *testing.F) {
	f.Add(`{"data":[{"id":"6f2e5a9c","item_value":15000},{"item_value":"9000"}]}`, "data.1.id")
	f.Add(`{"a.b":[1,{"c":null}]}`, `a\.b.1.c`)
	f.Add(strings.Repeat("[", 100), "0.0|@pretty")
	f.Add(`"x"`, "#(a==1)#")
	f.Fuzz(func(t *testing.T, body, path string) {
		if !utf8.ValidString(body) {
			return // bodies are made visible before
		}
		var text strings.Builder
		for _, s := range bodySegments(body, []string{path, "status"}) {
			text.WriteString(s.Text)
			require.True(t, utf8.ValidString(s.Text))
		}
		if len(body) <= bodyShown {
			require.Equal(t, body, text.String(), "marking neither adds nor loses anything")
		}
		_ = pretty(body)
	})
}
