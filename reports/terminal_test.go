package reports

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/visible"
	"github.com/credit-partner/assay/reports/html"
	"github.com/credit-partner/assay/reports/wording"
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
		require.Contains(t, first, strings.ToUpper(wording.VerdictTitle(run.Verdict)), name)
	}
}

func TestAFailedRequirementIsToldOnce(t *testing.T) {
	text := printed(t, Terminal{Width: 100, Verbose: true}, failingRun("x", "x"))
	require.Equal(t, 1, strings.Count(text, "✗ LIM-02"))
	require.Equal(t, 1, strings.Count(text, "message   The industry was refused."), "thirty checks, one finding")
	require.Contains(t, text, "and in 29 more checks")
	_, failed, _ := strings.Cut(text, "\nFAILED\n")
	require.Equal(t, 1, strings.Count(failed, "curl -sS -X POST"), "a command that stands above is not repeated")
}

func TestTheTerminalSaysSixtyLinesAndAllWhenAsked(t *testing.T) {
	run := failingRun("x", "x")
	for n := range 40 {
		r := run.Requirements[slices.IndexFunc(run.Requirements, func(r result.Requirement) bool { return r.ID == "LIM-02" })]
		r.ID = fmt.Sprintf("NEW-%02d", n)
		r.Checks = []result.Check{{Name: "a check", Outcome: result.Failed, Failures: []result.Failure{
			{Path: fmt.Sprintf("data.member_%d", n), Expected: "a string", Actual: "absent", Endpoint: "GET /x", Exchange: "x1", Curl: "curl …"},
		}}}
		run.Requirements = append(run.Requirements, r)
	}
	text := printed(t, Terminal{Width: 100}, run)
	require.LessOrEqual(t, strings.Count(text, "\n"), 65)
	require.Contains(t, text, "FIX THIS FIRST\n  45 causes explain 42 failures")
	require.Contains(t, text, "and 41 more causes: index.html, or --verbose")
	require.NotContains(t, text, "NEW-39 ")
	require.Contains(t, printed(t, Terminal{Width: 100, Verbose: true}, run), "✗ NEW-39 ")
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
	require.Equal(t, "aaa bbb ccc ddd eee\n  fff ggg", wording.Wrap("aaa bbb ccc ddd eee fff ggg", 22, "  "))
	require.Equal(t, strings.Repeat("x", 20)+"\n"+strings.Repeat("x", 5), wording.Wrap(strings.Repeat("x", 25), 20, ""))
	require.Equal(t, "a\n  b", wording.Wrap("a\nb", 80, "  "))
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

// TestABuildThatCalledNothingIsToldSo holds that the reason and the one thing to do are
// shown, and no list of every requirement.
func TestABuildThatCalledNothingIsToldSo(t *testing.T) {
	run := &result.Run{
		Side: result.PartnerSide, Verdict: result.Inconclusive, Scope: []string{"otp"}, Reason: result.NothingRecorded + ": the command ended",
		Requirements: []result.Requirement{{ID: "PSO-01", Outcome: result.Untested, Reason: "x"}, {ID: "PVO-10", Outcome: result.Untested, Reason: "x"}},
	}
	var out bytes.Buffer
	require.NoError(t, Terminal{}.Write(&out, run))
	require.Contains(t, out.String(), "UNTESTED\n  ○ all 2 requirements: x\n")
	require.Contains(t, out.String(), "1. Make the build call the service, and run again.")
	require.NotContains(t, out.String(), "PSO-01")
}

// TestWhatWasNotExercisedReadsAsSuch holds that what a partner build never sent
// is neither counted among what it owes nor called a thing to fix.
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
	require.Contains(t, text, "Make the build send it, in traffic that assay can judge: PVO-10.\n")

	out.Reset()
	require.NoError(t, WriteGitHub(&out, run))
	require.Contains(t, out.String(), "::notice title=1 requirement not exercised::PSO-07")
	require.Contains(t, out.String(), "::warning title=1 requirement untested::PVO-10")
	out.Reset()
	require.NoError(t, WriteMarkdown(&out, run))
	require.Contains(t, out.String(), "○ not exercised (PSO-07)")
	out.Reset()
	require.NoError(t, html.Write(&out, run))
	require.Contains(t, out.String(), "</span> not exercised</span> <span class=\"id\">PSO-07")
}
