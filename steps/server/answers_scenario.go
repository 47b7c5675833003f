package server

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/cucumber/godog"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/customers"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// AnswerScenario is one check of the server's side, applied to recorded answers. Only one goroutine
// uses it.
type AnswerScenario struct {
	scenario.Scenario
	recorded *RecordedResponses
	names    []string // the endpoints whose answers it collected
}

// NewScenario starts a check of the answers that were read.
func (r *RecordedResponses) NewScenario() *AnswerScenario {
	return &AnswerScenario{Scenario: scenario.Scenario{Session: r.run.For("")}, recorded: r}
}

// answerSentence is a sentence that can judge recorded responses.
type answerSentence struct {
	pattern func() *regexp.Regexp // compiled on first use
	bind    func(*AnswerScenario) any
}

func reads(pattern string, bind func(*AnswerScenario) any) answerSentence {
	return answerSentence{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^" + pattern + "$") }), bind}
}

// answerSentences are the sentences that can be judged by an answer and its request alone. They are
// also sentences of the server's side, word for word.
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
	reads(`no message denies that (the OTP was sent|the item was cancelled)`, func(s *AnswerScenario) any { return messages{&s.Scenario}.noneDenies }),
	reads(`each "facility_status" is "([^"]*)"`, func(s *AnswerScenario) any { return s.eachAskedForIs }),
}

// AnswerPatterns returns the patterns of the sentences that can judge recorded responses. The lint
// checks that each is also a sentence of the server's side.
func AnswerPatterns() []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, v := range answerSentences {
		all = append(all, v.pattern())
	}
	return all
}

// Register registers a meaning with godog for every step of the check. The partner made the calls
// before the answers, so every Given is met. A step that no recording can show leaves the check
// untested.
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

// AllResponses is the beginning of a sentence that reads the responses of the whole run.
const AllResponses = "all responses of the run to "

// gathers reports whether the check judges all answers of the run, whichever check made the calls.
func (s *AnswerScenario) gathers() bool {
	return slices.ContainsFunc(s.Check.Steps, func(text string) bool { return strings.HasPrefix(text, AllResponses) })
}

// End reports what the check found. If nothing failed, but some answer may be either a refusal or
// broken, the check stays untested.
func (s *AnswerScenario) End(ctx context.Context, err error) judgement.Report {
	report := s.Scenario.End(ctx, err)
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

// cannotBeToldApart leaves out a check about customers that a recording cannot identify, because it
// does not show who had a limit before. Another check of the rule judges their answers together
// with all others.
func (s *AnswerScenario) cannotBeToldApart() error {
	return call.Inapplicable("a recording does not show who had a credit limit before")
}

func (s *AnswerScenario) something(of string) error {
	if len(s.Answers) > 0 {
		return nil
	}
	return judgement.Untested(holdsNone+"%s%s that can be judged", strings.Join(titles(s.names), ", "), of)
}

const holdsNone = "the recording holds no answer to "

// ShowsNothing reports whether a check of recorded answers is untested because no answer was
// recorded for any customer. Checks for labelled calls do not count, because the labels of assay's
// own calls are not recorded.
func ShowsNothing(reason string) bool {
	return strings.HasPrefix(reason, holdsNone) && !strings.Contains(reason, " for ")
}

// eachOwnIsAnsweredWith judges the status of the answers whose status this rule owns.
func (s *AnswerScenario) eachOwnIsAnsweredWith(ctx context.Context, status int) error {
	all := len(s.Answers)
	s.Answers = slices.DeleteFunc(s.Answers, func(c *driver.Call) bool { return !envelopes{&s.Scenario}.owns(c) || !onlyDocumented(c) })
	if len(s.Answers) == 0 {
		return judgement.Untested("none of the %d answers is one of which the recording shows that it must have this status", all)
	}
	return envelopes{&s.Scenario}.eachIsAnsweredWith(ctx, status)
}

// eachAskedForIs judges the status of the items for which the request asks for it.
func (s *AnswerScenario) eachAskedForIs(status string) error {
	s.Answers = slices.DeleteFunc(s.Answers, func(c *driver.Call) bool { return c.Endpoint == spec.UpdatePurchases && len(c.Items) == 0 })
	if err := s.something(" that asks for " + status); err != nil {
		return err
	}
	return purchases.Records{Scenario: &s.Scenario}.FacilityStatusIs(status)
}

// noneShares compares two kinds of answers. The recording may contain only one of them.
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

// eachFits judges every answer by a schema. For the success members of a lookup, the server's side
// has one rule for each case of its own calls. A recording does not separate the cases, so the
// general rule judges them all.
func (s *AnswerScenario) eachFits(schema string) error {
	if schema == "lookup-success" {
		s.Check.Owner = func(judgement.Aspect) string { return s.Check.Requirement }
	}
	return envelopes{&s.Scenario}.eachMatches(schema)
}
