package server

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// readingTrials contains the sentences that try the readings of a tolerance.
type readingTrials struct{ *scenario.Scenario }

// triedReadings contains the tolerance whose readings were tried, and the readings that were taken.
type triedReadings struct {
	tolerance string
	taken     []string
}

func (s readingTrials) tried() *triedReadings { return scenario.State[triedReadings](s.Scenario) }

// theReadingsAreTried sends one call in each permitted reading of a tolerance. Everything else has
// the form that the target is known to take.
func (s readingTrials) theReadingsAreTried(ctx context.Context, endpoint, tolerance string) error {
	s.tried().tolerance = tolerance
	for _, reading := range s.Session.PermittedReadings(tolerance) {
		answer, err := s.tryReading(ctx, endpoint, tolerance, reading)
		if err != nil {
			return err
		}
		s.Answers = append(s.Answers, answer)
		if answer.Response == nil {
			continue // it does not show anything about the reading
		}
		taken := s.takes(answer, tolerance)
		s.Session.Tried.AddOnce(judgement.Trial{Tolerance: tolerance, Reading: reading, Endpoint: endpoint, Accepted: taken, Exchange: answer.ID})
		if taken {
			s.tried().taken = append(s.tried().taken, reading)
			s.Session.Calls.JudgeByAllRules(answer)
		}
	}
	return nil
}

func (s readingTrials) tryReading(ctx context.Context, endpoint, tolerance, reading string) (*driver.Call, error) {
	switch endpoint {
	case spec.SendOTP:
		f, err := s.Session.OTPs.OTPForm(ctx)
		if err != nil {
			return nil, err
		}
		return s.trySending(ctx, f.With(tolerance, reading), tolerance)
	case spec.VerifyOTP:
		return s.Session.OTPs.TryVerifyPath(ctx, reading)
	case spec.CreateLimit:
		return s.tryLimitReading(ctx, tolerance, reading)
	case spec.CreatePurchases:
		return purchases.TryOrderReading(ctx, s.Session, tolerance, reading)
	case spec.UpdatePurchases:
		return s.tryUpdatePath(ctx, tolerance, reading)
	}
	return nil, judgement.Errored("no readings can be tried on %q", endpoint)
}

// kindOfTolerance returns the kind of customer whose request a tolerance affects.
func kindOfTolerance(tolerance string) customer.Kind {
	switch tolerance {
	case payload.BusinessRegistered, payload.BusinessPaymentType, payload.BusinessIndustry:
		return customer.SelfEmployed
	default:
		return customer.Employed
	}
}

func (s readingTrials) tryLimitReading(ctx context.Context, tolerance, reading string) (*driver.Call, error) {
	kind := kindOfTolerance(tolerance)
	base, err := s.Session.Limits.LimitForm(ctx, kind)
	if err != nil && (base == nil || !call.IsBreak(err)) {
		return nil, err // if no form works, this check must report it
	}
	c, err := s.Session.Customers.NewCustomer(s.Check.Key, kind, nil)
	if err != nil {
		return nil, err
	}
	answer, otpErr, err := s.Session.Combinations.AskAfterOTP(ctx, c, base.Form.With(tolerance, reading), call.Probe)
	switch {
	case err == nil && !answer.OK() && otpErr != nil:
		return nil, otpErr
	case c.Existing:
		return nil, driver.ErrRecognised
	case err == nil:
		s.Session.Customers.KeepOpened(c, answer)
	}
	return answer, err
}

// trySending sends an OTP in one form to a new person. If there are no new people, a tolerance that
// also applies to the request of an existing customer is tried with a listed customer.
func (s readingTrials) trySending(ctx context.Context, f payload.Form, tolerance string) (*driver.Call, error) {
	c, err := s.Session.Customers.OTPOnlyCustomer()
	if !call.IsUntested(err) {
		if err != nil {
			return nil, err
		}
		return s.excused(s.Session.OTPs.SendNew(ctx, c, f, call.Probe))
	}
	if !slices.Contains(payload.ExistingOTPTolerances, tolerance) {
		return nil, err
	}
	if c, err = s.OwnCustomer(ctx, customer.Anybody); err != nil {
		return nil, err
	}
	c.OTPAgain++
	return s.excused(s.Session.OTPs.SendExisting(ctx, c, f, &driver.Call{Answer: call.Answer{Kind: call.Probe, Variant: call.AgainVariant}}))
}

func (s readingTrials) excused(answer *driver.Call, err error) (*driver.Call, error) {
	if err == nil {
		err = s.Session.OTPs.RefusalMayBeForOTPs(answer.Customer, answer)
	}
	return answer, err
}

func (s readingTrials) tryUpdatePath(ctx context.Context, tolerance, reading string) (*driver.Call, error) {
	bought, err := s.Session.Orders.Purchase(ctx, 1, nil)
	if err != nil {
		return nil, err
	}
	f := payload.Form{Readings: map[string]string{tolerance: reading}}
	return s.Session.Orders.UpdateAs(ctx, bought.Items, driver.Collected, call.Probe, f)
}

// takes reports whether a target that serves a reading also read the member, because a target may
// ignore a member that it does not know. Then it may also show a text of its own, such as "none",
// beside a spelling that it takes.
func (s readingTrials) takes(c *driver.Call, tolerance string) bool {
	if c.Served() != nil || !c.HasAnyData() {
		return false
	}
	if tolerance != payload.ItemDescription || len(c.Items) == 0 {
		return true
	}
	records := c.Records()
	if len(records) != 1 {
		return false
	}
	shown := records[0].Get("item_description").String() // the rule about texts compares it with what was sent
	sent, _ := c.Items[0].SentValue(c, "item_description")
	return shown == sent || shown != "" && len(s.tried().taken) == 0
}

// oneReadingIsTaken passes if the target takes any permitted reading. If all of them contradict the
// table, the check is tolerated and the reading is noted.
func (s readingTrials) oneReadingIsTaken(ctx context.Context) error {
	if len(s.tried().taken) > 0 {
		s.Decides()
		for _, reading := range s.tried().taken {
			if !payload.Tolerates(s.tried().tolerance, reading) {
				return nil
			}
		}
		envelopes(s).noteTolerated(s.tried().tolerance, s.tried().taken[0])
		return nil
	}
	return s.noReadingTaken(ctx)
}

// requiredReadingsAreTaken fails for each listed reading that the target refuses. The sentence
// lists the readings that a server must take, for the reader; the register decides which they are.
func (s readingTrials) requiredReadingsAreTaken(ctx context.Context, listed string) error {
	t, _ := schemas.Find(s.tried().tolerance)
	if required := strings.Join(t.Required(), ", "); listed != required {
		return judgement.Errored("a server must accept the forms %q of %s, and the sentence lists %q", required, t.ID, listed)
	}
	if len(s.tried().taken) == 0 {
		return s.noReadingTaken(ctx)
	}
	for _, reading := range t.Required() {
		n := slices.Index(s.Session.PermittedReadings(s.tried().tolerance), reading)
		if n < 0 || n >= len(s.Answers) {
			continue
		}
		if slices.Contains(s.tried().taken, reading) {
			s.Evidence.Decide(s.Answers[n])
			continue
		}
		if err := s.refusedReading(s.Answers[n], t, reading); err != nil {
			return err
		}
	}
	return nil
}

// refusedReading fails a reading that was refused. If the answer may be no refusal by the target,
// such as no answer or an answer of a proxy, it returns that error instead.
func (s readingTrials) refusedReading(c *driver.Call, t schemas.Tolerance, reading string) error {
	if err := c.Served(); c.Response == nil || !c.RefusedForCertain() || (c.AnsweredSuccess() && err != nil) {
		return err
	}
	s.Fail(c, result.Failure{
		Path: "status", Section: t.Sections[0], Want: result.ExpectServed, Expected: "a success with " + t.ID + " " + reading,
		Actual:  fmt.Sprintf("HTTP status %d, %s", c.Response.Status, judgement.Excerpt(c.Response.Body)),
		Message: "the form " + reading + " of " + t.ID + " is refused, but the specification permits it",
	})
	return nil
}

// noReadingTaken reports that no form works. If the endpoint fails with every form, the rule that
// owns its status reports that, and this check is blocked.
func (s readingTrials) noReadingTaken(ctx context.Context) error {
	var seen []string
	for _, c := range s.Answers {
		if err := c.Served(); c.Response == nil || (c.AnsweredSuccess() && err != nil) {
			return err // the form is not at fault, but the answer is
		}
		if c.OK() && !c.HasAnyData() {
			return c.Breaks(judgement.DataAspect, "data", "an answer with data", judgement.Show(c.Data))
		}
		if shown := c.Body.Get("data.0.item_description"); s.tried().tolerance == payload.ItemDescription && c.OK() && !shown.Exists() {
			return c.Breaks(judgement.DataAspect, "data.0.item_description", "a string", judgement.Show(shown))
		}
		seen = append(seen, fmt.Sprintf("HTTP status %d, %s", c.Response.Status, judgement.Excerpt(c.Response.Body)))
	}
	if len(s.Answers) == 0 {
		return judgement.Errored("no reading of %s was tried", s.tried().tolerance)
	}
	last := s.Answers[len(s.Answers)-1]
	failure := result.Failure{
		Path: "status", Section: spec.Of(last.Endpoint).Section, Want: result.ExpectAnyServed,
		Expected: "a success in at least one reading of " + s.tried().tolerance,
		Actual:   strings.Join(seen, "; "),
		Message:  "no documented form of " + s.tried().tolerance + " is taken",
	}
	if err := scenario.CheckUnknownID(ctx, s.Session, last); err != nil {
		return err
	}
	if s.refusedForItsForm() {
		s.Fail(last, failure)
		return nil
	}
	return &call.BreakError{Break: judgement.Break{Aspect: last.Aspect(judgement.StatusAspect), Failure: last.Fault(failure)}}
}

// refusedForItsForm reports whether the status of every refusal says that the target does not take
// the form of the request: an unknown path, or a body that it does not accept. Then the form is at
// fault and not the endpoint.
func (s readingTrials) refusedForItsForm() bool {
	forms := []int{400, 409, 415, 422}
	if s.tried().tolerance == payload.OTPPath || s.tried().tolerance == payload.UpdatePath {
		forms = []int{404, 405, 410, 501}
	}
	for _, c := range s.Answers {
		if c.Response == nil || !slices.Contains(forms, c.Response.Status) {
			return false
		}
	}
	return true
}
