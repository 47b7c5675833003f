package steps

import (
	"context"
	"slices"
	"strconv"

	"github.com/credit-partner/assay/internal/spec"
)

// theCustomerAsksForALimit asks for a newcomer's limit, with the one detail that
// the scenario bent; whether that is taken is for a Then to say. What else the
// request says comes from a row of combined values.
func (s *Scenario) theCustomerAsksForALimit(ctx context.Context) error {
	who := s.customer
	if member, value, ok := who.income(); ok {
		return s.largestTaken(member, sizes(value, smallerIncomes), func(size int64, k kind) (*call, error) {
			return s.askAs(ctx, map[string]any{member: size}, who.who, size == value, k)
		})
	}
	if longest := max(runes(who.who.firstName), runes(who.who.lastName)); who.renamed && longest > shorterNames[0] {
		return s.largestTaken("length of a name", sizes(longest, shorterNames), func(size int64, k kind) (*call, error) {
			called := who.who
			called.firstName, called.lastName = cutTo(called.firstName, size), cutTo(called.lastName, size)
			return s.askAs(ctx, map[string]any{"first_name": called.firstName, "last_name": called.lastName}, called, size == longest, k)
		})
	}
	return s.asked(s.askOnce(ctx, special))
}

// askAs asks for a limit with other details: the first time as the customer of
// the scenario, then as somebody new.
func (s *Scenario) askAs(ctx context.Context, details map[string]any, called identity, first bool, k kind) (*call, error) {
	if !first {
		c, err := s.run.newCustomer(s.check.Key, s.customer.kind, details)
		if err != nil {
			return nil, err
		}
		if s.customer.renamed {
			c.who.firstName, c.who.lastName, c.renamed = called.firstName, called.lastName, true
		}
		s.customer = c
	}
	return s.askOnce(ctx, k)
}

// income is the amount that the scenario has bent, where that is one which a
// target may bound.
func (c *customer) income() (member string, value int64, ok bool) {
	for _, member := range []string{"net_income", "gross_monthly_revenue"} {
		if value, ok := c.details[member].(int64); ok {
			return member, value, true
		}
	}
	return "", 0, false
}

func (s *Scenario) askOnce(ctx context.Context, k kind) (*call, error) {
	base, err := s.run.limitBase(ctx, s.by(), s.customer.kind)
	if err != nil {
		return nil, err
	}
	if k == special {
		answer, err := s.run.askInRow(ctx, s.by(), s.check.Key, s.customer, base)
		if err != nil {
			return nil, err
		}
		s.customer = answer.customer
		return answer, s.keepAsked(answer)
	}
	answer, err := s.askInSize(ctx, base, k)
	if err != nil {
		return nil, err
	}
	return answer, s.keepAsked(answer)
}

// askInSize asks for a limit with a value of a size that the target may refuse.
func (s *Scenario) askInSize(ctx context.Context, base *limitBase, k kind) (*call, error) {
	introduction := plain
	if s.customer.renamed {
		introduction = probe // an OTP is asked for by the names, too
	}
	var otpErr error
	if !s.run.givesUnasked(ctx, s.by(), s.customer.kind) {
		otpErr = s.run.introduceAs(ctx, s.by(), s.customer, introduction)
	}
	answer, err := s.run.askForLimit(ctx, s.by(), s.customer, base.form, k)
	if err == nil && !answer.ok() && otpErr != nil && introduction == plain {
		return nil, otpErr
	}
	return answer, err
}

// keepAsked keeps a listed customer who was given a limit; an older one shows
// nothing.
func (s *Scenario) keepAsked(answer *call) error {
	if s.customer.regular {
		return errRecognised
	}
	return s.run.keepListed(s.customer, answer)
}

// theCustomerAsksAgain repeats the customer's own request, word for word; the
// request of somebody whom the target knew before is not known.
func (s *Scenario) theCustomerAsksAgain(ctx context.Context) (err error) {
	if s.customer.regular {
		if s.customer, err = s.run.openedListed(ctx, s.by(), s.customer.kind); err != nil {
			return err
		}
	}
	return s.asked(s.run.perform(ctx, s.by(),
		&call{endpoint: createLimit, variant: againVariant, kind: special, customer: s.customer},
		request{path: spec.Of(createLimit).Path, body: s.customer.request}))
}

// againVariant marks the request of somebody who has a limit: that it is served
// is stated (section 1), with which success status is not.
const againVariant = "again"

func (s *Scenario) theLimitIsFetched(ctx context.Context, times string) (err error) {
	if s.run.roll != nil && !s.customer.opened() && s.customer.unspent() {
		if s.customer, err = s.run.openedListed(ctx, s.by(), s.customer.kind); err != nil {
			return err
		}
	}
	for range repeats(times) {
		answer, err := s.run.fetchLimit(ctx, s.by(), s.customer)
		if err != nil {
			return err
		}
		s.subject = append(s.subject, answer)
	}
	return nil
}

// theCustomerIsLookedUp makes the call of section 4.5, once for all checks that look
// a shared customer up.
func (s sharing) theCustomerIsLookedUp(ctx context.Context, times string) error {
	if times != "" || slices.Contains(s.leased, s.customer) || s.run.roll != nil {
		return s.lookUpTimes(ctx, times)
	}
	answer, err := shared(ctx, s.run, "lookup of "+s.customer.who.idNumber, func(ctx context.Context) (*call, error) {
		if err := s.lookUpTimes(ctx, times); err != nil {
			return nil, err
		}
		return s.subject[0], nil
	})
	return s.asked(answer, err)
}

func (s *Scenario) theCustomerIsLookedUpAgain(ctx context.Context) error {
	return s.lookUpTimes(ctx, "")
}

func (s *Scenario) lookUpTimes(ctx context.Context, times string) error {
	q, err := s.run.lookupQuery(ctx, s.by())
	if err != nil {
		return err
	}
	for range repeats(times) {
		answer, err := s.run.lookUp(ctx, s.by(), s.customer, q.field, q.value(s.customer), plain)
		if err != nil {
			return err
		}
		s.subject = append(s.subject, answer)
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

// contradicts tells whether a lookup of a customer without a limit gives the
// profile and the limit of one who has it, whole.
func (c *call) contradicts() bool {
	return c.variant == withoutLimit && c.ok() && c.body.Get("data.creditLimitInfo").IsObject() &&
		c.doc.Validate("lookup-with-limit").OK()
}

// theCustomerIsLookedUpBy asks by one query field. What the customer cannot
// know, their memberId or passport number, an earlier lookup tells. Where there
// is no passport number the call is a probe: nobody has to be found by it.
func (s *Scenario) theCustomerIsLookedUpBy(ctx context.Context, field string) error {
	if field == "mobile" || field == "phoneNumber" {
		return s.lookUpByPhone(ctx, field)
	}
	value, known, err := s.valueOf(ctx, field)
	if err != nil {
		return err
	}
	k := special
	if !known {
		k = probe
	}
	return s.asked(s.run.lookUp(ctx, s.by(), s.customer, field, value, k))
}

// lookUpByPhone asks with a + and, where that finds nobody, without: how a phone
// is written in a lookup is not shown, so either way will do.
func (s *Scenario) lookUpByPhone(ctx context.Context, field string) error {
	with, err := s.run.lookUp(ctx, s.by(), s.customer, field, query{field, true}.value(s.customer), probe)
	if err != nil {
		return err
	}
	if with.found() {
		s.run.calls.promote(with)
		return s.asked(with, nil)
	}
	return s.asked(s.run.lookUp(ctx, s.by(), s.customer, field, query{field, false}.value(s.customer), special))
}

// valueOf is what the customer has in a query field, and whether it is surely
// theirs.
func (s *Scenario) valueOf(ctx context.Context, field string) (string, bool, error) {
	member := map[string]string{"memberId": "memberId", "PASSPORT": "passportNo"}[field]
	if member == "" {
		return query{field: field}.value(s.customer), true, nil
	}
	profile, err := shared(ctx, s.run, "profile of "+s.customer.id, func(ctx context.Context) (*call, error) {
		return s.run.lookedUp(ctx, s.by(), s.customer)
	})
	if err != nil {
		return "", false, err
	}
	if v := profile.body.Get("data.baseInfo." + member).String(); v != "" {
		return v, true, nil
	}
	if field == "memberId" {
		return "", false, profile.breaks(DataAspect, "data.baseInfo.memberId", "a string", show(profile.body.Get("data.baseInfo.memberId")))
	}
	return s.customer.who.idNumber, false, nil
}
