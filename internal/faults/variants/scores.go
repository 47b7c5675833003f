package variants

import (
	"encoding/json"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// scoreVariants give different limits to people with similar details, and refuse orders beyond a
// limit. The details are used to score a customer (section 1), but the specification does not
// show how.
func scoreVariants() []faults.Variant {
	var all []faults.Variant
	add := func(id string, m faults.Mutator) {
		all = append(all, faults.Variant{ID: id, Field: "score", Why: "1: customers are scored, and how is not shown", Mutator: m})
	}
	add("some-limits-of-zero", scoring(aThird(0)))
	add("some-limits-of-300", scoring(aThird(300)))
	add("some-limits-of-zero-in-verify", faults.Both(scoring(aThird(0)), verifiedWithin(aThird(0))))
	kind := func(id string, of func(asked faults.Object) bool, limit float64) {
		add(id, scoringAlike(of, limit))
	}
	kind("limits-of-zero-for-self-employed", faults.SelfEmployed, 0)
	kind("limits-of-zero-for-government", faults.Government, 0)
	kind("limits-of-300-for-self-employed", faults.SelfEmployed, 300)
	kind("limits-of-700-for-government", faults.Government, 700)
	kind("limits-of-900-for-employees", faults.Employee, 900)
	return all
}

// scoringAlike gives all people of one kind the same low limit. They keep it when they ask again
// after a change of work.
func scoringAlike(of func(asked faults.Object) bool, limit float64) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		low := faults.NewSet()
		scored := scoring(func(idNumber string) (float64, bool) {
			return limit, low.Has(idNumber)
		})(next)
		return func(c *faults.Call) *faults.Answer {
			if _, known := low.Get(faults.ByPerson(c)); c.Endpoint == faults.CreateLimit && !known {
				low.Put(faults.ByPerson(c), of(c.Body))
			}
			return scored(c)
		}
	}
}

// lowLimit returns the limit of a person whom the target gives a low one.
type lowLimit func(idNumber string) (limit float64, low bool)

// aThird gives a third of all people a low limit.
func aThird(limit float64) lowLimit {
	return func(idNumber string) (float64, bool) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(idNumber)) // never fails
		return limit, h.Sum32()%3 == 0
	}
}

// verifiedWithin refuses to verify an OTP for a cart beyond a low limit. A new customer has none.
func verifiedWithin(of lowLimit) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		known := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			person := faults.ByPerson(c)
			limit, low := of(person)
			value, _ := strconv.ParseFloat(c.Text("item_value"), 64)
			if has, _ := known.Get(person); c.Endpoint == faults.VerifyOTP && c.Authorized() && has && low && value > limit {
				return faults.Refusal(c, 422, "the cart is beyond the limit")
			}
			a := next(c)
			if c.Endpoint == faults.CreateLimit && a.Served() {
				known.Put(person, true)
			}
			return a
		}
	}
}

// scoring gives some people another limit than the reference does, in every answer that shows the
// limit.
func scoring(of lowLimit) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		people := faults.NewStore[string]() // id numbers, by customer id
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.CreateOrder && c.Authorized() {
				person, _ := people.Get(c.Text("customer_id"))
				if limit, low := of(person); low && total(c) > limit-used(c, next) {
					return faults.Refusal(c, 422, "the credit limit is too low")
				}
			}
			a := next(c)
			person := personOf(c, a)
			if limit, low := of(person); low && a.Served() {
				lowerTo(a, limit)
			}
			if c.Endpoint == faults.CreateLimit && a.Served() {
				people.Put(faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id")), person)
			}
			return a
		}
	}
}

// personOf returns the id number of the person that an answer is about.
func personOf(c *faults.Call, a *faults.Answer) string {
	for _, path := range []string{faults.CustomerDetails + "id_number", faults.LookupProfile + "nationalIdNo"} {
		if id := faults.Text(faults.Get(a.Body(), path)); id != "" {
			return id
		}
	}
	return faults.ByPerson(c)
}

// used returns the amount that the buyer of an order has spent so far.
func used(c *faults.Call, next faults.Responder) float64 {
	a := next(c.Subrequest("GET", "/api/v2/limits/"+c.Text("customer_id"), nil))
	return number(a, "data.credit_limit_details.credit_limit") - number(a, "data.credit_limit_details.available_limit")
}

func number(a *faults.Answer, path string) float64 {
	n, _ := strconv.ParseFloat(faults.Text(faults.Get(a.Body(), path)), 64)
	return n
}

// lowerTo replaces a limit in an answer, and the available amount.
func lowerTo(a *faults.Answer, limit float64) {
	for _, names := range [][2]string{
		{"data.credit_limit", "data.available_limit"},
		{"data.credit_limit_details.credit_limit", "data.credit_limit_details.available_limit"},
		{faults.LookupCredit + "creditLimit", faults.LookupCredit + "availableLimit"},
	} {
		if faults.Get(a.Body(), names[0]) == nil {
			continue
		}
		spent := number(a, names[0]) - number(a, names[1])
		for n, amount := range []float64{limit, limit - spent} {
			faults.Change(a.Touch().Body(), names[n], func(any) any {
				return json.Number(strings.TrimSuffix(strconv.FormatFloat(amount, 'f', -1, 64), ".0"))
			})
		}
	}
}

// upToTheVerifiedCart refuses an order that is worth more than the cart value of the last OTP
// that its buyer verified.
func upToTheVerifiedCart(next faults.Responder) faults.Responder {
	people := faults.NewStore[string]() // id numbers, by customer id
	verified := faults.NewStore[float64]()
	return func(c *faults.Call) *faults.Answer {
		if c.Endpoint == faults.CreateOrder {
			person, isNew := people.Get(c.Text("customer_id"))
			if most, known := verified.Get(person); isNew && known && total(c) > most {
				return faults.Refusal(c, 422, "the cart is worth more than was verified")
			}
		}
		a := next(c)
		switch {
		case c.Endpoint == faults.CreateLimit && a.Served():
			people.Put(faults.Text(faults.Get(a.Body(), "data.customer_details.id")), faults.ByPerson(c))
		case c.Endpoint == faults.VerifyOTP && a.Served():
			value, _ := strconv.ParseFloat(c.Text("item_value"), 64)
			verified.Put(faults.ByPerson(c), value)
		}
		return a
	}
}

// onlyForVerified refuses an order of a customer who never verified an OTP. Such a customer may
// have a limit.
func onlyForVerified(next faults.Responder) faults.Responder {
	people := faults.NewStore[string]() // id numbers, by customer id
	verified := faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		if c.Endpoint == faults.CreateOrder && c.Authorized() {
			person, isNew := people.Get(c.Text("customer_id"))
			if has, _ := verified.Get(person); isNew && !has {
				return faults.Refusal(c, 403, "verify an OTP first")
			}
		}
		a := next(c)
		switch {
		case c.Endpoint == faults.CreateLimit && a.Served():
			people.Put(faults.Text(faults.Get(a.Body(), "data.customer_details.id")), faults.ByPerson(c))
		case c.Endpoint == faults.VerifyOTP && a.Served():
			verified.Put(faults.ByPerson(c), true)
		}
		return a
	}
}

// isBelowAThousand reports whether an order has an item that costs less than 1,000.
func isBelowAThousand(c *faults.Call) bool {
	return slices.ContainsFunc(c.Values("items.item_value"), func(text string) bool {
		price, err := strconv.ParseFloat(text, 64)
		return err == nil && price < 1000
	})
}

func total(c *faults.Call) (sum float64) {
	for _, text := range c.Values("items.item_value") {
		value, _ := strconv.ParseFloat(text, 64)
		sum += value
	}
	return sum
}
