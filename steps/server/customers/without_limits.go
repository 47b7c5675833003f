package customers

import (
	"context"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// WithoutLimits are the sentences about lookups of people without a limit that a target
// need not know, or may have given a limit.
type WithoutLimits struct{ *scenario.Scenario }

// ThePersonIsLookedUpByEmail asks by an email. A person without a limit has told the target
// none, so it may refuse the lookup, or answer without data: section 4.5 speaks of
// customers. An object in data is that of a customer without a limit.
func (s WithoutLimits) ThePersonIsLookedUpByEmail(ctx context.Context) error {
	c, err := s.Session.Customers.CustomerWithoutLimit(ctx)
	if err != nil {
		return err
	}
	if c.Who.Email == "" {
		return &call.InapplicableError{Reason: "the config lists no email of the customer without a limit"}
	}
	answer, err := s.Session.Limits.LookUp(ctx, c, "email", c.Who.Email, call.Probe)
	if err != nil {
		return err
	}
	if !scenario.LooksServed(answer) || !answer.Data.IsObject() {
		return &call.InapplicableError{Reason: "the target finds nobody by an email that it was not told, as it may"}
	}
	if scenario.HasCredit(answer) || answer.Data.Get("baseInfo").IsObject() {
		return &call.InapplicableError{Reason: "the target finds another customer, which the rule about unknown people judges"}
	}
	s.Session.Calls.JudgeByAllRules(answer)
	return s.SetAnswer(answer, nil)
}

// AVerifiedPersonIsLookedUp looks for somebody who verified an OTP and asked for no limit.
// Whether the target verifies it, or gives a limit with it, is not shown.
func (s WithoutLimits) AVerifiedPersonIsLookedUp(ctx context.Context) error {
	if s.Session.Customers.NewAreListed() {
		return &call.InapplicableError{Reason: "the new people of the run are listed, and too few for this"}
	}
	c, err := s.Session.Customers.OTPOnlyCustomer()
	if err == nil {
		err = s.Session.Customers.VerifyPhone(ctx, c)
	}
	if err != nil {
		return err
	}
	answer, err := s.Session.Limits.LookUp(ctx, c, "NATIONAL_ID", c.Who.IDNumber, call.Probe)
	if err != nil {
		return err
	}
	if scenario.HasCredit(answer) {
		return &call.InapplicableError{Reason: "the target gives a limit with the OTP, as it may"}
	}
	s.Session.Calls.JudgeByAllRules(answer)
	return s.SetAnswer(answer, nil)
}
