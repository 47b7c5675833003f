package server

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/faults"
)

// cacheFaults answer from a copy that is too old, or that was kept under too
// short a key: a cache, a replica that lags, a memo that lives too long.
func cacheFaults() []faults.Fault {
	return slices.Concat(staleItemFaults(), staleCustomerFaults())
}

// staleItemFaults show an item as it was before its last move.
func staleItemFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, breaks, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "cache-" + id, Breaks: breaks, Why: why, Mutator: p})
	}
	add("get-forever", "STA-03", "get is cached by id, and an update does not clear the cache", caching(faults.GetItem, faults.ByID, nil, nil))
	add("get-cleared-by-cancel-only", "STA-03", "get is cached by id, and only a cancel clears it", caching(faults.GetItem, faults.ByID, cleared(faults.CancelItem), nil))
	add("get-cleared-by-update-only", "STA-06", "get is cached by id, and only an update clears it", caching(faults.GetItem, faults.ByID, cleared(faults.UpdateItems), nil))
	add("get-cleared-by-path", "STA-03", "an update clears the cache of the id in its path only, not of those in its body", caching(faults.GetItem, faults.ByID, func(c *faults.Call) []string {
		switch {
		case c.Endpoint == faults.CancelItem:
			return []string{c.ID}
		case c.Endpoint == faults.UpdateItems && c.ID != "":
			return []string{c.ID}
		case c.Endpoint == faults.UpdateItems:
			return c.ItemIDs()[:1]
		}
		return nil
	}, nil))
	add("get-first-segment", "GET-08", "get is cached by the first digit of the id", caching(faults.GetItem, func(c *faults.Call) string { return c.ID[:min(1, len(c.ID))] }, cleared(faults.UpdateItems+" "+faults.CancelItem), nil))
	add("get-by-length", "GET-08", "get is cached by method and route, without the id", caching(faults.GetItem, faults.ByNothing, nil, nil))
	for _, n := range []int{1, 2, 3} {
		add("stale-reads-"+string(rune('0'+n)), "STA-03", "the first reads after an update come from a replica that lags", lagging(func(read int) bool { return read <= n }))
	}
	add("every-second-read", "STA-03", "every second read comes from a replica that updates never reach", lagging(func(read int) bool { return read%2 == 0 }))
	add("third-read-on", "STA-03", "from the third read after an update on the old record is shown: the cache was filled from a replica", lagging(func(read int) bool { return read >= 3 }))
	add("stale-create", "GET-01", "the first get of an item finds nothing: the replica lags", faults.RefusingNth(faults.GetItem, 404, faults.ByID, func(n int) bool { return n == 1 }))
	add("update-answers-cached", "STA-02", "an update answers the record that a get has cached", func(next faults.Responder) faults.Responder {
		seen := faults.NewStore[any]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			switch {
			case c.Endpoint == faults.CreateOrder && a.Served():
				for _, r := range a.Records() {
					seen.Put(faults.Text(r["id"]), r["facility_status"])
				}
			case c.Endpoint == faults.UpdateItems && a.Served():
				for _, r := range a.Touch().Records() {
					if was, ok := seen.Get(faults.Text(r["id"])); ok {
						r["facility_status"] = was
					}
				}
			}
			return a
		}
	})
	return all
}

// cleared empties the cache of the items that a call names.
func cleared(endpoints string) func(*faults.Call) []string {
	return func(c *faults.Call) []string {
		if !faults.IsOneOf(c.Endpoint, endpoints) {
			return nil
		}
		return c.ItemIDs()
	}
}

// caching answers the calls of an endpoint from the first answer of their key,
// until a call clears it.
func caching(endpoint string, key func(*faults.Call) string, clears func(*faults.Call) []string, when func(*faults.Call) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		known := faults.NewStore[*faults.Answer]()
		return func(c *faults.Call) *faults.Answer {
			if clears != nil {
				for _, k := range clears(c) {
					known.Put(k, nil)
				}
			}
			if c.Endpoint != endpoint || !c.Authorized() || (when != nil && !when(c)) {
				return next(c)
			}
			if was, _ := known.Get(key(c)); was != nil {
				a := &faults.Answer{Status: was.Status, Header: was.Header.Clone(), Tree: faults.DeepCopy(was.Tree), Touched: true}
				if _, ok := a.Body()["request_id"]; ok {
					a.Body()["request_id"] = uuid.NewString() // what is cached is data
				}
				return a
			}
			a := next(c)
			if a.Served() && len(a.Body()) > 0 { // what is no JSON object is not kept
				known.Put(key(c), &faults.Answer{Status: a.Status, Header: a.Header.Clone(), Tree: faults.DeepCopy(a.Body())})
			}
			return a
		}
	}
}

// lagging shows the record of before an update to some of the reads after it.
func lagging(stale func(read int) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		old, reads := faults.NewStore[faults.Object](), faults.NewCounter()
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.UpdateItems && c.Authorized() {
				rememberOld(c, next, old, func(int, faults.Object) bool { return true })
			}
			a := next(c)
			if was, ok := old.Get(c.ID); ok && c.Endpoint == faults.GetItem && a.Served() && faults.Get(a.Body(), "data.facility_status") == collected && stale(reads.Next(c.ID)) {
				a.Touch().Body()["data"] = faults.DeepCopy(was)
			}
			return a
		}
	}
}

// staleCustomerFaults mix up customers, or keep what they were.
func staleCustomerFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, breaks, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "cache-" + id, Breaks: breaks, Why: why, Mutator: p})
	}
	value := func(c *faults.Call) string { return c.Text("queryFieldEnum") + c.Text("value") }
	add("stranger-forever", "LKP-07", "who was looked up before they had a limit is not found afterwards: that nobody was found is cached", caching(faults.Lookup, value, nil, nil))
	add("lookup-by-field", "LKP-08", "a lookup is cached by queryFieldEnum, without the value", caching(faults.Lookup, func(c *faults.Call) string { return c.Text("queryFieldEnum") }, nil, nil))
	add("lookup-by-first-six", "LKP-08", "a lookup is cached by the first six characters of the value", caching(faults.Lookup, func(c *faults.Call) string {
		v := faults.WithoutPlus(c.Text("value"))
		return c.Text("queryFieldEnum") + v[:min(6, len(v))]
	}, nil, nil))
	add("fetch-by-route", "FLM-07", "fetch is cached by its route, without the id", caching(faults.FetchLimit, faults.ByNothing, nil, nil))
	add("fetch-by-first-digit", "FLM-08", "fetch is cached by the first digit of the id", caching(faults.FetchLimit, func(c *faults.Call) string { return c.ID[:min(1, len(c.ID))] }, nil, nil))
	add("fetch-by-name", "FLM-07", "fetch is cached by the customer's name", cachingByCustomer(faults.FetchLimit, func(asked faults.Object) string {
		return faults.Text(asked["first_name"]) + faults.Text(asked["last_name"])
	}))
	add("fetch-by-birthday", "FLM-07", "fetch is cached by the customer's month and year of birth", cachingByCustomer(faults.FetchLimit, func(asked faults.Object) string {
		day := strings.Split(faults.Text(asked["date_of_birth"]), "/")
		return day[0]
	}))
	add("verify-by-cart", "VER-07", "verify is cached by the cart value", caching(faults.VerifyOTP, func(c *faults.Call) string { return c.Text("item_value") }, nil, nil))
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

// cachingByCustomer caches by something of the customer that an id names.
func cachingByCustomer(endpoint string, key func(asked faults.Object) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := faults.NewCustomerIndex()
		next = k.Record(next)
		return caching(endpoint, func(c *faults.Call) string {
			if asked := k.Application(c); asked != nil {
				return key(asked)
			}
			return c.ID
		}, nil, nil)(next)
	}
}
