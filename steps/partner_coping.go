package steps

import (
	"slices"

	"github.com/credit-partner/assay/internal/result"
)

// Coping is how a build went on when it was run again with answers of another
// documented form.
type Coping struct {
	Form     string // the form, by its name in the features
	Failure  string // how it did not go on; "" when it did
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
	case c.Failure == "":
		s.report.Decided++
		return nil
	case c.Endpoint == "":
		return errored("with answers in the form %s the build sent nothing: %s", s.form, c.Failure)
	case slices.Contains(mine, c.Endpoint):
		s.stoppedAt(c)
	case slices.ContainsFunc(mine, func(name string) bool { return !slices.Contains(c.Called, name) }):
		return untested("with answers in the form %s the build stopped before, after %s", s.form, Title(c.Endpoint))
	}
	return nil
}

func (s *PartnerScenario) stoppedAt(c Coping) {
	s.report.Decided++
	s.report.Failures = append(s.report.Failures, result.Failure{
		Section: "1", Expected: "a build that goes on as it did with the plain answers", Actual: c.Failure, Exchange: c.Exchange,
		Message: "with answers in the form " + s.form + " the build stops after " + Title(c.Endpoint),
	})
}

// itGoesOnToTheEnd judges a form that shows in one answer only, but may be felt
// much later.
func (s *PartnerScenario) itGoesOnToTheEnd() error {
	if s.run.calls[sendOTP] == 0 {
		return unexercised("the build never called %s", Title(sendOTP))
	}
	return s.itGoesOnAfter(Endpoints()...)
}

// copes are the sentences about going on, by capability.
func copes(pattern string, endpoints ...string) partnerSentence {
	return says(pattern, func(s *PartnerScenario) any {
		return func() error { return s.itGoesOnAfter(endpoints...) }
	})
}
