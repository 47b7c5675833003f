package reports

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	junit "github.com/joshdk/go-junit"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// readBack reads our JUnit with a parser that we did not write.
func readBack(t *testing.T, run *result.Run) []junit.Suite {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, WriteJUnit(&b, run))
	suites, err := junit.Ingest(b.Bytes())
	require.NoError(t, err)
	return suites
}

func cases(suites []junit.Suite) map[string]junit.Test {
	all := make(map[string]junit.Test)
	for _, s := range suites {
		for _, c := range s.Tests {
			all[c.Name] = c
		}
	}
	return all
}

func TestJUnitTellsFailuresErrorsAndSkippedApart(t *testing.T) {
	suites := readBack(t, failingRun("<b>not</b>", "x"))
	all := cases(suites)

	failed := all["PUR-07 a cart of 1"]
	require.Equal(t, junit.StatusFailed, failed.Status)
	require.Equal(t, "Creating purchases", failed.Classname)
	require.Equal(t, "The second record has no id.", failed.Message)
	require.Contains(t, failed.Error.Error(), "expected  a UUID")
	require.Contains(t, failed.Error.Error(), "<b>not</b>")
	require.Contains(t, failed.Error.Error(), "curl -sS -X POST")

	require.Equal(t, junit.StatusError, all["LIM-07 a cart of 1"].Status)
	blocked := all["STA-02 a cart of 1"]
	require.Equal(t, junit.StatusSkipped, blocked.Status)
	require.Equal(t, "blocked by PUR-07: No purchase could be made to begin with.", blocked.Message)
	require.Equal(t, junit.StatusPassed, all["GEN-01 a cart of 1"].Status)

	untested := all["LKP-01 A customer with a limit is found by every query field"]
	require.Equal(t, junit.StatusSkipped, untested.Status, "a requirement without a check is a case all the same")
	require.Contains(t, untested.Message, "configure lookup.signing")
	require.Equal(t, "non-conformant", suites[0].Properties["verdict"])
}

func TestAnAcceptedFailureIsSkippedWithItsReason(t *testing.T) {
	run := failingRun("x", "x")
	requirement(run, "PUR-07").Accepted = true
	all := cases(readBack(t, run))
	accepted := all["PUR-07 a cart of 1"]
	require.Equal(t, junit.StatusSkipped, accepted.Status)
	require.Equal(t, "accepted failure: known since 3.4.0 x (payments team, until 2026-06-30)", accepted.Message)
	require.Contains(t, accepted.SystemOut, "The second record has no id.")
	require.Equal(t, junit.StatusFailed, all["LIM-02 industry 1 of 30"].Status, "nobody accepts that one")
}

func TestJUnitIsNotRedWhereAllThatIsLeftIsAccepted(t *testing.T) {
	run := conformantRun()
	run.Verdict, run.Decision = result.NonConformant, "pass"
	fail(run, "PUR-07", "x")
	requirement(run, "PUR-07").Accepted = true
	for name, c := range cases(readBack(t, run)) {
		require.NotContains(t, []junit.Status{junit.StatusFailed, junit.StatusError}, c.Status, name)
	}
	run.Decision = "undecided"
	require.Equal(t, junit.StatusError, cases(readBack(t, run))["verdict"].Status)
}

func TestJUnitCountsAddUp(t *testing.T) {
	for name, run := range fixtures() {
		t.Run(name, func(t *testing.T) {
			whole := junitOf(wording.Sanitized(run))
			var tests, failures, errors, skipped int
			for _, s := range whole.Suites {
				require.Equal(t, len(s.Cases), s.Tests)
				tests, failures, errors, skipped = tests+s.Tests, failures+s.Failures, errors+s.Errors, skipped+s.Skipped
			}
			require.Equal(t, []int{whole.Tests, whole.Failures, whole.Errors, whole.Skipped}, []int{tests, failures, errors, skipped})
		})
	}
}

// A pipeline that looks at JUnit alone must never see green where the verdict is not
// conformant, unless all that failed is accepted: that is seen as skipped.
func TestJUnitIsNeverAllGreenUnlessConformant(t *testing.T) {
	for name, run := range fixtures() {
		t.Run(name, func(t *testing.T) {
			bad, skipped := 0, 0
			for _, c := range cases(readBack(t, run)) {
				if c.Status == junit.StatusFailed || c.Status == junit.StatusError {
					bad++
				}
				if c.Status == junit.StatusSkipped {
					skipped++
				}
			}
			open := run.Decision == "pass"
			require.Equal(t, run.Verdict == result.Conformant || run.Verdict == result.Partial || open, bad == 0)
			require.True(t, run.Verdict != result.Partial && !open || skipped > 0, "what was not judged, or is accepted, is seen")
		})
	}
}

func TestARequirementGraverThanItsChecksIsACaseOfItsOwn(t *testing.T) {
	run := conformantRun()
	run.Verdict = result.NonConformant
	requirement(run, "PUR-07").Outcome = result.Failed
	require.Equal(t, junit.StatusFailed, cases(readBack(t, run))["PUR-07 Every item of the request is answered by one record of its own"].Status)
}

func TestAnOutcomeNobodyKnowsIsAnError(t *testing.T) {
	run := conformantRun()
	run.Verdict = result.Inconclusive
	requirement(run, "GEN-01").Checks[0].Outcome = "super"
	require.Equal(t, junit.StatusError, cases(readBack(t, run))["GEN-01 a cart of 1"].Status)
}

func FuzzJUnitIsWellFormed(f *testing.F) {
	f.Add(hostile)
	f.Add("]]>\x00\x1f\ufffe\ud7ff")
	f.Fuzz(func(t *testing.T, said string) {
		for _, write := range []func(io.Writer, *result.Run) error{WriteJUnit, WriteBadge} {
			var b bytes.Buffer
			require.NoError(t, write(&b, failingRun(said, said)))
			decoder := xml.NewDecoder(&b)
			for {
				_, err := decoder.Token()
				if err == io.EOF {
					break
				}
				require.NoError(t, err)
			}
		}
	})
}

// Runners read one command a line: a target must not be able to write one.
func FuzzGitHubCommands(f *testing.F) {
	f.Add(hostile)
	f.Add("\n::error::x\r::warning::y%0A")
	want := 0
	for range strings.Lines(gitHubText(f, "x")) {
		want++
	}
	f.Fuzz(func(t *testing.T, said string) {
		lines := strings.Split(strings.TrimSuffix(gitHubText(t, said), "\n"), "\n")
		require.Len(t, lines, want)
		for _, line := range lines {
			require.Regexp(t, `^::(error|warning|notice) title=[^:,\r]*::[^\r]*$`, line)
		}
	})
}

func gitHubText(t testing.TB, said string) string {
	var b bytes.Buffer
	run := failingRun(said, "x")
	requirement(run, "PUR-07").Statement += said
	require.NoError(t, WriteGitHub(&b, run))
	return b.String()
}
