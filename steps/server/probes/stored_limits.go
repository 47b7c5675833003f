package probes

import (
	"context"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/customers"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// storedLimit is the limit of a customer as it was fetched before a call that must not be served.
type storedLimit struct{ fetched *driver.Call }

// aCustomerAgain asks for the limit of a customer who has one, with larger amounts and another email.
// A target that stores the request before it checks the token shows them later.
func (s TokenCases) aCustomerAgain(ctx context.Context) (attempt, error) {
	c, err := s.Session.Customers.NewCustomerWithLimit(ctx, customer.Employed)
	if err != nil {
		return nil, err
	}
	s.Customer = c
	state := scenario.State[storedLimit](s.Scenario)
	if state.fetched, err = s.Session.Limits.FetchLimitAs(ctx, c, call.Probe); err != nil {
		return nil, err
	}
	body := customers.WithLargerAmounts(c.Request)
	body["email"] = "moved." + c.Who.Email
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Limits.AskAgain(ctx, c, body, call.Probe)
	}, nil
}

// TheLimitIsUnchanged fetches the limit again and compares it with what it was before the call. If
// fetch limit shows other values by itself, the rule about fetch limit reports it.
func (s Effects) TheLimitIsUnchanged(ctx context.Context) error {
	c, before := s.Answers[0], scenario.State[storedLimit](s.Scenario).fetched
	if scenario.LooksServed(c) {
		return nil
	}
	now, err := s.Session.Limits.FetchLimitAs(ctx, s.Customer, call.Probe)
	if err != nil {
		return err
	}
	for _, fetched := range []*driver.Call{before, now} {
		if err := fetched.Served(); err != nil {
			s.NoteMissingEvidenceFor(err)
			return nil
		}
	}
	found := len(s.Report.Failures)
	objects := []string{"customer_details", "credit_limit_details", "payment_terms"}
	if isScoredBetween(before, now) {
		objects = objects[:1]
	}
	for _, object := range objects {
		for _, member := range call.LimitMembers {
			path := "data." + object + "." + member
			was, is := before.Body.Get(path), now.Body.Get(path)
			if was.Exists() && is.Exists() && !judgement.Equal(was, is) {
				s.failAfter(c, now, path, was.Raw+", as before the call", result.ExpectEqual, was.Raw, is, "the refused call has changed the customer's limit")
			}
		}
	}
	s.BlameOwner(now.Aspect(judgement.EchoAspect), found)
	return nil
}

// isScoredBetween reports whether the limit was not active and has another status now. A target may
// score a customer later (section 3).
func isScoredBetween(before, now *driver.Call) bool {
	const status = "data.credit_limit_details.credit_limit_status"
	was := before.Body.Get(status).String()
	return was != spec.LimitActive && was != now.Body.Get(status).String()
}
