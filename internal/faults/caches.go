package faults

import (
	"slices"
	"strings"

	"github.com/google/uuid"
)

// cacheFaults answer from a copy that is too old, or that was kept under too
// short a key: a cache, a replica that lags, a memo that lives too long.
func cacheFaults() []Fault {
	return slices.Concat(staleItemFaults(), staleCustomerFaults())
}

// staleItemFaults show an item as it was before its last move.
func staleItemFaults() []Fault {
	var all []Fault
	add := func(id, breaks, why string, p plant) {
		all = append(all, Fault{ID: "cache-" + id, Breaks: breaks, Why: why, plant: p})
	}
	add("get-forever", "STA-03", "get is cached by id, and an update does not clear the cache", caching(getItem, byID, nil, nil))
	add("get-cleared-by-cancel-only", "STA-03", "get is cached by id, and only a cancel clears it", caching(getItem, byID, cleared(cancelItem), nil))
	add("get-cleared-by-update-only", "STA-06", "get is cached by id, and only an update clears it", caching(getItem, byID, cleared(updateItems), nil))
	add("get-cleared-by-path", "STA-03", "an update clears the cache of the id in its path only, not of those in its body", caching(getItem, byID, func(c *call) []string {
		switch {
		case c.endpoint == cancelItem:
			return []string{c.id}
		case c.endpoint == updateItems && c.id != "":
			return []string{c.id}
		case c.endpoint == updateItems:
			return c.named()[:1]
		}
		return nil
	}, nil))
	add("get-first-segment", "GET-08", "get is cached by the first digit of the id", caching(getItem, func(c *call) string { return c.id[:min(1, len(c.id))] }, cleared(updateItems+" "+cancelItem), nil))
	add("get-by-length", "GET-08", "get is cached by method and route, without the id", caching(getItem, byNothing, nil, nil))
	for _, n := range []int{1, 2, 3} {
		add("stale-reads-"+string(rune('0'+n)), "STA-03", "the first reads after an update come from a replica that lags", lagging(func(read int) bool { return read <= n }))
	}
	add("every-second-read", "STA-03", "every second read comes from a replica that updates never reach", lagging(func(read int) bool { return read%2 == 0 }))
	add("third-read-on", "STA-03", "from the third read after an update on the old record is shown: the cache was filled from a replica", lagging(func(read int) bool { return read >= 3 }))
	add("stale-create", "GET-01", "the first get of an item finds nothing: the replica lags", refusingNth(getItem, 404, byID, func(n int) bool { return n == 1 }))
	add("update-answers-cached", "STA-02", "an update answers the record that a get has cached", func(next server) server {
		seen := newNotes[any]()
		return func(c *call) *answer {
			a := next(c)
			switch {
			case c.endpoint == createOrder && a.ok():
				for _, r := range a.records() {
					seen.put(text(r["id"]), r["facility_status"])
				}
			case c.endpoint == updateItems && a.ok():
				for _, r := range a.touch().records() {
					if was, ok := seen.get(text(r["id"])); ok {
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
func cleared(endpoints string) func(*call) []string {
	return func(c *call) []string {
		if !among(c.endpoint, endpoints) {
			return nil
		}
		return c.named()
	}
}

// caching answers the calls of an endpoint from the first answer of their key,
// until a call clears it.
func caching(endpoint string, key func(*call) string, clears func(*call) []string, when func(*call) bool) plant {
	return func(next server) server {
		known := newNotes[*answer]()
		return func(c *call) *answer {
			if clears != nil {
				for _, k := range clears(c) {
					known.put(k, nil)
				}
			}
			if c.endpoint != endpoint || !c.authorized() || (when != nil && !when(c)) {
				return next(c)
			}
			if was, _ := known.get(key(c)); was != nil {
				a := &answer{status: was.status, header: was.header.Clone(), tree: copied(was.tree), touched: true}
				if _, ok := a.body()["request_id"]; ok {
					a.body()["request_id"] = uuid.NewString() // what is cached is data
				}
				return a
			}
			a := next(c)
			if a.ok() {
				known.put(key(c), &answer{status: a.status, header: a.header.Clone(), tree: copied(a.body())})
			}
			return a
		}
	}
}

// lagging shows the record of before an update to some of the reads after it.
func lagging(stale func(read int) bool) plant {
	return func(next server) server {
		old, reads := newNotes[object](), newTally()
		return func(c *call) *answer {
			if c.endpoint == updateItems && c.authorized() {
				rememberOld(c, next, old, func(int, object) bool { return true })
			}
			a := next(c)
			if was, ok := old.get(c.id); ok && c.endpoint == getItem && a.ok() && get(a.body(), "data.facility_status") == collected && stale(reads.next(c.id)) {
				a.touch().body()["data"] = copied(was)
			}
			return a
		}
	}
}

// staleCustomerFaults mix up customers, or keep what they were.
func staleCustomerFaults() []Fault {
	var all []Fault
	add := func(id, breaks, why string, p plant) {
		all = append(all, Fault{ID: "cache-" + id, Breaks: breaks, Why: why, plant: p})
	}
	value := func(c *call) string { return c.text("queryFieldEnum") + c.text("value") }
	add("stranger-forever", "LKP-07", "who was looked up before they had a limit is not found afterwards: that nobody was found is cached", caching(lookup, value, nil, nil))
	add("lookup-by-field", "LKP-08", "a lookup is cached by queryFieldEnum, without the value", caching(lookup, func(c *call) string { return c.text("queryFieldEnum") }, nil, nil))
	add("lookup-by-first-six", "LKP-08", "a lookup is cached by the first six characters of the value", caching(lookup, func(c *call) string {
		v := digits(c.text("value"))
		return c.text("queryFieldEnum") + v[:min(6, len(v))]
	}, nil, nil))
	add("fetch-by-route", "FLM-07", "fetch is cached by its route, without the id", caching(fetchLimit, byNothing, nil, nil))
	add("fetch-by-first-digit", "FLM-08", "fetch is cached by the first digit of the id", caching(fetchLimit, func(c *call) string { return c.id[:min(1, len(c.id))] }, nil, nil))
	add("fetch-by-name", "FLM-07", "fetch is cached by the customer's name", cachingByCustomer(fetchLimit, func(asked object) string { return text(asked["first_name"]) + text(asked["last_name"]) }))
	add("fetch-by-birthday", "FLM-07", "fetch is cached by the customer's month and year of birth", cachingByCustomer(fetchLimit, func(asked object) string {
		day := strings.Split(text(asked["date_of_birth"]), "/")
		return day[0]
	}))
	add("verify-by-cart", "VER-07", "verify is cached by the cart value", caching(verifyOTP, func(c *call) string { return c.text("item_value") }, nil, nil))
	add("verify-by-name", "VER-07", "verify gives the customer of the same name who came first", func(next server) server {
		k, first := newCensus(), newNotes[any]()
		return on(verifyOTP, func(c *call, a *answer) {
			asked := k.asked(c)
			if asked == nil {
				return
			}
			key := text(asked["first_name"])
			if id, ok := first.get(key); ok {
				put("data.id", id)(c, a)
			} else {
				first.put(key, get(a.body(), "data.id"))
			}
		})(k.over(next))
	})
	add("again-by-phone-prefix", "LIM-19", "who asks again is given the limit of the first customer of all, whose phone begins alike", func(next server) server {
		first, t := newNotes[any](), newTally()
		return on(createLimit, func(c *call, a *answer) {
			if again := t.next(byPerson(c)) > 1; again {
				if v, ok := first.get(""); ok {
					a.touch().body()["data"] = copied(v)
				}
				return
			}
			if _, ok := first.get(""); !ok {
				first.put("", copied(a.body()["data"]))
			}
		})(next)
	})
	return all
}

// cachingByCustomer caches by something of the customer that an id names.
func cachingByCustomer(endpoint string, key func(asked object) string) plant {
	return func(next server) server {
		k := newCensus()
		next = k.over(next)
		return caching(endpoint, func(c *call) string {
			if asked := k.asked(c); asked != nil {
				return key(asked)
			}
			return c.id
		}, nil, nil)(next)
	}
}
