package faults

import (
	"slices"
	"strings"
)

const (
	pending   = "pending_collection_customer"
	collected = "collected_by_agent"
)

// stateFaults break the moves of section 3: skipped, not kept, spilling over.
func stateFaults() []Fault {
	all := slices.Concat(createdFaults(), collectedFaults(), keptFaults(), spillFaults(), cancelFaults(), walkFaults())
	return append(all, messageFaults()...)
}

// createdFaults start an item elsewhere than in pending_collection_customer.
func createdFaults() []Fault {
	var all []Fault
	add := func(id, why, path, status string) {
		all = append(all, Fault{ID: "create-purchases-" + id, Breaks: "STA-01", Why: why, plant: func(next server) server {
			return func(c *call) *answer {
				a := next(c)
				if (c.endpoint == createOrder || c.endpoint == getItem) && a.ok() {
					change(a.touch().body(), path, func(v any) any {
						if v == pending {
							return status
						}
						return v
					})
				}
				return a
			}
		}})
	}
	add("skips-pending", "a new item is collected_by_agent at once", "data.*.facility_status", collected)
	add("other-first-status", "a new item has a status of the service's own", "data.*.facility_status", "pending")
	add("shouts-status", "a new item's status is written in capitals", "data.*.facility_status", strings.ToUpper(pending))
	return append(all, Fault{ID: "create-purchases-last-skips-pending", Breaks: "STA-01", Why: "the last of several new items is answered as collected_by_agent",
		plant: kept("facility_status", func(c *call, r object) string {
			items := c.items()
			if len(items) > 1 && r["item_code"] == items[len(items)-1]["item_code"] {
				return collected
			}
			return text(r["facility_status"])
		})})
}

// collectedFaults answer an update with another status.
func collectedFaults() []Fault {
	var all []Fault
	for id, path := range map[string]string{"keeps-status": "data.*.facility_status", "last-keeps-status": "data.last.facility_status"} {
		all = append(all, Fault{ID: "update-purchases-" + id, Breaks: "STA-02", Why: "an update answers the status of before",
			plant: on(updateItems, put(path, pending))})
	}
	return append(all, Fault{ID: "update-purchases-other-status", Breaks: "STA-02", Why: "an update answers a status that nobody asked for",
		plant: on(updateItems, put("data.*.facility_status", "collected"))})
}

// forgetting makes get show the record of before for updates that a
// condition picks, by the place of the item in the request and its record. To
// the outside it is as though the update had never been stored.
func forgetting(forget func(place int, record object) bool) plant {
	return func(next server) server {
		old := newNotes[object]()
		return func(c *call) *answer {
			if c.endpoint == updateItems && c.authorized() {
				rememberOld(c, next, old, forget)
			}
			a := next(c)
			if was, ok := old.get(c.id); ok && c.endpoint == getItem && a.ok() && get(a.body(), "data.facility_status") == collected {
				a.touch().body()["data"] = copied(was)
			}
			return a
		}
	}
}

func rememberOld(c *call, next server, old *notes[object], forget func(int, object) bool) {
	for place, item := range c.items() {
		id := text(item["id"])
		was, _ := next(c.aside("GET", "/api/v2/purchases/"+id, nil)).body()["data"].(object)
		if was != nil && forget(place, was) {
			old.put(id, copied(was).(object))
		}
	}
}

// keptFaults lose an update once it is answered.
func keptFaults() []Fault {
	var all []Fault
	add := func(id, why string, forget func(int, object) bool) {
		all = append(all, Fault{ID: "update-purchases-" + id, Breaks: "STA-03", Why: why, plant: forgetting(forget)})
	}
	add("not-stored", "an update is answered and not stored", func(int, object) bool { return true })
	add("stores-first-only", "of several updated items only the first is stored", func(place int, _ object) bool { return place > 0 })
	add("loses-third", "of several updated items the third is not stored", func(place int, _ object) bool { return place == 2 })
	for _, way := range lists[1].values {
		add(kebab("loses-"+way), "the update of an item for "+way+" is not stored", func(_ int, r object) bool { return text(r["delivery_option"]) == way })
	}
	return append(all,
		Fault{ID: "update-purchases-stamp-not-stored", Breaks: "STA-03", Why: "the status of an update is stored, its updated_at is not",
			plant: on(getItem, func(_ *call, a *answer) {
				if get(a.body(), "data.facility_status") == collected {
					sameStamp(nil, a)
				}
			})},
		Fault{ID: "get-purchase-collected-brand", Breaks: "STA-03", Why: "get of a collected item gives another item_brand",
			plant: on(getItem, func(c *call, a *answer) {
				if get(a.body(), "data.facility_status") == collected {
					put("data.item_brand", "Nobody's")(c, a)
				}
			})},
	)
}

// spillFaults move what nobody named.
func spillFaults() []Fault {
	order := func(ids []string, _ *call) []string { return ids }
	fault := func(id, why, endpoint string, spill func(c *call, next server, id string), reach func([]string, *call) []string) Fault {
		return Fault{ID: id, Breaks: "STA-04", Why: why, plant: spilling(endpoint, reach, spill)}
	}
	collect := func(c *call, next server, id string) {
		next(c.aside("PUT", "/api/v2/purchases/"+id, object{"items": []any{object{"id": id, "facility_status": collected}}}))
	}
	void := func(c *call, next server, id string) { next(c.aside("DELETE", "/api/v2/purchases/"+id, nil)) }
	stamp := func(c *call, next server, id string) {
		next(c.aside("PUT", "/api/v2/purchases/"+id, object{"items": []any{object{"id": id, "facility_status": pending}}}))
	}
	neighbour := func(ids []string, c *call) []string {
		for i, id := range ids {
			if slices.Contains(c.named(), id) {
				return ids[(i+1)%len(ids) : (i+1)%len(ids)+1]
			}
		}
		return nil
	}
	return []Fault{
		fault("update-purchases-moves-order", "an update of one item moves its whole order", updateItems, collect, order),
		fault("update-purchases-moves-neighbour", "an update of one item moves the next one of its order", updateItems, collect, neighbour),
		fault("update-purchases-stamps-order", "an update of one item moves updated_at of its whole order", updateItems, stamp, order),
		fault("cancel-purchase-moves-order", "a cancel of one item cancels its whole order", cancelItem, void, order),
		fault("cancel-purchase-moves-neighbour", "a cancel of one item cancels the next one of its order", cancelItem, void, neighbour),
		fault("cancel-purchase-collects-neighbour", "a cancel of one item collects the next one of its order", cancelItem, collect, neighbour),
		fault("update-purchases-cancels-neighbour", "an update of one item cancels the next one of its order", updateItems, void, neighbour),
		{ID: "update-purchases-moves-other-customer", Breaks: "STA-04", Why: "an update moves the order that was placed before, whose customer is another", plant: reaching()},
	}
}

// named are the ids of the items that an update or a cancel names.
func (c *call) named() []string {
	if c.endpoint == cancelItem {
		return []string{c.id}
	}
	return c.values("items.id")
}

// spilling does a deed also to items that were bought together with those that
// the call names.
func spilling(endpoint string, reach func(ids []string, c *call) []string, spill func(c *call, next server, id string)) plant {
	return func(next server) server {
		orders := newNotes[[]string]()
		next = siblings(orders, next)
		return func(c *call) *answer {
			a := next(c)
			if c.endpoint != endpoint || !a.ok() {
				return a
			}
			a.body() // read before anything else moves
			named := c.named()
			if len(named) == 0 {
				return a
			}
			ids, _ := orders.get(named[0])
			for _, id := range reach(ids, c) {
				if !slices.Contains(named, id) {
					spill(c, next, id)
				}
			}
			return a
		}
	}
}

// reaching collects, with an order, the one placed before it by another customer.
func reaching() plant {
	type placed struct {
		buyer string
		ids   []string
	}
	return func(next server) server {
		orders, before := newNotes[placed](), newNotes[placed]()
		latest := newNotes[placed]()
		return func(c *call) *answer {
			a := next(c)
			switch {
			case c.endpoint == createOrder && a.ok():
				p := placed{buyer: c.text("customer_id")}
				for _, r := range a.records() {
					p.ids = append(p.ids, text(r["id"]))
				}
				was, ok := latest.swap("", p)
				for _, id := range p.ids {
					orders.put(id, p)
					if ok && was.buyer != p.buyer {
						before.put(id, was)
					}
				}
			case c.endpoint == updateItems && a.ok():
				for _, id := range c.named() {
					victim, _ := before.get(id)
					for _, other := range victim.ids {
						next(c.aside("PUT", "/api/v2/purchases/"+other, object{"items": []any{object{"id": other, "facility_status": collected}}}))
					}
				}
			}
			return a
		}
	}
}

// cancelFaults refuse a cancel, or forget it.
func cancelFaults() []Fault {
	var all []Fault
	refused := func(id, why string, when func(record object, place int) bool) {
		breaks := "STA-05"
		if id == "collected" {
			breaks = "STA-08"
		}
		all = append(all, Fault{ID: "cancel-purchase-refuses-" + id, Breaks: breaks, Why: why, plant: refusingCancel(when)})
	}
	refused("collected", "a collected item cannot be cancelled", func(r object, _ int) bool { return r["facility_status"] == collected })
	refused("second-item", "the second item of an order cannot be cancelled", func(_ object, place int) bool { return place == 1 })
	refused("last-item", "the third item of an order cannot be cancelled", func(_ object, place int) bool { return place == 2 })
	for _, way := range lists[1].values[1:] {
		refused(kebab(way), "an item for "+way+" cannot be cancelled", func(r object, _ int) bool { return text(r["delivery_option"]) == way })
	}
	for _, status := range []string{pending, collected} {
		all = append(all, Fault{ID: kebab("cancel-purchase-keeps-" + status), Breaks: "STA-06", Why: "a cancelled item still shows " + status,
			plant: unforgotten(status)})
	}
	return append(all, Fault{ID: "cancel-purchase-not-stored", Breaks: "STA-06", Why: "a cancel is answered and not stored",
		plant: func(next server) server { return unforgotten(pending)(unforgotten(collected)(next)) }})
}

func refusingCancel(when func(record object, place int) bool) plant {
	return func(next server) server {
		orders := newNotes[[]string]()
		next = siblings(orders, next)
		return func(c *call) *answer {
			if c.endpoint != cancelItem || !c.authorized() {
				return next(c)
			}
			record, _ := next(c.aside("GET", "/api/v2/purchases/"+c.id, nil)).body()["data"].(object)
			ids, _ := orders.get(c.id)
			if record != nil && when(record, slices.Index(ids, c.id)) {
				return refusal(c, 409, "the item cannot be cancelled")
			}
			return next(c)
		}
	}
}

// unforgotten shows a cancelled item in the status that it had, where it was
// this one.
func unforgotten(status string) plant {
	return func(next server) server {
		old := newNotes[object]()
		return func(c *call) *answer {
			if c.endpoint == cancelItem && c.authorized() {
				was, _ := next(c.aside("GET", "/api/v2/purchases/"+c.id, nil)).body()["data"].(object)
				if was != nil && was["facility_status"] == status {
					old.put(c.id, was)
				}
			}
			a := next(c)
			if was, ok := old.get(c.id); ok && c.endpoint == getItem && a.ok() {
				a.touch().body()["data"] = copied(was)
			}
			return a
		}
	}
}

// messageFaults leave the id out of the message of a cancel (4.9).
func messageFaults() []Fault {
	var all []Fault
	for id, message := range map[string]string{
		"no-id":    "The item was successfully cancelled",
		"other-id": "The item 5f0c1c1e-0000-4000-8000-00000000000d was successfully cancelled",
		"empty":    "",
	} {
		all = append(all, Fault{ID: "cancel-purchase-message-" + id, Breaks: "CAN-07", Why: "the message of a cancel does not name the item",
			plant: on(cancelItem, put("data.message", message))})
	}
	return append(all,
		Fault{ID: "cancel-purchase-message-short-id", Breaks: "CAN-07", Why: "the message names the first eight digits of the id only",
			plant: on(cancelItem, func(c *call, a *answer) { put("data.message", "Cancelled "+c.id[:min(8, len(c.id))])(c, a) })},
		Fault{ID: "cancel-purchase-message-previous-id", Breaks: "CAN-07", Why: "the message names the item that was cancelled before",
			plant: previous(cancelItem, "data.message")})
}
