package driver

import (
	"context"
	"errors"
	"slices"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/payload"
	"github.com/credit-partner/assay/internal/spec"
)

// inventedApplicants are invented, as many as are wanted.
type inventedApplicants struct{ *Session }

func (s inventedApplicants) NewCustomer(by string, kind customer.Kind, details map[string]any) (*customer.Customer, error) {
	return &customer.Customer{Kind: kind, Who: s.someone(s.Rand("who " + by)), Details: details}, nil
}

func (s inventedApplicants) SpareCustomer(by string) (*customer.Customer, error) {
	return s.NewCustomer(by, customer.Employed, nil)
}

func (s inventedApplicants) OTPOnlyCustomer() (*customer.Customer, error) {
	return s.NewCustomer("novice", customer.Employed, nil)
}

// nextApplicant is somebody else: a target may remember whom it refused.
func (s inventedApplicants) nextApplicant(refused *customer.Customer, details map[string]any) (*customer.Customer, error) {
	next, err := s.NewCustomer(s.Check, refused.Kind, details)
	if err == nil {
		next.Who.FirstName, next.Who.LastName, next.Renamed = refused.Who.FirstName, refused.Who.LastName, refused.Renamed
	}
	if _, bent := details["date_of_birth"]; err == nil && bent {
		next.Who.Birth = refused.Who.Birth
	}
	return next, err
}

func (s inventedApplicants) openNew(ctx context.Context, kind customer.Kind, base *LimitForm) (*customer.Customer, error) {
	return s.Customers.newUnusualCustomer(ctx, kind, base)
}

func (s inventedApplicants) otpForm(ctx context.Context) (payload.Form, error) {
	f, answer, err := s.discover(ctx, payload.NewOTPTolerances, func(f payload.Form) (*Call, error) {
		c, err := s.NewCustomer("otp base", customer.Employed, nil)
		if err != nil {
			return nil, err
		}
		return s.OTPs.SendNew(ctx, c, f, call.Probe)
	})
	if err == nil {
		s.note(f, answer)
	}
	return f, err
}

func (s inventedApplicants) asked(*customer.Customer, *Call) {}

func (s inventedApplicants) PutBack(*customer.Customer) {}

func (s inventedApplicants) NewAreListed() bool { return false }

// listedApplicants are the people that the config lists as new. Each of them can be
// asked for a limit once, and may turn out to have one.
type listedApplicants struct {
	*Session
	roster *customer.Roster
}

func (s listedApplicants) NewCustomer(_ string, kind customer.Kind, details map[string]any) (*customer.Customer, error) {
	c, err := s.roster.NextNew(kind)
	if err != nil {
		return nil, err
	}
	c.Kind, c.Details = kind, details
	return c, nil
}

func (s listedApplicants) SpareCustomer(string) (*customer.Customer, error) {
	c, err := s.roster.Spare(customer.Employed)
	if err == nil {
		c.Kind = customer.Employed
	}
	return c, err
}

func (s listedApplicants) OTPOnlyCustomer() (*customer.Customer, error) {
	if s.roster.OtpOnly == nil {
		c, err := s.NewCustomer("", customer.Employed, nil)
		if err != nil {
			return nil, err
		}
		s.roster.OtpOnly = c
	}
	return s.roster.OtpOnly, nil
}

// nextApplicant is the same person, who asks again.
func (s listedApplicants) nextApplicant(refused *customer.Customer, details map[string]any) (*customer.Customer, error) {
	refused.Details = details
	return refused, nil
}

// openNew passes over those who turn out to have a limit.
func (s listedApplicants) openNew(ctx context.Context, kind customer.Kind, base *LimitForm) (*customer.Customer, error) {
	for {
		c, err := s.NewCustomer("", kind, nil)
		if err != nil {
			return nil, err
		}
		if err := s.Customers.OpenLimit(ctx, c, base.Form, call.Plain); !errors.Is(err, ErrRecognised) {
			return c, err
		}
	}
}

// otpForm asks for somebody listed as new or, where nobody is, for a customer whom
// the target knows.
func (s listedApplicants) otpForm(ctx context.Context) (payload.Form, error) {
	for {
		c, err := s.OTPOnlyCustomer()
		if call.IsUntested(err) {
			return s.otpFormOfKnown(ctx, err)
		}
		f, answer, err := s.discover(ctx, payload.NewOTPTolerances, func(f payload.Form) (*Call, error) {
			return s.OTPs.SendNew(ctx, c, f, call.Probe)
		})
		if err != nil {
			return f, err
		}
		if answer.OK() || !s.isKnown(ctx, c, f) {
			s.note(f, answer)
			return f, nil
		}
		s.Calls.JudgeByNoRule(answer)
		s.roster.OtpOnly = nil
		s.roster.IsNoLongerNew(c)
	}
}

// isKnown tells whether the target sends somebody an OTP as it does to its
// customers, whom it may refuse as new ones.
func (s listedApplicants) isKnown(ctx context.Context, c *customer.Customer, f payload.Form) bool {
	answer, err := s.OTPs.SendExisting(ctx, c, f, &Call{Answer: call.Answer{Kind: call.Probe}})
	return err == nil && answer.OK()
}

func (s listedApplicants) otpFormOfKnown(ctx context.Context, nobody error) (payload.Form, error) {
	all := slices.Concat(s.roster.WithLimit(func(*customer.Customer) bool { return true }), s.roster.WithoutALimit)
	if len(all) == 0 {
		return payload.Form{}, nobody
	}
	f, answer, err := s.discover(ctx, payload.ExistingOTPTolerances, func(f payload.Form) (*Call, error) {
		return s.OTPs.SendExisting(ctx, all[0], f, &Call{Answer: call.Answer{Kind: call.Probe}})
	})
	if err == nil {
		all[0].OTPAgain++
		s.note(f, answer)
	}
	return f, err
}

// asked moves who was given the limit that they had to those with a limit.
func (s listedApplicants) asked(c *customer.Customer, answer *Call) {
	if recognised(c, answer) {
		s.Calls.Relabel(answer, call.AgainVariant)
		s.roster.IsNoLongerNew(c)
	}
}

// recognised tells whether somebody who was listed as new was given the limit
// that they had. Where nothing says whether they had one, another status than
// that of a new limit says so: which one an existing limit comes with is not
// documented (section 1).
func recognised(c *customer.Customer, answer *Call) bool {
	if c.Existing || !answer.OK() {
		return false
	}
	return c.HadLimit == customer.HasLimit || (c.HadLimit == customer.LimitUnknown && answer.Status() != spec.Of(spec.CreateLimit).Success)
}

// ErrRecognised says that a check about a new limit met an old one.
var ErrRecognised = judgement.Untested("a person under identities.new already has a credit limit, so the run cannot show how the target creates one: list people who are new to the target")

func (s listedApplicants) PutBack(c *customer.Customer) { s.roster.PutBack(c) }

func (s listedApplicants) NewAreListed() bool { return true }
