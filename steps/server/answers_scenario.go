package server

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/cucumber/godog"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/customers"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// AnswerScenario is one check of the server's side, asked of recorded answers.
// It is used by one goroutine.
type AnswerScenario struct {
	scenario.Scenario
	recorded *RecordedResponses
	names    []string // the endpoints that it collected
}

// NewScenario starts a check of what was read.
func (r *RecordedResponses) NewScenario() *AnswerScenario {
	return &AnswerScenario{Scenario: scenario.Scenario{Session: r.run.For("")}, recorded: r}
}

// answerSentence is a sentence that can judge recorded responses.
type answerSentence struct {
	pattern func() *regexp.Regexp // compiled when it is first asked for
	bind    func(*AnswerScenario) any
}

func reads(pattern string, bind func(*AnswerScenario) any) answerSentence {
	return answerSentence{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^" + pattern + "$") }), bind}
}

// answerSentences are those whose meaning an answer and its request hold in
// themselves. They are sentences of the server's side, word for word.
var answerSentences = []answerSentence{
	reads(`all responses of the run to "([^"]*)" are read`, func(s *AnswerScenario) any { return s.everyAnswerIsThere }),
	reads(`all responses of the run to "([^"]*)" for "([^"]*)" are read`, func(s *AnswerScenario) any { return s.everyAnswerForIsThere }),
	reads(`all responses of the run to new customers who verified an OTP are read`, func(s *AnswerScenario) any { return s.cannotBeToldApart }),
	reads(`all responses of the run to "([^"]*)" about customers who bought something are read`, func(s *AnswerScenario) any { return func(string) error { return s.cannotBeToldApart() } }),
	reads(`all responses of the run to customers who asked for a limit again are read`, func(s *AnswerScenario) any { return s.cannotBeToldApart }),
	reads(`each response has HTTP status (\d+)`, func(s *AnswerScenario) any { return s.eachOwnIsAnsweredWith }),
	reads(`each request had the headers "([^"]*)"`, func(s *AnswerScenario) any { return envelopes{&s.Scenario}.eachCarried }),
	reads(`each response is JSON`, func(s *AnswerScenario) any { return envelopes{&s.Scenario}.eachIsJSON }),
	reads(`each response matches the schema "([^"]*)"`, func(s *AnswerScenario) any { return s.eachFits }),
	reads(`each "status" equals the HTTP status`, func(s *AnswerScenario) any { return envelopes{&s.Scenario}.eachMirrorsItsStatus }),
	reads(`"([^"]*)" equals "([^"]*)"`, func(s *AnswerScenario) any { return customers.LimitRecords{Scenario: &s.Scenario}.AreEqual }),
	reads(`no two responses have the same "([^"]*)"`, func(s *AnswerScenario) any { return envelopes{&s.Scenario}.noTwoAnswersShare }),
	reads(`no response has the same "([^"]*)" as a response to "([^"]*)"`, func(s *AnswerScenario) any { return s.noneShares }),
	reads(`each order_id repeats the order_id of the request`, func(s *AnswerScenario) any { return purchases.Records{Scenario: &s.Scenario}.OrderIDIsRepeated }),
	reads(`each message contains the id of the item`, func(s *AnswerScenario) any { return purchases.Records{Scenario: &s.Scenario}.TheMessageNamesTheItem }),
	reads(`each "facility_status" is "([^"]*)"`, func(s *AnswerScenario) any { return s.eachAskedForIs }),
}

// AnswerPatterns lists the sentences that can judge recorded responses,
// for the lint that each is one of the server's side.
func AnswerPatterns() []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, v := range answerSentences {
		all = append(all, v.pattern())
	}
	return all
}

// Register gives godog a meaning for every step of the check. What precedes the
// answers is the partner's doing, so every Given is met; what no recording can
// show leaves the check untested.
func (s *AnswerScenario) Register(sc *godog.ScenarioContext) {
	given := make(map[int]bool)
	for _, text := range s.Check.Steps {
		known := slices.IndexFunc(answerSentences, func(v answerSentence) bool { return v.pattern().MatchString(text) })
		exactly := regexp.MustCompile("^" + regexp.QuoteMeta(text) + "$")
		switch {
		case given[known]:
		case known >= 0:
			given[known] = true
			sc.Step(answerSentences[known].pattern(), answerSentences[known].bind(s))
		case isGiven(text) && s.gathers():
			sc.Step(exactly, func() {})
		default:
			sc.Step(exactly, func() error {
				return judgement.Untested("a recording does not show this: run assay server, which makes the calls")
			})
		}
	}
}

func isGiven(text string) bool {
	return slices.ContainsFunc(givens, func(v sentence) bool { return v.Means(text) })
}

// AllResponses is how a sentence begins that reads the responses of the whole run.
const AllResponses = "all responses of the run to "

// gathers tells whether the check judges answers wherever they come from.
func (s *AnswerScenario) gathers() bool {
	return slices.ContainsFunc(s.Check.Steps, func(text string) bool { return strings.HasPrefix(text, AllResponses) })
}

// End reports what the check found. Where nothing failed, but some answer may
// have been either a refusal or broken, the check stays open.
func (s *AnswerScenario) End(err error) judgement.Report {
	report := s.Scenario.End(err)
	unclear := 0
	for _, name := range s.names {
		unclear += s.recorded.unclear[name]
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
	if err := (namedCalls{&s.Scenario}).everyAnswerIsGathered(ctx, names); err != nil {
		return err
	}
	return s.something("")
}

func (s *AnswerScenario) everyAnswerForIsThere(ctx context.Context, name, label string) error {
	s.names = []string{name}
	if err := (namedCalls{&s.Scenario}).everyAnswerForIsGathered(ctx, name, label); err != nil {
		return err
	}
	return s.something(" for " + label)
}

// cannotBeToldApart leaves out a check of answers that another check of the rule judges
// with all others: a recording does not show who had a limit before.
func (s *AnswerScenario) cannotBeToldApart() error {
	return &call.InapplicableError{Reason: "a recording does not show who had a credit limit before"}
}

func (s *AnswerScenario) something(of string) error {
	if len(s.Answers) > 0 {
		return nil
	}
	return judgement.Untested(holdsNone+"%s%s that can be judged", strings.Join(titles(s.names), ", "), of)
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
	all := len(s.Answers)
	s.Answers = slices.DeleteFunc(s.Answers, func(c *driver.Call) bool { return !envelopes{&s.Scenario}.owns(c) || !onlyDocumented(c) })
	if len(s.Answers) == 0 {
		return judgement.Untested("none of the %d answers is one of which the recording shows that it must have this status", all)
	}
	return envelopes{&s.Scenario}.eachIsAnsweredWith(ctx, status)
}

// eachAskedForIs judges the state of the items of which the request says it.
func (s *AnswerScenario) eachAskedForIs(status string) error {
	s.Answers = slices.DeleteFunc(s.Answers, func(c *driver.Call) bool { return c.Endpoint == spec.UpdatePurchases && len(c.Items) == 0 })
	if err := s.something(" that asks for " + status); err != nil {
		return err
	}
	return purchases.Records{Scenario: &s.Scenario}.FacilityStatusIs(status)
}

// noneShares compares two kinds of answers, of which the recording may hold one.
func (s *AnswerScenario) noneShares(path, names string) error {
	own, others := s.Answers, strings.Split(names, ", ")
	s.Gather(others, func(*driver.Call) bool { return true })
	known := len(s.Answers) > 0
	s.Answers = own
	if !known {
		return judgement.Untested(holdsNone+"%s that can be judged", strings.Join(titles(others), ", "))
	}
	return purchases.Sequences{Scenario: &s.Scenario}.NoAnswerShares(path, names)
}

// eachFits judges every answer by a schema. That a lookup says how it ended, the
// server's side has one rule for each case of its own calls; a recording shows
// the cases mixed, and the general rule judges them all.
func (s *AnswerScenario) eachFits(schema string) error {
	if schema == "lookup-success" {
		s.Check.Owner = func(judgement.Aspect) string { return s.Check.Requirement }
	}
	return envelopes{&s.Scenario}.eachMatches(schema)
}
