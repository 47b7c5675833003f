package reports

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	messages "github.com/cucumber/messages/go/v21"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// protocolVersion is the version of the messages that the library writes.
const protocolVersion = "21.0.1"

// WriteMessages writes a run as Cucumber messages, one JSON text a line: the rules of the ledger
// with their checks and the outcomes. Checks are passed, failed or skipped as in JUnit. The steps
// of a failed check get a status as far as it is known. The steps before the first Then have
// passed, because a check that cannot get past them is blocked. The run does not record which of
// the other steps failed, so all of them are written as failed.
func WriteMessages(w io.Writer, run *result.Run) error {
	return writeMessages(w, wording.Sanitized(run))
}

func writeMessages(w io.Writer, run *result.Run) error {
	m := &messageWriter{encoder: json.NewEncoder(w), started: run.Started}
	m.encoder.SetEscapeHTML(false)
	m.write(messages.Envelope{Meta: &messages.Meta{
		ProtocolVersion: protocolVersion,
		Implementation:  &messages.Product{Name: "assay", Version: run.Suite.Version},
		Runtime:         &messages.Product{Name: "go"}, Os: &messages.Product{Name: "any"}, Cpu: &messages.Product{Name: "any"},
	}})
	all := junitOf(run)
	var cases []*messageCase
	for _, s := range all.Suites {
		cases = append(cases, m.feature(&s)...)
	}
	m.write(messages.Envelope{TestRunStarted: &messages.TestRunStarted{Timestamp: m.at(0)}})
	for _, c := range cases {
		m.testCase(c)
	}
	m.write(messages.Envelope{TestRunFinished: &messages.TestRunFinished{
		Success: all.Failures+all.Errors == 0, Message: run.Reason, Timestamp: m.at(duration(run).Milliseconds()),
	}})
	if m.err != nil {
		return fmt.Errorf("write Cucumber messages: %w", m.err)
	}
	return nil
}

// duration is how long a run took, or 0 for a result that does not say when it ended.
func duration(run *result.Run) time.Duration {
	if run.Finished.IsZero() {
		return 0
	}
	return run.Finished.Sub(run.Started)
}

// messageWriter writes messages until one cannot be written. The ids are a counter, so that the
// same run always gives the same text.
type messageWriter struct {
	encoder *json.Encoder
	started time.Time
	ids     int
	err     error
}

// messageCase is a case with its pickle.
type messageCase struct {
	*junitCase
	pickle *messages.Pickle
}

func (m *messageWriter) write(e messages.Envelope) {
	if m.err == nil {
		m.err = m.encoder.Encode(e)
	}
}

func (m *messageWriter) id() string {
	m.ids++
	return strconv.Itoa(m.ids)
}

// at returns the time that is ms milliseconds after the start of the run.
func (m *messageWriter) at(ms int64) *messages.Timestamp {
	t := messages.GoTimeToTimestamp(m.started.Add(time.Duration(ms) * time.Millisecond))
	return &t
}

// feature writes the document of a feature, with a rule for each requirement and a pickle for
// each check.
func (m *messageWriter) feature(s *junitSuite) []*messageCase {
	f := &messages.Feature{Location: &messages.Location{Line: 1}, Tags: []*messages.Tag{}, Language: "en", Keyword: "Feature", Name: s.Name, Children: []*messages.FeatureChild{}}
	uri := "assay.feature"
	if len(s.Cases) > 0 {
		if file, _, ok := strings.Cut(s.Cases[0].check.Location, ":"); ok {
			uri = file
		}
	}
	var cases []*messageCase
	var rule *messages.Rule
	last := ""
	for i := range s.Cases {
		c := &s.Cases[i]
		if rule == nil || c.requirement.ID != last {
			rule, last = m.rule(c), c.requirement.ID
			f.Children = append(f.Children, &messages.FeatureChild{Rule: rule})
		}
		scenario, pickle := m.scenario(c, uri)
		rule.Children = append(rule.Children, &messages.RuleChild{Scenario: scenario})
		cases = append(cases, &messageCase{c, pickle})
	}
	m.write(messages.Envelope{GherkinDocument: &messages.GherkinDocument{Uri: uri, Feature: f, Comments: []*messages.Comment{}}})
	for _, c := range cases {
		m.write(messages.Envelope{Pickle: c.pickle})
	}
	return cases
}

func (m *messageWriter) rule(c *junitCase) *messages.Rule {
	q := &c.requirement
	name := strings.TrimSpace(q.ID + " " + q.Statement)
	if q.ID == "" {
		name = c.Name
	}
	return &messages.Rule{Id: m.id(), Location: line(c), Tags: []*messages.Tag{}, Keyword: "Rule", Name: name, Description: q.Why}
}

// line returns the line of a check in its feature file.
func line(c *junitCase) *messages.Location {
	_, at, _ := strings.Cut(c.check.Location, ":")
	n, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		n = 1
	}
	return &messages.Location{Line: n}
}

func (m *messageWriter) scenario(c *junitCase, uri string) (*messages.Scenario, *messages.Pickle) {
	s := &messages.Scenario{Id: m.id(), Location: line(c), Tags: []*messages.Tag{}, Keyword: "Scenario", Name: c.Name, Steps: []*messages.Step{}, Examples: []*messages.Examples{}}
	p := &messages.Pickle{Id: m.id(), Uri: uri, Name: c.Name, Language: "en", Steps: []*messages.PickleStep{}, Tags: []*messages.PickleTag{}, AstNodeIds: []string{s.Id}}
	steps := c.check.Steps
	if len(steps) == 0 {
		steps = []result.Step{{Keyword: "Then", Text: c.Name}}
	}
	kind := messages.PickleStepType_UNKNOWN
	for _, step := range steps {
		kind = kindOf(step.Keyword, kind)
		ast := &messages.Step{Id: m.id(), Location: s.Location, Keyword: strings.TrimSpace(step.Keyword) + " ", Text: step.Text}
		s.Steps = append(s.Steps, ast)
		p.Steps = append(p.Steps, &messages.PickleStep{Id: m.id(), AstNodeIds: []string{ast.Id}, Text: step.Text, Type: kind})
	}
	return s, p
}

// kindOf returns the type of a step. And and But have the type of the step before them.
func kindOf(keyword string, before messages.PickleStepType) messages.PickleStepType {
	switch strings.TrimSpace(keyword) {
	case "Given":
		return messages.PickleStepType_CONTEXT
	case "When":
		return messages.PickleStepType_ACTION
	case "Then":
		return messages.PickleStepType_OUTCOME
	}
	return before
}

// testCase writes the steps of a check and their outcomes.
func (m *messageWriter) testCase(c *messageCase) {
	t := &messages.TestCase{Id: m.id(), PickleId: c.pickle.Id, TestSteps: []*messages.TestStep{}}
	for _, step := range c.pickle.Steps {
		t.TestSteps = append(t.TestSteps, &messages.TestStep{Id: m.id(), PickleStepId: step.Id, StepDefinitionIds: []string{}, StepMatchArgumentsLists: []*messages.StepMatchArgumentsList{}})
	}
	started, from, to := m.id(), m.at(c.check.StartedMS), m.at(c.check.StartedMS+c.check.DurationMS)
	m.write(messages.Envelope{TestCase: t})
	m.write(messages.Envelope{TestCaseStarted: &messages.TestCaseStarted{Id: started, TestCaseId: t.Id, Timestamp: from}})
	told := false
	for i, step := range t.TestSteps {
		status, message := c.step(c.pickle.Steps[i])
		if told {
			message = ""
		}
		told = told || message != ""
		m.write(messages.Envelope{TestStepStarted: &messages.TestStepStarted{TestCaseStartedId: started, TestStepId: step.Id, Timestamp: from}})
		m.write(messages.Envelope{TestStepFinished: &messages.TestStepFinished{TestCaseStartedId: started, TestStepId: step.Id, Timestamp: to,
			TestStepResult: &messages.TestStepResult{Status: status, Message: message, Duration: &messages.Duration{}}}})
	}
	m.write(messages.Envelope{TestCaseFinished: &messages.TestCaseFinished{TestCaseStartedId: started, Timestamp: to}})
}

// step returns the status of a step, with the message for it.
func (c *messageCase) step(s *messages.PickleStep) (messages.TestStepResultStatus, string) {
	switch {
	case c.Skipped != nil:
		return messages.TestStepResultStatus_SKIPPED, c.Skipped.Message
	case c.Error != nil:
		return messages.TestStepResultStatus_FAILED, c.Error.Text
	case c.Failure != nil && (s.Type == messages.PickleStepType_OUTCOME || !c.hasOutcome()):
		return messages.TestStepResultStatus_FAILED, c.Failure.Text
	}
	return messages.TestStepResultStatus_PASSED, ""
}

// hasOutcome reports whether the case has a Then step.
func (c *messageCase) hasOutcome() bool {
	return slices.ContainsFunc(c.pickle.Steps, func(s *messages.PickleStep) bool { return s.Type == messages.PickleStepType_OUTCOME })
}
