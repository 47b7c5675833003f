package customers

import (
	"context"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// LimitCalls contains the sentences that ask for limits and fetch them.
type LimitCalls struct{ *scenario.Scenario }

// TheCustomerAsksForALimit asks for the limit of a new customer, with the one detail that the
// scenario changed. A Then judges whether the target takes it. The other values of the request come
// from a row of combined values.
func (s LimitCalls) TheCustomerAsksForALimit(ctx context.Context) error {
	who := s.Customer
	if member, sizes := amounts(who); member != "" {
		return s.LargestTaken(ctx, member, sizes, func(size int64, k call.Kind) (*driver.Call, error) {
			return s.askAs(ctx, map[string]any{member: size}, who.Who, size == sizes[0], k)
		})
	}
	if who.Renamed {
		return s.askNamed(ctx, who.Who)
	}
	return s.SetAnswer(s.askOnce(ctx, call.Special))
}

// TheCustomerAsksOddly asks for a limit with a text that the target may refuse.
func (s LimitCalls) TheCustomerAsksOddly(ctx context.Context) error {
	answer, err := s.askOnce(ctx, call.Probe)
	if err != nil {
		return err
	}
	if !answer.OK() || !answer.HasAnyData() {
		return call.Inapplicable("the target refuses such a text, which it may")
	}
	s.keepForLater(answer)
	return s.SetAnswer(answer, nil)
}

// keepForLater lets later checks fetch and look up a customer with long texts. If the answer shows no
// limit, the rule about its members reports it.
func (s LimitCalls) keepForLater(answer *driver.Call) {
	if answer.OK() && !s.Customer.Existing {
		_ = s.Customer.KeepLimit(&answer.Answer)
	}
}

// askNamed asks for a limit with a name that a rule lists. If the target refuses the name because
// of its length, shorter parts of it are tried.
func (s LimitCalls) askNamed(ctx context.Context, called identity.Identity) error {
	longest := max(history.Runes(called.FirstName), history.Runes(called.LastName))
	err := s.LargestTaken(ctx, "length of a name", history.Sizes(longest, history.ShorterNames), func(size int64, k call.Kind) (*driver.Call, error) {
		short := called
		short.FirstName, short.LastName = history.CutTo(called.FirstName, size), history.CutTo(called.LastName, size)
		return s.askAs(ctx, map[string]any{"first_name": short.FirstName, "last_name": short.LastName}, short, size == longest, k)
	})
	if err != nil {
		return err
	}
	s.keepForLater(s.Answers[0])
	return scenario.MayBeRefused(s.Scenario, "the name", called.FirstName+" "+called.LastName)
}

// askAs asks for a limit with other details. The first request is for the customer of the scenario,
// each later one for a new customer.
func (s LimitCalls) askAs(ctx context.Context, details map[string]any, called identity.Identity, first bool, k call.Kind) (*driver.Call, error) {
	if !first {
		c, err := s.Session.Customers.NewCustomer(s.Check.Key, s.Customer.Kind, details)
		if err != nil {
			return nil, err
		}
		if s.Customer.Renamed {
			c.Who.FirstName, c.Who.LastName, c.Renamed = called.FirstName, called.LastName, true
		}
		s.Customer = c
	}
	return s.askOnce(ctx, k)
}

// amounts returns the amount that the scenario changed and the sizes to try, if a target may limit
// that amount.
func amounts(c *customer.Customer) (member string, sizes []int64) {
	for _, member := range []string{"net_income", "gross_monthly_revenue"} {
		if value, ok := c.Details[member].(int64); ok {
			return member, history.Sizes(value, history.SmallerIncomes)
		}
	}
	if loan, ok := c.Details["loan_amount"].(int64); ok {
		return "loan_amount", history.AndLarger(history.Sizes(loan, history.SmallerLoans), history.LargerLoans, math.MaxInt64)
	}
	return "", nil
}

func (s LimitCalls) askOnce(ctx context.Context, k call.Kind) (*driver.Call, error) {
	base, err := s.Session.Limits.LimitForm(ctx, s.Customer.Kind)
	if err != nil {
		return nil, err
	}
	if k == call.Special {
		answer, err := s.Session.Combinations.AskWithDetails(ctx, s.Check.Key, s.Customer, base)
		if err != nil {
			return nil, err
		}
		s.Customer = answer.Customer
		return answer, s.keepAsked(answer)
	}
	answer, err := s.askInSize(ctx, base, k)
	if err != nil {
		return nil, err
	}
	return answer, s.keepAsked(answer)
}

// askInSize asks for a limit with a value whose size the target may refuse.
func (s LimitCalls) askInSize(ctx context.Context, base *driver.LimitForm, k call.Kind) (*driver.Call, error) {
	introduction := call.Plain
	if s.Customer.Renamed {
		introduction = call.Probe // an OTP request contains the names too
	}
	var otpErr error
	if !s.Session.Combinations.GivesUnasked(ctx, s.Customer.Kind) {
		otpErr = s.Session.Customers.VerifyPhoneAs(ctx, s.Customer, introduction)
	}
	answer, err := s.Session.Customers.AskForLimit(ctx, s.Customer, base.Form, k)
	if err == nil && !answer.OK() && otpErr != nil && introduction == call.Plain {
		return nil, otpErr
	}
	return answer, err
}

// keepAsked keeps a listed customer who was given a limit. It returns an error if the customer had
// a limit before, because then the answer shows nothing.
func (s LimitCalls) keepAsked(answer *driver.Call) error {
	if s.Customer.Existing {
		return driver.ErrRecognised
	}
	s.Session.Customers.KeepOpened(s.Customer, answer)
	return nil
}

// TheCustomerAsksAgain repeats the customer's own request word for word. The request of a customer
// whom the target knew before is unknown, so another customer is used instead.
func (s LimitCalls) TheCustomerAsksAgain(ctx context.Context) (err error) {
	if s.Customer.Existing {
		if s.Customer, err = s.Session.Customers.OpenedCustomer(ctx, s.Customer.Kind); err != nil {
			return err
		}
	}
	return s.askAgain(ctx, s.Customer.Request)
}

// TheCustomerAskedAgain prepares a customer who repeated the request before the call to judge. The
// rule about such a request judges its answer.
func (s LimitCalls) TheCustomerAskedAgain(ctx context.Context) error {
	if s.Session.Customers.ExistingAreListed() {
		return call.Inapplicable("a listed customer has not asked the target for a limit in this run")
	}
	err := s.TheCustomerAsksAgain(ctx)
	s.Answers = nil
	return err
}

// TheCustomerAsksTimes repeats the customer's own request several times.
func (s LimitCalls) TheCustomerAsksTimes(ctx context.Context, times int) error {
	var all []*driver.Call
	for range times {
		if err := s.TheCustomerAsksAgain(ctx); err != nil {
			return err
		}
		all = append(all, s.Answers...)
	}
	s.Answers = all
	return nil
}

// TheCustomerAsksForMore repeats the customer's request with larger amounts. If the target refuses
// them, the request is repeated word for word, because a target may have its own maximum amounts
// (section 8). A target may show other payment terms after such a request, so listed customers,
// which other checks also use, repeat their request word for word.
func (s LimitCalls) TheCustomerAsksForMore(ctx context.Context) error {
	if s.Customer.Existing || s.Session.Customers.ExistingAreListed() {
		return s.TheCustomerAsksAgain(ctx)
	}
	s.Customer.Touch() // the target may keep the amounts, so no later check takes this customer
	answer, err := s.Session.Limits.AskAgain(ctx, s.Customer, WithLargerAmounts(s.Customer.Request), call.Probe)
	if err == nil && call.IsRefusedByValidation(&answer.Answer) {
		return s.TheCustomerAsksAgain(ctx)
	}
	if err == nil {
		s.Session.Calls.JudgeByAllRules(answer)
	}
	return s.SetAnswer(answer, err)
}

// TheCustomerHasOtherWork asks again with the same personal details: an employed customer is now
// self-employed, and the reverse. Listed customers, which other checks also use, repeat their
// request word for word.
func (s LimitCalls) TheCustomerHasOtherWork(ctx context.Context) error {
	if s.Customer.Existing || s.Session.Customers.ExistingAreListed() {
		return s.TheCustomerAsksAgain(ctx)
	}
	now := &customer.Customer{Kind: customer.SelfEmployed, Who: s.Customer.Who}
	if s.Customer.Kind == customer.SelfEmployed {
		now.Kind = customer.Employed
	}
	base, err := s.Session.Limits.LimitForm(ctx, now.Kind)
	if err != nil {
		return err
	}
	body := s.Session.Limits.LimitRequest(now, base.Form)
	for _, member := range []string{"first_name", "last_name", "gender", "date_of_birth", "marital_status", "email"} {
		if value, sent := s.Customer.Request[member]; sent {
			body[member] = value
		}
	}
	s.Customer.Touch() // the customer is of another kind now, so no later check takes this one
	return s.askAgain(ctx, body)
}

// TheCustomerHasAnotherEmail asks again with a new email. Id number and phone still identify the
// customer (section 4.1). A target may refuse the change.
func (s LimitCalls) TheCustomerHasAnotherEmail(ctx context.Context) error {
	if s.Customer.Existing || s.Session.Customers.ExistingAreListed() {
		return call.Inapplicable("the email of a listed customer is not changed")
	}
	return s.askWith(ctx, "email", "moved."+s.Customer.Who.Email)
}

// TheCustomerWritesThePhoneOtherwise asks again with the phone number with a + if the request had none,
// or without it. Section 4.1 shows both forms of one number. A target may accept only one of them.
func (s LimitCalls) TheCustomerWritesThePhoneOtherwise(ctx context.Context) error {
	if s.Customer.Existing || s.Session.Customers.ExistingAreListed() {
		return call.Inapplicable("a listed customer asks with the listed details")
	}
	phone, hasPlus := strings.CutPrefix(s.Customer.SentMember("phone_number"), "+")
	if !hasPlus {
		phone = "+" + phone
	}
	return s.askWith(ctx, "phone_number", phone)
}

// askWith asks again with another value of a member, which the target may refuse.
func (s LimitCalls) askWith(ctx context.Context, member, value string) error {
	body := maps.Clone(s.Customer.Request)
	body[member] = value
	s.Customer.Touch() // the target may keep the value, so no later check takes this customer
	answer, err := s.Session.Limits.AskAgain(ctx, s.Customer, body, call.Probe)
	switch {
	case err != nil:
		return err
	case answer.IsServerError():
		return answer.Served()
	case !answer.OK():
		return call.Inapplicable("the target refuses another %s, as it may", member)
	}
	return s.SetAnswer(answer, nil)
}

func (s LimitCalls) askAgain(ctx context.Context, body map[string]any) error {
	return s.SetAnswer(s.AskAgain(ctx, s.Customer, body))
}

// WithLargerAmounts returns a copy of a limit request with the loan and the income doubled. A new
// applicant with these amounts might be given another limit. Amounts that are already large grow
// only a little.
func WithLargerAmounts(body map[string]any) map[string]any {
	more := maps.Clone(body)
	for name, value := range more {
		switch value := value.(type) {
		case map[string]any:
			more[name] = WithLargerAmounts(value)
		case int64:
			if slices.Contains(raised, name) {
				more[name] = larger(value)
			}
		case string:
			if n, err := strconv.ParseInt(value, 10, 64); err == nil && slices.Contains(raised, name) {
				more[name] = strconv.FormatInt(larger(n), 10)
			}
		}
	}
	return more
}

// raised are the amounts of a limit request that may lead to a larger limit (sections 2.4, 2.5 and
// 2.6).
var raised = []string{"loan_amount", "net_income", "gross_monthly_revenue"}

func larger(amount int64) int64 {
	const everyday, more = 500_000, 1_000
	return amount + max(min(amount, everyday-amount), more)
}

func (s LimitCalls) TheLimitIsFetched(ctx context.Context, times string) (err error) {
	if s.Session.Customers.ExistingAreListed() && !s.Customer.Opened() && s.Customer.Unspent() {
		if s.Customer, err = s.Session.Customers.OpenedCustomer(ctx, s.Customer.Kind); err != nil {
			return err
		}
	}
	for range scenario.NumberOr1(times) {
		answer, err := s.Session.Limits.FetchLimit(ctx, s.Customer)
		if err != nil {
			return err
		}
		s.Answers = append(s.Answers, answer)
	}
	return nil
}
