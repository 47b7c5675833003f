package visible_test

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/visible"
)

func TestCommandsOfARunnerAreSpoilt(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"a command at the start of a line": {"::notice::x", ":⟨U+003A⟩notice::x"},
		"behind spaces":                    {"a\n \t ::stop-commands::x\n", "a\n \t :⟨U+003A⟩stop-commands::x\n"},
		"behind a carriage return":         {"a\r::notice::x", "a⟨U+000D⟩:⟨U+003A⟩notice::x"},
		"of the old form, anywhere":        {"x ##[set-output name=a]b", "x ##⟨U+005B⟩set-output name=a]b"},
		"behind more hashes":               {"###[x]", "###⟨U+005B⟩x]"},
		"of Azure":                         {"a: ##vso[task.setvariable variable=a]b", "a: ##vso⟨U+005B⟩task.setvariable variable=a]b"},
		"of TeamCity":                      {"##teamcity[x]", "##teamcity⟨U+005B⟩x]"},
		"a section of GitLab":              {"section_start:1:a\r\x1b[0K", "section_start:1:a⟨U+000D⟩⟨U+001B⟩[0K"},
		"colons in a line stay":            {"a::b :: c", "a::b :: c"},
		"one colon stays":                  {":4\n: :", ":4\n: :"},
		"a heading and a list stay":        {"## [x]\n#a[1]\n# b", "## [x]\n#a[1]\n# b"},
		"after a wide space":               {"\u3000::notice::", "⟨U+3000⟩:⟨U+003A⟩notice::"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, printed(t, func(w io.Writer) io.Writer { return w }, c.in))
			require.Equal(t, c.want, printed(t, func(w io.Writer) io.Writer { return w }, strings.SplitAfter(c.in, ":")...), "in pieces")
		})
	}
}

func TestACharacterInPiecesStaysWhole(t *testing.T) {
	same := func(w io.Writer) io.Writer { return w }
	require.Equal(t, "é⟨U+202E⟩⟨0xFF⟩", printed(t, same, "\xc3", "\xa9\xe2", "\x80", "\xae\xff"))
	require.Equal(t, "a⟨0xE2⟩⟨0x80⟩", printed(t, same, "a\xe2\x80"), "its end never comes")
}

// TestALineThatSomebodyElseEnds holds that what comes after a pause is taken for the
// start of a line: the other output may have ended it.
func TestALineThatSomebodyElseEnds(t *testing.T) {
	require.Equal(t, "a:⟨U+003A⟩notice::", printed(t, func(w io.Writer) io.Writer { return w }, "a", "::notice::"))
}

func TestDrawingKeepsWhatSteersTheTerminal(t *testing.T) {
	require.Equal(t, "\x1b[31mred\x1b[0m\r:⟨U+003A⟩notice::\xff", printed(t, visible.Drawing, "\x1b[31mred\x1b[0m\r::notice::\xff"))
}

func TestCommandsOfOursAreCommands(t *testing.T) {
	require.Equal(t, "::error title=a::b ##⟨U+005B⟩c]⟨U+001B⟩\n::notice::\n", printed(t, visible.Commands, "::error title=a::b ##[c]\x1b\n::notice::\n"))
}

func TestJSONKeepsItsValues(t *testing.T) {
	text := "{\r\n \"a\u202e\": \"##[x] \u009b \U000e0001 \u00a0 é ##vso[b]\"\n}"
	got := printed(t, visible.JSON, text)
	require.Equal(t, "{\r\n \"a\\u202e\": \"##\\u005bx] \\u009b \\udb40\\udc01 \\u00a0 é ##vso\\u005bb]\"\n}", got)
	var want, read any
	require.NoError(t, json.Unmarshal([]byte(text), &want))
	require.NoError(t, json.Unmarshal([]byte(got), &read))
	require.Equal(t, want, read)
}

func TestWhatStandsBehindIsFound(t *testing.T) {
	behind := &bytes.Buffer{}
	require.Same(t, behind, visible.Unwrap(visible.NewWriter(behind)))
	require.Same(t, behind, visible.Unwrap(visible.Drawing(visible.NewWriter(behind))))
	require.Same(t, behind, visible.Unwrap(behind))
}

// printed writes the pieces one by one, by the way that is given.
func printed(t *testing.T, by func(io.Writer) io.Writer, pieces ...string) string {
	t.Helper()
	var b bytes.Buffer
	w := visible.NewWriter(&b)
	for _, piece := range pieces {
		n, err := io.WriteString(by(w), piece)
		require.NoError(t, err)
		require.Equal(t, len(piece), n)
	}
	require.NoError(t, w.Flush())
	return b.String()
}

func FuzzWriter(f *testing.F) {
	for _, s := range []string{"", "::a::", "##[b]", "\x1b[1m\xff", "::", "##vso["} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		got := printed(t, func(w io.Writer) io.Writer { return w }, a, b)
		for _, r := range got {
			require.True(t, visible.Shows(r), "%U is printed", r)
		}
		require.NotContains(t, got, "##[")
		for line := range strings.Lines(got) {
			require.False(t, strings.HasPrefix(strings.TrimSpace(line), "::"), "%q", line)
		}
	})
}
