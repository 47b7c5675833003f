package driver

import (
	"context"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/judgement"
)

// otpCooldown records whether the target refuses to send one person a second OTP for some time,
// and answers 429 during that time: the specification shows no rate limits (section 8). Then the
// run sends an OTP only if a check needs one, and does not lend a customer that has had one.
type otpCooldown struct {
	on           atomic.Bool
	noRetryAfter atomic.Bool // the target does not say how long it takes, so the run cannot wait
}

// SecondToNewcomer sends a customer without a limit a second OTP, once in a run, and does not
// wait if the target answers 429. That answer shows a cool-down if the target sends another
// person an OTP at that time.
func (s otps) SecondToNewcomer(ctx context.Context) (*Call, error) {
	return Shared(ctx, s.Run, "second OTP to a newcomer", func(ctx context.Context) (*Call, error) {
		c, err := s.Customers.CustomerWithoutLimit(ctx)
		if err != nil {
			return nil, err
		}
		second, err := s.sendAtOnce(ctx, c, call.Special)
		if err != nil || !call.IsRateLimited(&second.Answer) {
			return second, err
		}
		s.Calls.JudgeByNoRule(second)
		if s.Customers.NewAreListed() {
			return second, nil // no other person is available
		}
		cools, err := s.onlyThisPersonIsLimited(ctx, c)
		s.OTPCooldown.noRetryAfter.Store(second.Response.Header.Get("Retry-After") == "")
		s.OTPCooldown.on.Store(cools)
		return second, err
	})
}

// onlyThisPersonIsLimited reports whether the target sends a new person an OTP, while it still
// refuses this person.
func (s otps) onlyThisPersonIsLimited(ctx context.Context, c *customer.Customer) (bool, error) {
	other, err := s.Customers.OTPOnlyCustomer()
	if err != nil {
		return false, err
	}
	first, err := s.sendAtOnce(ctx, other, call.Probe)
	if err != nil || !first.OK() {
		return false, err
	}
	again, err := s.sendAtOnce(ctx, c, call.Probe)
	return err == nil && call.IsRateLimited(&again.Answer), err
}

// sendAtOnce sends the six details of a new customer, and does not wait if the target answers
// 429.
func (s otps) sendAtOnce(ctx context.Context, c *customer.Customer, k call.Kind) (*Call, error) {
	f, err := s.OTPForm(ctx)
	if err != nil {
		return nil, err
	}
	variant := call.NewCustomerVariant
	if c.OTPSends > 0 {
		variant = call.AgainVariant
	}
	return s.sendWith(ctx, c, f, &Call{Answer: call.Answer{Variant: variant, Kind: k}}, Request{Body: newDetails(c, f), AtOnce: true})
}

// HasOTPCooldown reports whether the target sends one person no second OTP for some time. It returns
// false without a call if the config lists people: they belong to the user, and the run sends
// them few OTPs anyway.
func (s otps) HasOTPCooldown(ctx context.Context) bool {
	if s.Customers.NewAreListed() || s.Customers.ExistingAreListed() {
		return false
	}
	_, err := s.SecondToNewcomer(ctx)
	return err == nil && s.OTPCooldown.on.Load()
}

// verifyWhereNeeded verifies the phone of a new customer before the limit, unless the customer
// should get no OTP.
func (s customers) verifyWhereNeeded(ctx context.Context, c *customer.Customer) error {
	if s.needsNoOTP(ctx, c.Kind) {
		return nil
	}
	return s.VerifyPhone(ctx, c)
}

// needsNoOTP reports whether a new customer should get no OTP before the limit: the target cools
// down, and gives limits without an OTP.
func (s customers) needsNoOTP(ctx context.Context, kind customer.Kind) bool {
	return s.OTPs.HasOTPCooldown(ctx) && s.Combinations.GivesUnasked(ctx, kind)
}

// mostOTPs is how many OTPs the checks of a run send one person at most. Checks about many OTPs
// may send more.
func (r *Run) mostOTPs() int {
	if r.OTPCooldown.on.Load() {
		return 1
	}
	return customer.MaxOTPs
}

// errCoolingDown says that the target does not send one person a second OTP yet.
func errCoolingDown() error {
	return judgement.Untested("the target sends one person no second OTP for some time, and answers 429, as it may: shorten that time in the test environment")
}
