package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/payload"
)

// otps is the part of a session that sends and verifies OTPs (sections 4.1, 4.2).
type otps struct{ *Session }

// OTPBase is the form in which the target takes a new customer's OTP request.
func (s otps) OTPBase(ctx context.Context) (payload.Form, error) {
	return Shared(ctx, s.Run, "otp base", s.Customers.otpForm)
}
