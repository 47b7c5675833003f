package driver

import (
	"context"
	"strconv"
	"time"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
)

// SecondToNewcomer sends a customer without a limit a second OTP, once in a run, and does not
// wait if the target answers 429. That answer shows a cap if the target sends another person an
// OTP at that time. So does the refusal of a third OTP.
func (s otps) SecondToNewcomer(ctx context.Context) (*Call, error) {
	return Shared(ctx, s.Run, "second OTP to a newcomer", func(ctx context.Context) (*Call, error) {
		c, err := s.Customers.CustomerWithoutLimit(ctx)
		if err != nil {
			return nil, err
		}
		second, err := s.sendAtOnce(ctx, c, call.Special)
		switch {
		case err != nil:
			return nil, err
		case call.IsRateLimited(&second.Answer):
			s.Calls.JudgeByNoRule(second)
			return second, s.noteCap(ctx, c, second)
		case call.IsRefusedByValidation(&second.Answer):
			return second, s.noteCap(ctx, c, second) // other checks use other people; OTP-11 judges it
		case second.OK() && !s.Customers.NewAreListed():
			return second, s.thirdToNewcomer(ctx, c)
		}
		return second, nil
	})
}

// SendAgainAfterPause repeats a second OTP that was refused to a person, until the target sends it or the
// pause is over. It returns the last answer. How soon a target sends one person another OTP is not
// shown (section 8), so a refusal before one that is sent is not judged.
func (s otps) SendAgainAfterPause(ctx context.Context, refused *Call) (*Call, error) {
	if !s.OTPCap.IsKnown() {
		return refused, nil // the target refuses others, too
	}
	last := refused
	for _, part := range []time.Duration{20, 5, 4, 2} { // a pause of a few seconds first; together all of it
		if s.Config.OTPPause <= 0 || !s.Config.Client.WaitFor(ctx, refused.Exchange, s.Config.OTPPause/part) {
			return last, nil
		}
		next, err := s.sendAtOnce(ctx, refused.Customer, call.Probe)
		if err != nil {
			return nil, err
		}
		s.Calls.JudgeByNoRule(last)
		if last = next; next.OK() {
			return next, nil
		}
	}
	return last, nil
}

// thirdToNewcomer sends a person a third OTP. A refusal is not judged: how many OTPs a target
// sends one person is not shown (section 8), nor how it refuses more (section 7).
func (s otps) thirdToNewcomer(ctx context.Context, c *customer.Customer) error {
	third, err := s.sendAtOnce(ctx, c, call.Probe)
	if err != nil || !call.RefusesThisTime(&third.Answer) {
		return err
	}
	s.Calls.JudgeByNoRule(third)
	return s.noteCap(ctx, c, third)
}

// noteCap keeps how many OTPs a person was sent before the target refused one, if it refuses only
// this person.
func (s otps) noteCap(ctx context.Context, c *customer.Customer, refused *Call) error {
	if s.Customers.NewAreListed() {
		return nil // no other person is available
	}
	sent, isShort := c.OTPSends-1, false
	only, err := s.isOnlyThisPersonRefused(ctx, c)
	if err != nil || !only {
		return err
	}
	asked := refused.Response.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(asked); call.IsRateLimited(&refused.Answer) && (asked == "" || err == nil && seconds <= int(shortPause/time.Second)) {
		if isShort, err = s.isShortPause(ctx, c); err != nil {
			return err
		}
	}
	s.OTPCap.Set(sent, isShort)
	return nil
}

// shortPause is the longest pause between two OTPs to one person for which a check waits.
const shortPause = 2 * time.Second

// isShortPause reports whether the target sends the person an OTP after the waits that every call
// makes.
func (s otps) isShortPause(ctx context.Context, c *customer.Customer) (bool, error) {
	f, err := s.OTPForm(ctx)
	if err != nil {
		return false, err
	}
	sent, otp := c.Sent, c.OTP
	later, err := s.sendWith(ctx, c, f, &Call{Answer: call.Answer{Variant: call.AgainVariant, Kind: call.Probe}}, Request{Body: payload.NewCustomer(f, c.Who)})
	if err != nil || later.OK() {
		return err == nil, err
	}
	c.Sent, c.OTP = sent, otp // the previous OTP is still the last one
	if call.IsRateLimited(&later.Answer) {
		s.Calls.JudgeByNoRule(later)
	}
	return false, nil
}

// isOnlyThisPersonRefused reports whether the target sends a new person an OTP, while it still
// refuses this person.
func (s otps) isOnlyThisPersonRefused(ctx context.Context, c *customer.Customer) (bool, error) {
	other, err := s.Customers.OTPOnlyCustomer()
	if err != nil {
		return false, err
	}
	first, err := s.sendAtOnce(ctx, other, call.Probe)
	if err != nil || !first.OK() {
		return false, err
	}
	again, err := s.sendAtOnce(ctx, c, call.Probe)
	if err != nil || !call.RefusesThisTime(&again.Answer) {
		return false, err
	}
	s.Calls.JudgeByNoRule(again)
	return true, nil
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
	return s.sendWith(ctx, c, f, &Call{Answer: call.Answer{Variant: variant, Kind: k}}, Request{Body: payload.NewCustomer(f, c.Who), AtOnce: true})
}

// AreCapped reports whether the target sends one person only one or two OTPs. It returns false
// without a call if the config lists people: they belong to the user, and the run sends them few
// OTPs anyway.
func (s otps) AreCapped(ctx context.Context) bool {
	if s.Customers.NewAreListed() || s.Customers.ExistingAreListed() {
		return false
	}
	_, err := s.SecondToNewcomer(ctx)
	return err == nil && s.OTPCap.IsKnown()
}

// HasHadAll reports whether the target sends this customer no more OTPs for some time, which is too
// long to wait.
func (s otps) HasHadAll(ctx context.Context, c *customer.Customer) bool {
	return s.AreCapped(ctx) && !s.OTPCap.EndsSoon() && s.Calls.OTPRequests(c) >= s.OTPCap.Most()
}

// verifyWhereNeeded verifies the phone of a new customer before the limit, unless the customer
// should get no OTP.
func (s customers) verifyWhereNeeded(ctx context.Context, c *customer.Customer) error {
	if s.needsNoOTP(ctx, c.Kind) {
		return nil
	}
	return s.VerifyPhone(ctx, c)
}

// needsNoOTP reports whether a new customer should get no OTP before the limit: the target sends
// one person few OTPs, and gives limits without an OTP.
func (s customers) needsNoOTP(ctx context.Context, kind customer.Kind) bool {
	return s.OTPs.AreCapped(ctx) && s.Combinations.GivesUnasked(ctx, kind)
}
