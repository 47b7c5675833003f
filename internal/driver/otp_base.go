package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/payload"
)

// otps is the part of a session that sends and verifies OTPs (sections 4.1, 4.2).
type otps struct{ *Session }

// OTPBase is the form in which the target takes a new customer's OTP request.
func (s otps) OTPBase(ctx context.Context) (payload.Form, error) {
	return Shared(ctx, s.Run, "otp base", func(ctx context.Context) (payload.Form, error) {
		if s.Roster.IsListed() {
			return s.otpBaseListed(ctx)
		}
		f, answer, err := s.discover(ctx, payload.NewOTPTolerances, func(f payload.Form) (*Call, error) {
			c, err := s.Customers.NewCustomer("otp base", customer.Employed, nil)
			if err != nil {
				return nil, err
			}
			return s.SendNew(ctx, c, f, call.Probe)
		})
		if err == nil {
			s.note(f, answer)
		}
		return f, err
	})
}

// otpBaseListed asks for somebody listed as new or, where nobody is, for a
// customer whom the target knows.
func (s otps) otpBaseListed(ctx context.Context) (payload.Form, error) {
	for {
		c, err := s.OTPOnlyCustomer()
		if call.IsUntested(err) {
			return s.otpBaseKnown(ctx, err)
		}
		f, answer, err := s.discover(ctx, payload.NewOTPTolerances, func(f payload.Form) (*Call, error) {
			return s.SendNew(ctx, c, f, call.Probe)
		})
		if err != nil {
			return f, err
		}
		if answer.OK() || !s.isKnown(ctx, c, f) {
			s.note(f, answer)
			return f, nil
		}
		s.Calls.Exclude(answer)
		s.Roster.OtpOnly = nil
		s.Roster.IsNoLongerNew(c)
	}
}

// isKnown tells whether the target sends somebody an OTP as it does to its
// customers, whom it may refuse as new ones.
func (s otps) isKnown(ctx context.Context, c *customer.Customer, f payload.Form) bool {
	answer, err := s.SendExisting(ctx, c, f, &Call{Answer: call.Answer{Kind: call.Probe}})
	return err == nil && answer.OK()
}

func (s otps) otpBaseKnown(ctx context.Context, nobody error) (payload.Form, error) {
	all := append(s.Roster.WithLimit(func(*customer.Customer) bool { return true }), s.Roster.WithoutALimit...)
	if len(all) == 0 {
		return payload.Form{}, nobody
	}
	f, answer, err := s.discover(ctx, payload.ExistingOTPTolerances, func(f payload.Form) (*Call, error) {
		return s.SendExisting(ctx, all[0], f, &Call{Answer: call.Answer{Kind: call.Probe}})
	})
	if err == nil {
		all[0].OTPAgain++
		s.note(f, answer)
	}
	return f, err
}

// OTPOnlyCustomer is somebody new who is sent OTPs and asks for nothing.
func (s otps) OTPOnlyCustomer() (*customer.Customer, error) {
	if !s.Roster.IsListed() {
		return s.Customers.NewCustomer("novice", customer.Employed, nil)
	}
	if s.Roster.OtpOnly == nil {
		c, err := s.Customers.NewCustomer("novice", customer.Employed, nil)
		if err != nil {
			return nil, err
		}
		s.Roster.OtpOnly = c
	}
	return s.Roster.OtpOnly, nil
}
