package partner

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/cucumber/godog"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
)

// Scenario is one check of the requests of a partner build. Only one goroutine uses it.
type Scenario struct {
	run      *Run
	check    judgement.Check
	endpoint string
	several  []string // the endpoints, if the check is about more than one
	form     string   // the form of the answers with which the build ran again
	report   judgement.Report
}

// Register registers the sentences of the partner's side with godog. If the scenario's sentences
// need something that it does not provide, each step reports that and nothing is judged.
func (s *Scenario) Register(sc *godog.ScenarioContext) {
	if lack := Unmet(s.check); lack != "" {
		sc.Step(".*", func() error { return judgement.Errored("%s", lack) })
		return
	}
	for n := range sentences {
		sc.Step(sentences[n].Pattern(), sentences[n].Bind(s))
	}
}

// Begin sets the check. It is called before the first step.
func (s *Scenario) Begin(c judgement.Check) { s.check = c }

// End reports what the check found. err is the error, if any, that ended it.
func (s *Scenario) End(_ context.Context, err error) judgement.Report {
	var un *judgement.UntestedError
	switch {
	case err == nil:
	case errors.As(err, &un):
		s.report.Untested, s.report.Unexercised = un.Reason, un.Unexercised
	default:
		s.report.Errored = err.Error()
	}
	return s.report
}

func (s *Scenario) somethingWasSent() error {
	if len(s.run.calls) == 0 {
		return judgement.Unexercised("no request to the service was recorded")
	}
	return nil
}

func (s *Scenario) everyRequestIsRead(endpoint string) error {
	if spec.Line(endpoint) == "" {
		return judgement.Errored("there is no endpoint %q", endpoint)
	}
	s.endpoint = endpoint
	if s.run.calls[endpoint] == 0 && s.run.findings[obligation{endpoint, addressObligation}] == nil {
		return judgement.Unexercised("the partner never called %s", spec.Line(endpoint))
	}
	return nil
}

func (s *Scenario) isAsDocumented(name string) error {
	if !bodies.IsMember(s.endpoint, name) {
		return judgement.Errored("%s has no member %q", s.endpoint, name)
	}
	return s.reportObligation(name)
}

// reportObligation reports the findings of an obligation: the failures, the faults that hide it, or that
// nothing was judged. A value that cannot be judged, and was not cut away, leaves the rule open
// whatever the other values are.
func (s *Scenario) reportObligation(name string) error {
	e := s.run.findings[obligation{s.endpoint, name}]
	if e == nil && name == nonceObligation && s.run.calls[s.endpoint] == 1 {
		return judgement.Unexercised("one request to %s cannot show it: it takes two", spec.Line(s.endpoint))
	}
	if e == nil {
		return judgement.Unexercised("no request to %s was one to which this applies", spec.Line(s.endpoint))
	}
	s.report.Exchanges = append(s.report.Exchanges, e.evidence...)
	s.report.Readings = append(s.report.Readings, e.readings...)
	s.report.Decided, s.report.Undecided = e.judged, e.unknown+e.blocked
	if e.failed > 0 && !s.stripped(name, e) {
		s.failed(e)
		return nil
	}
	switch {
	case e.trouble != "":
		return judgement.Errored("%s", e.trouble)
	case e.failed > 0:
		return judgement.Untested("no request of the recording carries it: many recorders remove credentials. Record with credentials")
	case e.blocked > 0:
		s.report.Breaks = e.breaks
		return nil
	case e.open > 0:
		return judgement.Untested("%d of %d could not be judged: %s", e.unknown, e.unknown+e.judged, e.why)
	case e.unknown > 0 && (e.judged == 0 || mustSeeAll(name)):
		return judgement.Unexercised("%d of %d could not be judged: %s", e.unknown, e.unknown+e.judged, e.why)
	case e.judged == 0:
		return judgement.Unexercised("no request to %s was one to which this applies", spec.Line(s.endpoint))
	}
	return nil
}

// mustSeeAll reports whether an obligation depends on other requests. One value that was cut then
// leaves the whole obligation open.
func mustSeeAll(name string) bool {
	return slices.Contains([]string{customerObligation, itemObligation, otpSentObligation, otpMatchObligation, fitObligation}, name)
}

// stripped reports whether a credential is missing in all requests of a recording that was made
// elsewhere. Browsers leave such headers out of their exports, so that is no fault of the sender.
func (s *Scenario) stripped(name string, e *finding) bool {
	header := map[string]string{
		authorizationObligation: "Authorization", headerObligation + "Sign": "Sign",
	}[name]
	carried := s.run.carried
	if header == "Sign" && carried["Authorization"] && carried["Noncestr"] && carried["Timestamp"] {
		return false // a recorder that keeps these keeps a Sign too
	}
	return header != "" && s.run.cfg.Cut && !carried[header]
}

// failed reports the failures that were kept, and how many more there are.
func (s *Scenario) failed(e *finding) {
	s.report.Failures = append(s.report.Failures, e.failures...)
	if beyond := e.failed - len(e.failures); beyond > 0 {
		last := &s.report.Failures[len(s.report.Failures)-1]
		last.Message += fmt.Sprintf(" (and %d more like these)", beyond)
	}
}
