package driver

import (
	"context"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// NewCustomerWithLimit takes a new person through the steps that are legal at every target: send
// the OTP, verify it, ask for a limit. The customer can pay the prices of the run, if anybody of
// the kind can.
func (s customers) NewCustomerWithLimit(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	kind = s.kindForCheck(ctx, kind, 0)
	return s.newCustomerWhoCanPay(ctx, kind, s.minimumSpendable(kind))
}

func (s customers) newCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	c, err := s.someoneWithLimit(ctx, kind)
	if err == nil && c.OTPSends > 0 && s.needsNoOTP(ctx, c.Kind) {
		return s.someoneWithLimit(ctx, kind) // even so, the first customer of a kind gets an OTP
	}
	return c, err
}

func (s customers) someoneWithLimit(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	if c, err := s.Combinations.newCustomerInRow(ctx, kind); c != nil || err != nil {
		return c, err
	}
	if kind == customer.AnyEmployee {
		kind = customer.Employed
	}
	base, err := s.Limits.LimitForm(ctx, kind)
	if err != nil {
		return nil, err
	}
	return s.openNew(ctx, kind, base)
}

// OpenLimit takes a new customer from the OTP to the limit. It fails if the target does not
// serve a step.
func (s customers) OpenLimit(ctx context.Context, c *customer.Customer, f payload.Form, k call.Kind) error {
	otpErr := s.verifyWhereNeeded(ctx, c)
	if otpErr != nil && k == call.Plain {
		k = call.Special // then a refusal may be about the OTP, not about the limit
	}
	answer, err := s.AskForLimit(ctx, c, f, k)
	if err != nil {
		return err
	}
	if err := answer.Served(); err != nil {
		if otpErr != nil {
			return otpErr
		}
		return err
	}
	if c.Existing {
		return ErrRecognised
	}
	return s.keepLimit(c, answer)
}

// NewApplicant returns a new customer that has done everything that the target wants before it
// gives a limit, but has not asked for the limit.
func (s customers) NewApplicant(ctx context.Context, key string, kind customer.Kind) (*customer.Customer, error) {
	c, err := s.NewCustomer(key, kind, nil)
	if err != nil || s.Combinations.GivesUnasked(ctx, kind) {
		return c, err
	}
	return c, s.VerifyPhone(ctx, c)
}

// VerifyPhone sends a new customer an OTP and verifies it. It is not documented that verify
// serves a customer without a limit, so a refusal of verify is no fault.
func (s customers) VerifyPhone(ctx context.Context, c *customer.Customer) error {
	k := call.Plain
	if c.Renamed {
		k = call.Probe // the target may refuse the letters of a name that a rule lists, here as in a limit request
	}
	return s.VerifyPhoneAs(ctx, c, k)
}

// VerifyPhoneAs does the same as VerifyPhone with another kind of call. With a probe, no rule
// judges a refusal, for details that the target may refuse.
func (s customers) VerifyPhoneAs(ctx context.Context, c *customer.Customer, k call.Kind) error {
	f, err := s.OTPs.OTPForm(ctx)
	if err != nil {
		return err
	}
	sent, err := s.OTPs.SendNew(ctx, c, f, k)
	if err != nil {
		return err
	}
	if sent.OK() && (k != call.Probe || sent.Body.Get("data.otp").Exists()) { // else it may be only said to be sent (4.1)
		s.Calls.SetPlain(sent)
	}
	if err := sent.Served(); err != nil {
		return err
	}
	if err := s.OTPs.ReadOTP(ctx, c, sent); err != nil {
		return err
	}
	if err := s.OTPs.verifyNew(ctx, c); err != nil || spec.IsOTP(c.OTP) || s.Calls.HasEverVerified(c) {
		return err
	}
	return sent.Breaks(judgement.DataAspect, "data.otp", "a string of six digits", judgement.Show(sent.Body.Get("data.otp")))
}

// AskForLimit makes the call of section 4.3.
func (s customers) AskForLimit(ctx context.Context, c *customer.Customer, f payload.Form, k call.Kind) (*Call, error) {
	c.Request = s.Limits.LimitRequest(c, f)
	answer, err := s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.CreateLimit, Variant: c.Kind.Variant(), Kind: k}, Customer: c},
		Request{Path: spec.Of(spec.CreateLimit).Path, Body: c.Request})
	if err == nil {
		s.noteLimitAnswer(c, answer)
	}
	return answer, err
}

// keepLimit stores the limit of an answer in the customer.
func (s customers) keepLimit(c *customer.Customer, answer *Call) error {
	if err := c.KeepLimit(&answer.Answer); err != nil {
		return err
	}
	if path := "data.credit_limit_details.available_limit"; answer.Malformed(path) {
		broken := judgement.Break{Aspect: answer.Aspect(judgement.DataAspect), Failure: answer.Fault(call.Differing(path, gjson.Result{}, answer.Body.Get(path), "2.8"))}
		s.Unseen.Add(history.LargeAmounts, append(showItems, spec.VerifyOTP), broken)
	}
	s.setPriceBound(c.Available())
	s.people.most.Keep(c.Kind, c.Available())
	s.opened(c)
	return nil
}

// setPriceBound bounds the prices of the run by the amount that its first customer may spend.
func (s customers) setPriceBound(available int64) {
	if available > 0 {
		s.affordable.CompareAndSwap(0, max(available/s.priceShare(), 1))
	}
}

// CustomerToLookUp returns the shared employee or, if the target gives no limits, a customer without
// one: the target may look up that customer all the same.
func (s customers) CustomerToLookUp(ctx context.Context) (*customer.Customer, error) {
	c, err := s.SharedCustomer(ctx, customer.Employed)
	if call.IsBreak(err) {
		return s.CustomerWithoutLimit(ctx)
	}
	return c, err
}

// CustomerWithoutLimit returns a customer that has received an OTP but has not asked for a
// limit, or one that the config lists without a limit.
func (s customers) CustomerWithoutLimit(ctx context.Context) (*customer.Customer, error) {
	return Shared(ctx, s.Run, "customer without a limit", func(ctx context.Context) (*customer.Customer, error) {
		if c := s.withoutLimit(); c != nil {
			return c, nil
		}
		c, err := s.OTPOnlyCustomer()
		if call.IsUntested(err) {
			return nil, judgement.Untested("this needs a customer without a credit limit, and none is listed: list one under identities.existing with has_limit: false, or a person under identities.new")
		}
		if err != nil {
			return nil, err
		}
		if _, err := s.OTPs.SendOTPToNew(ctx, c); err != nil {
			return nil, err
		}
		return c, nil
	})
}
