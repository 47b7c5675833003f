package steps

import (
	"cmp"
	"context"
	"math/rand/v2"

	"github.com/tidwall/gjson"
)

// Values that programs stumble over ride on calls that are made anyway: amounts
// beyond what 32 bits hold, and texts outside ASCII, outside Latin-1 and outside
// the basic plane of Unicode. Whether the target takes such values at all is
// tried once. Where it does not, the plain ones are sent, and the rule about a
// value of that sort tells what is refused.

// unusual says which unusual values a target takes from a new customer. An income
// and a loan are bounded apart.
type unusual struct {
	names        bool
	income, loan scale
}

// scale is the size of the amounts in a limit request.
type scale int

const (
	everyday scale = iota
	millions
	billions // beyond the 32 bits of a signed number, and of an unsigned one
)

// unusuals are tried in this order, until one is taken.
var unusuals = []unusual{
	{true, billions, billions}, {true, everyday, billions}, {true, billions, everyday}, {true, millions, millions}, {true, everyday, everyday},
	{false, billions, billions}, {false, everyday, billions}, {false, billions, everyday}, {false, millions, millions},
}

// newUnusualCustomer is a customer with a limit who gave unusual values, so far
// as the target takes them.
func (r *Run) newUnusualCustomer(ctx context.Context, by string, kind customerKind, base *limitBase) (*customer, error) {
	var first *customer
	taken, err := r.findUnusual(ctx, by, kind, base, &first)
	if err != nil || first != nil {
		return first, err
	}
	c, err := r.newCustomer(by, kind, nil)
	if err != nil {
		return nil, err
	}
	r.makeUnusual(c, taken)
	return c, r.openLimit(ctx, by, c, base.form, plain)
}

// findUnusual finds out, once, which unusual values a kind of customer may give.
// Whoever asked is made first, if nobody else was given them.
func (r *Run) findUnusual(ctx context.Context, by string, kind customerKind, base *limitBase, first **customer) (unusual, error) {
	return shared(ctx, r, "unusual customer "+string(kind), func(ctx context.Context) (unusual, error) {
		var refused *call
		for _, u := range unusuals {
			u.names = u.names && r.cfg.Invented.ownLetters()
			c, answer, err := r.tryUnusual(ctx, by, kind, base, u)
			if err != nil || c != nil {
				*first = c
				r.noteUsual(u, refused)
				return u, err
			}
			refused = cmp.Or(refused, answer)
		}
		r.noteUsual(unusual{}, refused)
		return unusual{}, nil
	})
}

// noteUsual notes which unusual values do not come up, since they are refused.
func (r *Run) noteUsual(taken unusual, refused *call) {
	if refused == nil {
		return
	}
	if !taken.names && r.cfg.Invented.ownLetters() {
		r.unseen.add(unusualNames, showCustomers, refused.refusedFor(echoOfDetails, "names that are not plain are refused"))
	}
	if taken.loan != billions && taken.income != billions {
		large := refused.refusedFor(Aspect{Endpoint: createLimit, Name: AmountAspect}, "large amounts are refused")
		r.unseen.add(largeAmounts, append(showItems, showCustomers...), large)
	}
}

// tryUnusual asks for one limit with unusual values. It gives no customer where
// the target refuses, which it may: no rule looks at the refusal.
func (r *Run) tryUnusual(ctx context.Context, by string, kind customerKind, base *limitBase, u unusual) (*customer, *call, error) {
	c, err := r.newCustomer(by, kind, nil)
	if err != nil {
		return nil, nil, err
	}
	r.makeUnusual(c, u)
	f, err := r.otpBase(ctx, by)
	if err != nil {
		return nil, nil, err
	}
	sent, err := r.sendNew(ctx, by, c, f, probe)
	switch {
	case err != nil:
		return nil, nil, err
	case sent.ok():
		if r.readOTP(ctx, c, sent) == nil {
			err = r.verifyNew(ctx, by, c)
		}
	case r.enough(sendOTP, newCustomerVariant):
		return nil, sent, nil // other new customers are sent an OTP: it is refused for what is unusual
	}
	if err != nil {
		return nil, nil, err
	}
	answer, err := r.askForLimit(ctx, by, c, base.form, probe)
	if err != nil || answer.served() != nil {
		return nil, answer, err
	}
	if sent.ok() {
		r.calls.promote(sent)
	}
	r.calls.promote(answer)
	return c, nil, r.settle(c, answer)
}

// makeUnusual changes what a new customer says of themselves. Everything unusual
// is in every name, so that a target which takes one takes them all.
func (r *Run) makeUnusual(c *customer, u unusual) {
	rng := r.rng("unusual " + c.who.idNumber)
	if u.names {
		c.who.firstName += " Zoë"
		c.who.lastName += " O'Čapek-𠮷"
	}
	income := "net_income"
	if c.kind == selfEmployed {
		income = "gross_monthly_revenue"
	}
	amount := map[scale]int64{everyday: 0, millions: odd(rng, 1_000_000), billions: odd(rng, 4_300_000_000)}
	c.details = make(map[string]any)
	if u.loan != everyday {
		c.details["loan_amount"] = amount[u.loan]
	}
	if u.income != everyday {
		c.details[income] = 3*amount[u.income] + 1
	}
}

// odd draws an amount from low to twice that, whose digits are not round: what
// is cut or rounded shows.
func odd(rng *rand.Rand, low int64) int64 { return (low+rng.Int64N(low))/10*10 + 7 }

// unusualItem is whether the target takes items with unusual texts, and with a
// top-up.
type unusualItem struct{ texts, topup bool }

// The unusual texts of an item: all that is unusual is in each of them.
var (
	unusualBrands       = []string{`Söhne & "小米" 😀`, `Čapek's <𝒜> 电子 & Söhne`}
	unusualDescriptions = []string{`10" Ταμπλέτα 𝒜 & ñandú – "μαύρο" <64 GB> 😀`, `тв 55" & ß's «neu» <𝒜> 100 % 😀`}
)

// tryUnusualItem finds out, once, which unusual items the target takes, by an
// order in the form that it takes.
func (r *Run) tryUnusualItem(ctx context.Context, by string, f form) error {
	rng := r.rng("unusual item")
	for _, u := range []unusualItem{{true, true}, {true, false}, {false, true}} {
		price := r.smallPrice(rng)
		buyer, err := r.shopper(ctx, by, price)
		if err != nil {
			return err
		}
		i := r.plainItem(rng, price)
		i.makeUnusual(u, rng)
		answer, err := r.place(ctx, by, cart{buyer: buyer, items: []*item{i}, kind: probe}, f)
		if err != nil {
			return err
		}
		if answer.served() == nil {
			r.calls.open(answer)
			r.unusualItem.Store(&u)
			return nil
		}
		if answer.Response == nil {
			return nil
		}
		if u.texts {
			broken := answer.refusedFor(Aspect{Endpoint: createOrder, Variant: aText, Name: StatusAspect}, "texts that are not plain are refused")
			r.unseen.add(unusualTexts, showItems, broken)
		}
	}
	return nil
}

// topupIsNoted tells whether a top-up was taken, and what its record then held.
func (s *Scenario) topupIsNoted() error {
	if u := s.run.unusualItem.Load(); u == nil || !u.topup {
		s.noted("an item_topup of 2.50 was not taken")
		return nil
	}
	return s.eachRecord(func(c *call, _ string, record gjson.Result, i *item, _ kept) {
		if i != nil && i.details["item_topup"] != nil && len(s.report.Notes) == 0 {
			s.noted("sent as \"2.50\" with a topup_ref; the record has item_topup %s and topup_ref %s", show(record.Get("item_topup")), show(record.Get("topup_ref")))
		}
	})
}

// makeUnusual gives an item the unusual texts and the top-up. What a top-up
// means is not shown; a record that is given back shows it as create did.
func (i *item) makeUnusual(u unusualItem, rng *rand.Rand) {
	if u.texts {
		i.details["item_brand"] = unusualBrands[rng.IntN(len(unusualBrands))]
		i.details["item_description"] = unusualDescriptions[rng.IntN(len(unusualDescriptions))]
	}
	if u.topup {
		i.details["item_topup"], i.details["topup_ref"] = "2.50", "TOPUP-"+i.details["item_code"].(string)
	}
}
