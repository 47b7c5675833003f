package driver

import (
	"context"
	"maps"
	"slices"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/combination"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
)

// combinations is the part of a session that sends combinations of documented values.
type combinations struct{ *Session }

// Rows returns the rows of the body's array, with values that the seed of the run permutes.
func (r *Run) Rows(ctx context.Context, b *combination.Body) ([]combination.Row, error) {
	return Shared(ctx, r, b.NameOfRows(), func(context.Context) ([]combination.Row, error) {
		return b.Rows(r.arrayStrength(), r.Rand("combinations of a "+b.Name))
	})
}

// arrayStrength is the strength of the arrays from which requests take their values. A run that
// does not have to send every combination takes only some of the rows.
func (r *Run) arrayStrength() int {
	if r.Config.Strength == 0 {
		return combination.UsualStrength
	}
	return r.Config.Strength
}

// Body returns one of the bodies, with the country codes that this target takes.
func (s combinations) Body(ctx context.Context, name string) (*combination.Body, error) {
	if name == combination.OrderedItem {
		return combination.NewBody(name, nil) // its rows contain no country code, so no request for a limit is necessary
	}
	countries, err := s.countryCodes(ctx)
	if err != nil {
		return nil, err
	}
	return combination.NewBody(name, countries)
}

// countryCodes returns the lengths of a country code that the target takes from an employed
// customer. The rule of that tolerance judges the lengths; a length that the target does not
// take is not combined with other values.
func (s combinations) countryCodes(ctx context.Context) ([]string, error) {
	return Shared(ctx, s.Run, "country codes", func(ctx context.Context) ([]string, error) {
		base, err := s.Limits.LimitForm(ctx, customer.Employed)
		if err != nil {
			return nil, err
		}
		codes := s.PermittedReadings(payload.CountryCode)
		spoken := base.Form.Readings[payload.CountryCode]
		if len(codes) > 1 && (s.Customers.NewAreListed() || !s.takesOtherCode(ctx, base.Form, spoken, codes)) {
			codes = []string{spoken}
		}
		s.CombinationLog.SetCodes(codes)
		return codes, nil
	})
}

func (s combinations) takesOtherCode(ctx context.Context, f payload.Form, spoken string, codes []string) bool {
	f = f.With(payload.CountryCode, codes[(slices.Index(codes, spoken)+1)%len(codes)])
	for range payload.Profiles {
		c, err := s.Customers.NewCustomer("country code", customer.Employed, nil)
		if err != nil {
			return false
		}
		answer, _, err := s.AskAfterOTP(ctx, c, f, call.Probe)
		if err == nil && answer.OK() {
			s.Calls.JudgeByAllRules(answer)
			return true
		}
		f.Profile = payload.NextProfile(f.Profile) // it may be refused because of another value of the profile
	}
	return false
}

// GivesUnasked reports whether the target gives a kind of customer the same limit without an OTP
// as after one. Section 4.2 does not say whether the target wants an OTP. If it wants none, a
// customer that only asks for a limit gets no OTP.
func (s combinations) GivesUnasked(ctx context.Context, kind customer.Kind) bool {
	given, _ := Shared(ctx, s.Run, "limit without an OTP "+string(kind), func(ctx context.Context) (bool, error) {
		base, err := s.Limits.LimitForm(ctx, kind)
		if err != nil || s.Customers.NewAreListed() {
			return false, err
		}
		c, err := s.Customers.NewCustomer("no otp", kind, nil)
		if err != nil {
			return false, err
		}
		answer, err := s.Customers.AskForLimit(ctx, c, base.Form, call.Probe)
		if err != nil || !answer.IsSimilarTo(base.First.Created()) {
			return false, err
		}
		s.Calls.JudgeByAllRules(answer)
		return true, nil
	})
	return given
}

// AskAfterOTP asks for a limit, after an OTP if the target wants one. otpErr is the error of the
// OTP: it matters if the limit is refused.
func (s combinations) AskAfterOTP(ctx context.Context, c *customer.Customer, f payload.Form, k call.Kind) (answer *Call, otpErr, err error) {
	if !s.GivesUnasked(ctx, c.Kind) {
		otpErr = s.Customers.VerifyPhone(ctx, c)
	}
	answer, err = s.Customers.AskForLimit(ctx, c, f, k)
	return answer, otpErr, err
}

// AskWithDetails asks for a limit with the details that a check wants; all other values come
// from a row of the array. If that is refused, other customers ask with the plain values of the
// run. The rule of combinations judges a value that is refused only together with some other
// values. A detail counts as taken if the target takes it together with any other values.
func (s combinations) AskWithDetails(ctx context.Context, key string, c *customer.Customer, base *LimitForm) (*Call, error) {
	b, err := s.Body(ctx, combination.BodyOfKind(c.Kind))
	if err != nil {
		return nil, err
	}
	rows, err := s.Rows(ctx, b)
	if err != nil {
		return nil, err
	}
	details := c.Details
	rows = slices.DeleteFunc(slices.Clone(rows), func(v combination.Row) bool { return b.Kind(v) != c.Kind || !b.Agrees(v, details) })
	if len(rows) == 0 {
		return s.AskAfterJourney(ctx, c, base.Form)
	}
	first := s.Rand("row of " + key).IntN(len(rows))
	v, _ := s.CombinationLog.Use.Claim(b, slices.Concat(rows[first:], rows[:first]))
	answer, err := s.AskWith(ctx, c, base.Form, b, v)
	if err != nil || !answer.IsRefused() || c.Existing {
		return answer, err
	}
	s.CombinationLog.Refuse(b, v, answer)
	return s.askWithPlainValues(ctx, c, details, base.Form, b)
}

// AskWith asks for a limit with the values of a row. Details that the customer already has
// replace values of the row.
func (s combinations) AskWith(ctx context.Context, c *customer.Customer, f payload.Form, b *combination.Body, v combination.Row) (*Call, error) {
	details := b.Details(v)
	maps.Copy(details, c.Details)
	c.Details = details
	answer, otpErr, err := s.AskAfterOTP(ctx, c, b.Form(f, v), call.Special)
	if err == nil && otpErr != nil && !answer.OK() && !c.Renamed {
		return nil, otpErr
	}
	if err == nil && answer.OK() && c.Created() == nil {
		_ = c.KeepLimit(&answer.Answer) // if the answer has no id, its own rule fails, and nobody fetches this limit
	}
	return answer, err
}

// AskAfterJourney verifies the phone of a customer and then asks for a limit.
func (s combinations) AskAfterJourney(ctx context.Context, c *customer.Customer, f payload.Form) (*Call, error) {
	otpErr := s.Customers.VerifyPhone(ctx, c)
	answer, err := s.Customers.AskForLimit(ctx, c, f, call.Special)
	if err == nil && otpErr != nil && !answer.OK() && !c.Renamed {
		return nil, otpErr
	}
	return answer, err
}

// askWithPlainValues asks with the details together with each set of plain values, until one
// request is taken.
func (s combinations) askWithPlainValues(ctx context.Context, c *customer.Customer, details map[string]any, f payload.Form, b *combination.Body) (*Call, error) {
	var first *Call
	for range payload.Profiles {
		c, err := s.Customers.nextApplicant(c, details)
		if err != nil {
			return nil, err
		}
		answer, err := s.AskAfterJourney(ctx, c, f)
		if err != nil || !answer.IsRefused() {
			if first != nil && err == nil {
				s.CombinationLog.Refuse(b, b.Sent(first.Request.Body)[0], first)
			}
			return answer, err
		}
		if first == nil {
			first = answer
		}
		f.Profile = payload.NextProfile(f.Profile)
	}
	return first, nil
}
