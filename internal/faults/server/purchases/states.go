package purchases

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// stateFaults break the moves of section 3: a move is skipped, is not stored, or also affects
// other items.
func stateFaults() []faults.Fault {
	all := slices.Concat(createdFaults(), collectedFaults(), keptFaults(), spillFaults(), cancelFaults(), walkFaults())
	return append(all, messageFaults()...)
}

// createdFaults give a new item another status than pending_collection_customer.
func createdFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why, path, status string) {
		all = append(all, faults.Fault{ID: "create-purchases-" + id, Breaks: "STA-01", Why: why, Mutator: func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				a := next(c)
				if (c.Endpoint == faults.CreateOrder || c.Endpoint == faults.GetItem) && a.Served() {
					faults.Change(a.Touch().Body(), path, func(v any) any {
						if v == faults.Pending {
							return status
						}
						return v
					})
				}
				return a
			}
		}})
	}
	add("skips-pending", "a new item is collected_by_agent at once", "data.*.facility_status", faults.Collected)
	add("other-first-status", "a new item has a status of the service's own", "data.*.facility_status", "pending")
	add("shouts-status", "a new item's status is written in capitals", "data.*.facility_status", strings.ToUpper(faults.Pending))
	return append(all, faults.Fault{ID: "create-purchases-last-skips-pending", Breaks: "STA-01", Why: "the last of several new items is answered as collected_by_agent",
		Mutator: faults.KeepMember("facility_status", func(c *faults.Call, r faults.Object) string {
			items := c.Items()
			if len(items) > 1 && r["item_code"] == items[len(items)-1]["item_code"] {
				return faults.Collected
			}
			return faults.Text(r["facility_status"])
		})})
}

// collectedFaults answer an update with a wrong status.
func collectedFaults() []faults.Fault {
	var all []faults.Fault
	for id, path := range map[string]string{"keeps-status": "data.*.facility_status", "last-keeps-status": "data.last.facility_status"} {
		all = append(all, faults.Fault{ID: "update-purchases-" + id, Breaks: "STA-02", Why: "an update answers the status of before",
			Mutator: faults.On(faults.UpdateItems, faults.Put(path, faults.Pending))})
	}
	return append(all, faults.Fault{ID: "update-purchases-other-status", Breaks: "STA-02", Why: "an update answers a status that nobody asked for",
		Mutator: faults.On(faults.UpdateItems, faults.Put("data.*.facility_status", "collected"))})
}

// losingUpdates makes get show the old record of some updated items, so that their update seems
// never to be stored. forget picks them by the position of the item in the request and by its
// record.
func losingUpdates(forget func(place int, record faults.Object) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		old := faults.NewStore[faults.Object]()
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.UpdateItems && c.Authorized() {
				rememberOld(c, next, old, forget)
			}
			a := next(c)
			if was, ok := old.Get(c.ID); ok && c.Endpoint == faults.GetItem && a.Served() && faults.Get(a.Body(), "data.facility_status") == faults.Collected {
				a.Touch().Body()["data"] = faults.DeepCopy(was)
			}
			return a
		}
	}
}

func rememberOld(c *faults.Call, next faults.Responder, old *faults.Store[faults.Object], forget func(int, faults.Object) bool) {
	for place, item := range c.Items() {
		id := faults.Text(item["id"])
		was, _ := next(c.Subrequest("GET", "/api/v2/purchases/"+id, nil)).Body()["data"].(faults.Object)
		if was != nil && forget(place, was) {
			old.Put(id, faults.DeepCopy(was).(faults.Object))
		}
	}
}

// keptFaults do not store an update, or a part of it, although it was answered.
func keptFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, forget func(int, faults.Object) bool) {
		all = append(all, faults.Fault{ID: "update-purchases-" + id, Breaks: "STA-03", Why: why, Mutator: losingUpdates(forget)})
	}
	add("not-stored", "an update is answered and not stored", func(int, faults.Object) bool { return true })
	add("stores-first-only", "of several updated items only the first is stored", func(place int, _ faults.Object) bool { return place > 0 })
	add("loses-third", "of several updated items the third is not stored", func(place int, _ faults.Object) bool { return place == 2 })
	for _, way := range faults.DeliveryOptions {
		add(faults.Kebab("loses-"+way), "the update of an item for "+way+" is not stored", func(_ int, r faults.Object) bool { return faults.Text(r["delivery_option"]) == way })
	}
	for _, t := range faults.ItemTypes {
		add(faults.Kebab("loses-"+t), "the update of an item of the type "+t+" is not stored", func(_ int, r faults.Object) bool { return r["item_type"] == t })
	}
	return append(all,
		faults.Fault{ID: "update-purchases-loses-other-moves", Breaks: "STA-03", Why: "items start in different statuses; the update of those that do not wait for the customer is answered and not stored",
			Mutator: faults.Both(faults.KeepMember("facility_status", pendingDelivery), losingUpdates(func(_ int, r faults.Object) bool { return r["facility_status"] != faults.Pending }))},
		faults.Fault{ID: "update-purchases-stamp-not-stored", Breaks: "STA-03", Why: "the status of an update is stored, its updated_at is not",
			Mutator: faults.On(faults.GetItem, func(_ *faults.Call, a *faults.Answer) {
				if faults.Get(a.Body(), "data.facility_status") == faults.Collected {
					sameStamp(nil, a)
				}
			})},
		faults.Fault{ID: "get-purchase-collected-brand", Breaks: "STA-03", Why: "get of a collected item gives another item_brand",
			Mutator: faults.On(faults.GetItem, func(c *faults.Call, a *faults.Answer) {
				if faults.Get(a.Body(), "data.facility_status") == faults.Collected {
					faults.Put("data.item_brand", "Nobody's")(c, a)
				}
			})},
	)
}

// pendingDelivery is the first status of items that are delivered (section 3 shows another one for
// items that the customer collects).
func pendingDelivery(_ *faults.Call, r faults.Object) string {
	if r["preferred_option"] == "delivery" {
		return "pending_delivery"
	}
	return faults.Text(r["facility_status"])
}

// spillFaults move items that the call does not name.
func spillFaults() []faults.Fault {
	order := func(ids []string, _ *faults.Call) []string { return ids }
	fault := func(id, why, endpoint string, spill func(c *faults.Call, next faults.Responder, id string), reach func([]string, *faults.Call) []string) faults.Fault {
		return faults.Fault{ID: id, Breaks: "STA-04", Why: why, Mutator: spilling(endpoint, reach, spill)}
	}
	collect := func(c *faults.Call, next faults.Responder, id string) {
		next(c.Subrequest("PUT", "/api/v2/purchases/"+id, faults.Object{"items": []any{faults.Object{"id": id, "facility_status": faults.Collected}}}))
	}
	void := func(c *faults.Call, next faults.Responder, id string) {
		next(c.Subrequest("DELETE", "/api/v2/purchases/"+id, nil))
	}
	stamp := func(c *faults.Call, next faults.Responder, id string) {
		next(c.Subrequest("PUT", "/api/v2/purchases/"+id, faults.Object{"items": []any{faults.Object{"id": id, "facility_status": faults.Pending}}}))
	}
	neighbour := func(ids []string, c *faults.Call) []string {
		for i, id := range ids {
			if slices.Contains(c.ItemIDs(), id) {
				return ids[(i+1)%len(ids) : (i+1)%len(ids)+1]
			}
		}
		return nil
	}
	ifFirst := func(ids []string, c *faults.Call) []string {
		if len(ids) > 0 && slices.Contains(c.ItemIDs(), ids[0]) {
			return ids
		}
		return nil
	}
	neighbourOfMany := func(ids []string, c *faults.Call) []string {
		if len(ids) <= 5 {
			return nil
		}
		return neighbour(ids, c)
	}
	return []faults.Fault{
		fault("update-purchases-many-move-neighbour", "an update of one item of more than five moves the next one", faults.UpdateItems, collect, neighbourOfMany),
		fault("cancel-purchase-many-move-neighbour", "a cancel of one item of more than five cancels the next one", faults.CancelItem, void, neighbourOfMany),
		fault("update-purchases-first-moves-order", "an update of the first item moves its whole order", faults.UpdateItems, collect, ifFirst),
		fault("cancel-purchase-first-moves-order", "a cancel of the first item cancels its whole order", faults.CancelItem, void, ifFirst),
		fault("update-purchases-moves-order", "an update of one item moves its whole order", faults.UpdateItems, collect, order),
		fault("update-purchases-moves-neighbour", "an update of one item moves the next one of its order", faults.UpdateItems, collect, neighbour),
		fault("update-purchases-stamps-order", "an update of one item moves updated_at of its whole order", faults.UpdateItems, stamp, order),
		fault("cancel-purchase-moves-order", "a cancel of one item cancels its whole order", faults.CancelItem, void, order),
		{ID: "update-purchases-takes-order", Breaks: "STA-04", Why: "an update of one item is carried out for all items of its order", Mutator: takingWholeOrders(false)},
		{ID: "update-purchases-returns-order", Breaks: "STA-04", Why: "an update of one item is carried out for all items of its order, and returns them", Mutator: takingWholeOrders(true)},
		{ID: "cancel-purchase-deletes-order", Breaks: "STA-04", Why: "a cancel of one item deletes all items of its order", Mutator: deletingOrders(false)},
		{ID: "cancel-purchase-deletes-siblings", Breaks: "STA-04", Why: "a cancel of one item deletes the other items of its order", Mutator: deletingOrders(true)},
		fault("cancel-purchase-moves-neighbour", "a cancel of one item cancels the next one of its order", faults.CancelItem, void, neighbour),
		fault("cancel-purchase-collects-neighbour", "a cancel of one item collects the next one of its order", faults.CancelItem, collect, neighbour),
		fault("update-purchases-cancels-neighbour", "an update of one item cancels the next one of its order", faults.UpdateItems, void, neighbour),
		{ID: "update-purchases-moves-lookalikes", Breaks: "STA-04", Why: "an update of one item moves those of its order that are of the same type, price and description", Mutator: spillingToLookalikes(faults.UpdateItems, collect)},
		{ID: "cancel-purchase-moves-lookalikes", Breaks: "STA-04", Why: "a cancel of one item cancels those of its order that are of the same type, price and description", Mutator: spillingToLookalikes(faults.CancelItem, void)},
		{ID: "update-purchases-moves-other-customer", Breaks: "STA-04", Why: "an update moves the order that was placed before, whose customer is another", Mutator: collectingPrevious()},
	}
}

// takingWholeOrders adds the other items of the order to an update. told says whether the answer
// contains their records, too.
func takingWholeOrders(told bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders := faults.NewStore[[]string]()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			named := c.ItemIDs()
			if c.Endpoint != faults.UpdateItems || len(named) == 0 || !c.Authorized() {
				return next(c)
			}
			items, _ := c.Body["items"].([]any)
			status := c.Items()[0]["facility_status"]
			for _, id := range siblingsOf(named[0], orders) {
				if !slices.Contains(named, id) {
					items = append(items, faults.Object{"id": id, "facility_status": status})
				}
			}
			c.Body["items"] = items
			c.Touch()
			a := next(c)
			if records, _ := a.Body()["data"].([]any); !told && a.Served() && len(records) > len(named) {
				a.Touch().Body()["data"] = records[:len(named)]
			}
			return a
		}
	}
}

// deletingOrders finds the items of an order no more after a cancel of one of them. but says
// whether it still finds the cancelled item.
func deletingOrders(but bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders, deleted := faults.NewStore[[]string](), faults.NewSet()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			for _, id := range append(c.ItemIDs(), c.ID) {
				if deleted.Has(id) && c.Authorized() {
					return faults.Refusal(c, 404, "there is no such item")
				}
			}
			a := next(c)
			if c.Endpoint == faults.CancelItem && a.Served() {
				for _, id := range append(siblingsOf(c.ID, orders), c.ID) {
					deleted.Put(id, id != c.ID || !but)
				}
			}
			return a
		}
	}
}

// spilling also applies an action to other items of the order of the items that the call names.
func spilling(endpoint string, reach func(ids []string, c *faults.Call) []string, spill func(c *faults.Call, next faults.Responder, id string)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		orders := faults.NewStore[[]string]()
		next = siblings(orders, next)
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint != endpoint || !a.Served() {
				return a
			}
			a.Body() // read the body before other items move
			named := c.ItemIDs()
			if len(named) == 0 {
				return a
			}
			ids, _ := orders.Get(named[0])
			for _, id := range reach(ids, c) {
				if !slices.Contains(named, id) {
					spill(c, next, id)
				}
			}
			return a
		}
	}
}

// spillingToLookalikes also applies an action to items of the order that look like the item that
// the call names.
func spillingToLookalikes(endpoint string, spill func(c *faults.Call, next faults.Responder, id string)) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		looks := faults.NewStore[string]()
		reach := func(ids []string, c *faults.Call) []string {
			named, _ := looks.Get(c.ItemIDs()[0])
			return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
				its, _ := looks.Get(id)
				return its != named
			})
		}
		inner := spilling(endpoint, reach, spill)(next)
		return faults.On(faults.CreateOrder, func(_ *faults.Call, a *faults.Answer) {
			for _, r := range a.Records() {
				looks.Put(faults.Text(r["id"]), faults.Text(r["item_type"])+"|"+faults.Text(r["item_value"])+"|"+faults.Description(r))
			}
		})(inner)
	}
}

// collectingPrevious makes an update also collect the order that another customer placed just
// before the updated one.
func collectingPrevious() faults.Mutator {
	type placed struct {
		buyer string
		ids   []string
	}
	return func(next faults.Responder) faults.Responder {
		orders, before := faults.NewStore[placed](), faults.NewStore[placed]()
		latest := faults.NewStore[placed]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			switch {
			case c.Endpoint == faults.CreateOrder && a.Served():
				p := placed{buyer: c.Text("customer_id")}
				for _, r := range a.Records() {
					p.ids = append(p.ids, faults.Text(r["id"]))
				}
				was, ok := latest.Swap("", p)
				for _, id := range p.ids {
					orders.Put(id, p)
					if ok && was.buyer != p.buyer {
						before.Put(id, was)
					}
				}
			case c.Endpoint == faults.UpdateItems && a.Served():
				for _, id := range c.ItemIDs() {
					victim, _ := before.Get(id)
					for _, other := range victim.ids {
						next(c.Subrequest("PUT", "/api/v2/purchases/"+other, faults.Object{"items": []any{faults.Object{"id": other, "facility_status": faults.Collected}}}))
					}
				}
			}
			return a
		}
	}
}
