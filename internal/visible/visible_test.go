package visible_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/visible"
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
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, visible.Text(c.in)) })
	}
}

func FuzzVisible(f *testing.F) {
	for _, s := range []string{"a\x1b[31mb\x85", "", "a\xffb", "\u202e", "⟨U+202E⟩"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := visible.Text(s)
		require.True(t, utf8.ValidString(got))
		for _, r := range got {
			require.True(t, visible.Shows(r), "%U is still hidden", r)
		}
		require.Equal(t, got, visible.Text(got), "what is visible stays as it is")
	})
}
