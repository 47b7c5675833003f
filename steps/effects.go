package steps

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// A call may be answered as though it were refused, and be carried out all the
// same. What has come of it, a call with the valid token shows.

// before is what was known of a customer before a call that must not be served.
type before struct {
	hadLimit  bool
	available gjson.Result
}

// isCalledOnceWith makes a call with bad credentials on behalf of a customer, or
// of an item, of its own: what comes of it is nobody else's doing.
func (s *Scenario) isCalledOnceWith(ctx context.Context, name, credentials string) error {
	auth, err := s.run.bad(ctx, credentials)
	if err != nil {
		return err
	}
	c, req, err := s.untouchedCall(ctx, name)
	if err != nil {
		return err
	}
	s.customer = c.customer
	if err := s.lookAtBefore(ctx, name); err != nil {
		return err
	}
	answer, err := s.callBadly(ctx, name, auth, c, req)
	if err == nil && name == createOrder && answer.ok() {
		s.customer.touch() // an order that was taken is taken off the limit
	}
	return s.asked(answer, err)
}

// untouchedCall is a valid call. An order is that of a customer who has bought
// nothing: nothing but the order can lessen what they may spend.
func (s *Scenario) untouchedCall(ctx context.Context, name string) (*call, request, error) {
	if name != createOrder {
		return s.validCall(ctx, name)
	}
	buyer, err := s.leaseOwn(ctx, anybody)
	if err != nil {
		return nil, request{}, err
	}
	f, err := s.run.orderBase(ctx, s.by())
	if err != nil {
		return nil, request{}, err
	}
	rng := s.run.rng(s.check.Key)
	one := s.run.newItem(rng, nil, s.run.smallPrice(rng))
	return &call{customer: buyer}, request{path: spec.Of(createOrder).Path, body: s.run.orderRequest(buyer, f, one)}, nil
}

func (r *Run) orderRequest(buyer *customer, f form, one *item) map[string]any {
	return map[string]any{"customer_id": buyer.id, "order_id": integer(r.nextOrder(), f.readings[orderID]), "items": []any{one.request(f)}}
}

// lookAtBefore keeps what a call may change. What the target does not show is
// not kept, and nothing is concluded from it afterwards.
func (s *Scenario) lookAtBefore(ctx context.Context, name string) error {
	s.before = before{}
	switch name {
	case createLimit:
		found, err := s.lookedUpQuietly(ctx)
		s.before.hadLimit = err != nil || found == nil || found.hasCredit()
	case createOrder:
		limit, err := s.run.fetchLimitAs(ctx, s.by(), s.customer, probe)
		if err != nil {
			return err
		}
		if limit.ok() && s.customer.unspent() {
			s.before.available = limit.data.Get("credit_limit_details.available_limit")
		}
	}
	return nil
}

// lookedUpQuietly asks for the customer. A target whose lookup cannot be used
// shows nothing by it; the rules of the lookup say so.
func (s *Scenario) lookedUpQuietly(ctx context.Context) (*call, error) {
	q, err := s.run.lookupQuery(ctx, s.by())
	if err != nil {
		return nil, err
	}
	answer, err := s.run.perform(ctx, s.by(), &call{endpoint: lookup, variant: withoutLimit, kind: probe, customer: s.customer},
		request{path: spec.Of(lookup).Path, body: map[string]any{"queryFieldEnum": q.field, "value": q.value(s.customer)}})
	if err != nil || !answer.ok() {
		return nil, err
	}
	return answer, nil
}

func (c *call) hasCredit() bool { return c.data.Get("creditLimitInfo").IsObject() }

// nothingCameOfIt looks for what the call would have done.
func (s *Scenario) nothingCameOfIt(ctx context.Context) error {
	switch c := s.subject[0]; c.endpoint {
	case createLimit:
		return s.noLimitCameOfIt(ctx, c)
	case createOrder:
		return s.nothingWasSpent(ctx, c)
	case verifyOTP:
		return s.theOTPIsStillGood(ctx)
	}
	return errored("nothing is known of what may come of %s", s.subject[0].endpoint)
}

func (s *Scenario) noLimitCameOfIt(ctx context.Context, c *call) error {
	if s.before.hadLimit || c.looksServed() {
		return s.noteUnseenLimits()
	}
	now, err := s.lookedUpQuietly(ctx)
	if err != nil || now == nil {
		return err
	}
	if now.hasCredit() {
		s.failAfter(c, now, "data.creditLimitInfo", "null: the customer has no credit limit", now.data.Get("creditLimitInfo"), "the refused call has given the customer a credit limit")
	}
	return s.noteUnseenLimits()
}

// noteUnseenLimits notes that a lookup shows no limit of those who have one: then
// none that a refused call has given would show either.
func (s *Scenario) noteUnseenLimits() error {
	looked := s.run.calls.of(lookup, func(c *call) bool { return c.variant == withLimit && c.Response != nil })
	if len(looked) == 0 || slices.ContainsFunc(looked, (*call).hasCredit) {
		return nil
	}
	var broken *breakError
	if !errors.As(s.run.lookupServed(looked[0]), &broken) {
		errors.As(looked[0].breaks(DataAspect, "data.creditLimitInfo", "an object", show(looked[0].data)), &broken)
	}
	s.halfSeen(broken.Break)
	return nil
}

func (s *Scenario) nothingWasSpent(ctx context.Context, c *call) error {
	was := s.before.available
	if was.Type != gjson.Number {
		s.noteUnseenSpending()
	}
	if was.Type != gjson.Number || c.looksServed() {
		return nil
	}
	now, err := s.run.fetchLimitAs(ctx, s.by(), s.customer, probe)
	if err != nil || !now.ok() {
		return err
	}
	is := now.data.Get("credit_limit_details.available_limit")
	if is.Type == gjson.Number && is.Num < was.Num {
		s.customer.touch()
		s.failAfter(c, now, "data.credit_limit_details.available_limit", was.Raw+", as before the call", is, "the refused order was taken off the credit limit")
	}
	return nil
}

// noteUnseenSpending notes that a fetched limit does not tell what is left of it.
func (s *Scenario) noteUnseenSpending() {
	const path = "data.credit_limit_details.available_limit"
	fetched := s.run.calls.of(fetchLimit, func(c *call) bool { return c.Response != nil })
	if len(fetched) == 0 || slices.ContainsFunc(fetched, func(c *call) bool { return c.body.Get(path).Type == gjson.Number }) {
		return
	}
	var broken *breakError
	if _, err := fetched[0].value(path, gjson.Number); errors.As(err, &broken) {
		s.halfSeen(broken.Break)
	}
}

// theOTPIsStillGood verifies, with the valid token, what the refused call named.
func (s *Scenario) theOTPIsStillGood(ctx context.Context) error {
	answer, err := s.verifyAs(ctx, s.customer, special, s.customer.otp, s.customer.cartValue())
	if err != nil {
		return err
	}
	s.subject = append(s.subject, answer)
	return answer.served()
}

// failAfter says what a later answer shows of a call. The call is the one to
// repeat, so the failure is tied to it.
func (s *Scenario) failAfter(c, later *call, path, expected string, actual gjson.Result, message string) {
	s.fail(c, result.Failure{
		Path: path, Section: "5", Expected: expected, Actual: fmt.Sprintf("%s, in exchange %s", show(actual), later.ID), Message: message,
	})
}
