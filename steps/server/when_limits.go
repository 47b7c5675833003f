package server

import (
	"context"
	"slices"
	"strconv"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// limitCalls are the sentences that make calls about OTPs of a limit, limits and lookups.
type limitCalls struct{ *Scenario }

// theCustomerAsksForALimit asks for a newcomer's limit, with the one detail that
// the scenario bent; whether that is taken is for a Then to say. What else the
// request says comes from a row of combined values.
func (s limitCalls) theCustomerAsksForALimit(ctx context.Context) error {
	who := s.customer
	if member, value, ok := income(who); ok {
		return s.largestTaken(member, driver.Sizes(value, driver.SmallerIncomes), func(size int64, k call.Kind) (*driver.Call, error) {
			return s.askAs(ctx, map[string]any{member: size}, who.Who, size == value, k)
		})
	}
	if longest := max(driver.Runes(who.Who.FirstName), driver.Runes(who.Who.LastName)); who.Renamed && longest > driver.ShorterNames[0] {
		return s.largestTaken("length of a name", driver.Sizes(longest, driver.ShorterNames), func(size int64, k call.Kind) (*driver.Call, error) {
			called := who.Who
			called.FirstName, called.LastName = driver.CutTo(called.FirstName, size), driver.CutTo(called.LastName, size)
			return s.askAs(ctx, map[string]any{"first_name": called.FirstName, "last_name": called.LastName}, called, size == longest, k)
		})
	}
	return s.setAnswer(s.askOnce(ctx, call.Special))
}

// askAs asks for a limit with other details: the first time as the customer of
// the scenario, then as somebody new.
func (s limitCalls) askAs(ctx context.Context, details map[string]any, called identity.Identity, first bool, k call.Kind) (*driver.Call, error) {
	if !first {
		c, err := s.session.Customers.NewCustomer(s.check.Key, s.customer.Kind, details)
		if err != nil {
			return nil, err
		}
		if s.customer.Renamed {
			c.Who.FirstName, c.Who.LastName, c.Renamed = called.FirstName, called.LastName, true
		}
		s.customer = c
	}
	return s.askOnce(ctx, k)
}

// income is the amount that the scenario has bent, where that is one which a
// target may bound.
func income(c *customer.Customer) (member string, value int64, ok bool) {
	for _, member := range []string{"net_income", "gross_monthly_revenue"} {
		if value, ok := c.Details[member].(int64); ok {
			return member, value, true
		}
	}
	return "", 0, false
}

func (s limitCalls) askOnce(ctx context.Context, k call.Kind) (*driver.Call, error) {
	base, err := s.session.Limits.LimitBase(ctx, s.customer.Kind)
	if err != nil {
		return nil, err
	}
	if k == call.Special {
		answer, err := s.session.Combos.AskWithDetails(ctx, s.check.Key, s.customer, base)
		if err != nil {
			return nil, err
		}
		s.customer = answer.Customer
		return answer, s.keepAsked(answer)
	}
	answer, err := s.askInSize(ctx, base, k)
	if err != nil {
		return nil, err
	}
	return answer, s.keepAsked(answer)
}

// askInSize asks for a limit with a value of a size that the target may refuse.
func (s limitCalls) askInSize(ctx context.Context, base *driver.LimitBase, k call.Kind) (*driver.Call, error) {
	introduction := call.Plain
	if s.customer.Renamed {
		introduction = call.Probe // an OTP is asked for by the names, too
	}
	var otpErr error
	if !s.session.Combos.GivesUnasked(ctx, s.customer.Kind) {
		otpErr = s.session.Customers.VerifyPhoneAs(ctx, s.customer, introduction)
	}
	answer, err := s.session.Customers.AskForLimit(ctx, s.customer, base.Form, k)
	if err == nil && !answer.OK() && otpErr != nil && introduction == call.Plain {
		return nil, otpErr
	}
	return answer, err
}

// keepAsked keeps a listed customer who was given a limit; an older one shows
// nothing.
func (s limitCalls) keepAsked(answer *driver.Call) error {
	if s.customer.Existing {
		return driver.ErrRecognised
	}
	return s.session.Limits.KeepListed(s.customer, answer)
}

// theCustomerAsksAgain repeats the customer's own request, word for word; the
// request of somebody whom the target knew before is not known.
func (s limitCalls) theCustomerAsksAgain(ctx context.Context) (err error) {
	if s.customer.Existing {
		if s.customer, err = s.session.Customers.OpenedListed(ctx, s.customer.Kind); err != nil {
			return err
		}
	}
	return s.setAnswer(s.session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: spec.CreateLimit, Variant: call.AgainVariant, Kind: call.Special}, Customer: s.customer},
		driver.Request{Path: spec.Of(spec.CreateLimit).Path, Body: s.customer.Request}))
}

func (s limitCalls) theLimitIsFetched(ctx context.Context, times string) (err error) {
	if s.session.Roster != nil && !s.customer.Opened() && s.customer.Unspent() {
		if s.customer, err = s.session.Customers.OpenedListed(ctx, s.customer.Kind); err != nil {
			return err
		}
	}
	for range repeats(times) {
		answer, err := s.session.Limits.FetchLimit(ctx, s.customer)
		if err != nil {
			return err
		}
		s.answers = append(s.answers, answer)
	}
	return nil
}

// theCustomerIsLookedUp makes the call of section 4.5, once for all checks that look
// a shared customer up.
func (s sharedOrders) theCustomerIsLookedUp(ctx context.Context, times string) error {
	if times != "" || slices.Contains(s.leased, s.customer) || s.session.Roster != nil {
		return limitCalls(s).lookUpTimes(ctx, times)
	}
	answer, err := driver.Shared(ctx, s.session.Run, "lookup of "+s.customer.Who.IDNumber, func(ctx context.Context) (*driver.Call, error) {
		if err := limitCalls(s).lookUpTimes(ctx, times); err != nil {
			return nil, err
		}
		return s.answers[0], nil
	})
	return s.setAnswer(answer, err)
}

func (s limitCalls) theCustomerIsLookedUpAgain(ctx context.Context) error {
	return s.lookUpTimes(ctx, "")
}

func (s limitCalls) lookUpTimes(ctx context.Context, times string) error {
	q, err := s.session.Limits.LookupQuery(ctx)
	if err != nil {
		return err
	}
	for range repeats(times) {
		answer, err := s.session.Limits.LookUp(ctx, s.customer, q.Field, q.Value(s.customer), call.Plain)
		if err != nil {
			return err
		}
		s.answers = append(s.answers, answer)
	}
	return nil
}

// repeats reads how often a call is made; no number means once.
func repeats(times string) int {
	if n, err := strconv.Atoi(times); err == nil {
		return n
	}
	return 1
}

// theCustomerIsLookedUpBy asks by one query field. What the customer cannot
// know, their memberId or passport number, an earlier lookup tells. Where there
// is no passport number the call is a probe: nobody has to be found by it.
func (s limitCalls) theCustomerIsLookedUpBy(ctx context.Context, field string) error {
	if field == "mobile" || field == "phoneNumber" {
		return s.lookUpByPhone(ctx, field)
	}
	value, known, err := s.valueOf(ctx, field)
	if err != nil {
		return err
	}
	k := call.Special
	if !known {
		k = call.Probe
	}
	return s.setAnswer(s.session.Limits.LookUp(ctx, s.customer, field, value, k))
}

// lookUpByPhone asks with a + and, where that finds nobody, without: how a phone
// is written in a lookup is not shown, so either way will do.
func (s limitCalls) lookUpByPhone(ctx context.Context, field string) error {
	with, err := s.session.Limits.LookUp(ctx, s.customer, field, driver.Query{Field: field, Plus: true}.Value(s.customer), call.Probe)
	if err != nil {
		return err
	}
	if with.Found() {
		s.session.Calls.SetPlain(with)
		return s.setAnswer(with, nil)
	}
	return s.setAnswer(s.session.Limits.LookUp(ctx, s.customer, field, driver.Query{Field: field, Plus: false}.Value(s.customer), call.Special))
}

// valueOf is what the customer has in a query field, and whether it is surely
// theirs.
func (s limitCalls) valueOf(ctx context.Context, field string) (string, bool, error) {
	member := map[string]string{"memberId": "memberId", "PASSPORT": "passportNo"}[field]
	if member == "" {
		return driver.Query{Field: field}.Value(s.customer), true, nil
	}
	profile, err := driver.Shared(ctx, s.session.Run, "profile of "+s.customer.ID, func(ctx context.Context) (*driver.Call, error) {
		return s.session.Limits.LookedUp(ctx, s.customer)
	})
	if err != nil {
		return "", false, err
	}
	if v := profile.Body.Get("data.baseInfo." + member).String(); v != "" {
		return v, true, nil
	}
	if field == "memberId" {
		return "", false, profile.Breaks(judgement.DataAspect, "data.baseInfo.memberId", "a string", judgement.Show(profile.Body.Get("data.baseInfo.memberId")))
	}
	return s.customer.Who.IDNumber, false, nil
}
