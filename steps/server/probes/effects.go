package probes

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/customers"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Effects contains the sentences about the effects of a call that must not be served.
type Effects struct{ *scenario.Scenario }

// A target may answer a call as if it refused it, and carry it out nevertheless. A later call with
// the valid token shows the effect.

// snapshot is the state of a customer snapshot a call that must not be served.
type snapshot struct {
	hadLimit  bool
	available gjson.Result
}

func (s Effects) before() *snapshot { return scenario.State[snapshot](s.Scenario) }

// IsCalledOnceWith makes a call with bad credentials for a customer or an item that no other check
// uses, so any effect comes from this call.
func (s Effects) IsCalledOnceWith(ctx context.Context, name, credentials string) error {
	auth, err := bad(ctx, s.Session.Run, credentials)
	if err != nil {
		return err
	}
	c, req, err := s.untouchedCall(ctx, name)
	if err != nil {
		return err
	}
	s.Customer = c.Customer
	if err := s.lookAtBefore(ctx, name); err != nil {
		return err
	}
	answer, err := Calls(s).callBadly(ctx, name, auth, c, req)
	if err == nil {
		answer.Credentials = credentials
	}
	if err == nil && name == spec.CreatePurchases && answer.OK() {
		s.Customer.Touch() // an order that was taken reduces the limit
	}
	return s.SetAnswer(answer, err)
}

// untouchedCall returns a valid call. An order is for a customer who has bought nothing, so only
// this order can reduce the available limit. An OTP is requested for a customer who has a valid
// OTP, which only this call can make invalid.
func (s Effects) untouchedCall(ctx context.Context, name string) (*driver.Call, driver.Request, error) {
	switch name {
	case spec.CreatePurchases:
		return s.untouchedOrder(ctx)
	case spec.SendOTP:
		c, err := s.OwnCustomer(ctx, customer.Anybody)
		if err == nil {
			err = s.Session.OTPs.SendAndRead(ctx, c)
		}
		if err != nil {
			return nil, driver.Request{}, err
		}
		return validCalls(s).otpCallOf(ctx, name, c)
	}
	return validCalls(s).validCall(ctx, name)
}

func (s Effects) untouchedOrder(ctx context.Context) (*driver.Call, driver.Request, error) {
	buyer, err := s.OwnCustomer(ctx, customer.Anybody)
	if err != nil {
		return nil, driver.Request{}, err
	}
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return nil, driver.Request{}, err
	}
	rng := s.Session.Rand(s.Check.Key)
	one := s.Session.Orders.NewItem(rng, nil, s.Session.Orders.SmallPrice(rng))
	return &driver.Call{Customer: buyer}, driver.Request{Path: spec.Of(spec.CreatePurchases).Path, Body: s.Session.Orders.OrderRequest(buyer, f, one)}, nil
}

// lookAtBefore keeps the state that a call may change. If the target does not show it, nothing is
// kept, and nothing is concluded from it later.
func (s Effects) lookAtBefore(ctx context.Context, name string) error {
	*s.before() = snapshot{}
	switch name {
	case spec.CreateLimit:
		if !s.Session.Customers.NewAreListed() {
			return nil // an invented customer has no limit, and no cached lookup
		}
		found, err := s.lookedUpQuietly(ctx)
		s.before().hadLimit = err != nil || !found.OK() || scenario.HasCredit(found)
	case spec.CreatePurchases:
		limit, err := s.Session.Limits.FetchLimitAs(ctx, s.Customer, call.Probe)
		if err != nil {
			return err
		}
		if limit.OK() && s.Customer.Unspent() {
			s.before().available = limit.Data.Get("credit_limit_details.available_limit")
		}
	}
	return nil
}

// lookedUpQuietly looks the customer up by a probe.
func (s Effects) lookedUpQuietly(ctx context.Context) (*driver.Call, error) {
	q, err := s.Session.Limits.LookupQuery(ctx)
	if err != nil {
		return nil, err
	}
	return s.Session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: spec.CustomerLookup, Variant: call.WithoutLimit, Kind: call.Probe}, Customer: s.Customer}, driver.LookupOf(s.Customer, q))
}

// TheCallHadNoEffect judges whether the call had its effect.
func (s Effects) TheCallHadNoEffect(ctx context.Context) error {
	switch c := s.Answers[0]; c.Endpoint {
	case spec.CreateLimit:
		return s.noLimitCameOfIt(ctx, c)
	case spec.CreatePurchases:
		return s.nothingWasSpent(ctx, c)
	case spec.SendOTP:
		if err := s.theOTPIsStillGood(ctx); err != nil {
			return err
		}
		return s.noFixedOTPWasSent(ctx)
	case spec.VerifyOTP:
		return s.theOTPIsStillGood(ctx)
	}
	return judgement.Errored("the effect of %s is unknown", s.Answers[0].Endpoint)
}

func (s Effects) noLimitCameOfIt(ctx context.Context, c *driver.Call) error {
	if s.before().hadLimit || scenario.LooksServed(c) {
		return s.noteUnseenLimits()
	}
	now, err := s.lookedUpQuietly(ctx)
	if err != nil {
		return err
	}
	switch served := now.Served(); {
	case served != nil:
		s.NoteMissingEvidenceFor(served)
	case scenario.HasCredit(now) && s.anybodyHasCredit(ctx):
		s.NoteMissingEvidenceFor(now.Breaks(judgement.DataAspect, "data.creditLimitInfo", "null, of a customer without a limit", judgement.Show(now.Data.Get("creditLimitInfo"))))
	case scenario.HasCredit(now):
		s.failAfter(c, now, "data.creditLimitInfo", "null: the customer has no credit limit", result.ExpectNobody, "", now.Data.Get("creditLimitInfo"), "the refused call has given the customer a credit limit")
	}
	return s.noteUnseenLimits()
}

// anybodyHasCredit reports whether a lookup also shows a limit of customers who have not asked for
// one.
func (s Effects) anybodyHasCredit(ctx context.Context) bool {
	if customers.Givens(s).SomebodyWithoutALimitWasLookedUp(ctx) != nil {
		return false
	}
	return len(s.Session.Calls.Of(spec.CustomerLookup, func(c *driver.Call) bool {
		return c.Variant == call.WithoutLimit && c.Kind == call.Plain && scenario.HasCredit(c)
	})) > 0
}

// noteUnseenLimits notes that no lookup shows the limit of a customer who has one. Then it would
// not show the limit that a refused call created either.
func (s Effects) noteUnseenLimits() error {
	looked := s.Session.Calls.Of(spec.CustomerLookup, func(c *driver.Call) bool { return c.Variant == call.WithLimit && c.Response != nil })
	if len(looked) == 0 || slices.ContainsFunc(looked, scenario.HasCredit) {
		return nil
	}
	var broken *call.BreakError
	if !errors.As(s.Session.Limits.LookupServed(looked[0]), &broken) {
		errors.As(looked[0].Breaks(judgement.DataAspect, "data.creditLimitInfo", "an object", judgement.Show(looked[0].Data)), &broken)
	}
	s.NoteMissingEvidence(broken.Break)
	return nil
}

// availableLimit is the path of the available limit in a fetched limit.
const availableLimit = "data.credit_limit_details.available_limit"

func (s Effects) nothingWasSpent(ctx context.Context, c *driver.Call) error {
	was := s.before().available
	if was.Type != gjson.Number {
		s.noteUnseenSpending()
	}
	if was.Type != gjson.Number || scenario.LooksServed(c) {
		return nil
	}
	now, err := s.Session.Limits.FetchLimitAs(ctx, s.Customer, call.Probe)
	if err != nil {
		return err
	}
	is, err := now.Value(availableLimit, gjson.Number)
	if err != nil {
		s.NoteMissingEvidenceFor(err)
		return nil
	}
	if spent := was.Num - is.Num; spent > 0 && spent >= gjson.GetBytes(c.Request.Body, "items.0.item_value").Float()/2 { // a limit may change for other reasons
		s.Customer.Touch()
		found := len(s.Report.Failures)
		s.failAfter(c, now, availableLimit, was.Raw+", as before the call", result.ExpectEqual, was.Raw, is, "the refused order was taken off the credit limit")
		s.BlameOwner(now.Aspect(judgement.EchoAspect), found) // the order of another customer may have been taken off it
	}
	return nil
}

// noteUnseenSpending notes that no fetched limit shows the available limit.
func (s Effects) noteUnseenSpending() {
	fetched := s.Session.Calls.Of(spec.FetchLimit, func(c *driver.Call) bool { return c.Response != nil })
	if len(fetched) == 0 || slices.ContainsFunc(fetched, func(c *driver.Call) bool { return c.Body.Get(availableLimit).Type == gjson.Number }) {
		return
	}
	var broken *call.BreakError
	if _, err := fetched[0].Value(availableLimit, gjson.Number); errors.As(err, &broken) {
		s.NoteMissingEvidence(broken.Break)
	}
}

// theOTPIsStillGood verifies, with the valid token, the OTP that was sent before the refused call.
func (s Effects) theOTPIsStillGood(ctx context.Context) error {
	answer, err := s.VerifyAs(ctx, s.Customer, call.Special, s.Customer.OTP, s.Customer.CartValue())
	if err != nil {
		return err
	}
	s.Answers = append(s.Answers, answer)
	if err := answer.Served(); err != nil {
		return asEffect(err, s.Answers[0].Credentials)
	}
	s.NoteMissingEvidenceFor(answer.OfAnother("data.id", judgement.IDAspect)) // the OTP of another customer may have verified
	return nil
}

// asEffect says of a refused OTP that the call with bad credentials made it invalid.
func asEffect(err error, credentials string) error {
	var refused *call.BreakError
	if !errors.As(err, &refused) || refused.Failure.Kind != result.NotServed {
		return err
	}
	refused.Failure.Kind, refused.Failure.Credentials = result.Effect, credentials
	refused.Failure.Message = "the refused call has made the OTP of the customer invalid"
	return refused
}

// failAfter reports an effect of a call that a later answer shows. The failure belongs to the call,
// which is the one to repeat.
func (s Effects) failAfter(c, later *driver.Call, path, expected string, want result.ExpectKind, wanted string, actual gjson.Result, message string) {
	s.Fail(c, result.Failure{
		Path: path, Section: "5", Kind: result.Effect, Want: want, Wanted: wanted, Other: later.ID, Expected: expected, Actual: fmt.Sprintf("%s, in exchange %s", judgement.Show(actual), later.ID), Message: message,
	})
}
