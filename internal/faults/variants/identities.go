package variants

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/faults"
)

// identityVariants refuse certain people, repeated values or unknown ids in ways that the
// specification leaves open.
func identityVariants() []faults.Variant { return append(againVariants(), ageVariants()...) }

// ageVariants serve only people of certain ages.
func ageVariants() []faults.Variant {
	var all []faults.Variant
	for _, age := range []struct {
		id, field, why string
		no             func(years int) bool
	}{
		{"no-older-than-50", "highest-age", "7: validation rules are not shown, nor how old a customer may be", func(years int) bool { return years > 50 }},
		{"no-younger-than-30", "lowest-age", "7: validation rules are not shown, nor how young a customer may be", func(years int) bool { return years < 30 }},
	} {
		all = append(all, faults.Variant{ID: age.id, Field: age.field, Why: age.why, Mutator: faults.Refusing(faults.SendOTP+" "+faults.CreateLimit, 422, func(c *faults.Call) bool {
			born := c.Text("date_of_birth")
			year, err := strconv.Atoi(born[max(len(born)-4, 0):])
			return err == nil && age.no(time.Now().UTC().Year()-year)
		})})
	}
	return all
}

// againVariants refuse values that repeat an earlier one, or answer unknown ids in another way.
func againVariants() []faults.Variant {
	v := func(id, field, why string, p faults.Mutator) faults.Variant {
		return faults.Variant{ID: id, Field: field, Why: why, Mutator: p}
	}
	return []faults.Variant{
		v("order-id-once", "order-again", "2.1: whether an order_id may come again is not shown", once(409, faults.SameOrder)),
		v("order-id-once-for-each-customer", "order-again", "2.1: whether an order_id may come again is not shown", once(422, faults.SameOwnOrder)),
		v("order-id-once-in-200", "order-again", "7: how an order_id that comes again is refused is not shown", once(200, faults.SameOrder)),
		v("item-code-once", "code-again", "2.2: item_code is unique, and whether it may come again is not shown", once(422, faults.SameCode)),
		v("item-code-once-for-each-customer", "code-again", "2.2: item_code is unique, and whether it may come again is not shown", once(409, faults.SameOwnCode)),
		v("item-code-without-case", "code-case", "2.2: whether codes that differ in case only are two is not shown", faults.Refusing(faults.CreateOrder, 409, func(c *faults.Call) bool {
			seen := make(map[string]bool)
			for _, code := range c.Values("items.item_code") {
				if seen[strings.ToLower(code)] {
					return true
				}
				seen[strings.ToLower(code)] = true
			}
			return false
		})),
		v("id-numbers-of-digits", "id-form", "2.4: no form of an id number is shown", faults.Refusing(faults.SendOTP+" "+faults.CreateLimit, 422, func(c *faults.Call) bool {
			return strings.Trim(c.Text("id_number"), "0123456789") != ""
		})),
		v("email-once", "email-again", "2.4: whether two people may have one email is not shown", onceBy(409, byEmail)),
		v("email-once-in-200", "email-again", "7: how an email that comes again is refused is not shown", onceBy(200, byEmail)),
		v("name-and-birth-once", "name-again", "2.4: whether two people may have one name and one day of birth is not shown", onceBy(409, byNameAndBirth)),
		v("unknown-update-empty-list", "unknown-update", "4.8: how an unknown id is answered is not shown", instead(faults.UpdateItems, func(a *faults.Answer) {
			a.Tree = faults.Object{"apiVersion": "2.0", "status": 200, "data": []any{}}
		})),
		v("update-of-one-order", "update-orders", "4.8: whether one update may name items of several orders is not shown", acrossOrders(422, faults.Object{"apiVersion": "2.0", "status": 422, "message": "one order at a time"})),
		v("update-of-one-order-empty-list", "update-orders", "4.8: whether one update may name items of several orders is not shown", acrossOrders(200, faults.Object{"apiVersion": "2.0", "status": 200, "data": []any{}})),
		v("update-at-the-second-time", "update-later", "7: how a call that comes too early is refused is not shown; it says when to come back", comingBack),
		v("unknown-cancel-message", "unknown-cancel", "4.9: how an unknown id is answered is not shown", instead(faults.CancelItem, func(a *faults.Answer) {
			a.Tree = faults.Object{"apiVersion": "2.0", "status": 200, "data": faults.Object{"message": "There is nothing to cancel."}}
		})),
		v("unknown-cancel-confirmed", "unknown-cancel", "4.9: a cancel may be answered alike, whether there was something or not", func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				a := next(c)
				if c.Endpoint == faults.CancelItem && a.Status == 404 && c.Authorized() {
					return &faults.Answer{Status: 200, Header: a.Header, Touched: true, Tree: faults.Object{"apiVersion": "2.0", "status": 200, "data": faults.Object{"message": "Item " + c.ID + " was successfully cancelled"}}}
				}
				return a
			}
		}),
		v("unknown-item-null", "unknown-item", "4.7: how an unknown id is answered is not shown", instead(faults.GetItem, func(a *faults.Answer) {
			a.Tree = faults.Object{"apiVersion": "2.0", "status": 200, "order_id": "", "data": nil}
		})),
		v("unknown-item-blank", "unknown-item", "4.7: how an unknown id is answered is not shown", instead(faults.GetItem, func(a *faults.Answer) {
			a.Tree = faults.Object{"apiVersion": "2.0", "status": 200, "order_id": "", "data": faults.Object{"id": "00000000-0000-0000-0000-000000000000", "item_code": "", "item_brand": "", "item_description": "", "item_value": 0}}
		})),
		v("unknown-passport-404", "unknown-passport", "4.5: how a passport that nobody has is answered is not shown", func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				a := next(c)
				if c.Endpoint == faults.Lookup && c.Text("queryFieldEnum") == "PASSPORT" && a.Served() && faults.NotFound(c, a) {
					return faults.Refusal(c, 404, "nobody has this passport")
				}
				return a
			}
		}),
		v("unknown-limit-blank", "unknown-limit", "4.4: how an unknown id is answered is not shown", instead(faults.FetchLimit, func(a *faults.Answer) {
			a.Tree = faults.Object{"apiVersion": "2.0", "status": 200, "request_id": faults.Hash(time.Now().String()), "data": faults.Object{
				"customer_details": faults.Object{"id": "", "first_name": "", "email": ""}, "credit_limit_details": faults.Object{"credit_limit": 0, "available_limit": 0},
			}}
		})),
	}
}

// once refuses an order that has a key in common with an earlier one.
func once(status int, same faults.ItemKey) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := faults.NewSales(same)
		next = faults.RecordSales(k, next, nil)
		return faults.Refusing(faults.CreateOrder, status, func(c *faults.Call) bool {
			for n, item := range c.Items() {
				if k.Has(&faults.SoldItem{Buyer: c.Text("customer_id"), Order: c.Text("order_id"), Place: n, Item: item}) {
					return true
				}
			}
			return false
		})(next)
	}
}

// onceBy refuses a limit to a person who has the same key as another customer.
func onceBy(status int, key func(*faults.Call) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		owners := faults.NewStore[string]()
		next = faults.On(faults.CreateLimit, func(c *faults.Call, _ *faults.Answer) { owners.Put(key(c), faults.ByPerson(c)) })(next)
		return faults.Refusing(faults.CreateLimit, status, func(c *faults.Call) bool {
			owner, known := owners.Get(key(c))
			return known && owner != faults.ByPerson(c)
		})(next)
	}
}

func byEmail(c *faults.Call) string { return strings.ToLower(c.Text("email")) }

func byNameAndBirth(c *faults.Call) string {
	return strings.Join([]string{c.Text("first_name"), c.Text("last_name"), c.Text("date_of_birth")}, "|")
}

// instead answers a call that finds nothing with 200.
func instead(endpoint string, edit func(a *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint == endpoint && a.Status == 404 && c.Authorized() {
				a.Status = 200
				edit(a)
				a.Touch()
			}
			return a
		}
	}
}

// clockVariants have a wrong clock, or do not tell the time of their clock.
func clockVariants() []faults.Variant {
	v := func(id, why string, p faults.Mutator) faults.Variant {
		return faults.Variant{ID: id, Field: "date", Why: why, Mutator: p}
	}
	return []faults.Variant{
		v("no-date", "HTTP: a server without a clock sends no Date", dating(func(a *faults.Answer) { a.Header.Del("Date") })),
		v("clock-three-hours-ahead", "a clock that is wrong is not local time: its own Date says the same", wrongClock(3*time.Hour, 3*time.Hour)),
		v("clock-five-hours-behind", "a clock that is wrong is not local time: its own Date says the same", wrongClock(-5*time.Hour, -5*time.Hour)),
		v("date-two-hours-ahead", "no section names the Date: a front end may have another clock", wrongClock(0, 2*time.Hour)),
		v("clocks-seven-minutes-apart", "the clocks of web server and database need not agree to the minute", wrongClock(7*time.Minute, 0)),
		v("clock-ahead-without-date", "a clock that is wrong is nobody's deviation", faults.Both(wrongClock(3*time.Hour, 0), dating(func(a *faults.Answer) { a.Header.Del("Date") }))),
	}
}

// notedTimeVariants write times in less usual forms of ISO 8601.
func notedTimeVariants() []faults.Variant {
	v := func(id, why string, p faults.Mutator) faults.Variant {
		return faults.Variant{ID: id, Field: "time-form", Why: why, Mutator: p}
	}
	const everyForm = "2.3, 2.8: an ISO 8601 timestamp in UTC, in no named one of its forms"
	return []faults.Variant{
		v("times-in-basic-form", everyForm, noted("20060102T150405.000Z")),
		v("times-with-a-comma", everyForm, noted("2006-01-02T15:04:05,000Z")),
		v("times-with-a-short-offset", everyForm, noted("2006-01-02T15:04:05.000+00")),
		v("times-in-small-letters", "2.3, 2.8: RFC 3339, section 5.6, says that ISO 8601 permits t and z", noted("2006-01-02t15:04:05.000z")),
		v("updated-to-the-minute", "2.8: a timestamp with no precision named", notedUpdated("2006-01-02T15:04Z")),
	}
}

// noted writes the times of records and limits in a layout.
func noted(layout string) faults.Mutator {
	stamps := faults.On(faults.RecordEndpoints, func(_ *faults.Call, a *faults.Answer) {
		for _, r := range a.Touch().Records() {
			for _, member := range []string{"created_at", "updated_at"} {
				r[member] = inLayout(layout)(faults.Text(r[member]))
			}
		}
	})
	return faults.Both(stamps, notedUpdated(layout))
}

func notedUpdated(layout string) faults.Mutator {
	return faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText("data.updated", inLayout(layout)))
}

func inLayout(layout string) func(string) string {
	return func(s string) string {
		at, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			return s
		}
		return at.UTC().Format(layout)
	}
}

func dating(edit func(a *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			edit(a)
			return a
		}
	}
}

// wrongClock shifts all times in bodies by one duration, and the Date header by another.
func wrongClock(stamps, date time.Duration) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		next = faults.Restamp(faults.AnyRecord, "created_at updated_at", faults.Later(stamps))(next)
		next = faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText("data.updated", faults.EditStamp(faults.Later(stamps))))(next)
		return dating(func(a *faults.Answer) {
			if t, err := http.ParseTime(a.Header.Get("Date")); err == nil {
				a.Header.Set("Date", t.Add(date).Format(http.TimeFormat))
			}
		})(next)
	}
}

// comingBack refuses the first update of each item and asks the caller to repeat it.
func comingBack(next faults.Responder) faults.Responder {
	t := faults.NewCounter()
	return func(c *faults.Call) *faults.Answer {
		if ids := c.ItemIDs(); c.Endpoint == faults.UpdateItems && c.Authorized() && len(ids) > 0 && t.Next(ids[0]) == 1 {
			a := faults.Refusal(c, http.StatusTooEarly, "the order is still being booked")
			a.Header.Set("Retry-After", "0")
			return a
		}
		return next(c)
	}
}

// acrossOrders answers an update of items of several orders without moving any item.
func acrossOrders(status int, body faults.Object) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders := faults.NewStore[string]()
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.UpdateItems && c.Authorized() {
				of := make(map[string]bool)
				for _, id := range c.ItemIDs() {
					order, _ := orders.Get(id)
					of[order] = true
				}
				if len(of) > 1 {
					return &faults.Answer{Status: status, Header: http.Header{"Content-Type": {"application/json"}}, Touched: true, Tree: faults.DeepCopy(body).(faults.Object)}
				}
			}
			a := next(c)
			if c.Endpoint == faults.CreateOrder && a.Served() {
				for _, r := range a.Records() {
					orders.Put(faults.Text(r["id"]), faults.Text(a.Records()[0]["id"]))
				}
			}
			return a
		}
	}
}

// newcomerVariants differ in the answer to a verify of a person without a limit, which the
// specification does not show (sections 2.9 and 4.2). The list also holds variants in which items
// change their status by themselves.
func newcomerVariants() []faults.Variant {
	v := func(id string, edit func(*faults.Call, *faults.Answer)) faults.Variant {
		return faults.Variant{ID: id, Field: "newcomer", Why: "4.2: what verify answers to a person without a limit is not shown", Mutator: faults.OnNewcomers(edit)}
	}
	return []faults.Variant{
		{ID: "deliveries-move-on", Field: "initial", Why: "3: the states of a delivery, and its moves, are not shown", Mutator: deliveriesMoveOn()},
		{ID: "pending-moves-on", Field: "moves", Why: "3: moves other than those in the table are not shown", Mutator: movesOn(faults.Pending, "ready_for_collection")},
		{ID: "collected-moves-on", Field: "moves", Why: "3: moves other than those in the table are not shown", Mutator: movesOn(faults.Collected, "loan_active")},
		v("verify-new-refused", func(c *faults.Call, a *faults.Answer) { *a = *faults.Refusal(c, 404, "no limit yet") }),
		v("verify-new-refused-in-200", func(c *faults.Call, a *faults.Answer) { *a = *faults.Refusal(c, 200, "no limit yet") }),
		v("verify-new-message", func(c *faults.Call, a *faults.Answer) {
			a.Touch().Tree = faults.Object{"request_id": c.NewID("request_id"), "apiVersion": "2.0", "status": 200, "data": faults.Object{"message": "The OTP is verified"}}
		}),
		v("verify-new-text", func(c *faults.Call, a *faults.Answer) {
			a.Touch().Tree = faults.Object{"request_id": c.NewID("request_id"), "apiVersion": "2.0", "status": 200, "data": "verified"}
		}),
	}
}

// deliveriesMoveOn shows the item of a delivery with another status from the second read on.
func deliveriesMoveOn() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		looks := faults.NewCounter()
		onTheWay := func(c *faults.Call, a *faults.Answer) {
			for _, r := range a.Touch().Records() {
				if r["facility_status"] == faults.Pending && r["preferred_option"] == "delivery" {
					r["facility_status"] = map[bool]string{true: "awaiting_delivery", false: "in_transit"}[c.Endpoint == faults.CreateOrder || looks.Next(faults.Text(r["id"])) == 1]
				}
			}
		}
		return faults.On(faults.CreateOrder+" "+faults.GetItem, onTheWay)(next)
	}
}

// movesOn moves an item by itself to a status that the service has chosen, from the second read
// on. It imitates a job that runs from time to time.
func movesOn(from, to string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		looks := faults.NewCounter()
		return faults.On(faults.GetItem, func(c *faults.Call, a *faults.Answer) {
			if faults.Get(a.Body(), "data.facility_status") == from && looks.Next(c.ID) > 1 {
				faults.Put("data.facility_status", to)(c, a)
				faults.EditText("data.updated_at", faults.EditStamp(faults.Later(time.Millisecond)))(c, a)
			}
		})(next)
	}
}
