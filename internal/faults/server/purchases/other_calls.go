package purchases

import (
	"strconv"

	"github.com/credit-partner/assay/internal/faults"
)

// otherCallFaults show items wrongly because of calls that do not name them. Most of these calls
// are a verify or a limit request of the customer who bought the items.
func otherCallFaults() []faults.Fault {
	right := func(c *faults.Call, a *faults.Answer) bool { return c.Endpoint == faults.VerifyOTP && a.Served() }
	wrong := func(c *faults.Call, a *faults.Answer) bool { return c.Endpoint == faults.VerifyOTP && !a.Served() }
	again := func(c *faults.Call, a *faults.Answer) bool { return c.Endpoint == faults.CreateLimit && a.Served() }
	return []faults.Fault{
		{ID: "create-purchases-no-record-of-free-item", Breaks: "PUR-08", Why: "an order of an item with a price of zero is accepted, and has no record", Mutator: withoutRecords(func() func(*faults.Call) bool { return isFree })},
		{ID: "create-purchases-no-record-of-known-order", Breaks: "PUR-08", Why: "an order under an order_id used before is accepted, and has no record", Mutator: withoutRecords(isKnownOrder)},
		{ID: "create-limit-revives-cancelled", Breaks: "JRN-01", Why: "a customer who asks for a limit again has the cancelled items back", Mutator: movingItems(again, isCancelled, faults.Pending)},
		{ID: "create-limit-resets-items", Breaks: "JRN-01", Why: "the items of a customer who asks for a limit again are under review", Mutator: movingItems(again, isPending, "pending_review")},
		{ID: "verify-otp-collects-items", Breaks: "JRN-01", Why: "a verified OTP collects all that the customer has bought", Mutator: movingItems(right, isPending, faults.Collected)},
		{ID: "verify-otp-wrong-resets-items", Breaks: "JRN-01", Why: "after a wrong OTP the collected items of the customer wait again", Mutator: movingItems(wrong, isCollected, faults.Pending)},
		{ID: "update-purchases-stored-though-cancelled", Breaks: "STA-06", Why: "the update of a cancelled item is refused, and stored", Mutator: storingRefused},
		{ID: "update-purchases-toggles", Breaks: "STA-03", Why: "a second update of an item is answered, and takes the first one back", Mutator: takingBackSecond},
		{ID: "update-purchases-hits-twin", Breaks: "STA-04", Why: "an update collects all items of the order with the item_code of the one that it names", Mutator: collectingTwin},
		{ID: "create-purchases-status-of-the-code", Breaks: "STA-01", Why: "a product bought again is collected at once: the status is kept by item_code", Mutator: statusByCode},
	}
}

func isCancelled(status string) bool { return status == itemCancelled }
func isPending(status string) bool   { return status == faults.Pending }
func isCollected(status string) bool { return status == faults.Collected }

// itemCancelled represents the state of a cancelled item. The service may name this state as it
// likes.
const itemCancelled = "cancelled"

// bought remembers which items a person bought, and the last state of each item.
type bought struct {
	people *faults.Store[string]   // the id number of each customer id
	items  *faults.Store[[]string] // the items of each id number
	states *faults.Store[string]   // the state of each item
}

func newBought() bought {
	return bought{faults.NewStore[string](), faults.NewStore[[]string](), faults.NewStore[string]()}
}

func (b bought) note(c *faults.Call, a *faults.Answer) {
	if !a.Served() {
		return
	}
	switch c.Endpoint {
	case faults.CreateLimit:
		b.people.Put(faults.Text(faults.Get(a.Body(), "data.customer_details.id")), c.Text("id_number"))
	case faults.CreateOrder:
		who, _ := b.people.Get(c.Text("customer_id"))
		items, _ := b.items.Get(who)
		for _, r := range a.Records() {
			id := faults.Text(r["id"])
			items = append(items[:len(items):len(items)], id)
			b.states.Put(id, faults.Text(r["facility_status"]))
		}
		b.items.Put(who, items)
	case faults.UpdateItems:
		for _, id := range c.ItemIDs() {
			b.states.Put(id, faults.Collected)
		}
	case faults.CancelItem:
		b.states.Put(c.ID, itemCancelled)
	}
}

// movingItems shows the items of a person in another state after a call for which by is true. It
// does so for the items that were then in a state for which moves is true, until such an item
// moves again.
func movingItems(by func(*faults.Call, *faults.Answer) bool, moves func(status string) bool, to string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		all, moved := newBought(), faults.NewStore[string]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			all.note(c, a)
			if by(c, a) {
				items, _ := all.items.Get(c.Text("id_number"))
				for _, id := range items {
					if state, _ := all.states.Get(id); moves(state) {
						moved.Put(id, state)
					}
				}
			}
			state, _ := all.states.Get(c.ID)
			if was, is := moved.Get(c.ID); is && was == state && c.Endpoint == faults.GetItem && a.Served() {
				faults.Put("data.facility_status", to)(c, a)
			}
			return a
		}
	}
}

// storingRefused refuses the update of a cancelled item, but stores it.
func storingRefused(next faults.Responder) faults.Responder {
	cancelled, stored := faults.NewSet(), faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		if c.Endpoint == faults.UpdateItems && c.Authorized() {
			for _, id := range c.ItemIDs() {
				if cancelled.Has(id) {
					stored.Put(id, true)
					return faults.Refusal(c, 409, "the item was cancelled")
				}
			}
		}
		a := next(c)
		if c.Endpoint == faults.CancelItem && a.Served() {
			cancelled.Put(c.ID, true)
		}
		if stored.Has(c.ID) && c.Endpoint == faults.GetItem && a.Served() {
			faults.Put("data.facility_status", faults.Collected)(c, a)
		}
		return a
	}
}

// collectingTwin shows an item as collected after another item of its order with the same
// item_code was collected.
func collectingTwin(next faults.Responder) faults.Responder {
	twins, collected := faults.NewStore[string](), faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if !a.Served() {
			return a
		}
		switch c.Endpoint {
		case faults.CreateOrder:
			last := make(map[string]string)
			for _, r := range a.Records() {
				code, id := faults.Text(r["item_code"]), faults.Text(r["id"])
				if twin, has := last[code]; has {
					twins.Put(id, twin)
					twins.Put(twin, id)
				}
				last[code] = id
			}
		case faults.UpdateItems:
			for _, id := range c.ItemIDs() {
				if twin, has := twins.Get(id); has {
					collected.Put(twin, true)
				}
			}
		case faults.GetItem:
			if collected.Has(c.ID) {
				faults.Put("data.facility_status", faults.Collected)(c, a)
			}
		}
		return a
	}
}

// statusByCode shows a new item as collected if an item of the same item_code was updated before.
func statusByCode(next faults.Responder) faults.Responder {
	collected := faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		switch {
		case !a.Served():
		case c.Endpoint == faults.UpdateItems:
			for _, r := range a.Records() {
				collected.Put(faults.Text(r["item_code"]), true)
			}
		case c.Endpoint == faults.CreateOrder:
			for _, r := range a.Touch().Records() {
				if collected.Has(faults.Text(r["item_code"])) {
					r["facility_status"] = faults.Collected
				}
			}
		}
		return a
	}
}

// withoutRecords leaves out the records of some orders. Each build calls which itself and so has
// its own memory.
func withoutRecords(which func() func(*faults.Call) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		some := which()
		return faults.On(faults.CreateOrder, func(c *faults.Call, a *faults.Answer) {
			if some(c) {
				a.Touch().Body()["data"] = []any{}
			}
		})(next)
	}
}

func isFree(c *faults.Call) bool {
	price, err := strconv.ParseFloat(faults.Text(c.Items()[0]["item_value"]), 64)
	return err == nil && price == 0
}

// isKnownOrder returns a function that reports whether an earlier order had the same order_id.
func isKnownOrder() func(*faults.Call) bool {
	seen := faults.NewSet()
	return func(c *faults.Call) bool {
		id := faults.Text(c.Body["order_id"])
		known := seen.Has(id)
		seen.Put(id, true)
		return known
	}
}

// takingBackSecond shows an item as pending after every second update.
func takingBackSecond(next faults.Responder) faults.Responder {
	updates := faults.NewCounter()
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		switch {
		case c.Endpoint == faults.UpdateItems && a.Served():
			for _, id := range c.Values("items.id") {
				updates.Next(id)
			}
		case c.Endpoint == faults.GetItem && a.Served() && updates.Count(c.ID)%2 == 0 && faults.Get(a.Body(), "data.facility_status") == faults.Collected:
			faults.Put("data.facility_status", faults.Pending)(c, a)
		}
		return a
	}
}
