package partner

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// FormRun is the result of running a build again with answers of another documented form.
type FormRun struct {
	Form    string // the name of the form in the features
	Failure string // why the build did not go on; "" if it did
	// Unclear says why it is unknown whether the build went on: it also failed with the plain
	// answers. This leaves open whether it goes on after its last call or, if it made fewer calls
	// than with the plain answers, after any call.
	Unclear  string
	Fewer    bool
	Called   []string
	Endpoint string // the last endpoint that it called; if it stopped, it stopped there
	Exchange string // the exchange of that call
	// Ceased is set if the build did not call endpoints any more that it called often with the plain
	// answers. That is no chance.
	Ceased bool
	// Lapsed is set if the build went on after Endpoint, but with a faulty request.
	Lapsed bool
	// Alone is set if nothing follows a lookup of a customer without a limit, with the plain
	// answers either. Then it is unknown whether the build would go on.
	Alone bool
}

// AddFormRun notes how a build went on with one form of the answers.
func (r *Run) AddFormRun(c FormRun) { r.formTrace.runs[c.Form] = r.lapsed(c) }

// itIsRunAgain selects the run in which the answers had another form.
func (s *Scenario) itIsRunAgain(form string) error {
	if _, ok := s.run.formTrace.runs[form]; !ok {
		return judgement.Unexercised("the build was not run again with other response forms: use --response-forms all with a command")
	}
	s.form = form
	return nil
}

// itGoesOnAfter judges whether the build went on. If it stopped, only the capability whose endpoint
// it called last failed. Nothing is known about the endpoints that it did not reach.
func (s *Scenario) itGoesOnAfter(all ...string) error {
	mine := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return s.run.calls[name] == 0 })
	c := s.run.formTrace.runs[s.form]
	switch {
	case len(mine) == 0:
		return judgement.Unexercised("the build calls no endpoint that this is about")
	case c.Failure == "" && !slices.ContainsFunc(mine, func(name string) bool { return slices.Contains(c.Called, name) }):
		return judgement.Unexercised("with responses in the form %s the build calls no endpoint that this is about", s.form)
	case c.Unclear != "" && (c.Fewer || slices.Contains(mine, c.Endpoint)):
		return s.leaveToThePlainRun(c)
	case c.Failure == "" && c.Alone:
		return judgement.Unexercised("the build calls nothing after a lookup of a customer without a limit, with the plain responses neither: nothing shows that it continues")
	case c.Failure == "":
		s.report.Decided++
		return nil
	case c.Endpoint == "":
		return judgement.Errored("with responses in the form %s the build sent nothing: %s", s.form, c.Failure)
	case slices.Contains(mine, c.Endpoint), c.Ceased && !c.Lapsed && changesOnly[s.form]:
		s.stoppedAt(c)
	case slices.ContainsFunc(mine, func(name string) bool { return !slices.Contains(c.Called, name) }):
		return s.stoppedBefore(c)
	default:
		s.report.Decided++
	}
	return nil
}

// stoppedBefore leaves the endpoints that the build did not reach to the rule about the place where
// it stopped.
func (s *Scenario) stoppedBefore(c FormRun) error {
	s.report.Undecided++
	why := fmt.Sprintf("with responses in the form %s the build stopped before, after %s", s.form, spec.Line(c.Endpoint))
	if s.form == "no-limit" { // no rule is about the place where it stops then
		return judgement.Untested("%s", why)
	}
	s.report.Breaks = []judgement.Break{{Aspect: judgement.Aspect{Name: "going-on-after-" + c.Endpoint}, Failure: result.Failure{
		Section: "1", Expected: "a build that continues as it did with plain responses", Actual: c.Failure, Message: why, Exchange: c.Exchange,
	}}}
	return nil
}

// leaveToThePlainRun leaves it open whether a build went on that failed already with the plain
// answers. The faults of its requests come first.
func (s *Scenario) leaveToThePlainRun(c FormRun) error {
	s.report.Undecided++
	for where, e := range s.run.findings {
		if e.failed > 0 {
			s.report.Breaks = append(s.report.Breaks, judgement.Break{Aspect: judgement.Aspect{Endpoint: where.endpoint, Name: aspectOf(where.name)}, Failure: e.failures[0]})
		}
	}
	if len(s.report.Breaks) == 0 {
		return judgement.Untested("%s: make the build succeed with plain responses first", c.Unclear)
	}
	slices.SortFunc(s.report.Breaks, func(a, b judgement.Break) int { return strings.Compare(a.Aspect.String(), b.Aspect.String()) })
	for i := range s.report.Breaks {
		s.report.Breaks[i].Failure.Message = c.Unclear
	}
	return nil
}

// changesOnly are the forms that change only the answers that their rule is about.
var changesOnly = map[string]bool{"whole-seconds": true}

// sectionOfForm is the section that shows a form, for the forms that do not concern all answers.
var sectionOfForm = map[string]string{"production": "4.1", "no-limit": "4.5"}

func (s *Scenario) stoppedAt(c FormRun) {
	s.report.Decided++
	message := "with responses in the form " + s.form + " the build stops after " + spec.Line(c.Endpoint)
	if c.Lapsed {
		message = "with responses in the form " + s.form + " the build does not cope with that of " + spec.Line(c.Endpoint)
	}
	s.report.Failures = append(s.report.Failures, result.Failure{
		Section: cmp.Or(sectionOfForm[s.form], "1"), Kind: result.WrongValue, Wanted: s.form, Expected: "a build that continues as it did with plain responses", Actual: c.Failure, Exchange: c.Exchange,
		Message: message,
	})
}

// itGoesOnToTheEnd judges a form that changes only one answer but may have an effect much later.
func (s *Scenario) itGoesOnToTheEnd() error {
	if s.run.calls[spec.SendOTP] == 0 {
		return judgement.Unexercised("the build never called %s", spec.Line(spec.SendOTP))
	}
	return s.itGoesOnAfter(spec.Names()...)
}
