package steps

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cucumber/godog"

	"github.com/credit-partner/assay/internal/spec"
)

// AnswerScenario is one check of the server's side, asked of recorded answers.
// It is used by one goroutine.
type AnswerScenario struct {
	Scenario
	answers *AnswerRun
	names   []string // the endpoints that it gathered
}

// NewScenario starts a check of what was read.
func (r *AnswerRun) NewScenario() *AnswerScenario {
	return &AnswerScenario{Scenario: Scenario{run: r.run}, answers: r}
}

// answerSentence is a sentence that recorded answers can be held against.
type answerSentence struct {
	pattern *regexp.Regexp
	bind    func(*AnswerScenario) any
}

func reads(pattern string, bind func(*AnswerScenario) any) answerSentence {
	return answerSentence{regexp.MustCompile("^" + pattern + "$"), bind}
}

// answerSentences are those whose meaning an answer and its request hold in
// themselves. They are sentences of the server's side, word for word.
var answerSentences = []answerSentence{
	reads(`every answer to "([^"]*)" is gathered`, func(s *AnswerScenario) any { return s.everyAnswerIsThere }),
	reads(`every answer to "([^"]*)" for "([^"]*)" is gathered`, func(s *AnswerScenario) any { return s.everyAnswerForIsThere }),
	reads(`each call is answered with (\d+)`, func(s *AnswerScenario) any { return s.eachOwnIsAnsweredWith }),
	reads(`each call carried "([^"]*)"`, func(s *AnswerScenario) any { return s.eachCarried }),
	reads(`each answer is JSON`, func(s *AnswerScenario) any { return s.eachIsJSON }),
	reads(`each answer matches "([^"]*)"`, func(s *AnswerScenario) any { return s.eachFits }),
	reads(`each "status" repeats the HTTP status`, func(s *AnswerScenario) any { return s.eachMirrorsItsStatus }),
	reads(`"([^"]*)" equals "([^"]*)"`, func(s *AnswerScenario) any { return s.areEqual }),
	reads(`no two answers share "([^"]*)"`, func(s *AnswerScenario) any { return s.noTwoAnswersShare }),
	reads(`none shares "([^"]*)" with an answer to "([^"]*)"`, func(s *AnswerScenario) any { return s.noneShares }),
	reads(`each order_id repeats the request's`, func(s *AnswerScenario) any { return s.orderIDIsRepeated }),
	reads(`each message names the item's id`, func(s *AnswerScenario) any { return s.theMessageNamesTheItem }),
	reads(`each "facility_status" is "([^"]*)"`, func(s *AnswerScenario) any { return s.eachAskedForIs }),
}

// AnswerPatterns lists the sentences that recorded answers can be held against,
// for the lint that each is one of the server's side.
func AnswerPatterns() []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, v := range answerSentences {
		all = append(all, v.pattern)
	}
	return all
}

// Register gives godog a meaning for every step of the check. What precedes the
// answers is the partner's doing, so every Given is met; what no recording can
// show leaves the check untested.
func (s *AnswerScenario) Register(sc *godog.ScenarioContext) {
	given := make(map[int]bool)
	for _, text := range s.check.Steps {
		known := slices.IndexFunc(answerSentences, func(v answerSentence) bool { return v.pattern.MatchString(text) })
		exactly := regexp.MustCompile("^" + regexp.QuoteMeta(text) + "$")
		switch {
		case given[known]:
		case known >= 0:
			given[known] = true
			sc.Step(answerSentences[known].pattern, answerSentences[known].bind(s))
		case isGiven(text) && s.gathers():
			sc.Step(exactly, func() {})
		default:
			sc.Step(exactly, func() error {
				return untested("a recording does not show this: assay server makes the calls that it takes")
			})
		}
	}
}

func isGiven(text string) bool {
	return slices.ContainsFunc(givens, func(v sentence) bool { return v.Means(text) })
}

// gathers tells whether the check judges answers wherever they come from.
func (s *AnswerScenario) gathers() bool {
	return slices.ContainsFunc(s.check.Steps, func(text string) bool { return strings.HasSuffix(text, " is gathered") })
}

// End reports what the check found. Where nothing failed, but some answer may
// have been either a refusal or broken, the check stays open.
func (s *AnswerScenario) End(err error) Report {
	report := s.Scenario.End(err)
	unclear := 0
	for _, name := range s.names {
		unclear += s.answers.unclear[name]
	}
	if unclear > 0 && len(report.Failures) == 0 && len(report.Breaks) == 0 && report.Untested == "" && report.Errored == "" {
		report.Untested = fmt.Sprintf("%d answers to %s cannot be told from refusals, or cannot be read", unclear, strings.Join(titles(s.names), ", "))
	}
	return report
}

func titles(names []string) []string {
	var all []string
	for _, name := range names {
		all = append(all, spec.Line(name))
	}
	return all
}

func (s *AnswerScenario) everyAnswerIsThere(ctx context.Context, names string) error {
	s.names = strings.Split(names, ", ")
	if err := s.everyAnswerIsGathered(ctx, names); err != nil {
		return err
	}
	return s.something("")
}

func (s *AnswerScenario) everyAnswerForIsThere(ctx context.Context, name, label string) error {
	s.names = []string{name}
	if err := s.everyAnswerForIsGathered(ctx, name, label); err != nil {
		return err
	}
	return s.something(" for " + label)
}

func (s *AnswerScenario) something(of string) error {
	if len(s.subject) > 0 {
		return nil
	}
	return untested(holdsNone+"%s%s that can be judged", strings.Join(titles(s.names), ", "), of)
}

const holdsNone = "the recording holds no answer to "

// ShowsNothing tells whether a check of recorded answers is untested for the
// reason that none was recorded, whoever the customers were: labels of the suite's
// own calls are not recorded.
func ShowsNothing(reason string) bool {
	return strings.HasPrefix(reason, holdsNone) && !strings.Contains(reason, " for ")
}

// eachOwnIsAnsweredWith judges the status of the answers that this rule owns.
func (s *AnswerScenario) eachOwnIsAnsweredWith(ctx context.Context, status int) error {
	all := len(s.subject)
	s.subject = slices.DeleteFunc(s.subject, func(c *call) bool { return !s.owns(c) || !c.documented() })
	if len(s.subject) == 0 {
		return untested("none of the %d answers is one of which the recording shows that it must have this status", all)
	}
	return s.eachIsAnsweredWith(ctx, status)
}

// eachAskedForIs judges the state of the items of which the request says it.
func (s *AnswerScenario) eachAskedForIs(status string) error {
	s.subject = slices.DeleteFunc(s.subject, func(c *call) bool { return c.endpoint == updateItems && len(c.items) == 0 })
	if err := s.something(" that asks for " + status); err != nil {
		return err
	}
	return s.facilityStatusIs(status)
}

// noneShares compares two kinds of answers, of which the recording may hold one.
func (s *AnswerScenario) noneShares(path, names string) error {
	own, others := s.subject, strings.Split(names, ", ")
	s.gather(others, func(*call) bool { return true })
	known := len(s.subject) > 0
	s.subject = own
	if !known {
		return untested(holdsNone+"%s that can be judged", strings.Join(titles(others), ", "))
	}
	return s.noAnswerShares(path, names)
}

// eachFits judges every answer by a schema. That a lookup says how it ended, the
// server's side has one rule for each case of its own calls; a recording shows
// the cases mixed, and the general rule judges them all.
func (s *AnswerScenario) eachFits(schema string) error {
	if schema == "lookup-success" {
		s.check.Owner = func(Aspect) string { return s.check.Requirement }
	}
	return s.eachMatches(schema)
}
