package suite_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/cucumber/godog"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// fake is a scenario whose sentences do what a test wants.
type fake struct{ report judgement.Report }

func (f *fake) Register(sc *godog.ScenarioContext) {
	sc.When(`^nothing happens$`, func() {})
	sc.When(`^it panics$`, func() { panic("oops 100%") })
	sc.When(`^two (.*)$`, func(string) {})
	sc.When(`^(.*) meanings$`, func(string) {})
	sc.When(`^it breaks$`, func() error { return errors.New("100% broken") })
	sc.Then(`^it fails at "([^"]*)"$`, func(path string) {
		f.report.Failures = append(f.report.Failures, result.Failure{Path: path, Message: "50% of %s"})
	})
	sc.Then(`^"([^"]*)" is broken$`, func(name string) {
		f.report.Breaks = append(f.report.Breaks, judgement.Break{Aspect: judgement.Aspect{Endpoint: "get-purchase", Name: name}, Failure: result.Failure{Message: "broken"}})
	})
	sc.Then(`^"([^"]*)" kept something from coming up$`, func(name string) {
		broken := judgement.Break{Aspect: judgement.Aspect{Endpoint: "get-purchase", Name: name}, Failure: result.Failure{Message: "broken"}, HidesEvidence: true}
		f.report.Breaks, f.report.Decided = append(f.report.Breaks, broken), f.report.Decided+1
	})
	sc.Then(`^all is well$`, func() { f.report.Decided++ })
	sc.Then(`^nothing decides it$`, func() {})
	sc.Then(`^nothing is documented of it$`, func() { f.report.Inapplicable = "the target is elsewhere" })
}
func (f *fake) Begin(judgement.Check) {}
func (f *fake) End(_ context.Context, err error) judgement.Report {
	if err != nil {
		f.report.Errored = err.Error()
	}
	return f.report
}

// run runs rules, written as the features are, with the fake's sentences.
func run(t *testing.T, rules string) (*result.Run, error) {
	t.Helper()
	l, err := load(rules)
	require.NoError(t, err)
	plan, err := l.Plan(nil, nil)
	require.NoError(t, err)
	return plan.Run(context.Background(), suite.Options{NewScenario: func() suite.Scenario { return &fake{} }, Concurrency: 4})
}

func load(rules string) (*suite.Ledger, error) {
	files := fstest.MapFS{"server/x.feature": {Data: []byte("@purchases @endpoint-get-purchase\nFeature: X\n" + rules)}}
	return suite.Load(files, result.ServerSide)
}

func rule(id, tags, steps string) string {
	return fmt.Sprintf("\n  @%s @stated @section-1 %s\n  Rule: Rule %s\n\n    Scenario: one\n%s", id, tags, id, steps)
}

const well = "      When nothing happens\n      Then all is well\n"

func TestAPassRestsOnEvidence(t *testing.T) {
	const open, elsewhere = "      Then nothing decides it\n", "      Then nothing is documented of it\n"
	for name, c := range map[string]struct {
		rules   string
		outcome result.Outcome
		reason  string
	}{
		"an answer decided it":                             {well, result.Passed, ""},
		"no response showed whether the rule is satisfied": {open, result.Untested, "no response showed whether the rule is satisfied"},
		"one of two checks decided":                        {well + "    Scenario: two\n" + open, result.Untested, "no response showed whether the rule is satisfied"},
		"a check that does not apply":                      {well + "    Scenario: two\n" + elsewhere, result.Passed, ""},
		"no check that applies":                            {elsewhere, result.Untested, "does not apply: the target is elsewhere"},
		"nothing applies, nothing decides":                 {open + "    Scenario: two\n" + elsewhere, result.Untested, "no response showed whether the rule is satisfied"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := run(t, rule("AAA-01", "", c.rules))
			require.NoError(t, err)
			require.Equal(t, c.outcome, r.Requirements[0].Outcome)
			require.Equal(t, c.reason, r.Requirements[0].Reason)
			require.Equal(t, c.outcome == result.Passed, r.Requirements[0].Decided > 0 && r.Verdict == result.Conformant)
		})
	}
}

// A requirement that does not apply to the target never reports a fault, so it is not the one to
// wait for. A requirement that is untested for another reason is.
func TestWhoReportsAFaultWhoseOwnerIsUntested(t *testing.T) {
	const breaks = "      When nothing happens\n      Then \"status\" is broken\n"
	for name, c := range map[string]struct {
		owner   string
		outcome result.Outcome
	}{
		"the owner does not apply":  {"      Then nothing is documented of it\n", result.Failed},
		"the owner decided nothing": {"      Then nothing decides it\n", result.Blocked},
		"the owner holds":           {well, result.Failed},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := run(t, rule("AAA-01", "@owns-status", c.owner)+rule("AAA-02", "", breaks))
			require.NoError(t, err)
			require.Equal(t, c.outcome, r.Requirements[1].Outcome)
		})
	}
}

func TestVerdictOfAPlainRun(t *testing.T) {
	r, err := run(t, rule("AAA-01", "", well))
	require.NoError(t, err)
	require.Equal(t, result.Conformant, r.Verdict)
}

// What godog would let pass, or call skipped, is an error of the run.
func TestWhatNobodyDefinedIsNeverAPass(t *testing.T) {
	for name, steps := range map[string]string{
		"an undefined step":        "      When nobody wrote this\n      Then all is well\n",
		"an undefined second step": "      When nothing happens\n      Then nobody wrote this\n",
		"an ambiguous step":        "      When two meanings\n      Then all is well\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := run(t, rule("AAA-01", "", well)+rule("AAA-02", "", steps))
			require.ErrorContains(t, err, "server/x.feature")
		})
	}
}

// godog runs no hook of a scenario without steps: it would vanish.
func TestAScenarioWithoutStepsDoesNotVanish(t *testing.T) {
	_, err := run(t, rule("AAA-01", "", well)+rule("AAA-02", "", ""))
	require.Error(t, err)
}

// A misspelt keyword parses as a description, and its scenario is lost.
func TestAMisspeltKeywordDoesNotVanish(t *testing.T) {
	lost := "\n  @AAA-01 @stated @section-1\n  Rule: R\n\n    Scenari: lost\n" + well
	_, err := load(lost)
	require.ErrorContains(t, err, "misspelt")
	_, err = load(rule("AAA-02", "", well) + lost)
	require.ErrorContains(t, err, "misspelt")
}

func TestAPanicIsOursAndNoVerdict(t *testing.T) {
	r, err := run(t, rule("AAA-01", "", "      When it panics\n      Then all is well\n")+rule("AAA-02", "", well))
	require.NoError(t, err)
	require.Equal(t, result.Inconclusive, r.Verdict)
	require.Equal(t, result.Errored, r.Requirements[0].Outcome)
	require.Contains(t, r.Requirements[0].Reason, "oops 100%")
	require.Equal(t, result.Passed, r.Requirements[1].Outcome)
}

// godog uses the text of a failure as a format string.
func TestAPercentSignSurvives(t *testing.T) {
	r, err := run(t, rule("AAA-01", "", "      When nothing happens\n      Then it fails at \"a\"\n      And it fails at \"b\"\n"))
	require.NoError(t, err)
	require.Equal(t, result.NonConformant, r.Verdict)
	require.Len(t, r.Requirements[0].Checks[0].Failures, 2, "a check reports all that it found")
	require.Equal(t, "50% of %s", r.Requirements[0].Checks[0].Failures[0].Message)
}

func TestBlame(t *testing.T) {
	breaks := func(what string) string { return "      When nothing happens\n      Then \"" + what + "\" is broken\n" }
	for name, c := range map[string]struct {
		rules    string
		outcomes []result.Outcome
	}{
		"the owner of what broke fails by itself": {
			rule("AAA-01", "@owns-status", breaks("status")), []result.Outcome{result.Failed}},
		"who leans on a failed owner is blocked": {
			rule("AAA-01", "@owns-status", breaks("status")) + rule("AAA-02", "", breaks("status")),
			[]result.Outcome{result.Failed, result.Blocked}},
		"where the owner holds, the finder has found it": {
			rule("AAA-01", "@owns-status", well) + rule("AAA-02", "", breaks("status")),
			[]result.Outcome{result.Passed, result.Failed}},
		"what blocks an owner blocks who leans on it": {
			rule("AAA-01", "@owns-status", breaks("status")) + rule("AAA-02", "@owns-data", breaks("status")) + rule("AAA-03", "", breaks("data")),
			[]result.Outcome{result.Failed, result.Blocked, result.Blocked}},
		"a failure of its own outweighs what blocks it": {
			rule("AAA-01", "@owns-status", breaks("status")) + rule("AAA-02", "", breaks("status")+"      And it fails at \"a\"\n"),
			[]result.Outcome{result.Failed, result.Failed}},
		"two that lean on each other do not hang": {
			rule("AAA-01", "@owns-status", breaks("data")) + rule("AAA-02", "@owns-data", breaks("status")),
			[]result.Outcome{result.Blocked, result.Failed}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := run(t, c.rules)
			require.NoError(t, err)
			var got []result.Outcome
			for _, q := range r.Requirements {
				got = append(got, q.Outcome)
			}
			require.Equal(t, c.outcomes, got)
			require.Equal(t, result.NonConformant, r.Verdict)
		})
	}
}

// A check that passed on less than it should is blocked by whoever kept the rest
// from coming up, if that one does not hold.
func TestHalfOfTheEvidenceIsNoPass(t *testing.T) {
	const half = "      When nothing happens\n      Then \"status\" kept something from coming up\n"
	const fails = "      When nothing happens\n      Then it fails at \"a\"\n"
	const broken = "      When nothing happens\n      Then \"status\" is broken\n"
	for name, c := range map[string]struct {
		rules    string
		outcomes []result.Outcome
	}{
		"the owner failed":               {rule("AAA-01", "@owns-status", fails) + rule("AAA-02", "", half), []result.Outcome{result.Failed, result.Blocked}},
		"the owner holds":                {rule("AAA-01", "@owns-status", well) + rule("AAA-02", "", half), []result.Outcome{result.Passed, result.Passed}},
		"nobody owns it":                 {rule("AAA-02", "", half), []result.Outcome{result.Passed}},
		"it is the owner's own":          {rule("AAA-01", "@owns-status", half), []result.Outcome{result.Passed}},
		"something failed, too":          {rule("AAA-01", "@owns-status", fails) + rule("AAA-02", "", half+"      And it fails at \"a\"\n"), []result.Outcome{result.Failed, result.Failed}},
		"who leans on a half seen owner": {rule("AAA-01", "@owns-data", fails) + rule("AAA-02", "@owns-status", "      When nothing happens\n      Then \"data\" kept something from coming up\n") + rule("AAA-03", "", broken), []result.Outcome{result.Failed, result.Blocked, result.Failed}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := run(t, c.rules)
			require.NoError(t, err)
			var got []result.Outcome
			for _, q := range r.Requirements {
				got = append(got, q.Outcome)
				if q.Outcome == result.Blocked {
					require.Equal(t, []string{"AAA-01"}, q.BlockedBy)
				}
			}
			require.Equal(t, c.outcomes, got)
		})
	}
}

func TestPlanRefusesWhatSelectsNothing(t *testing.T) {
	l, err := load(rule("AAA-01", "", well))
	require.NoError(t, err)
	for _, c := range []struct{ scope, only []string }{
		{nil, []string{"ZZZ-*"}}, {nil, []string{"AAA-01", "section:4.6"}}, {[]string{"otp"}, nil}, {[]string{"nonsense"}, nil}, {nil, []string{"["}},
	} {
		_, err := l.Plan(c.scope, c.only)
		require.Error(t, err, "%v", c)
	}
	plan, err := l.Plan(nil, []string{"AAA-*", "section:1", "purchases"})
	require.NoError(t, err)
	require.Len(t, plan.Checks, 1)
}

func TestLoadRefusesWhatMeansNothing(t *testing.T) {
	for name, rules := range map[string]string{
		"an id twice":              rule("AAA-01", "", well) + rule("AAA-01", "", well),
		"an aspect owned twice":    rule("AAA-01", "@owns-status", well) + rule("AAA-02", "@owns-status", well),
		"an unknown tag":           rule("AAA-01", "@nonsense", well),
		"a section there is not":   rule("AAA-01", "@stated @section-4.66", well),
		"an endpoint there is not": rule("AAA-01", "@stated @section-1 @endpoint-buy", well),
		"no id":                    "\n  @stated @section-1\n  Rule: R\n\n    Scenario: one\n" + well,
		"no grade":                 "\n  @AAA-01 @section-1\n  Rule: R\n\n    Scenario: one\n" + well,
		"no section":               "\n  @AAA-01 @stated\n  Rule: R\n\n    Scenario: one\n" + well,
		"outside of any rule":      "\n  Scenario: one\n" + well,
		"broken Gherkin":           "\n  Rule: R\n  Rule\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(rules)
			require.Error(t, err)
		})
	}
}
