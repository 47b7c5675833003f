package driver

import (
	"cmp"
	"context"
	"math/rand/v2"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/history"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/payload"
	"github.com/credit-partner/assay/internal/spec"
)

// Values that often cause errors are sent with calls that the run makes anyway: amounts
// beyond what 32 bits hold, and texts outside ASCII, outside Latin-1 and outside
// the basic plane of Unicode. Whether the target takes such values at all is
// tried once. Where it does not, the plain ones are sent, and the rule about a
// value of that sort tells what is refused.

// The endpoints whose responses repeat values of a customer, and of an item.
var (
	showCustomers = []string{spec.VerifyOTP, spec.CreateLimit, spec.FetchLimit, spec.CustomerLookup}
	showItems     = []string{spec.CreatePurchases, spec.GetPurchase, spec.UpdatePurchases}
)

// unusual says which unusual values a target takes from a new customer. An income
// and a loan are bounded apart. A target may serve nobody born before 1970.
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
	billions // beyond the 32 bits of a signed number, and of an unsigned one
)

// unusuals are tried in this order, until one is taken: everything at once, the age alone,
// and then the others, of the age that was taken.
var unusuals = []unusual{
	{true, true, billions, billions, true}, {old: true},
	{true, true, billions, billions, false}, {true, false, billions, billions, false}, {true, false, everyday, billions, false}, {true, false, billions, everyday, false}, {true, false, millions, millions, false},
	{true, false, everyday, everyday, false}, {false, false, billions, billions, false}, {false, false, everyday, billions, false}, {false, false, billions, everyday, false}, {false, false, millions, millions, false},
}

// newUnusualCustomer is a customer with a limit who gave unusual values, so far
// as the target takes them.
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

// findUnusual finds out, once, which unusual values a kind of customer may give.
// Whoever asked is made first, if nobody else was given them.
func (s customers) findUnusual(ctx context.Context, kind customer.Kind, base *LimitForm, first **customer.Customer) (unusual, error) {
	return Shared(ctx, s.Run, "unusual customer "+string(kind), func(ctx context.Context) (unusual, error) {
		var refused *Call
		taken := unusual{}
		for n, u := range unusuals {
			if n == 2 && taken.old {
				continue // it was tried
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
		s.noteUsual(taken, refused)
		return taken, nil
	})
}

// noteUsual notes which unusual values do not occur, since they are refused.
func (s customers) noteUsual(taken unusual, refused *Call) {
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

// tryUnusual asks for one limit with unusual values. It gives no customer where
// the target refuses, which it may: no rule looks at the refusal.
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
			err = nil // whether the limit is given all the same shows below
		}
	case s.enough(spec.SendOTP, call.NewCustomerVariant):
		broken, err := s.BreaksOn(ctx, sent)
		if broken {
			s.Calls.SetPlain(sent)
		}
		return nil, sent, err // other new customers are sent an OTP: it is refused for what is unusual
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

// makeUnusual changes what a new customer says of themselves. Everything unusual
// is in every name, so that a target which takes one takes them all.
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
	amount := map[scale]int64{everyday: 0, millions: odd(rng, 1_000_000), billions: odd(rng, 4_300_000_000)}
	c.Details = make(map[string]any)
	if u.loan != everyday {
		c.Details["loan_amount"] = amount[u.loan]
	}
	if u.income != everyday {
		c.Details[income] = 3*amount[u.income] + 1
	}
}

// odd draws an amount from low to twice that, whose digits are not round: what
// is cut or rounded shows.
func odd(rng *rand.Rand, low int64) int64 { return (low+rng.Int64N(low))/10*10 + 7 }

// unusualItem is whether the target takes items with unusual texts, and with a
// top-up.
type unusualItem struct{ texts, Topup bool }

// The unusual texts of an item: all that is unusual is in each of them, in descriptions
// also a space that does not break. A brand has no more than 20 characters, and a
// description no more than 30: a target may bound both (section 8).
var (
	unusualBrands       = []string{`Söhne & "小米" 😀`, `D'Čik & <𝒜> 电子 Söhne`}
	unusualDescriptions = []string{`10" Ταμπλέτα 𝒜 & ñ – <64 GB> 😀`, `тв 55" & ß's «ne» <𝒜> 10 % 😀`}
)

// tryUnusualItem finds out, once, which unusual items the target takes, by an
// order in the form that it takes.
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

// change gives an item the unusual texts and the top-up. What a top-up
// means is not shown; a record that is given back shows it as create did.
func (u unusualItem) change(i *Item, rng *rand.Rand) {
	if u.texts {
		i.Details["item_brand"] = unusualBrands[rng.IntN(len(unusualBrands))]
		i.Details["item_description"] = unusualDescriptions[rng.IntN(len(unusualDescriptions))]
	}
	if u.Topup {
		i.Details["item_topup"], i.Details["topup_ref"] = "2.50", "TOPUP-"+i.Details["item_code"].(string)
	}
}

// EchoOfDetails is that create limit gives back the details that it was sent.
var EchoOfDetails = judgement.Aspect{Endpoint: spec.CreateLimit, Name: judgement.EchoAspect}
