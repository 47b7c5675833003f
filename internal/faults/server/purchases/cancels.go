package purchases

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// cancelFaults refuse a cancel, do not store it, or change other values of the item.
func cancelFaults() []faults.Fault {
	var all []faults.Fault
	refused := func(id, why string, when func(record faults.Object, place int) bool) {
		breaks := "STA-05"
		if strings.HasPrefix(id, "collected") {
			breaks = "STA-08"
		}
		all = append(all, faults.Fault{ID: "cancel-purchase-refuses-" + id, Breaks: breaks, Why: why, Mutator: refusingCancel(when)})
	}
	refused("collected", "a collected item cannot be cancelled", func(r faults.Object, _ int) bool { return r["facility_status"] == faults.Collected })
	refused("collected-delivery", "a collected item that was not picked up cannot be cancelled", func(r faults.Object, _ int) bool {
		return r["facility_status"] == faults.Collected && r["preferred_option"] != "pick_up"
	})
	refused("agent-pick-up", "an item for pick_up by agent_delivery cannot be cancelled", func(r faults.Object, _ int) bool {
		return r["delivery_option"] == "agent_delivery" && r["preferred_option"] == "pick_up"
	})
	refused("expensive", "an item worth more than 5,000 cannot be cancelled", func(r faults.Object, _ int) bool {
		value, _ := strconv.ParseFloat(faults.Text(r["item_value"]), 64)
		return value > 5_000
	})
	refused("second-item", "the second item of an order cannot be cancelled", func(_ faults.Object, place int) bool { return place == 1 })
	refused("last-item", "the third item of an order cannot be cancelled", func(_ faults.Object, place int) bool { return place == 2 })
	refused("tenth-item", "the tenth item of an order, and later ones, cannot be cancelled", func(_ faults.Object, place int) bool { return place >= 9 })
	for _, way := range faults.DeliveryOptions[1:] {
		refused(faults.Kebab(way), "an item for "+way+" cannot be cancelled", func(r faults.Object, _ int) bool { return faults.Text(r["delivery_option"]) == way })
	}
	for _, status := range []string{faults.Pending, faults.Collected} {
		all = append(all, faults.Fault{ID: faults.Kebab("cancel-purchase-keeps-" + status), Breaks: "STA-06", Why: "a cancelled item still shows " + status,
			Mutator: losingCancelIn(status)})
	}
	kept := func(member, value string) {
		breaks := "STA-06"
		if slices.Contains(strings.Fields("fridge cooker"), value) {
			breaks = "STA-07" // the walk through the state table cancels items of these types and reads them afterwards
		}
		all = append(all, faults.Fault{ID: "cancel-purchase-keeps-" + faults.Kebab(value), Breaks: breaks, Why: "the cancel of an item whose " + member + " is " + value + " is answered and not stored",
			Mutator: losingCancelWhere(member, value)})
	}
	kept("preferred_option", "delivery")
	for _, way := range faults.DeliveryOptions[1:] {
		kept("delivery_option", way)
	}
	for _, t := range faults.ItemTypes {
		kept("item_type", t)
	}
	all = append(all, faults.Fault{ID: "cancel-purchase-keeps-expensive", Breaks: "STA-06", Why: "the cancel of an item worth more than 20,000 is answered and not stored", Mutator: losingCancelIf(func(r faults.Object) bool {
		value, _ := strconv.ParseFloat(faults.Text(r["item_value"]), 64)
		return value > 20_000
	})})
	all = append(all, cancelledShownFaults()...)
	all = append(all, cancelledChangedFaults()...)
	return append(all, faults.Fault{ID: "cancel-purchase-not-stored", Breaks: "STA-06", Why: "a cancel is answered and not stored",
		Mutator: func(next faults.Responder) faults.Responder {
			return losingCancelIn(faults.Pending)(losingCancelIn(faults.Collected)(next))
		}})
}

// cancelledShownFaults show a cancelled item in a form that get never uses (section 4.7), or in
// its earlier state (section 3).
func cancelledShownFaults() []faults.Fault {
	var all []faults.Fault
	shown := func(id, breaks, why string, edit func(*faults.Call, *faults.Answer)) {
		all = append(all, faults.Fault{ID: "get-purchase-cancelled-" + id, Breaks: breaks, Why: why, Mutator: showingCancelled(edit)})
	}
	shown("no-version", "GET-03", "get of a cancelled item leaves apiVersion out", func(_ *faults.Call, a *faults.Answer) { faults.Drop(a.Touch().Body(), "apiVersion") })
	shown("no-order-id", "GET-06", "get of a cancelled item leaves order_id out", func(_ *faults.Call, a *faults.Answer) { faults.Drop(a.Touch().Body(), "order_id") })
	shown("empty-order-id", "GET-09", "get of a cancelled item gives an empty order_id", faults.Put("order_id", ""))
	shown("no-fees", "GET-07", "get of a cancelled item leaves upfront_fees out", func(_ *faults.Call, a *faults.Answer) { faults.Drop(a.Touch().Body(), "data.upfront_fees") })
	all = append(all, faults.Fault{ID: "cancel-purchase-loses-limit", Breaks: "JRN-01", Why: "who cancelled an item has no limit any more", Mutator: losingTheLimit})
	shown("pending-again", "STA-06", "a cancelled item waits for collection again, whether it was collected or not", faults.Put("data.facility_status", faults.Pending))
	return append(all, faults.Fault{ID: "cancel-purchase-uncollects-unread", Breaks: "STA-06",
		Why: "an item that is cancelled before any get shows that it was collected waits for collection again", Mutator: uncollectingUnread()})
}

// uncollectingUnread shows a cancelled item as pending if no get has shown that it was collected.
func uncollectingUnread() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		collected, read, lost := faults.NewCounter(), faults.NewCounter(), faults.NewCounter()
		return faults.On(faults.GetItem+" "+faults.UpdateItems+" "+faults.CancelItem, func(c *faults.Call, a *faults.Answer) {
			switch {
			case c.Endpoint == faults.UpdateItems:
				for _, id := range c.ItemIDs() {
					collected.Next(id)
				}
			case c.Endpoint == faults.CancelItem:
				if collected.Count(c.ID) > 0 && read.Count(c.ID) == 0 {
					lost.Next(c.ID)
				}
			case lost.Count(c.ID) > 0:
				faults.Put("data.facility_status", faults.Pending)(c, a)
			default:
				if collected.Count(c.ID) > 0 {
					read.Next(c.ID)
				}
			}
		})(next)
	}
}

// cancelledChangedFaults change members of a cancelled item other than its status and its
// updated_at (section 3).
func cancelledChangedFaults() []faults.Fault {
	var all []faults.Fault
	for member, f := range map[string]struct {
		why   string
		value any
	}{
		"item_value":       {"a cancelled item is worth nothing", json.Number("0")},
		"created_at":       {"a cancel moves created_at", "2099-01-01T00:00:00.000Z"},
		"item_type":        {"a cancelled item is of the type other", "other"},
		"item_brand":       {"a cancelled item has no brand", ""},
		"item_code":        {"the item_code of a cancelled item is marked", "X-CANCELLED"},
		"item_description": {"a cancelled item is described as cancelled", "cancelled"},
		"store_name":       {"a cancelled item belongs to no store", ""},
		"partner_store_id": {"a cancelled item belongs to another store", "0b7f7a52-4a5e-4c1d-9a39-5d1f8a1c2e77"},
	} {
		all = append(all, faults.Fault{ID: faults.Kebab("cancel-purchase-changes-" + member), Breaks: "CAN-09", Why: f.why,
			Mutator: showingCancelled(faults.Put("data."+member, f.value))})
	}
	all = append(all, faults.Fault{ID: "cancel-purchase-changes-high-price", Breaks: "CAN-09", Why: "a cancelled item of more than 5,000 is worth nothing", Mutator: showingCancelled(func(c *faults.Call, a *faults.Answer) {
		if price, err := strconv.ParseFloat(faults.Text(faults.Get(a.Body(), "data.item_value")), 64); err == nil && price > 5000 {
			faults.Put("data.item_value", json.Number("0"))(c, a)
		}
	})})
	all = append(all, faults.Fault{ID: "cancel-purchase-changes-delivered-store", Breaks: "CAN-09", Why: "a cancelled item for delivery belongs to no store", Mutator: showingCancelled(func(c *faults.Call, a *faults.Answer) {
		if faults.Get(a.Body(), "data.preferred_option") == "delivery" {
			faults.Put("data.store_name", "")(c, a)
		}
	})})
	return append(all, faults.Fault{ID: "cancel-purchase-changes-collected-price", Breaks: "CAN-09", Why: "an item that is cancelled after it was collected is worth nothing",
		Mutator: showingCollected(faults.Put("data.item_value", json.Number("0")))})
}

// showingCollected edits the answer of get about an item that was collected and then cancelled.
func showingCollected(edit func(*faults.Call, *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		collected := faults.NewSet()
		next = showingCancelled(func(c *faults.Call, a *faults.Answer) {
			if _, was := collected.Get(c.ID); was {
				edit(c, a)
			}
		})(next)
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint == faults.UpdateItems && a.Served() {
				for _, id := range c.ItemIDs() {
					collected.Put(id, true)
				}
			}
			return a
		}
	}
}

// losingTheLimit does not find the limit of a customer who cancelled an item. A correct cancel
// changes the item and nothing else (section 3).
func losingTheLimit(next faults.Responder) faults.Responder {
	buyers, without := faults.NewStore[string](), faults.NewSet()
	return func(c *faults.Call) *faults.Answer {
		if without.Has(c.ID) && c.Endpoint == faults.FetchLimit && c.Authorized() {
			return faults.Refusal(c, 404, "the customer has no limit")
		}
		a := next(c)
		switch {
		case !a.Served():
		case c.Endpoint == faults.CreateOrder:
			for _, r := range a.Records() {
				buyers.Put(faults.Text(r["id"]), c.Text("customer_id"))
			}
		case c.Endpoint == faults.CancelItem:
			if buyer, ok := buyers.Get(c.ID); ok {
				without.Put(buyer, true)
			}
		}
		return a
	}
}

// showingCancelled edits the answer of get about an item that was cancelled.
func showingCancelled(edit func(*faults.Call, *faults.Answer)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		cancelled := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint == faults.CancelItem && a.Served() {
				cancelled.Put(c.ID, true)
			}
			if gone, _ := cancelled.Get(c.ID); gone && c.Endpoint == faults.GetItem && a.Served() {
				edit(c, a)
			}
			return a
		}
	}
}

func refusingCancel(when func(record faults.Object, place int) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders := faults.NewStore[[]string]()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != faults.CancelItem || !c.Authorized() {
				return next(c)
			}
			record, _ := next(c.Subrequest("GET", "/api/v2/purchases/"+c.ID, nil)).Body()["data"].(faults.Object)
			ids, _ := orders.Get(c.ID)
			if record != nil && when(record, slices.Index(ids, c.ID)) {
				return faults.Refusal(c, 409, "the item cannot be cancelled")
			}
			return next(c)
		}
	}
}

// losingCancelIn does not store the cancel of an item that had this status.
func losingCancelIn(status string) faults.Mutator {
	return losingCancelWhere("facility_status", status)
}

// losingCancelWhere does not store the cancel of an item whose member had this value.
func losingCancelWhere(member, value string) faults.Mutator {
	return losingCancelIf(func(r faults.Object) bool { return r[member] == value })
}

// losingCancelIf answers the cancel of some items, but still shows them in their earlier state.
func losingCancelIf(forgets func(record faults.Object) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		old := faults.NewStore[faults.Object]()
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.CancelItem && c.Authorized() {
				was, _ := next(c.Subrequest("GET", "/api/v2/purchases/"+c.ID, nil)).Body()["data"].(faults.Object)
				if _, kept := old.Get(c.ID); !kept && was != nil && forgets(was) {
					old.Put(c.ID, was)
				}
			}
			a := next(c)
			if was, ok := old.Get(c.ID); ok && c.Endpoint == faults.GetItem && a.Served() {
				a.Touch().Body()["data"] = faults.DeepCopy(was)
			}
			return a
		}
	}
}

// messageFaults leave the id out of the message of a cancel, or shorten or replace it (4.9).
func messageFaults() []faults.Fault {
	var all []faults.Fault
	for id, message := range map[string]string{
		"no-id":    "The item was successfully cancelled",
		"other-id": "The item 5f0c1c1e-0000-4000-8000-00000000000d was successfully cancelled",
		"empty":    "",
	} {
		all = append(all, faults.Fault{ID: "cancel-purchase-message-" + id, Breaks: "CAN-07", Why: "the message of a cancel does not name the item",
			Mutator: faults.On(faults.CancelItem, faults.Put("data.message", message))})
	}
	return append(all,
		faults.Fault{ID: "cancel-purchase-message-short-id", Breaks: "CAN-07", Why: "the message names the first eight digits of the id only",
			Mutator: faults.On(faults.CancelItem, func(c *faults.Call, a *faults.Answer) {
				faults.Put("data.message", "Cancelled "+c.ID[:min(8, len(c.ID))])(c, a)
			})},
		faults.Fault{ID: "cancel-purchase-message-denies", Breaks: "CAN-07", Why: "the message says that the item could not be cancelled",
			Mutator: faults.On(faults.CancelItem, func(c *faults.Call, a *faults.Answer) {
				faults.Put("data.message", "The item "+c.ID+" could not be cancelled")(c, a)
			})},
		faults.Fault{ID: "cancel-purchase-message-previous-id", Breaks: "CAN-07", Why: "the message names the item that was cancelled before",
			Mutator: faults.Previous(faults.CancelItem, "data.message")})
}
