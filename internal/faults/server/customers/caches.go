package customers

import (
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// staleCustomerFaults mix up customers, or show outdated data of a customer.
func staleCustomerFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, breaks, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "cache-" + id, Breaks: breaks, Why: why, Mutator: p})
	}
	value := func(c *faults.Call) string { return c.Text("queryFieldEnum") + c.Text("value") }
	add("stranger-forever", "LKP-07", "who was looked up before they had a limit is not found afterwards: that nobody was found is cached", faults.Caching(faults.Lookup, value, nil, nil))
	forever := func(id, endpoint, breaks, why string, key func(*faults.Call) string) {
		all = append(all, faults.Fault{ID: "cache-" + id, Breaks: breaks, ShownBy: "JRN-01", Why: why, Mutator: faults.Caching(endpoint, key, nil, nil)})
	}
	forever("lookup-forever", faults.Lookup, "LKP-09", "a lookup that was made before is answered as it was then", value)
	forever("fetch-forever", faults.FetchLimit, "FLM-07", "a limit that was fetched before is given as it was then", faults.ByID)
	all = append(all, faults.Fault{ID: "cache-fetch-of-self-employed", Breaks: "FLM-07", ShownBy: "JRN-01", Why: "the limit of a self-employed customer that was fetched before is given as it was then", Mutator: cachingSelfEmployed})
	add("lookup-by-field", "LKP-08", "a lookup is cached by queryFieldEnum, without the value", faults.Caching(faults.Lookup, func(c *faults.Call) string { return c.Text("queryFieldEnum") }, nil, nil))
	add("lookup-by-first-six", "LKP-08", "a lookup is cached by the first six characters of the value", faults.Caching(faults.Lookup, func(c *faults.Call) string {
		v := faults.WithoutPlus(c.Text("value"))
		return c.Text("queryFieldEnum") + v[:min(6, len(v))]
	}, nil, nil))
	add("fetch-by-route", "FLM-07", "fetch is cached by its route, without the id", faults.Caching(faults.FetchLimit, faults.ByNothing, nil, nil))
	add("fetch-by-first-digit", "FLM-08", "fetch is cached by the first digit of the id", faults.Caching(faults.FetchLimit, func(c *faults.Call) string { return c.ID[:min(1, len(c.ID))] }, nil, nil))
	add("fetch-by-name", "FLM-07", "fetch is cached by the customer's name", cachingByCustomer(faults.FetchLimit, func(asked faults.Object) string {
		return faults.Text(asked["first_name"]) + faults.Text(asked["last_name"])
	}))
	add("fetch-by-birthday", "FLM-07", "fetch is cached by the customer's month of birth", cachingByCustomer(faults.FetchLimit, func(asked faults.Object) string {
		day := strings.Split(faults.Text(asked["date_of_birth"]), "/")
		return day[0]
	}))
	add("verify-by-cart", "VER-07", "verify is cached by the cart value", faults.Caching(faults.VerifyOTP, func(c *faults.Call) string { return c.Text("item_value") }, nil, nil))
	add("verify-by-name", "VER-07", "verify gives the customer of the same name who came first", func(next faults.Responder) faults.Responder {
		k, first := faults.NewCustomerIndex(), faults.NewStore[any]()
		return faults.On(faults.VerifyOTP, func(c *faults.Call, a *faults.Answer) {
			asked := k.Application(c)
			if asked == nil {
				return
			}
			key := faults.Text(asked["first_name"])
			if id, ok := first.Get(key); ok {
				faults.Put("data.id", id)(c, a)
			} else {
				first.Put(key, faults.Get(a.Body(), "data.id"))
			}
		})(k.Record(next))
	})
	add("again-by-phone-prefix", "LIM-19", "who asks again is given the limit of the first customer of all, whose phone begins alike", func(next faults.Responder) faults.Responder {
		first, t := faults.NewStore[any](), faults.NewCounter()
		return faults.On(faults.CreateLimit, func(c *faults.Call, a *faults.Answer) {
			if again := t.Next(faults.ByPerson(c)) > 1; again {
				if v, ok := first.Get(""); ok {
					a.Touch().Body()["data"] = faults.DeepCopy(v)
				}
				return
			}
			if _, ok := first.Get(""); !ok {
				first.Put("", faults.DeepCopy(a.Body()["data"]))
			}
		})(next)
	})
	return all
}

// cachingSelfEmployed caches the fetched limits of self-employed customers.
func cachingSelfEmployed(next faults.Responder) faults.Responder {
	k := faults.NewCustomerIndex()
	return faults.Caching(faults.FetchLimit, faults.ByID, nil, func(c *faults.Call) bool {
		asked := k.Application(c)
		return asked != nil && asked["self_employed_occupational_detail"] != nil
	})(k.Record(next))
}

// cachingByCustomer caches by a detail of the customer that the id in a call names.
func cachingByCustomer(endpoint string, key func(asked faults.Object) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := faults.NewCustomerIndex()
		next = k.Record(next)
		return faults.Caching(endpoint, func(c *faults.Call) string {
			if asked := k.Application(c); asked != nil {
				return key(asked)
			}
			return c.ID
		}, nil, nil)(next)
	}
}
