package driver

import (
	"cmp"
	"context"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// The run sends values that often cause errors in calls that it makes anyway: amounts beyond 32
// bits, and texts outside ASCII, outside Latin-1 and outside the basic plane of Unicode. It
// tests once whether the target takes such values. If it does not, the run sends plain values,
// and the rule about values of that sort reports the refusal.

// These endpoints have responses that repeat values of a customer, and of an item.
var (
	showCustomers = []string{spec.VerifyOTP, spec.CreateLimit, spec.FetchLimit, spec.CustomerLookup}
	showItems     = []string{spec.CreatePurchases, spec.GetPurchase, spec.UpdatePurchases}
)

// newUnusualCustomer returns a customer with a limit that sent as many unusual values as the
// target takes.
func (s customers) newUnusualCustomer(ctx context.Context, kind customer.Kind, base *LimitForm) (*customer.Customer, error) {
	var first *customer.Customer
	taken, err := s.findUnusual(ctx, kind, base, &first)
	if err != nil || first != nil {
		return first, err
	}
	c, err := s.NewCustomer(s.Check, kind, nil)
	if err != nil {
		return nil, err
	}
	s.makeUnusual(c, taken, false)
	return c, s.OpenLimit(ctx, c, base.Form, call.Plain)
}

// findUnusual finds out, once, which unusual values a kind of customer may send. The call that
// finds it out stores the new customer in first.
func (s customers) findUnusual(ctx context.Context, kind customer.Kind, base *LimitForm, first **customer.Customer) (customer.Unusual, error) {
	return Shared(ctx, s.Run, "unusual customer "+string(kind), func(ctx context.Context) (customer.Unusual, error) {
		var refused *Call
		taken := customer.Unusual{}
		for n, u := range customer.UnusualSets {
			if n == 2 && taken.Old {
				continue // the first attempt tested the same values
			}
			u.Old = u.Old || taken.Old
			u.Names = u.Names && s.Config.Invented.OwnLetters()
			u.Contact = u.Contact && s.Config.Invented.IDNumber == ""
			c, answer, err := s.tryUnusual(ctx, kind, base, u)
			if err != nil {
				return taken, err
			}
			if c != nil {
				*first, taken = c, u
			}
			if c != nil && n != 1 {
				break
			}
			refused = cmp.Or(refused, answer)
		}
		s.noteUnusualRefused(taken, refused)
		return taken, nil
	})
}

// noteUnusualRefused notes which unusual values do not occur in this run because the target
// refuses them.
func (s customers) noteUnusualRefused(taken customer.Unusual, refused *Call) {
	if refused == nil {
		return
	}
	if !taken.Names && s.Config.Invented.OwnLetters() {
		s.Unseen.Add(history.UnusualNames, showCustomers, refused.RefusedFor(EchoOfDetails, "names that are not plain are refused"))
	}
	if taken.Loan != customer.Billions && taken.Income != customer.Billions {
		large := refused.RefusedFor(judgement.Aspect{Endpoint: spec.CreateLimit, Name: judgement.AmountAspect}, "large amounts are refused")
		s.Unseen.Add(history.LargeAmounts, append(showItems, showCustomers...), large)
	}
}

// tryUnusual asks for one limit with unusual values. It returns no customer if the target
// refuses, which it may: no rule judges that refusal.
func (s customers) tryUnusual(ctx context.Context, kind customer.Kind, base *LimitForm, u customer.Unusual) (*customer.Customer, *Call, error) {
	c, err := s.NewCustomer(s.Check, kind, nil)
	if err != nil {
		return nil, nil, err
	}
	s.makeUnusual(c, u, true)
	f, err := s.OTPs.OTPForm(ctx)
	if err != nil {
		return nil, nil, err
	}
	sent, err := s.OTPs.SendNew(ctx, c, f, call.Probe)
	switch {
	case err != nil:
		return nil, nil, err
	case sent.OK():
		if s.OTPs.ReadOTP(ctx, c, sent) == nil {
			err = s.OTPs.verifyNew(ctx, c)
		}
		if call.IsBreak(err) {
			err = nil // whether the target gives the limit anyway shows below
		}
	case s.hasServedPlain(spec.SendOTP, call.NewCustomerVariant):
		broken, err := s.FailsWithServerError(ctx, sent)
		if broken {
			s.Calls.SetPlain(sent)
		}
		return nil, sent, err // other new customers are sent an OTP, so the target refused the unusual values
	}
	if err != nil {
		return nil, nil, err
	}
	answer, err := s.AskForLimit(ctx, c, base.Form, call.Probe)
	if err != nil || answer.Served() != nil {
		return nil, answer, err
	}
	if sent.OK() {
		s.Calls.SetPlain(sent)
	}
	s.Calls.SetPlain(answer)
	return c, nil, s.keepLimit(c, answer)
}

// makeUnusual changes the details of a new customer.
func (s customers) makeUnusual(c *customer.Customer, u customer.Unusual, tried bool) {
	u.Change(c, s.Rand("unusual "+c.Who.IDNumber), tried)
	s.Personal.Add(c.Who)
}

// tryUnusualItem finds out, once, which unusual items the target takes. It places orders in the
// form that the target takes.
func (s orders) tryUnusualItem(ctx context.Context, f payload.Form) error {
	rng := s.Rand("unusual item")
	var refused *Call // for its texts, unless the target takes them with another top-up
	for _, u := range payload.UnusualItems {
		i := s.plainItem(rng, s.SmallPrice(rng))
		u.Change(i.Details, i.Price, rng)
		if i.Details["item_topup"] == nil {
			u.Topup = "" // the item is too cheap
		}
		answer, err := s.Place(ctx, Cart{Items: []*Item{i}, Kind: call.Probe}, f)
		if err != nil {
			return err
		}
		if answer.Served() == nil {
			s.Calls.JudgeByAllRules(answer)
			s.UnusualItem.Store(&u)
		}
		if answer.Served() == nil && u.Texts {
			return nil
		}
		if answer.Served() == nil || answer.Response == nil {
			break
		}
		refused = cmp.Or(refused, answer)
	}
	if refused != nil {
		broken := refused.RefusedFor(judgement.Aspect{Endpoint: spec.CreatePurchases, Variant: call.TextCase, Name: judgement.StatusAspect}, "texts that are not plain are refused")
		s.Unseen.Add(history.UnusualTexts, showItems, broken)
	}
	return nil
}

// EchoOfDetails is the aspect that create limit returns the details that it received.
var EchoOfDetails = judgement.Aspect{Endpoint: spec.CreateLimit, Name: judgement.EchoAspect}
