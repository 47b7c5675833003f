package credentials

import (
	"context"
	"errors"
	"fmt"
	"regexp"
)

// OTPSource reads the OTP that reached a phone (section 4.1, production form).
// It returns six digits (section 4.2), or why it cannot.
type OTPSource interface {
	Read(ctx context.Context, phone, idNumber string) (string, error)
}

var sixDigits = regexp.MustCompile(`^[0-9]{6}$`)

var errNotSixDigits = errors.New("it gave something else than six digits")

// settleOTP tells of an OTP that was read.
func (o Options) settleOTP(otp string) (string, error) {
	if !sixDigits.MatchString(otp) {
		return "", errNotSixDigits
	}
	o.Learn(otp)
	return otp, nil
}

// patient bounds the wait for one OTP.
func (o Options) patient(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, o.Wait, fmt.Errorf("no OTP within %s: %w", o.Wait, context.DeadlineExceeded))
}
