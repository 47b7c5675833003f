package server

import (
	"context"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// namedCalls contains the sentences that gather or make calls of an endpoint by its name.
type namedCalls struct{ *scenario.Scenario }

// everyAnswerIsGathered gathers all calls of the run so far. So a deviation is found in any call,
// and the rule that forbids it reports it.
func (s namedCalls) everyAnswerIsGathered(ctx context.Context, names string) error {
	return s.gatherMade(ctx, names, customer.Employed, func(*driver.Call) bool { return true })
}

func (s namedCalls) everyAnswerForIsGathered(ctx context.Context, name, label string) error {
	kind := map[string]customer.Kind{string(customer.Government): customer.Government, string(customer.SelfEmployed): customer.SelfEmployed}[label]
	return s.gatherMade(ctx, name, kind, func(c *driver.Call) bool { return c.Variant == label || slices.Contains(c.Labels, label) })
}

// answersToNewCustomersAreGathered gathers the answers that verify an OTP of a person without a
// limit. The target may refuse them, because section 4.2 does not mention such a person, and it may
// refuse them with 200: data without any member of the verify result may say so. If the target serves
// them, the envelope is that of every answer.
func (s namedCalls) answersToNewCustomersAreGathered() error {
	verified := []*driver.Call{{Answer: call.Answer{Endpoint: spec.VerifyOTP}}}
	s.Answers = slices.DeleteFunc(s.Session.Calls.WithServedProbes(verified), func(c *driver.Call) bool {
		return !s.Session.Calls.HasLabel(c, call.NewCustomerVariant) || !c.OK() || !confirmsSuccess(c) || hasRefusalStatus(c) || mayBeNewcomers(c)
	})
	if len(s.Answers) == 0 {
		return call.Inapplicable("the target verified no OTP of a person without a limit, as it may")
	}
	return nil
}

// servedMistypedOTPsAreGathered gathers the answers that verify an OTP with a wrong digit.
func (s namedCalls) servedMistypedOTPsAreGathered() error {
	verified := []*driver.Call{{Answer: call.Answer{Endpoint: spec.VerifyOTP}}}
	s.Answers = slices.DeleteFunc(s.Session.Calls.WithServedProbes(verified), func(c *driver.Call) bool {
		return !s.Session.Calls.HasLabel(c, scenario.MistypedOTPLabel)
	})
	if len(s.Answers) == 0 {
		return call.Inapplicable("the target verified no OTP with a wrong digit")
	}
	return nil
}

// answersToThoseWhoAskedAgainAreGathered gathers the answers of create limit to customers who
// already had a limit.
func (s namedCalls) answersToThoseWhoAskedAgainAreGathered() error {
	s.Gather([]string{spec.CreateLimit}, func(c *driver.Call) bool { return c.Variant == call.AgainVariant })
	if len(s.Answers) == 0 {
		return call.Inapplicable("nobody with a limit asked for one again")
	}
	return nil
}

// gatherMade gathers answers. If customers are listed and none of them has asked for a limit yet,
// it first lets one ask.
func (s namedCalls) gatherMade(ctx context.Context, names string, kind customer.Kind, keep func(*driver.Call) bool) error {
	s.Gather(strings.Split(names, ", "), keep)
	if err := scenario.KeepUnexplained(s.Scenario); err != nil {
		return err
	}
	if !s.Session.Customers.ExistingAreListed() || names != spec.CreateLimit || kind == "" || slices.ContainsFunc(s.Answers, func(c *driver.Call) bool { return c.Variant != call.AgainVariant }) {
		return nil
	}
	if _, err := s.Session.Customers.OpenedCustomer(ctx, kind); err != nil {
		return err
	}
	s.Gather([]string{names}, keep)
	return nil
}
