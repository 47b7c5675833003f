package customers

import (
	"context"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/spec"
)

// maxZeroSends is how many OTPs are sent until one begins with 0, as one of ten does.
const maxZeroSends = 40

// AnOTPThatBeginsWithZeroIsVerified is judged by an OTP of the run that was verified. Where
// none of these begins with 0, although OTPs that do were sent, more are sent until one does:
// a service that keeps OTPs as numbers loses the 0 (section 4.2 has six digits), and a check
// about something else may have taken its refusal.
func (s OTPCalls) AnOTPThatBeginsWithZeroIsVerified(ctx context.Context) error {
	beginWithZero := slices.DeleteFunc(s.Session.Personal.OTPs(), func(otp string) bool { return !strings.HasPrefix(otp, "0") })
	if len(beginWithZero) == 0 {
		return &call.InapplicableError{Reason: "no OTP of the run begins with 0"}
	}
	verified := s.Session.Calls.Of(spec.VerifyOTP, func(c *driver.Call) bool { return c.OK() })
	if len(verified) == 0 {
		return &call.InapplicableError{Reason: "the target verified no OTP"}
	}
	s.Answers = slices.DeleteFunc(verified, func(c *driver.Call) bool {
		otp, _ := c.SentString("otp")
		return !slices.Contains(beginWithZero, otp)
	})
	if len(s.Answers) > 0 {
		return nil
	}
	if s.Session.Config.OTP != nil || s.Session.Customers.ExistingAreListed() || s.Session.OTPs.CoolsDown(ctx) {
		return &call.InapplicableError{Reason: "no more OTPs are sent to these customers"}
	}
	return s.sendUntilZero(ctx)
}

// sendUntilZero sends one OTP each to customers until one begins with 0, and verifies that.
func (s OTPCalls) sendUntilZero(ctx context.Context) error {
	customers := s.Session.Calls.WithoutWrongOTPs()
	for _, c := range customers[:min(maxZeroSends, len(customers))] {
		err := s.Session.OTPs.SendAndRead(ctx, c)
		switch {
		case call.IsUntested(err):
		case err != nil:
			return err
		case strings.HasPrefix(c.OTP, "0"):
			return s.SetAnswer(s.VerifyAs(ctx, c, call.Plain, c.OTP, c.CartValue()))
		}
	}
	return &call.InapplicableError{Reason: "no OTP that was sent again begins with 0"}
}
