package driver

import (
	"context"
	"errors"
	"slices"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// inventedApplicants invents new people, as many as needed.
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

// nextApplicant returns another person, because a target may remember a person that it refused.
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

func (s inventedApplicants) noteLimitAnswer(*customer.Customer, *Call) {}

func (s inventedApplicants) PutBack(*customer.Customer) {}

func (s inventedApplicants) NewAreListed() bool { return false }

// listedApplicants uses the people that the config lists as new. Each of them can ask for a
// limit once. The target may already know a limit of one of them.
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

// nextApplicant returns the same person, who asks again.
func (s listedApplicants) nextApplicant(refused *customer.Customer, details map[string]any) (*customer.Customer, error) {
	refused.Details = details
	return refused, nil
}

// openNew skips people that already have a limit.
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

// otpForm finds the form out with a person that is listed as new. If there is none, it uses a
// customer that the target knows.
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

// isKnown reports whether the target sends a person an OTP as an existing customer. It may
// refuse such a person as a new one.
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

// noteLimitAnswer moves a person to the customers with a limit, if the target answered with a
// limit that the person already had.
func (s listedApplicants) noteLimitAnswer(c *customer.Customer, answer *Call) {
	if recognised(c, answer) {
		s.Calls.Relabel(answer, call.AgainVariant)
		s.roster.IsNoLongerNew(c)
	}
}

// recognised reports whether the target answered a person that is listed as new with a limit
// that the person already had. If nothing says whether there was a limit, a success status other
// than that of a new limit means that there was one: the status for an existing limit is not
// documented (section 1).
func recognised(c *customer.Customer, answer *Call) bool {
	if c.Existing || !answer.OK() {
		return false
	}
	return c.HadLimit == customer.HasLimit || (c.HadLimit == customer.LimitUnknown && answer.Status() != spec.Of(spec.CreateLimit).Success)
}

// ErrRecognised says that a check about a new limit got an existing one.
var ErrRecognised = judgement.Untested("a person under identities.new already has a credit limit, so the run cannot show how the target creates one: list people who are new to the target")

func (s listedApplicants) PutBack(c *customer.Customer) { s.roster.PutBack(c) }

func (s listedApplicants) NewAreListed() bool { return true }
