package purchases

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// leftoverFaults show only after several calls or with many items. For example, they affect the
// last of many items, a form of a path that few calls use, or items that no call has named for a
// long time.
func leftoverFaults() []faults.Fault {
	fault := func(id, breaks, why string, p faults.Mutator) faults.Fault {
		return faults.Fault{ID: id, Breaks: breaks, Why: why, Mutator: p}
	}
	return []faults.Fault{
		fault("get-purchase-fourth-lost", "GET-01", "the fourth item of an order is not found", losingFourth),
		fault("update-purchases-refuses-after-third", "UPD-09", "an update that has the fourth item of an order, or a later one, is refused", refusingAfterThird),
		fault("get-purchase-fifth-is-fourth", "GET-08", "get returns the fourth item of an order for the fifth", fourthForFifth),
		fault("update-purchases-fifth-not-stored", "STA-03", "an update answers all items, and the fifth is not stored", losingUpdates(func(place int, _ faults.Object) bool { return place == 4 })),
		fault("cancel-purchase-fifth-not-stored", "STA-06", "the cancel of the fifth item of an order is answered and not stored", keepingFifth),
		fault("update-purchases-rebrands-oldest", "GET-12", "an update changes the brand of the item that was bought first", changingOldest("item_brand")),
		fault("update-purchases-moves-oldest-code", "GET-12", "an update changes the item_code of the item that was bought first", changingOldest("item_code")),
		fault("update-purchases-lapses", "GET-12", "an item is no longer collected once 15 calls have updated others", lapsing(faults.UpdateItems, 15)),
		fault("cancel-purchase-lapses", "STA-06", "an item is no longer cancelled once 10 calls have cancelled others", lapsing(faults.CancelItem, 10)),
		fault("update-purchases-without-id-first-only", "UPD-09", "an update without an id in its path moves the first of its items and leaves the others out", func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				if items, _ := faults.Get(c.Body, "items").([]any); c.Endpoint == faults.UpdateItems && c.ID == "" && len(items) > 1 {
					c.Body["items"] = items[:1]
					c.Touch()
				}
				return next(c)
			}
		}),
		fault("update-purchases-without-id-not-stored", "STA-03", "an update without an id in its path is answered and not stored", func(next faults.Responder) faults.Responder {
			forgetful := losingUpdates(func(int, faults.Object) bool { return true })(next)
			return func(c *faults.Call) *faults.Answer {
				if c.Endpoint == faults.UpdateItems && c.ID != "" {
					return next(c)
				}
				return forgetful(c)
			}
		}),
		fault("update-purchases-stores-first-ten", "STA-03", "of many updated items only the first ten are stored", losingUpdates(func(place int, _ faults.Object) bool { return place >= 10 })),
		fault("update-purchases-not-stored-expensive", "STA-03", "an update of an item worth more than 20,000 is answered and not stored", losingUpdates(func(_ int, r faults.Object) bool {
			value, err := strconv.ParseFloat(faults.Text(r["item_value"]), 64)
			return err == nil && value > 20_000
		})),
		fault("update-purchases-mixed-returns-oldest", "UPD-13", "an update that names an unknown item beside a known one returns the record of the first order, too", returningOldest()),
		{ID: "create-purchases-beyond-limit-empty", Breaks: "PUR-07", ShownBy: "OBS-22", Why: "an order beyond the limit is answered as created, with no data", Mutator: beyondLimitEmpty()},
		{ID: "cancel-purchase-again-no-message", Breaks: "CAN-06", ShownBy: "OBS-29", Why: "a second cancel of an item is answered with a number for a message", Mutator: againWithoutMessage()},
		fault("create-purchases-identical-share-id", "PUR-09", "two items that are alike in every member get one id", sharingIDs()),
		fault("create-purchases-stores-first-thirty", "GET-01", "of many ordered items only the first thirty are stored", storingFirst(30)),
		fault("update-purchases-not-stored-for-self-employed", "STA-03", "what a self-employed customer collects is answered and not stored", forSelfEmployed(losingUpdates(func(int, faults.Object) bool { return true }), faults.UpdateItems)),
		openToAnybody(faults.GetItem), openToAnybody(faults.UpdateItems), openToAnybody(faults.CancelItem),
		fault("cancel-purchase-refuses-collected-of-self-employed", "STA-08", "an item that a self-employed customer collected cannot be cancelled", forSelfEmployed(refusingCancel(func(r faults.Object, _ int) bool {
			return r["facility_status"] == faults.Collected
		}), faults.CancelItem)),
		fault("update-purchases-takes-order-of-self-employed", "STA-04", "an update of a self-employed customer's item is carried out for its whole order", forSelfEmployed(takingWholeOrders(false), faults.UpdateItems)),
		fault("cancel-purchase-deletes-siblings-of-self-employed", "STA-04", "a cancel of a self-employed customer's item deletes the other items of its order", forSelfEmployed(deletingOrders(true), faults.CancelItem)),
		fault("cancel-purchase-not-stored-for-self-employed", "STA-06", "the cancel of a self-employed customer's item is answered and not stored", forSelfEmployed(losingCancelIn(faults.Pending), faults.CancelItem)),
	}
}

// changingOldest changes the first item of all when another item is updated.
func changingOldest(member string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		oldest, updates := faults.NewStore[string](), faults.NewCounter()
		return faults.On(faults.CreateOrder+" "+faults.GetItem+" "+faults.UpdateItems, func(c *faults.Call, a *faults.Answer) {
			first, known := oldest.Get("")
			switch {
			case c.Endpoint == faults.CreateOrder && !known && len(a.Records()) > 0:
				oldest.Put("", faults.Text(a.Records()[0]["id"]))
			case c.Endpoint == faults.UpdateItems && !slices.Contains(c.ItemIDs(), first):
				updates.Next("")
			case c.Endpoint == faults.GetItem && c.ID == first && updates.Count("") > 0:
				faults.Put("data."+member, "changed")(c, a)
			}
		})(next)
	}
}

// lapsing shows an item as pending again, after more than most calls of the endpoint were made
// about other items.
func lapsing(endpoint string, most int) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		calls, at := faults.NewCounter(), faults.NewStore[int]()
		return faults.On(faults.GetItem+" "+endpoint, func(c *faults.Call, a *faults.Answer) {
			if c.Endpoint == endpoint {
				n := calls.Next("")
				for _, id := range append(c.ItemIDs(), c.ID) {
					at.Put(id, n)
				}
				return
			}
			n, known := at.Get(c.ID)
			if known && calls.Count("")-n > most && (endpoint == faults.CancelItem || faults.Get(a.Body(), "data.facility_status") == faults.Collected) {
				faults.Put("data.facility_status", faults.Pending)(c, a)
			}
		})(next)
	}
}

// returningOldest carries out an update that the service should refuse because its last item is
// unknown. It uses the first item of all instead.
func returningOldest() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		oldest := faults.NewStore[string]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			first, known := oldest.Get("")
			switch {
			case c.Endpoint == faults.CreateOrder && a.Served() && !known && len(a.Records()) > 0:
				oldest.Put("", faults.Text(a.Records()[0]["id"]))
			case c.Endpoint == faults.UpdateItems && c.Authorized() && !a.Served() && known && len(c.ItemIDs()) > 1:
				items, _ := faults.DeepCopy(c.Body["items"]).([]any)
				items[len(items)-1].(faults.Object)["id"] = first
				return next(c.Subrequest("PUT", "/api/v2/purchases/"+c.ItemIDs()[0], faults.Object{"items": items}))
			}
			return a
		}
	}
}

// beyondLimitEmpty answers an order that the reference refuses because of the limit with 201.
func beyondLimitEmpty() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint != faults.CreateOrder || !c.Authorized() || a.Served() || len(c.Items()) != 1 || len(faults.Text(c.Items()[0]["item_value"])) < 5 {
				return a
			}
			answer := faults.Refusal(c, 201, "")
			answer.Tree = faults.Object{"apiVersion": "2.0", "status": 201, "order_id": c.Text("order_id"), "data": nil}
			return answer.Touch()
		}
	}
}

// againWithoutMessage serves the second cancel of an item with a number as its message.
func againWithoutMessage() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		cancelled := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if was, _ := cancelled.Get(c.ID); c.Endpoint == faults.CancelItem && was && c.Authorized() {
				answer := faults.Refusal(c, 200, "")
				answer.Tree = faults.Object{"apiVersion": "2.0", "status": 200, "data": faults.Object{"message": json.Number("1"), "id": c.ID}}
				return answer.Touch()
			}
			a := next(c)
			if c.Endpoint == faults.CancelItem && a.Served() {
				cancelled.Put(c.ID, true)
			}
			return a
		}
	}
}

// sharingIDs gives equal items of an order the id of the first of them.
func sharingIDs() faults.Mutator {
	return faults.On(faults.CreateOrder, func(c *faults.Call, a *faults.Answer) {
		ids := make(map[string]any)
		for _, r := range a.Records() {
			key := strings.Join([]string{faults.Text(r["item_code"]), faults.Text(r["item_value"]), faults.Description(r), faults.Text(r["item_brand"])}, "|")
			if id, known := ids[key]; known {
				a.Touch()
				r["id"] = id
			} else {
				ids[key] = r["id"]
			}
		}
	})
}

// storingFirst stores only the first most items of an order.
func storingFirst(most int) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		lost := faults.NewSet()
		return func(c *faults.Call) *faults.Answer {
			if gone, _ := lost.Get(c.ID); gone && c.Authorized() {
				return faults.Refusal(c, 404, "there is no such item")
			}
			a := next(c)
			if c.Endpoint == faults.CreateOrder && a.Served() {
				for n, r := range a.Records() {
					if n >= most {
						lost.Put(faults.Text(r["id"]), true)
					}
				}
			}
			return a
		}
	}
}

// openToAnybody does not check the token of a call that names an item of a self-employed customer.
func openToAnybody(endpoint string) faults.Fault {
	return faults.Fault{ID: endpoint + "-token-not-for-self-employed", Breaks: "PUR-17", Why: "items of self-employed customers are open to anybody", Mutator: forSelfEmployed(func(next faults.Responder) faults.Responder {
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == endpoint {
				c.Authenticate()
			}
			return next(c)
		}
	}, endpoint)}
}

// forSelfEmployed applies a deviation only to the items of self-employed customers.
func forSelfEmployed(wrong faults.Mutator, endpoint string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		owners, items := faults.NewSet(), faults.NewSet()
		remembering := faults.On(faults.CreateLimit+" "+faults.CreateOrder, func(c *faults.Call, a *faults.Answer) {
			if c.Endpoint == faults.CreateLimit {
				owners.Put(faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id")), faults.SelfEmployed(c.Body))
				return
			}
			theirs, _ := owners.Get(c.Text("customer_id"))
			for _, r := range a.Records() {
				items.Put(faults.Text(r["id"]), theirs)
			}
		})(next)
		broken := wrong(remembering)
		return func(c *faults.Call) *faults.Answer {
			ids := append(c.ItemIDs(), c.ID)
			theirs, _ := items.Get(ids[0])
			if c.Endpoint == endpoint && !theirs {
				return remembering(c)
			}
			return broken(c)
		}
	}
}

// fourthForFifth shows the fourth item of an order instead of the fifth.
func fourthForFifth(next faults.Responder) faults.Responder {
	orders := faults.NewStore[[]string]()
	next = siblings(orders, next)
	return func(c *faults.Call) *faults.Answer {
		if ids, _ := orders.Get(c.ID); c.Endpoint == faults.GetItem && slices.Index(ids, c.ID) == 4 {
			return next(c.At("/api/v2/purchases/" + ids[3]))
		}
		return next(c)
	}
}

// losingFourth does not find the fourth item of an order.
func losingFourth(next faults.Responder) faults.Responder {
	orders := faults.NewStore[[]string]()
	next = siblings(orders, next)
	return func(c *faults.Call) *faults.Answer {
		if ids, _ := orders.Get(c.ID); c.Endpoint == faults.GetItem && c.Authorized() && slices.Index(ids, c.ID) == 3 {
			return faults.Refusal(c, 404, "no such item")
		}
		return next(c)
	}
}

// refusingAfterThird refuses each update of an item behind the third one of its order.
func refusingAfterThird(next faults.Responder) faults.Responder {
	orders := faults.NewStore[[]string]()
	return faults.Refusing(faults.UpdateItems, 422, func(c *faults.Call) bool {
		return slices.ContainsFunc(c.ItemIDs(), func(id string) bool {
			ids, _ := orders.Get(id)
			return slices.Index(ids, id) > 2
		})
	})(siblings(orders, next))
}

// keepingFifth does not store the cancel of the fifth item of an order.
func keepingFifth(next faults.Responder) faults.Responder {
	orders := faults.NewStore[[]string]()
	return losingCancelIf(func(r faults.Object) bool {
		id := faults.Text(r["id"])
		ids, _ := orders.Get(id)
		return slices.Index(ids, id) == 4
	})(siblings(orders, next))
}
