package steps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Coping is how a build went on when it was run again with answers of another
// documented form.
type Coping struct {
	Form    string // the form, by its name in the features
	Failure string // how it did not go on; "" when it did
	// Unclear says why nobody can tell whether it went on, where it ended no better
	// with the plain answers: after its last call, or if it made fewer, after any.
	Unclear  string
	Fewer    bool
	Called   []string
	Endpoint string // the last that it called: where it stopped, if it did
	Exchange string // that call
}

// Cope notes how a build went on under one form of the answers.
func (r *PartnerRun) Cope(c Coping) { r.coped[c.Form] = c }

// itIsRunAgain looks at a run in which the answers had another form.
func (s *PartnerScenario) itIsRunAgain(form string) error {
	if _, ok := s.run.coped[form]; !ok {
		return unexercised("the build was not run again with other forms of the answers: --dialects all does that, where a command is run")
	}
	s.form = form
	return nil
}

// itGoesOnAfter judges whether the build went on. It is the capability it was
// at when it stopped that did not cope; of what it did not come to any more,
// nothing is known.
func (s *PartnerScenario) itGoesOnAfter(all ...string) error {
	mine := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return s.run.calls[name] == 0 })
	c := s.run.coped[s.form]
	switch {
	case len(mine) == 0:
		return unexercised("the build calls no endpoint that this is about")
	case c.Failure == "" && !slices.ContainsFunc(mine, func(name string) bool { return slices.Contains(c.Called, name) }):
		return unexercised("with answers in the form %s the build calls no endpoint that this is about", s.form)
	case c.Unclear != "" && (c.Fewer || slices.Contains(mine, c.Endpoint)):
		return s.leaveToThePlainRun(c)
	case c.Failure == "":
		s.report.Decided++
		return nil
	case c.Endpoint == "":
		return errored("with answers in the form %s the build sent nothing: %s", s.form, c.Failure)
	case slices.Contains(mine, c.Endpoint):
		s.stoppedAt(c)
	case slices.ContainsFunc(mine, func(name string) bool { return !slices.Contains(c.Called, name) }):
		return s.stoppedBefore(c)
	default:
		s.report.Decided++
	}
	return nil
}

// stoppedBefore leaves what the build did not come to to the rule about where it
// stopped.
func (s *PartnerScenario) stoppedBefore(c Coping) error {
	s.report.Undecided++
	why := fmt.Sprintf("with answers in the form %s the build stopped before, after %s", s.form, spec.Line(c.Endpoint))
	if s.form == "no-limit" { // no rule is about where it stops then
		return untested("%s", why)
	}
	s.report.Breaks = []Break{{Aspect: Aspect{Name: "going-on-after-" + c.Endpoint}, Failure: result.Failure{
		Section: "1", Expected: "a build that goes on as it did with the plain answers", Actual: c.Failure, Message: why, Exchange: c.Exchange,
	}}}
	return nil
}

// leaveToThePlainRun leaves open whether a build went on that had come to grief
// with the plain answers already: what was wrong with its requests comes first.
func (s *PartnerScenario) leaveToThePlainRun(c Coping) error {
	s.report.Undecided++
	for where, e := range s.run.docket {
		if e.failed > 0 {
			s.report.Breaks = append(s.report.Breaks, Break{Aspect: Aspect{Endpoint: where.endpoint, Name: aspectOf(where.name)}, Failure: e.failures[0]})
		}
	}
	if len(s.report.Breaks) == 0 {
		return untested("%s: have it end well with the plain answers first", c.Unclear)
	}
	slices.SortFunc(s.report.Breaks, func(a, b Break) int { return strings.Compare(a.Aspect.String(), b.Aspect.String()) })
	for i := range s.report.Breaks {
		s.report.Breaks[i].Failure.Message = c.Unclear
	}
	return nil
}

func (s *PartnerScenario) stoppedAt(c Coping) {
	s.report.Decided++
	s.report.Failures = append(s.report.Failures, result.Failure{
		Section: "1", Expected: "a build that goes on as it did with the plain answers", Actual: c.Failure, Exchange: c.Exchange,
		Message: "with answers in the form " + s.form + " the build stops after " + spec.Line(c.Endpoint),
	})
}

// itGoesOnToTheEnd judges a form that shows in one answer only, but may be felt
// much later.
func (s *PartnerScenario) itGoesOnToTheEnd() error {
	if s.run.calls[sendOTP] == 0 {
		return unexercised("the build never called %s", spec.Line(sendOTP))
	}
	return s.itGoesOnAfter(spec.Names()...)
}

// copes are the sentences about going on, by capability.
func copes(pattern string, endpoints ...string) partnerSentence {
	return says(pattern, func(s *PartnerScenario) any {
		return func() error { return s.itGoesOnAfter(endpoints...) }
	})
}
