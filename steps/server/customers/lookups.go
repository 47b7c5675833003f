package customers

import (
	"context"
	"slices"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Lookups contains the sentences that look customers up (section 4.5).
type Lookups struct{ *scenario.Scenario }

// TheCustomerIsLookedUp makes the call of section 4.5. All checks that look up a shared customer
// share the call.
func (s Lookups) TheCustomerIsLookedUp(ctx context.Context, times string) error {
	if times != "" || slices.Contains(s.Leased, s.Customer) || s.Session.Customers.ExistingAreListed() {
		return s.lookUpTimes(ctx, times)
	}
	answer, err := driver.Shared(ctx, s.Session.Run, "lookup of "+s.Customer.Who.IDNumber, func(ctx context.Context) (*driver.Call, error) {
		if err := s.lookUpTimes(ctx, times); err != nil {
			return nil, err
		}
		return s.Answers[0], nil
	})
	return s.SetAnswer(answer, err)
}

func (s Lookups) TheCustomerIsLookedUpAgain(ctx context.Context) error {
	q, err := s.Session.Limits.LookupQuery(ctx)
	if err != nil {
		return err
	}
	for _, by := range q.AndAnother() {
		answer, err := s.Session.Limits.LookUp(ctx, s.Customer, by.Field, by.Value(s.Customer), call.Special)
		if err != nil {
			return err
		}
		s.Answers = append(s.Answers, answer)
	}
	return nil
}

func (s Lookups) lookUpTimes(ctx context.Context, times string) error {
	q, err := s.Session.Limits.LookupQuery(ctx)
	if err != nil {
		return err
	}
	for range scenario.NumberOr1(times) {
		answer, err := s.Session.Limits.LookUp(ctx, s.Customer, q.Field, q.Value(s.Customer), call.Plain)
		if err != nil {
			return err
		}
		s.Answers = append(s.Answers, answer)
	}
	return nil
}

// TheCustomerIsLookedUpBy looks the customer up by one query field. The memberId or passport number
// comes from an earlier lookup, because the request for a limit does not contain them. If there is
// no passport number, the call is a probe: the target need not find a customer by the value that is
// sent instead.
func (s Lookups) TheCustomerIsLookedUpBy(ctx context.Context, field string) error {
	if field == "mobile" || field == "phoneNumber" {
		return s.lookUpByPhone(ctx, field)
	}
	value, known, err := s.ValueOf(ctx, field)
	if err != nil {
		return err
	}
	if !known {
		answer, err := s.LookedUpByOwn(ctx, field, value)
		if err == nil && answer.Found() {
			s.Session.Calls.JudgeByAllRules(answer)
		}
		return s.SetAnswer(answer, err)
	}
	return s.SetAnswer(s.Session.Limits.LookUp(ctx, s.Customer, field, value, call.Special))
}

// LookedUpByOwn looks the customer up by a value that the target need not know. All checks share
// the call.
func (s Lookups) LookedUpByOwn(ctx context.Context, field, value string) (*driver.Call, error) {
	return driver.Shared(ctx, s.Session.Run, "lookup of "+s.Customer.ID+" by "+field, func(ctx context.Context) (*driver.Call, error) {
		return s.Session.Limits.LookUp(ctx, s.Customer, field, value, call.Probe)
	})
}

// FindsBy looks the customer up by another field, unless a customer was found by it before. If the
// target finds no customer by a field, its refusal shows nothing.
func (s Lookups) FindsBy(ctx context.Context, field, value string) error {
	found := s.Session.Calls.Of(spec.CustomerLookup, func(c *driver.Call) bool {
		by, _ := c.SentString("queryFieldEnum")
		return by == field && c.Found()
	})
	if len(found) > 0 {
		return nil
	}
	c, err := s.Session.Limits.LookUp(ctx, s.Customer, field, value, call.Special)
	if err == nil && !c.Found() {
		s.NoteMissingEvidence(judgement.Break{Aspect: judgement.Aspect{Endpoint: spec.CustomerLookup, Name: judgement.QueryFieldAspect}, Failure: c.Fault(result.Failure{
			Path: "queryFieldEnum", Section: "4.5", Want: result.ExpectServed, Expected: "the customer, found by " + field, Actual: c.Refusal(),
			Message: "a lookup by " + field + " finds nobody",
		})})
	}
	return err
}

// lookUpByPhone looks the customer up by the phone with a + and, if that finds no customer, without
// it. The specification does not show how a phone is written in a lookup, so both are permitted.
func (s Lookups) lookUpByPhone(ctx context.Context, field string) error {
	with, err := s.Session.Limits.LookUp(ctx, s.Customer, field, customer.Query{Field: field, Plus: true}.Value(s.Customer), call.Probe)
	if err != nil {
		return err
	}
	if with.Found() {
		s.Session.Calls.SetPlain(with)
		return s.SetAnswer(with, nil)
	}
	return s.SetAnswer(s.Session.Limits.LookUp(ctx, s.Customer, field, customer.Query{Field: field, Plus: false}.Value(s.Customer), call.Special))
}

// ValueOf returns the customer's value for a query field, and whether it is certainly the
// customer's.
func (s Lookups) ValueOf(ctx context.Context, field string) (string, bool, error) {
	member := map[string]string{"memberId": "memberId", "PASSPORT": "passportNo"}[field]
	if member == "" {
		return customer.Query{Field: field}.Value(s.Customer), true, nil
	}
	profile, err := s.profileOf(ctx, s.Customer)
	if err != nil {
		return "", false, err
	}
	if v := profile.Body.Get("data.baseInfo." + member).String(); v != "" {
		filler, err := s.isFiller(ctx, field, member, v)
		return v, !filler, err
	}
	if field == "memberId" {
		return "", false, profile.Breaks(judgement.DataAspect, "data.baseInfo.memberId", "a string", judgement.Show(profile.Body.Get("data.baseInfo.memberId")))
	}
	return s.Customer.Who.IDNumber, false, nil
}

// profileOf looks a customer up. All checks share the call.
func (s Lookups) profileOf(ctx context.Context, c *customer.Customer) (*driver.Call, error) {
	return driver.Shared(ctx, s.Session.Run, "profile of "+c.ID, func(ctx context.Context) (*driver.Call, error) {
		return s.Session.Limits.LookedUp(ctx, c)
	})
}

// isFiller reports whether a passport number is that of another customer, too. No customer of the run
// has given one, and the member may be null (section 2.10), so a target may fill it with a constant.
func (s Lookups) isFiller(ctx context.Context, field, member, value string) (bool, error) {
	if field != "PASSPORT" {
		return false, nil
	}
	another := customer.Employed
	if s.Customer.Kind == another {
		another = customer.SelfEmployed
	}
	c, err := s.Session.Customers.SharedCustomer(ctx, another)
	if err != nil {
		return false, err
	}
	profile, err := s.profileOf(ctx, c)
	return err == nil && c.ID != s.Customer.ID && profile.Body.Get("data.baseInfo."+member).String() == value, err
}

// WithoutLimits contains the sentences about lookups of people without a limit. A target need not
// know them, and may have given them a limit.
type WithoutLimits struct{ *scenario.Scenario }

// ThePersonIsLookedUpByEmail looks a person without a limit up by email. The target may not know
// the email, so it may refuse the lookup or answer without data: section 4.5 only mentions
// customers. If data is an object, it must be that of a customer without a limit.
func (s WithoutLimits) ThePersonIsLookedUpByEmail(ctx context.Context) error {
	c, err := s.Session.Customers.CustomerWithoutLimit(ctx)
	if err != nil {
		return err
	}
	if c.Who.Email == "" {
		return call.Inapplicable("the config lists no email of the customer without a limit")
	}
	answer, err := s.Session.Limits.LookUp(ctx, c, "email", c.Who.Email, call.Probe)
	if err != nil {
		return err
	}
	if !scenario.LooksServed(answer) || !answer.Data.IsObject() {
		return call.Inapplicable("the target finds nobody by an email that it was not told, as it may")
	}
	if scenario.HasCredit(answer) || answer.Data.Get("baseInfo").IsObject() {
		return call.Inapplicable("the target finds another customer, which the rule about unknown people judges")
	}
	s.Session.Calls.JudgeByAllRules(answer)
	return s.SetAnswer(answer, nil)
}

// verifiedPerson is a person who verified an OTP and did not ask for a limit, and the lookup by their
// id number.
type verifiedPerson struct {
	customer *customer.Customer
	found    *driver.Call
}

// AVerifiedPersonIsLookedUp looks up a person who verified an OTP and did not ask for a limit. The
// specification does not say whether the target verifies such an OTP, or gives a limit with it.
func (s WithoutLimits) AVerifiedPersonIsLookedUp(ctx context.Context) error {
	person, err := s.verifiedPerson(ctx)
	if err != nil {
		return err
	}
	s.Session.Calls.JudgeByAllRules(person.found)
	return s.SetAnswer(person.found, nil)
}

// AVerifiedPersonIsLookedUpByID looks the same person up by the id that verify returned. The target
// may have other numbers for its members, so it may find nobody. If data is an object, it must be
// that of a customer without a limit.
func (s WithoutLimits) AVerifiedPersonIsLookedUpByID(ctx context.Context) error {
	person, err := s.verifiedPerson(ctx)
	if err != nil {
		return err
	}
	id := ""
	for _, c := range s.Session.Calls.WithServedProbes([]*driver.Call{{Answer: call.Answer{Endpoint: spec.VerifyOTP}}}) {
		if c.Customer == person.customer && c.OK() {
			id = c.Data.Get("id").String()
		}
	}
	if id == "" {
		return call.Inapplicable("the target returns no id for a person without a limit, which it need not")
	}
	answer, err := s.Session.Limits.LookUp(ctx, person.customer, "memberId", id, call.Probe)
	if err != nil {
		return err
	}
	if !scenario.LooksServed(answer) || !answer.Data.IsObject() || answer.Data.Get("baseInfo.memberId").String() == id {
		return call.Inapplicable("the target does not find the person by this id, as it may")
	}
	s.Session.Calls.JudgeByAllRules(answer)
	return s.SetAnswer(answer, nil)
}

func (s WithoutLimits) verifiedPerson(ctx context.Context) (*verifiedPerson, error) {
	if s.Session.Customers.NewAreListed() {
		return nil, call.Inapplicable("the new people of the run are listed, and too few for this")
	}
	person, err := driver.Shared(ctx, s.Session.Run, "a verified person looked up", func(ctx context.Context) (*verifiedPerson, error) {
		c, err := s.Session.Customers.OTPOnlyCustomer()
		if err == nil {
			err = s.Session.Customers.VerifyPhone(ctx, c)
		}
		if err != nil {
			return nil, err
		}
		found, err := s.Session.Limits.LookUp(ctx, c, "NATIONAL_ID", c.Who.IDNumber, call.Probe)
		return &verifiedPerson{c, found}, err
	})
	if err == nil && scenario.HasCredit(person.found) {
		return nil, call.Inapplicable("the target gives a limit with the OTP, as it may")
	}
	return person, err
}
