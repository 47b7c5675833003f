package steps

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// theReadingsAreTried sends one call in each permitted reading of a tolerance,
// all else in the form that the target is known to take.
func (s *Scenario) theReadingsAreTried(ctx context.Context, tolerance, endpoint string) error {
	s.tolerant = tolerance
	for _, reading := range s.run.permitted(tolerance) {
		answer, err := s.tryReading(ctx, endpoint, tolerance, reading)
		if err != nil {
			return err
		}
		s.subject = append(s.subject, answer)
		s.run.tried.addOnce(Trial{Tolerance: tolerance, Reading: reading, Endpoint: endpoint, Taken: answer.takes(tolerance), Exchange: answer.ID})
		if answer.takes(tolerance) {
			s.taken = append(s.taken, reading)
			s.run.calls.open(answer)
		}
	}
	return nil
}

func (s *Scenario) tryReading(ctx context.Context, endpoint, tolerance, reading string) (*call, error) {
	switch endpoint {
	case sendOTP:
		f, err := s.run.otpBase(ctx, s.by())
		if err != nil {
			return nil, err
		}
		return s.trySending(ctx, f.with(tolerance, reading), tolerance)
	case verifyOTP:
		return s.run.tryVerifyPath(ctx, s.by(), reading)
	case createLimit:
		return s.tryLimitReading(ctx, tolerance, reading)
	case createOrder:
		return s.run.tryOrderReading(ctx, s.by(), tolerance, reading)
	case updateItems:
		return s.tryUpdatePath(ctx, tolerance, reading)
	}
	return nil, errored("no readings can be tried on %q", endpoint)
}

// tryOrderReading places an order in one reading. Several rules judge the answer.
func (r *Run) tryOrderReading(ctx context.Context, by, tolerance, reading string) (*call, error) {
	return shared(ctx, r, "order reading "+tolerance+" "+reading, func(ctx context.Context) (*call, error) {
		f, err := r.orderBase(ctx, by)
		if err != nil {
			return nil, err
		}
		return r.tryOrder(ctx, by, f.with(tolerance, reading))
	})
}

// kindOfTolerance is the kind of customer whose request a tolerance touches.
func kindOfTolerance(tolerance string) customerKind {
	switch tolerance {
	case businessRegistered, businessPaymentType, businessIndustry:
		return selfEmployed
	default:
		return employed
	}
}

func (s *Scenario) tryLimitReading(ctx context.Context, tolerance, reading string) (*call, error) {
	kind := kindOfTolerance(tolerance)
	base, err := s.run.limitBase(ctx, s.by(), kind)
	if err != nil && (base == nil || !isBreak(err)) {
		return nil, err // where no form works, this check is to say so
	}
	c, err := s.run.newCustomer(s.check.Key, kind, nil)
	if err != nil {
		return nil, err
	}
	answer, otpErr, err := s.run.ask(ctx, s.by(), c, base.form.with(tolerance, reading), probe)
	switch {
	case err == nil && !answer.ok() && otpErr != nil:
		return nil, otpErr
	case c.regular:
		return nil, errRecognised
	case err == nil:
		s.run.keepListed(c, answer)
	}
	return answer, err
}

// trySending sends an OTP in one form to somebody new. What also holds of a
// customer's request is tried on one of those listed where nobody is new.
func (s *Scenario) trySending(ctx context.Context, f form, tolerance string) (*call, error) {
	c, err := s.run.novice()
	if !isUntested(err) {
		if err != nil {
			return nil, err
		}
		return s.excused(s.run.sendNew(ctx, s.by(), c, f, probe))
	}
	if !slices.Contains(existingOTPTolerances, tolerance) {
		return nil, err
	}
	if c, err = s.leaseOwn(ctx, anybody); err != nil {
		return nil, err
	}
	c.otpAgain++
	return s.excused(s.run.sendExisting(ctx, s.by(), c, f, &call{kind: probe, variant: againVariant}))
}

func (s *Scenario) excused(answer *call, err error) (*call, error) {
	if err == nil {
		err = s.run.excused(answer.customer, answer)
	}
	return answer, err
}

func (s *Scenario) tryUpdatePath(ctx context.Context, tolerance, reading string) (*call, error) {
	bought, err := s.run.purchase(ctx, s.by(), 1, nil)
	if err != nil {
		return nil, err
	}
	f := form{readings: map[string]string{tolerance: reading}}
	return s.run.updateAs(ctx, s.by(), bought.items, collected, probe, f)
}

// takes tells whether a target that serves a reading also heard it: a member
// that it does not know it may pass over in silence.
func (c *call) takes(tolerance string) bool {
	if c.served() != nil || !c.carriesData() {
		return false
	}
	if tolerance != itemDescription || len(c.items) == 0 {
		return true
	}
	heard := c.records()
	return len(heard) == 1 && heard[0].Get("item_description").String() == fmt.Sprint(c.items[0].details["item_description"])
}

// oneReadingIsTaken passes when the target takes any permitted reading, and
// says which; by one that the table contradicts, it is tolerated.
func (s *Scenario) oneReadingIsTaken(ctx context.Context) error {
	if len(s.taken) > 0 {
		s.decides()
		for _, reading := range s.taken {
			if !tolerates(s.tolerant, reading) {
				return nil
			}
		}
		s.lean(s.tolerant, s.taken[0])
		return nil
	}
	return s.noReadingTaken(ctx)
}

// requiredReadingsAreTaken fails for each reading that a server must take and
// this one refuses.
func (s *Scenario) requiredReadingsAreTaken(ctx context.Context) error {
	if len(s.taken) == 0 {
		return s.noReadingTaken(ctx)
	}
	t, _ := schemas.Find(s.tolerant)
	for _, reading := range t.Required() {
		n := slices.Index(s.run.permitted(s.tolerant), reading)
		if n < 0 || n >= len(s.subject) {
			continue
		}
		if slices.Contains(s.taken, reading) {
			s.evidence.decide(s.subject[n])
			continue
		}
		if err := s.refusedReading(s.subject[n], t, reading); err != nil {
			return err
		}
	}
	return nil
}

// refusedReading fails a reading that was refused. What may be no refusal of the
// target's, such as no answer or that of a proxy, is reported as what it is.
func (s *Scenario) refusedReading(c *call, t schemas.Tolerance, reading string) error {
	if err := c.served(); c.Response == nil || !c.refusedForCertain() || (c.answeredSuccess() && err != nil) {
		return err
	}
	s.fail(c, result.Failure{
		Path: "status", Section: t.Sections[0], Expected: "a success with " + t.ID + " " + reading,
		Actual:  fmt.Sprintf("HTTP status %d, %s", c.Response.Status, excerpt(c.Response.Body)),
		Message: "the form " + reading + " of " + t.ID + " is refused, which the specification permits beside the others",
	})
	return nil
}

// noReadingTaken says that no form works. Where the endpoint is down whatever
// the form, the rule that owns its status is to blame, and this one is blocked.
func (s *Scenario) noReadingTaken(ctx context.Context) error {
	var seen []string
	for _, c := range s.subject {
		if err := c.served(); c.Response == nil || (c.answeredSuccess() && err != nil) {
			return err // not the form is at fault, but how it is answered
		}
		seen = append(seen, fmt.Sprintf("HTTP status %d, %s", c.Response.Status, excerpt(c.Response.Body)))
	}
	if len(s.subject) == 0 {
		return errored("no reading of %s was tried", s.tolerant)
	}
	last := s.subject[len(s.subject)-1]
	failure := result.Failure{
		Path: "status", Section: spec.Of(last.endpoint).Section,
		Expected: "a success in at least one reading of " + s.tolerant,
		Actual:   strings.Join(seen, "; "),
		Message:  "no documented form of " + s.tolerant + " is taken",
	}
	if err := s.run.checkUnknownID(ctx, s.by(), last); err != nil {
		return err
	}
	if s.refusedForItsForm() {
		s.fail(last, failure)
		return nil
	}
	return &breakError{Break{Aspect: last.aspect(StatusAspect), Failure: last.fault(failure)}}
}

// refusedForItsForm tells whether the target says, by the status of every
// refusal, that it cannot take what was asked as it was asked: a path that it
// does not have, or a body that it does not like. Then it is the form that is
// not taken, and not the endpoint that is down.
func (s *Scenario) refusedForItsForm() bool {
	forms := []int{400, 409, 415, 422}
	if s.tolerant == otpPath || s.tolerant == updatePath {
		forms = []int{404, 405, 410, 501}
	}
	for _, c := range s.subject {
		if c.Response == nil || !slices.Contains(forms, c.Response.Status) {
			return false
		}
	}
	return true
}

// carriesData tells whether a success has anything to say: an empty one may be
// given to whatever is asked.
func (c *call) carriesData() bool {
	data := c.body.Get("data")
	switch {
	case data.IsObject():
		return len(data.Map()) > 0
	case data.IsArray():
		return len(data.Array()) > 0
	default:
		return data.String() != ""
	}
}
