package reports

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/visible"
)

func printed(t testing.TB, terminal Terminal, run *result.Run) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, terminal.Write(&b, run))
	return b.String()
}

func TestTheVerdictIsTheFirstLine(t *testing.T) {
	for name, run := range fixtures() {
		first, _, _ := strings.Cut(printed(t, Terminal{}, run), "\n")
		require.Contains(t, first, strings.ToUpper(verdictTitle(run.Verdict)), name)
	}
}

func TestAFailedRequirementIsToldOnce(t *testing.T) {
	text := printed(t, Terminal{Width: 100}, failingRun("x", "x"))
	require.Equal(t, 1, strings.Count(text, "✗ LIM-02"))
	require.Equal(t, 1, strings.Count(text, "The industry was refused."), "thirty checks, one finding")
	require.Contains(t, text, "and in 29 more checks")
	require.Equal(t, 1, strings.Count(text, "curl -sS -X POST"), "a command that stands above is not repeated")
}

func TestColourIsOnlyAdded(t *testing.T) {
	plain := printed(t, Terminal{Width: 90}, failingRun(hostile, hostile))
	coloured := printed(t, Terminal{Width: 90, Colour: true}, failingRun(hostile, hostile))
	require.NotContains(t, plain, "\x1b")
	require.Contains(t, coloured, "\x1b[")
	require.Equal(t, plain, withoutColour(coloured))
}

func withoutColour(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == 0x1b {
			i += strings.IndexByte(s[i:], 'm')
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func TestLinesKeepToTheWidth(t *testing.T) {
	for _, width := range []int{60, 80, 120} {
		run := failingRun(strings.Repeat("王 long words ", 80), "x")
		for line := range strings.Lines(printed(t, Terminal{Width: width}, run)) {
			if strings.Contains(line, "curl") || strings.HasPrefix(strings.TrimSpace(line), "-") {
				continue // commands stay whole, to be copied
			}
			require.LessOrEqual(t, runewidth.StringWidth(strings.TrimRight(line, "\n")), width, line)
		}
	}
}

func TestWrapKeepsEveryCharacter(t *testing.T) {
	require.Equal(t, "aaa bbb ccc ddd eee\n  fff ggg", wrap("aaa bbb ccc ddd eee fff ggg", 22, "  "))
	require.Equal(t, strings.Repeat("x", 20)+"\n"+strings.Repeat("x", 5), wrap(strings.Repeat("x", 25), 20, ""))
	require.Equal(t, "a\n  b", wrap("a\nb", 80, "  "))
}

func FuzzTerminal(f *testing.F) {
	f.Add(hostile, 80)
	f.Add("王王王王王王王王王王王王王王王王王王王王王王", 1)
	f.Fuzz(func(t *testing.T, said string, width int) {
		for _, r := range printed(t, Terminal{Width: width}, failingRun(said, said)) {
			require.True(t, visible.Shows(r), "%U reaches the terminal", r)
		}
	})
}

// TestWhatWasNotExercisedReadsAsSuch holds that what a partner build never sent
// is neither counted among what it owes nor called a thing to mend.
func TestWhatWasNotExercisedReadsAsSuch(t *testing.T) {
	run := &result.Run{Side: result.PartnerSide, Verdict: result.Inconclusive, Scope: []string{"otp"}, Requirements: []result.Requirement{
		{ID: "PSO-01", Outcome: result.Passed},
		{ID: "PSO-07", Outcome: result.Untested, Unexercised: true, Reason: "it never came up"},
		{ID: "PVO-10", Outcome: result.Untested, Reason: "the recording does not show the OTP"},
	}}
	var out bytes.Buffer
	require.NoError(t, Terminal{}.Write(&out, run))
	text := out.String()
	require.Contains(t, text, "2 requirements · ○ 1 untested · ✓ 1 passed · 1 more not exercised\n")
	require.Contains(t, text, "UNTESTED\n  ○ PVO-10: the recording does not show the OTP\n")
	require.Contains(t, text, "NOT EXERCISED\n  ○ PSO-07: it never came up\n")
	require.Contains(t, text, "Have the build show it, in traffic that can be judged: PVO-10.\n")

	out.Reset()
	require.NoError(t, WriteGitHub(&out, run))
	require.Contains(t, out.String(), "::notice title=1 requirement not exercised::PSO-07")
	require.Contains(t, out.String(), "::warning title=1 requirement untested::PVO-10")
	out.Reset()
	require.NoError(t, WriteMarkdown(&out, run))
	require.Contains(t, out.String(), "○ not exercised (PSO-07)")
	out.Reset()
	require.NoError(t, WriteHTML(&out, run))
	require.Contains(t, out.String(), "</span> not exercised</span> <span class=\"id\">PSO-07")
}
