package customer

import "math/rand/v2"

// Unusual is a set of unusual values that a new customer may send. A target may bound an income
// and a loan differently, and may serve nobody born before 1970.
type Unusual struct {
	Names, Contact bool
	Income, Loan   Scale
	Old            bool
}

// Scale is the size of the amounts in a limit request.
type Scale int

// These are the scales. Billions do not fit into a signed and an unsigned 32-bit number.
const (
	Everyday Scale = iota
	Millions
	Billions
)

// UnusualSets are tried in this order until the target takes one: everything at once, the age
// alone, and then the others, with the age only if the target took it.
var UnusualSets = []Unusual{
	{true, true, Billions, Billions, true}, {Old: true},
	{true, true, Billions, Billions, false}, {true, false, Billions, Billions, false}, {true, false, Everyday, Billions, false}, {true, false, Billions, Everyday, false}, {true, false, Millions, Millions, false},
	{true, false, Everyday, Everyday, false}, {false, false, Billions, Billions, false}, {false, false, Everyday, Billions, false}, {false, false, Billions, Everyday, false}, {false, false, Millions, Millions, false},
}

// Change gives a new customer unusual details. Every name contains all unusual characters, so a
// target that takes one name takes them all. tried says that the customer finds out whether the
// target takes the values.
func (u Unusual) Change(c *Customer, rng *rand.Rand, tried bool) {
	c.Unusual = u != Unusual{}
	if u.Names {
		c.Who.FirstName += " Zoë"
		c.Who.LastName += " O'Čapek-𠮷"
	}
	if u.Old {
		c.Who = c.Who.BornBefore1970(tried)
	}
	if u.Contact {
		c.Who = c.Who.WithUnusualContact()
	}
	income := "net_income"
	if c.Kind == SelfEmployed {
		income = "gross_monthly_revenue"
	}
	amount := map[Scale]int64{Everyday: 0, Millions: unroundAmount(rng, 1_000_000), Billions: unroundAmount(rng, 4_300_000_000)}
	c.Details = make(map[string]any)
	if u.Loan != Everyday {
		c.Details["loan_amount"] = amount[u.Loan]
	}
	if u.Income != Everyday {
		c.Details[income] = 3*amount[u.Income] + 1
	}
}

// unroundAmount draws an amount from low to twice low, with digits that are not round: a check
// then notices if the target cuts or rounds the amount.
func unroundAmount(rng *rand.Rand, low int64) int64 { return (low+rng.Int64N(low))/10*10 + 7 }

// WithLetters returns an id number that is no number. Section 2.4 says that it is a string.
func WithLetters(idNumber string) string { return "A" + idNumber + "K" }
