package steps

import (
	"context"
	"errors"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// newCustomerWithLimit leads somebody new through the journey that is legal
// everywhere: send the OTP, verify it, ask for a limit.
func (r *Run) newCustomerWithLimit(ctx context.Context, by string, kind customerKind) (*customer, error) {
	if c, err := r.newCustomerInRow(ctx, by, kind); c != nil || err != nil {
		return c, err
	}
	if kind == anybody {
		kind = employed
	}
	base, err := r.limitBase(ctx, by, kind)
	if err != nil {
		return nil, err
	}
	if !r.roll.lists() {
		return r.newUnusualCustomer(ctx, by, kind, base)
	}
	for {
		c, err := r.newCustomer(by, kind, nil)
		if err != nil {
			return nil, err
		}
		if err := r.openLimit(ctx, by, c, base.form, plain); !errors.Is(err, errRecognised) {
			return c, err
		}
	}
}

// newCustomer takes somebody new from the roll, or invents them; no call is
// made.
func (r *Run) newCustomer(by string, kind customerKind, details map[string]any) (*customer, error) {
	if !r.roll.lists() {
		return &customer{kind: kind, who: r.someone(r.rng("who " + by)), details: details}, nil
	}
	c, err := r.roll.next(kind)
	if err != nil {
		return nil, err
	}
	c.kind, c.details = kind, details
	return c, nil
}

// spareCustomer is a new customer whom no requirement may still want: what is
// only observed does without them sooner than that.
func (r *Run) spareCustomer(by string) (*customer, error) {
	if !r.roll.lists() {
		return r.newCustomer(by, employed, nil)
	}
	c, err := r.roll.spare(employed)
	if err == nil {
		c.kind = employed
	}
	return c, err
}

// openLimit walks a new customer from the OTP to the limit. Its error is what
// the target broke on the way.
func (r *Run) openLimit(ctx context.Context, by string, c *customer, f form, k kind) error {
	otpErr := r.introduce(ctx, by, c)
	if otpErr != nil && k == plain {
		k = special // a refusal may then be owed to the OTP, not to the limit
	}
	answer, err := r.askForLimit(ctx, by, c, f, k)
	if err != nil {
		return err
	}
	if err := answer.served(); err != nil {
		if otpErr != nil {
			return otpErr
		}
		return err
	}
	if c.regular {
		return errRecognised
	}
	return r.settle(c, answer)
}

// introduce sends a new customer an OTP and verifies it. That verify says
// anything useful of a customer without a limit is not documented, so only the
// send can break here.
func (r *Run) introduce(ctx context.Context, by string, c *customer) error {
	return r.introduceAs(ctx, by, c, plain)
}

// introduceAs introduces somebody whose details the target may refuse, where the
// kind is a probe: then no rule looks at a refusal.
func (r *Run) introduceAs(ctx context.Context, by string, c *customer, k kind) error {
	f, err := r.otpBase(ctx, by)
	if err != nil {
		return err
	}
	sent, err := r.sendNew(ctx, by, c, f, k)
	if err != nil {
		return err
	}
	if sent.ok() {
		r.calls.promote(sent)
	}
	if err := sent.served(); err != nil {
		return err
	}
	if err := r.readOTP(ctx, c, sent); err != nil {
		return err
	}
	return r.verifyNew(ctx, by, c)
}

// askForLimit makes the call of section 4.3.
func (r *Run) askForLimit(ctx context.Context, by string, c *customer, f form, k kind) (*call, error) {
	c.request = r.limitRequest(c, f)
	answer, err := r.perform(ctx, by, &call{endpoint: createLimit, variant: c.kind.variant(), kind: k, customer: c},
		request{path: spec.Of(createLimit).Path, body: c.request})
	if err == nil && r.recognised(c, answer) {
		r.calls.relabel(answer, againVariant)
		r.roll.noLonger(c)
	}
	return answer, err
}

// settle makes the limit that an answer gave the customer's.
func (r *Run) settle(c *customer, answer *call) error {
	if err := c.settle(answer); err != nil {
		return err
	}
	if path := "data.credit_limit_details.available_limit"; answer.malformed(path) {
		broken := Break{Aspect: answer.aspect(DataAspect), Failure: answer.fault(differing(path, gjson.Result{}, answer.body.Get(path), "2.8"))}
		r.unseen.add(largeAmounts, append(showItems, verifyOTP), broken)
	}
	r.priceBy(c.available)
	r.roll.join(c)
	return nil
}

// priceBy bounds the prices of the run by what its first customer may spend:
// where customers are listed, all its purchases may be theirs.
func (r *Run) priceBy(available int64) {
	share := int64(100)
	if r.roll != nil {
		share = 2000
	}
	if available > 0 {
		r.affordable.CompareAndSwap(0, max(available/share, 1))
	}
}

// settle takes the customer's id and limit from the answer that gave them.
func (c *customer) settle(answer *call) error {
	id, err := answer.value("data.customer_details.id", gjson.String)
	if err == nil && !judgement.IsUUID(id.Str) {
		err = answer.breaks(DataAspect, "data.customer_details.id", "a UUID", show(id))
	}
	if err != nil {
		return err
	}
	c.id, c.limit, c.created = id.String(), answer.data, answer
	c.available = spendable(c.limit)
	return nil
}

// spendable reads what the customer may spend; a target that does not say is
// taken to allow small purchases.
func spendable(limit gjson.Result) int64 {
	const unknown, most = 100_000, 1 << 52
	v := limit.Get("credit_limit_details.available_limit")
	if v.Type != gjson.Number || v.Num < 1 {
		return unknown
	}
	if v.Num > most {
		return most
	}
	return int64(v.Num)
}

// withoutLimit gives a customer who proved their phone but asked for no limit.
func (r *Run) withoutLimit(ctx context.Context, by string) (*customer, error) {
	return shared(ctx, r, "customer without a limit", func(ctx context.Context) (*customer, error) {
		if r.roll != nil && len(r.roll.bare) > 0 {
			return r.roll.bare[0], nil
		}
		c, err := r.novice()
		if isUntested(err) {
			return nil, untested("this needs a customer without a credit limit, and none is listed: list one under identities.existing with has_limit: false, or somebody under identities.new")
		}
		if err != nil {
			return nil, err
		}
		if _, err := r.sendOTPToNew(ctx, by, c); err != nil {
			return nil, err
		}
		return c, nil
	})
}

// notServed is the failure of a call that should have been refused.
func (c *call) notRefused() result.Failure {
	return c.fault(result.Failure{
		Path: "status", Section: spec.Of(c.endpoint).Section,
		Expected: "a refusal", Actual: show(c.body),
		Message: "the call is served",
	})
}
