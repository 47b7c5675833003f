package faults

import (
	"net/http"
	"strings"
	"time"
)

// identityVariants refuse what comes again, or what is unknown, in ways that
// the specification leaves open.
func identityVariants() []Variant {
	v := func(id, field, why string, p plant) Variant { return Variant{ID: id, Field: field, Why: why, plant: p} }
	return []Variant{
		v("order-id-once", "order-again", "2.1: whether an order_id may come again is not shown", once(409, sameOrder)),
		v("order-id-once-for-each-customer", "order-again", "2.1: whether an order_id may come again is not shown", once(422, sameOwnOrder)),
		v("order-id-once-in-200", "order-again", "7: how an order_id that comes again is refused is not shown", once(200, sameOrder)),
		v("item-code-once", "code-again", "2.2: item_code is unique, and whether it may come again is not shown", once(422, sameCode)),
		v("item-code-once-for-each-customer", "code-again", "2.2: item_code is unique, and whether it may come again is not shown", once(409, sameOwnCode)),
		v("item-code-without-case", "code-case", "2.2: whether codes that differ in case only are two is not shown", refusing(createOrder, 409, func(c *call) bool {
			seen := make(map[string]bool)
			for _, code := range c.values("items.item_code") {
				if seen[strings.ToLower(code)] {
					return true
				}
				seen[strings.ToLower(code)] = true
			}
			return false
		})),
		v("unknown-update-empty-list", "unknown-update", "4.8: how an unknown id is answered is not shown", instead(updateItems, func(a *answer) {
			a.tree = object{"apiVersion": "2.0", "status": 200, "data": []any{}}
		})),
		v("unknown-cancel-message", "unknown-cancel", "4.9: how an unknown id is answered is not shown", instead(cancelItem, func(a *answer) {
			a.tree = object{"apiVersion": "2.0", "status": 200, "data": object{"message": "There is nothing to cancel."}}
		})),
		v("unknown-cancel-confirmed", "unknown-cancel", "4.9: a cancel may be answered alike, whether there was something or not", func(next server) server {
			return func(c *call) *answer {
				a := next(c)
				if c.endpoint == cancelItem && a.status == 404 && c.authorized() {
					return &answer{status: 200, header: a.header, touched: true, tree: object{"apiVersion": "2.0", "status": 200, "data": object{"message": "Item " + c.id + " was successfully cancelled"}}}
				}
				return a
			}
		}),
		v("unknown-item-null", "unknown-item", "4.7: how an unknown id is answered is not shown", instead(getItem, func(a *answer) {
			a.tree = object{"apiVersion": "2.0", "status": 200, "order_id": "", "data": nil}
		})),
		v("unknown-item-blank", "unknown-item", "4.7: how an unknown id is answered is not shown", instead(getItem, func(a *answer) {
			a.tree = object{"apiVersion": "2.0", "status": 200, "order_id": "", "data": object{"id": "00000000-0000-0000-0000-000000000000", "item_code": "", "item_brand": "", "item_description": "", "item_value": 0}}
		})),
		v("unknown-limit-blank", "unknown-limit", "4.4: how an unknown id is answered is not shown", instead(fetchLimit, func(a *answer) {
			a.tree = object{"apiVersion": "2.0", "status": 200, "request_id": hashed(time.Now().String()), "data": object{
				"customer_details": object{"id": "", "first_name": "", "email": ""}, "credit_limit_details": object{"credit_limit": 0, "available_limit": 0},
			}}
		})),
	}
}

// once refuses an order that has a key in common with an earlier one.
func once(status int, same sameness) plant {
	return func(next server) server {
		k := newShelf(same)
		next = stocking(k, next, nil)
		return refusing(createOrder, status, func(c *call) bool {
			for n, item := range c.items() {
				if k.has(&sold{buyer: c.text("customer_id"), order: c.text("order_id"), place: n, item: item}) {
					return true
				}
			}
			return false
		})(next)
	}
}

// has tells whether something of a key was sold.
func (k *shelf) has(s *sold) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.groups[k.same(s)]) > 0
}

// instead answers what is unknown with 200.
func instead(endpoint string, edit func(a *answer)) plant {
	return func(next server) server {
		return func(c *call) *answer {
			a := next(c)
			if c.endpoint == endpoint && a.status == 404 && c.authorized() {
				a.status = 200
				edit(a)
				a.touch()
			}
			return a
		}
	}
}

// clockVariants have a clock that is wrong, or tell nobody what it shows.
func clockVariants() []Variant {
	v := func(id, why string, p plant) Variant { return Variant{ID: id, Field: "date", Why: why, plant: p} }
	return []Variant{
		v("no-date", "HTTP: a server without a clock sends no Date", dating(func(a *answer) { a.header.Del("Date") })),
		v("clock-three-hours-ahead", "a clock that is wrong is not local time: its own Date says the same", wrongClock(3*time.Hour, 3*time.Hour)),
		v("clock-five-hours-behind", "a clock that is wrong is not local time: its own Date says the same", wrongClock(-5*time.Hour, -5*time.Hour)),
		v("clocks-seven-minutes-apart", "the clocks of web server and database need not agree to the minute", wrongClock(7*time.Minute, 0)),
		v("clock-ahead-without-date", "a clock that is wrong is nobody's deviation", both(wrongClock(3*time.Hour, 0), dating(func(a *answer) { a.header.Del("Date") }))),
	}
}

func dating(edit func(a *answer)) plant {
	return func(next server) server {
		return func(c *call) *answer {
			a := next(c)
			edit(a)
			return a
		}
	}
}

// wrongClock shifts all stamps by one time, and the Date header by another.
func wrongClock(stamps, date time.Duration) plant {
	return func(next server) server {
		next = restamped(anyRecord, "created_at updated_at", later(stamps))(next)
		next = on(createLimit+" "+fetchLimit, amended("data.updated", stamped(later(stamps))))(next)
		return dating(func(a *answer) {
			if t, err := http.ParseTime(a.header.Get("Date")); err == nil {
				a.header.Set("Date", t.Add(date).Format(http.TimeFormat))
			}
		})(next)
	}
}
