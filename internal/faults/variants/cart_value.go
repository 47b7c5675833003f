package variants

import (
	"strconv"

	"github.com/credit-partner/assay/internal/faults"
)

// upToTheVerifiedCart refuses an order that is worth more than the cart value for which
// its buyer has verified an OTP.
func upToTheVerifiedCart(next faults.Responder) faults.Responder {
	people := faults.NewStore[string]() // id numbers, by customer id
	verified := faults.NewStore[float64]()
	return func(c *faults.Call) *faults.Answer {
		if c.Endpoint == faults.CreateOrder {
			person, _ := people.Get(c.Text("customer_id"))
			if most, known := verified.Get(person); known && total(c) > most {
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

func total(c *faults.Call) (sum float64) {
	for _, text := range c.Values("items.item_value") {
		value, _ := strconv.ParseFloat(text, 64)
		sum += value
	}
	return sum
}
