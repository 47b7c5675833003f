package server

import (
	"encoding/json"
	"strconv"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/reference"
)

// beyondLimitFaults take a purchase beyond the limit, which they may, and damage its price.
func beyondLimitFaults() []faults.Fault {
	var all []faults.Fault
	for id, by := range map[string]func(n int64) int64{
		"rounds": func(n int64) int64 { return int64(float32(n)) },
		"wraps":  func(n int64) int64 { return int64(int32(n)) },
	} {
		all = append(all, faults.Fault{ID: "create-purchases-" + id + "-beyond-limit", Breaks: "PUR-15", Why: "a purchase beyond the limit is taken, and its price kept in 32 bits",
			Options: func(o *reference.Options) { o.IgnoreAvailable = true }, Mutator: beyondLimit(by)})
	}
	return all
}

// beyondLimit changes the prices of the records of orders beyond the limit of their customer.
func beyondLimit(by func(n int64) int64) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		limits := faults.NewStore[float64]() // by customer
		amount := func(v any) float64 { f, _ := json.Number(faults.Text(v)).Float64(); return f }
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			switch {
			case !a.Served():
			case c.Endpoint == faults.CreateLimit:
				limits.Put(faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id")), amount(faults.Get(a.Body(), "data.credit_limit_details.credit_limit")))
			case c.Endpoint == faults.CreateOrder:
				limit, known := limits.Get(c.Text("customer_id"))
				for _, r := range a.Records() {
					if price := amount(r["item_value"]); known && price > limit {
						r["item_value"] = json.Number(strconv.FormatInt(by(int64(price)), 10))
						a.Touch()
					}
				}
			}
			return a
		}
	}
}
