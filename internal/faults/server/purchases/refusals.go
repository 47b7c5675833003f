package purchases

import (
	"encoding/json"

	"github.com/credit-partner/assay/internal/faults"
)

// afterRefusalFaults are the consequences of a refused call in a build that is careless with its
// connections, locks and transactions.
func afterRefusalFaults() []faults.Fault {
	var all []faults.Fault
	addTo := func(breaks, id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "refused-" + id, Breaks: breaks, Why: why, Mutator: p})
	}
	add := func(id, why string, p faults.Mutator) { addTo("JRN-02", id, why, p) }
	buyer := func(c *faults.Call) string { return c.Text("customer_id") }
	named := func(c *faults.Call) string {
		if ids := c.ItemIDs(); len(ids) > 0 {
			return ids[0]
		}
		return ""
	}
	add("order-blocks-customer", "after a refused order the customer's next one is refused, for the row stays locked", breakingNext(faults.CreateOrder, buyer, faults.CreateOrder, buyer, refuse500))
	add("order-is-answered-late", "after a refused order the next one is answered with that refusal", breakingNext(faults.CreateOrder, buyer, faults.CreateOrder, buyer, repeatRefusal))
	add("order-of-all-is-answered-late", "after a refused order the next one of all customers is answered with that refusal", breakingNext(faults.CreateOrder, faults.ByNothing, faults.CreateOrder, faults.ByNothing, repeatRefusal))
	add("order-blocks-limit", "after a refused order the customer's limit cannot be fetched", breakingNext(faults.CreateOrder, buyer, faults.FetchLimit, faults.ByID, refuse500))
	add("order-breaks-lookup-of-items", "after a refused order the next get is refused", breakingNext(faults.CreateOrder, faults.ByNothing, faults.GetItem, faults.ByNothing, refuse500))
	add("order-takes-everything", "after a refused order every later order of the customer is refused", breakingAllLater(faults.CreateOrder, buyer, faults.CreateOrder, buyer))
	addTo("GET-11", "get-breaks-next-get", "after a get of an unknown id the next get ends in an error", breakingNext(faults.GetItem, faults.ByNothing, faults.GetItem, faults.ByNothing, refuse500))
	addTo("GET-11", "get-is-remembered", "after a get of an unknown id every get is refused, once", breakingNext(faults.GetItem, faults.ByNothing, faults.GetItem, faults.ByNothing, repeatRefusal))
	addTo("UPD-13", "update-breaks-next-update", "after a refused update the next one ends in an error", breakingNext(faults.UpdateItems, faults.ByNothing, faults.UpdateItems, faults.ByNothing, refuse500))
	addTo("UPD-13", "update-breaks-next-get", "after a refused update the next get ends in an error", breakingNext(faults.UpdateItems, faults.ByNothing, faults.GetItem, faults.ByNothing, refuse500))
	addTo("CAN-08", "cancel-breaks-next-cancel", "after a refused cancel the next one ends in an error", breakingNext(faults.CancelItem, faults.ByNothing, faults.CancelItem, faults.ByNothing, refuse500))
	add("update-of-item-locks-it", "after an update that names the item and is refused the item cannot be cancelled", breakingNext(faults.UpdateItems, named, faults.CancelItem, faults.ByID, refuse500))
	addTo("JRN-02", "limit-breaks-next-limit", "after a refused limit request the next one ends in an error", breakingNext(faults.CreateLimit, faults.ByNothing, faults.CreateLimit, faults.ByNothing, refuse500))
	add("limit-breaks-next-fetch", "after a refused limit request the next fetch ends in an error", breakingNext(faults.CreateLimit, faults.ByNothing, faults.FetchLimit, faults.ByNothing, refuse500))
	add("update-of-item-locks-its-update", "after an update that names the item and is refused the item cannot be collected", breakingNext(faults.UpdateItems, named, faults.UpdateItems, named, refuse500))
	add("limit-overwrites-email", "a refused limit request of an existing customer overwrites the email", overwritingEmail())
	add("order-uses-up-its-number", "the number of a refused order is taken: a valid order under it is refused", usingUpNumbers())
	add("update-is-stored", "a refused update stores that the status of the item is unknown", afterRefused(faults.UpdateItems, named, faults.GetItem, always, faults.Put("data.facility_status", "unknown")))
	add("update-moves-updated-at", "a refused update of an item moves its updated_at", afterRefused(faults.UpdateItems, named, faults.GetItem, always, faults.Put("data.updated_at", "2099-01-01T00:00:00.000Z")))
	add("order-charges-good-items", "an order that is refused for its second item takes the first off the limit", afterRefused(faults.CreateOrder, buyer, faults.FetchLimit, hasItems(2), faults.Compute(available, lessByTen)))
	add("order-beyond-limit-uses-it-up", "an order beyond the limit is refused and uses the limit up", afterRefused(faults.CreateOrder, buyer, faults.FetchLimit, hasItems(1), faults.Put(available, json.Number("0"))))
	all = append(all, faults.Fault{ID: "refused-limit-stays-half-written", Breaks: "LIM-09", ShownBy: "JRN-02", Why: "a new customer whose first limit request is refused is stored without an email, and keeps none", Mutator: halfWritten()})
	all = append(all, faults.Fault{ID: "refused-limit-is-given", Breaks: "LIM-09", ShownBy: "JRN-02", Why: "a limit request with an undocumented gender is refused after the limit is stored", Mutator: givenAndRefused})
	add("order-leaves-items", "a refused order is carried out with the next one: its answer has more records", leftovers())
	add("path-breaks-next-call", "after a path that does not exist the next call of all ends in an error", func(next faults.Responder) faults.Responder {
		broken := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if was, _ := broken.Swap("", c.Endpoint == ""); was && c.Endpoint != "" && c.Authorized() {
				return faults.Refusal(c, 500, "internal error")
			}
			return next(c)
		}
	})
	return all
}

// available is the path of the remaining amount in the record of a limit.
const available = "data.credit_limit_details.available_limit"

func always(*faults.Call) bool { return true }

func lessByTen(f float64) float64 { return f - 10 }

// hasItems returns a function that reports whether an order has count items.
func hasItems(count int) func(*faults.Call) bool {
	return func(c *faults.Call) bool {
		items, _ := c.Body["items"].([]any)
		return len(items) == count
	}
}

// afterRefused changes later answers about the customer or item of a refused call.
func afterRefused(refused string, of func(*faults.Call) string, shown string, when func(*faults.Call) bool, edit func(*faults.Call, *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		touched := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			switch {
			case !c.Authorized():
			case c.Endpoint == refused && !a.Served() && when(c):
				touched.Put(of(c), true)
			case c.Endpoint == shown && a.Served():
				if touched.Has(faults.ByID(c)) {
					edit(c, a)
				}
			}
			return a
		}
	}
}

// overwritingEmail stores the email of a limit request before it checks the request.
func overwritingEmail() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		stored := faults.NewStore[string]() // by the id number
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			switch {
			case !c.Authorized():
			case c.Endpoint == faults.CreateLimit && a.Served():
				stored.Put(c.Text("id_number"), "")
			case c.Endpoint == faults.CreateLimit && c.Text("email") != "":
				stored.Put(c.Text("id_number"), c.Text("email"))
			case c.Endpoint == faults.FetchLimit && a.Served():
				if email, _ := stored.Get(faults.Text(faults.Get(a.Body(), "data.customer_details.id_number"))); email != "" {
					faults.Put("data.customer_details.email", email)(c, a)
				}
			}
			return a
		}
	}
}

// usingUpNumbers marks the order_id of an order as used before it checks the items.
func usingUpNumbers() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		used := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != faults.CreateOrder || !c.Authorized() {
				return next(c)
			}
			number := c.Text("order_id")
			if was, _ := used.Get(number); was {
				return faults.Refusal(c, 409, "there is such an order")
			}
			a := next(c)
			used.Put(number, !a.Served())
			return a
		}
	}
}

// halfWritten stores a customer before it has checked the whole request.
func halfWritten() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		incomplete := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint != faults.CreateLimit || !c.Authorized() {
				return a
			}
			if !a.Served() {
				incomplete.Put(faults.ByPerson(c), c.Body["email"] == nil)
			} else if was, _ := incomplete.Get(faults.ByPerson(c)); was {
				faults.Put(faults.CustomerDetails+"email", "")(c, a)
			}
			return a
		}
	}
}

// givenAndRefused stores the limit of a request before it checks the gender.
func givenAndRefused(next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		gender := c.Text("gender")
		if c.Endpoint != faults.CreateLimit || !c.Authorized() || gender == "male" || gender == "female" || gender == "" {
			return next(c)
		}
		c.Body["gender"] = "female"
		c.Touch()
		next(c)
		return faults.Refusal(c, 422, "gender is not valid")
	}
}

// aftermath returns the answer to the call after a refused one.
type aftermath func(c *faults.Call, was *faults.Answer) *faults.Answer

func refuse500(c *faults.Call, _ *faults.Answer) *faults.Answer {
	return faults.Refusal(c, 500, "internal error")
}
func repeatRefusal(_ *faults.Call, was *faults.Answer) *faults.Answer { return was }

// breakingNext breaks the next call of an endpoint after a refused call with the same key. A call
// that is refused because of its token has no effect.
func breakingNext(refused string, of func(*faults.Call) string, spoilt string, by func(*faults.Call) string, how aftermath) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		pending := faults.NewStore[*faults.Answer]()
		return func(c *faults.Call) *faults.Answer {
			if faults.IsOneOf(c.Endpoint, spoilt) && c.Authorized() {
				if was, _ := pending.Swap(spoilt+by(c), nil); was != nil {
					return how(c, was)
				}
			}
			a := next(c)
			if c.Endpoint == refused && c.Authorized() && !a.Served() {
				pending.Put(spoilt+of(c), a.Copy())
			}
			return a
		}
	}
}

// breakingAllLater breaks all later calls instead of only the next one.
func breakingAllLater(refused string, of func(*faults.Call) string, spoilt string, by func(*faults.Call) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		broken := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if broken.Has(by(c)) && c.Endpoint == spoilt && c.Authorized() {
				return faults.Refusal(c, 500, "internal error")
			}
			a := next(c)
			if c.Endpoint == refused && c.Authorized() && !a.Served() {
				broken.Put(of(c), true)
			}
			return a
		}
	}
}

// leftovers adds a record to the answer to an order that follows a refused one.
func leftovers() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		left := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint != faults.CreateOrder || !c.Authorized() {
				return a
			}
			key := c.Text("customer_id")
			if !a.Served() {
				left.Put(key, true)
				return a
			}
			if was, _ := left.Swap(key, false); was {
				if list, ok := a.Touch().Body()["data"].([]any); ok {
					a.Body()["data"] = append(list, faults.DeepCopy(list[0]))
				}
			}
			return a
		}
	}
}
