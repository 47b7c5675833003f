package driver

import (
	"cmp"
	"context"
	"math/rand/v2"

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

// unusual is a set of unusual values that a new customer may send. A target may bound an income
// and a loan differently, and may serve nobody born before 1970.
type unusual struct {
	names, contact bool
	income, loan   scale
	old            bool
}

// scale is the size of the amounts in a limit request.
type scale int

const (
	everyday scale = iota
	millions
	billions // beyond a signed and an unsigned 32-bit number
)

// unusualSets are tried in this order until the target takes one: everything at once, the age
// alone, and then the others, with the age only if the target took it.
var unusualSets = []unusual{
	{true, true, billions, billions, true}, {old: true},
	{true, true, billions, billions, false}, {true, false, billions, billions, false}, {true, false, everyday, billions, false}, {true, false, billions, everyday, false}, {true, false, millions, millions, false},
	{true, false, everyday, everyday, false}, {false, false, billions, billions, false}, {false, false, everyday, billions, false}, {false, false, billions, everyday, false}, {false, false, millions, millions, false},
}

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
func (s customers) findUnusual(ctx context.Context, kind customer.Kind, base *LimitForm, first **customer.Customer) (unusual, error) {
	return Shared(ctx, s.Run, "unusual customer "+string(kind), func(ctx context.Context) (unusual, error) {
		var refused *Call
		taken := unusual{}
		for n, u := range unusualSets {
			if n == 2 && taken.old {
				continue // the first attempt tested the same values
			}
			u.old = u.old || taken.old
			u.names = u.names && s.Config.Invented.OwnLetters()
			u.contact = u.contact && s.Config.Invented.IDNumber == ""
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
func (s customers) noteUnusualRefused(taken unusual, refused *Call) {
	if refused == nil {
		return
	}
	if !taken.names && s.Config.Invented.OwnLetters() {
		s.Unseen.Add(history.UnusualNames, showCustomers, refused.RefusedFor(EchoOfDetails, "names that are not plain are refused"))
	}
	if taken.loan != billions && taken.income != billions {
		large := refused.RefusedFor(judgement.Aspect{Endpoint: spec.CreateLimit, Name: judgement.AmountAspect}, "large amounts are refused")
		s.Unseen.Add(history.LargeAmounts, append(showItems, showCustomers...), large)
	}
}

// tryUnusual asks for one limit with unusual values. It returns no customer if the target
// refuses, which it may: no rule judges that refusal.
func (s customers) tryUnusual(ctx context.Context, kind customer.Kind, base *LimitForm, u unusual) (*customer.Customer, *Call, error) {
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

// makeUnusual changes the details of a new customer. Every name contains all unusual characters,
// so a target that takes one name takes them all.
func (s customers) makeUnusual(c *customer.Customer, u unusual, tried bool) {
	rng := s.Rand("unusual " + c.Who.IDNumber)
	c.Unusual = u != unusual{}
	if u.names {
		c.Who.FirstName += " Zoë"
		c.Who.LastName += " O'Čapek-𠮷"
	}
	if u.old {
		c.Who = c.Who.BornBefore1970(tried)
		s.Personal.Add(c.Who)
	}
	if u.contact {
		c.Who = c.Who.WithUnusualContact()
		s.Personal.Add(c.Who)
	}
	income := "net_income"
	if c.Kind == customer.SelfEmployed {
		income = "gross_monthly_revenue"
	}
	amount := map[scale]int64{everyday: 0, millions: unroundAmount(rng, 1_000_000), billions: unroundAmount(rng, 4_300_000_000)}
	c.Details = make(map[string]any)
	if u.loan != everyday {
		c.Details["loan_amount"] = amount[u.loan]
	}
	if u.income != everyday {
		c.Details[income] = 3*amount[u.income] + 1
	}
}

// unroundAmount draws an amount from low to twice low, with digits that are not round: a check
// then notices if the target cuts or rounds the amount.
func unroundAmount(rng *rand.Rand, low int64) int64 { return (low+rng.Int64N(low))/10*10 + 7 }

// unusualItem says whether items have unusual texts, and whether they have a top-up.
type unusualItem struct{ texts, Topup bool }

// Each of these texts contains all unusual characters: a target that takes one brand or one
// description takes the other. A description also contains a no-break space. A brand has at most
// 20 characters, and a description at most 30, because a target may bound both (section 8).
var (
	unusualBrands       = []string{`D'Čik <"小米"> & ö𝒜😀`, `S'ñe & <"电子"> č𝒜😀`}
	unusualDescriptions = []string{`10" Ταβ т'«ñ» – & <𝒜> 5 % 😀`, `тв 55" & ß's «ω» – <𝒜> 5 % 😀`}
)

// tryUnusualItem finds out, once, which unusual items the target takes. It places orders in the
// form that the target takes.
func (s orders) tryUnusualItem(ctx context.Context, f payload.Form) error {
	rng := s.Rand("unusual item")
	for _, u := range []unusualItem{{true, true}, {true, false}, {false, true}} {
		price := s.SmallPrice(rng)
		buyer, err := s.Customers.SharedBuyer(ctx, price)
		if err != nil {
			return err
		}
		i := s.plainItem(rng, price)
		u.change(i, rng)
		answer, err := s.Place(ctx, Cart{Buyer: buyer, Items: []*Item{i}, Kind: call.Probe}, f)
		if err != nil {
			return err
		}
		if answer.Served() == nil {
			s.Calls.JudgeByAllRules(answer)
			s.UnusualItem.Store(&u)
			return nil
		}
		if answer.Response == nil {
			return nil
		}
		if u.texts {
			broken := answer.RefusedFor(judgement.Aspect{Endpoint: spec.CreatePurchases, Variant: call.TextCase, Name: judgement.StatusAspect}, "texts that are not plain are refused")
			s.Unseen.Add(history.UnusualTexts, showItems, broken)
		}
	}
	return nil
}

// change gives an item the unusual texts and the top-up. The specification does not say what a
// top-up means. A later response must only show it in the same way as create did.
func (u unusualItem) change(i *Item, rng *rand.Rand) {
	if u.texts {
		i.Details["item_brand"] = unusualBrands[rng.IntN(len(unusualBrands))]
		i.Details["item_description"] = unusualDescriptions[rng.IntN(len(unusualDescriptions))]
	}
	if u.Topup {
		i.Details["item_topup"], i.Details["topup_ref"] = "2.50", "TOPUP-"+i.Details["item_code"].(string)
	}
}

// EchoOfDetails is the aspect that create limit returns the details that it received.
var EchoOfDetails = judgement.Aspect{Endpoint: spec.CreateLimit, Name: judgement.EchoAspect}
