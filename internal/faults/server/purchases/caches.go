package purchases

import "github.com/credit-partner/assay/internal/faults"

// staleItemFaults show an item in the state before its last move. They imitate a cache that is
// not cleared, or a replica that lags.
func staleItemFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, breaks, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "cache-" + id, Breaks: breaks, Why: why, Mutator: p})
	}
	add("get-forever", "STA-03", "get is cached by id, and an update does not clear the cache", faults.Caching(faults.GetItem, faults.ByID, nil, nil))
	add("get-delivery-forever", "STA-03", "get is cached by id for items that are delivered, and an update does not clear the cache", cachingDeliveries)
	add("get-cleared-by-cancel-only", "STA-03", "get is cached by id, and only a cancel clears it", faults.Caching(faults.GetItem, faults.ByID, cleared(faults.CancelItem), nil))
	add("get-cleared-by-update-only", "STA-06", "get is cached by id, and only an update clears it", faults.Caching(faults.GetItem, faults.ByID, cleared(faults.UpdateItems), nil))
	add("get-cleared-by-path", "STA-03", "an update clears the cache of the id in its path only, not of those in its body", faults.Caching(faults.GetItem, faults.ByID, func(c *faults.Call) []string {
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
	add("get-cleared-with-id-only", "STA-03", "an update without an id in its path does not clear the cache", faults.Caching(faults.GetItem, faults.ByID, func(c *faults.Call) []string {
		if c.Endpoint == faults.UpdateItems && c.ID == "" {
			return nil
		}
		return cleared(faults.UpdateItems + " " + faults.CancelItem)(c)
	}, nil))
	add("get-first-segment", "GET-08", "get is cached by the first digit of the id", faults.Caching(faults.GetItem, func(c *faults.Call) string { return c.ID[:min(1, len(c.ID))] }, cleared(faults.UpdateItems+" "+faults.CancelItem), nil))
	add("get-by-length", "GET-08", "get is cached by method and route, without the id", faults.Caching(faults.GetItem, faults.ByNothing, nil, nil))
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

// cachingDeliveries caches the records of get by id, of items that are delivered only.
func cachingDeliveries(next faults.Responder) faults.Responder {
	delivered := faults.NewSet()
	noting := faults.On(faults.CreateOrder, func(_ *faults.Call, a *faults.Answer) {
		for _, r := range a.Records() {
			delivered.Put(faults.Text(r["id"]), r["preferred_option"] == "delivery")
		}
	})(next)
	return faults.Caching(faults.GetItem, faults.ByID, nil, func(c *faults.Call) bool {
		return delivered.Has(c.ID)
	})(noting)
}

// cleared returns a function that lists the cache keys to clear: the items that a call of one of
// the endpoints names.
func cleared(endpoints string) func(*faults.Call) []string {
	return func(c *faults.Call) []string {
		if !faults.IsOneOf(c.Endpoint, endpoints) {
			return nil
		}
		return c.ItemIDs()
	}
}

// lagging shows the record from before an update in some of the reads after it.
func lagging(stale func(read int) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		old, reads := faults.NewStore[faults.Object](), faults.NewCounter()
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint == faults.UpdateItems && c.Authorized() {
				rememberOld(c, next, old, func(int, faults.Object) bool { return true })
			}
			a := next(c)
			if was, ok := old.Get(c.ID); ok && c.Endpoint == faults.GetItem && a.Served() && faults.Get(a.Body(), "data.facility_status") == faults.Collected && stale(reads.Next(c.ID)) {
				a.Touch().Body()["data"] = faults.DeepCopy(was)
			}
			return a
		}
	}
}
