package driver

import (
	"context"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/judgement"
)

// otpCooldown tells whether the target sends one person no second OTP for some time, and
// answers 429 meanwhile: rate limits are not shown (section 8). Then the run sends OTPs
// only where a check needs one, and does not lend a customer who has had one.
type otpCooldown struct {
	on           atomic.Bool
	noRetryAfter atomic.Bool // the target does not say how long: waiting is of no use
}

// SecondToNewcomer sends somebody without a limit a second OTP, once in a run, and does
// not wait where it is answered with 429: that shows a cool-down, if somebody else is
// sent one.
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
			return second, nil // nobody else is there to be sent one
		}
		cools, err := s.onlyThisPersonIsLimited(ctx, c)
		s.OTPCooldown.noRetryAfter.Store(second.Response.Header.Get("Retry-After") == "")
		s.OTPCooldown.on.Store(cools)
		return second, err
	})
}

// onlyThisPersonIsLimited tells whether somebody new is sent an OTP, and the person still is not.
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

// sendAtOnce sends the six details of a new customer, and does not wait where that is
// answered with 429.
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

// CoolsDown tells whether one person is sent no second OTP for some time. Listed people
// are the user's own, and sparing with OTPs as it is.
func (s otps) CoolsDown(ctx context.Context) bool {
	if s.Customers.NewAreListed() || s.Customers.ExistingAreListed() {
		return false
	}
	_, err := s.SecondToNewcomer(ctx)
	return err == nil && s.OTPCooldown.on.Load()
}

// verifyWhereNeeded verifies the phone of a new customer before the limit, unless they
// are better sent no OTP.
func (s customers) verifyWhereNeeded(ctx context.Context, c *customer.Customer) error {
	if s.needsNoOTP(ctx, c.Kind) {
		return nil
	}
	return s.VerifyPhone(ctx, c)
}

// needsNoOTP tells whether a new customer is better sent no OTP before the limit: the
// target cools down, and gives limits without one.
func (s customers) needsNoOTP(ctx context.Context, kind customer.Kind) bool {
	return s.OTPs.CoolsDown(ctx) && s.Combinations.GivesUnasked(ctx, kind)
}

// mostOTPs is how many OTPs one person is sent at most by the checks of a run, but for those
// that are about many.
func (r *Run) mostOTPs() int {
	if r.OTPCooldown.on.Load() {
		return 1
	}
	return customer.MaxOTPs
}

// errCoolingDown says that one person is sent no second OTP yet.
func errCoolingDown() error {
	return judgement.Untested("the target sends one person no second OTP for some time, and answers 429, as it may: shorten that time in the test environment")
}
