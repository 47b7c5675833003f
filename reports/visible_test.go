package reports

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestHiddenCharactersAreShown(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"plain text stays":                 {"a b\n\tc", "a b\n\tc"},
		"letters of any script stay":       {"Zoë Ölçer 王", "Zoë Ölçer 王"},
		"an escape sequence cannot colour": {"\x1b[31m", "⟨U+001B⟩[31m"},
		"a null":                           {"\x00", "⟨U+0000⟩"},
		"delete":                           {"\x7f", "⟨U+007F⟩"},
		"a direction mark":                 {"abc\u202edef", "abc⟨U+202E⟩def"},
		"a joiner":                         {"a\u200bb", "a⟨U+200B⟩b"},
		"a byte order mark":                {"\ufeffx", "⟨U+FEFF⟩x"},
		"a line separator":                 {"a\u2028b", "a⟨U+2028⟩b"},
		"a space that is none":             {"a\u00a0b", "a⟨U+00A0⟩b"},
		"a filler without a shape":         {"a\u3164b", "a⟨U+3164⟩b"},
		"a noncharacter, unfit for XML":    {"a\uffffb", "a⟨U+FFFF⟩b"},
		"octets that are no UTF-8":         {"a\xff\xc3", "a⟨0xFF⟩⟨0xC3⟩"},
		"the replacement character itself": {"\ufffd", "\ufffd"},
		"a carriage return":                {"a\r\n", "a⟨U+000D⟩\n"},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, visible(c.in)) })
	}
}

func FuzzVisible(f *testing.F) {
	for _, s := range []string{hostile, "", "a\xffb", "\u202e", "⟨U+202E⟩"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := visible(s)
		require.True(t, utf8.ValidString(got))
		for _, r := range got {
			require.True(t, shows(r), "%U is still hidden", r)
		}
		require.Equal(t, got, visible(got), "what is visible stays as it is")
	})
}

func TestALongTextIsCutBetweenCharacters(t *testing.T) {
	got := cut(strings.Repeat("é", 100), 51)
	require.Equal(t, strings.Repeat("é", 25)+"… (200 octets in all)", got)
	require.Equal(t, "short", cut("short", 5))
}

func TestNumbersReadWell(t *testing.T) {
	require.Equal(t, "1,234,567", grouped(1234567))
	require.Equal(t, "-1,234", grouped(-1234))
	require.Equal(t, "999", grouped(999))
	require.Equal(t, "1 request", plural(1, "request"))
	require.Equal(t, "0 requests", plural(0, "request"))
	require.Equal(t, "12.50 s", millis(12500))
	require.Equal(t, "1m5s", millis(65_000))
	require.Equal(t, "0 ms", millis(-1))
	require.Equal(t, "1.5 KiB", octets(1536))
	require.Equal(t, "2.0 MiB", octets(2<<20))
}
