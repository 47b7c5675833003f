package server

import (
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/faults"
)

// timeFaults write times that are not in UTC, or that are not the time of the action (2.3, 2.8,
// section 3).
func timeFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, breaks, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "time-" + id, Breaks: breaks, Why: why, Mutator: p})
	}
	for _, z := range []struct {
		id, where string
		by        time.Duration
	}{
		{"nairobi", "Nairobi", 3 * time.Hour}, {"lagos", "Lagos", time.Hour}, {"new-york", "New York", -5 * time.Hour},
		{"mumbai", "Mumbai", 5*time.Hour + 30*time.Minute}, {"kathmandu", "Kathmandu", 5*time.Hour + 45*time.Minute},
		{"california", "California", -8 * time.Hour}, {"auckland", "Auckland", 13 * time.Hour}, {"newfoundland", "Newfoundland", -(3*time.Hour + 30*time.Minute)},
	} {
		shift := faults.Later(z.by)
		add("local-"+z.id, "PUR-22", "created_at and updated_at are the time of "+z.where+" with a Z behind it", faults.Restamp(faults.AnyRecord, "created_at updated_at", shift))
		add("limit-local-"+z.id, "LIM-27", "updated of a limit is the time of "+z.where+" with a Z behind it", faults.On(faults.CreateLimit+" "+faults.FetchLimit, faults.EditText("data.updated", faults.EditStamp(shift))))
	}
	add("created-local", "PUR-22", "created_at has the database's local time, updated_at has UTC", faults.Restamp(faults.AnyRecord, "created_at", faults.Later(3*time.Hour)))
	add("first-updated-local", "PUR-22", "updated_at has local time until the first update, created_at has UTC", faults.Restamp(waiting, "updated_at", faults.Later(3*time.Hour)))
	add("update-local", "UPD-12", "an update writes updated_at in local time, create wrote UTC", faults.Restamp(moved, "updated_at", faults.Later(3*time.Hour)))
	add("update-local-west", "STA-03", "get shows updated_at of an update in local time, update and create show UTC", faults.RestampOn(faults.GetItem, moved, "updated_at", faults.Later(-5*time.Hour)))
	add("update-half-hour", "UPD-12", "an update writes updated_at in the time of Mumbai, create wrote UTC", faults.Restamp(moved, "updated_at", faults.Later(5*time.Hour+30*time.Minute)))
	add("update-tomorrow", "UPD-12", "an update writes updated_at a day ahead", faults.Restamp(moved, "updated_at", faults.Later(24*time.Hour)))
	add("update-end-of-time", "UPD-12", "an update writes the largest date as updated_at", faults.Restamp(moved, "updated_at", func(time.Time) time.Time { return time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC) }))
	add("created-1970", "PUR-22", "seconds are read as milliseconds: every created_at is in 1970", faults.Restamp(faults.AnyRecord, "created_at", func(t time.Time) time.Time { return time.UnixMilli(t.Unix()) }))
	add("stamps-1970", "PUR-22", "seconds are read as milliseconds: every stamp is in 1970", faults.Restamp(faults.AnyRecord, "created_at updated_at", func(t time.Time) time.Time {
		return time.UnixMilli(t.UnixMilli() / 1000)
	}))
	add("created-zero", "PUR-22", "created_at is the zero of the language", faults.Restamp(faults.AnyRecord, "created_at", func(time.Time) time.Time { return time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC) }))
	add("created-two-digit-year", "PUR-22", "the year of created_at has lost its century", faults.Restamp(faults.AnyRecord, "created_at", func(t time.Time) time.Time { return t.AddDate(-2000, 0, 0) }))
	add("created-month-from-zero", "PUR-22", "the month of created_at is counted from 0", faults.Restamp(faults.AnyRecord, "created_at", func(t time.Time) time.Time { return t.AddDate(0, -1, 0) }))
	add("created-built", "PUR-22", "created_at is the day on which the service was built", faults.Restamp(faults.AnyRecord, "created_at", func(time.Time) time.Time { return time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC) }))
	add("created-at-start", "PUR-22", "created_at is the time at which the service started: its default was computed once", func(next faults.Responder) faults.Responder {
		start := time.Now().UTC().Truncate(time.Second).Add(123 * time.Millisecond)
		return faults.Restamp(faults.AnyRecord, "created_at", func(time.Time) time.Time { return start })(next)
	})
	add("created-with-customer", "PUR-22", "created_at is the time at which the customer was created: the join has two columns of this name", createdWithCustomer)
	add("one-replica-local", "PUR-22", "one of two replicas writes created_at in local time", func(next faults.Responder) faults.Responder {
		t, odd := faults.NewCounter(), faults.NewSet()
		return faults.On(faults.RecordEndpoints, func(c *faults.Call, a *faults.Answer) {
			if c.Endpoint == faults.CreateOrder {
				n := t.Next("")
				for _, r := range a.Records() {
					odd.Put(faults.Text(r["id"]), n%2 == 0)
				}
			}
			for _, r := range a.Touch().Records() {
				if odd.Has(faults.Text(r["id"])) {
					faults.RestampRecord(r, "created_at updated_at", faults.Later(3*time.Hour))
				}
			}
		})(next)
	})
	for id, by := range map[string]time.Duration{"east": 3 * time.Hour, "west": -5 * time.Hour} {
		add("fetched-limit-local-"+id, "FLM-07", "fetch gives updated in local time, create gave UTC", faults.On(faults.FetchLimit, faults.EditText("data.updated", faults.EditStamp(faults.Later(by)))))
	}
	for id, f := range map[string][2]string{"new-limit": {faults.CreateLimit + " " + faults.FetchLimit, "LIM-27"}, "fetched-limit": {faults.FetchLimit, "FLM-07"}} {
		add(id+"-epoch", f[1], "updated is the zero of a clock, which the database has for no time", faults.On(f[0], faults.Put("data.updated", "1970-01-01T00:00:00.000Z")))
	}
	add("limit-one-replica-local", "LIM-27", "one of two replicas writes updated of a limit in local time", func(next faults.Responder) faults.Responder {
		t := faults.NewCounter()
		return faults.On(faults.CreateLimit, func(c *faults.Call, a *faults.Answer) {
			if t.Next("")%2 == 0 {
				faults.EditText("data.updated", faults.EditStamp(faults.Later(3*time.Hour)))(c, a)
			}
		})(next)
	})
	add("created-moves-with-get", "GET-08", "get gives the present as created_at", faults.On(faults.GetItem, now("created_at")))
	add("updated-moves-with-get", "GET-08", "get gives the present as updated_at, as an ORM does that touches what it reads", faults.On(faults.GetItem, now("updated_at")))
	add("get-of-sibling-moves", "GET-08", "get moves updated_at of an item by a second for each get before", movedByReads())
	add("get-without-millis", "GET-08", "get reads stamps from a column of whole seconds, create answers milliseconds", faults.On(faults.GetItem, func(c *faults.Call, a *faults.Answer) {
		whole := func(s string) string { return strings.Replace(s, s[19:], ".000Z", 1) }
		faults.EditText("data.created_at", whole)(c, a)
	}))
	add("update-moves-order-created-at", "UPD-11", "an update writes created_at a millisecond later", faults.On(faults.UpdateItems, faults.EditText("data.*.created_at", faults.EditStamp(faults.Later(time.Millisecond)))))
	add("update-created-local", "UPD-11", "an update answers created_at in local time, create answered UTC", faults.On(faults.UpdateItems, faults.EditText("data.*.created_at", faults.EditStamp(faults.Later(3*time.Hour)))))
	for id, by := range map[string]time.Duration{"local": 3 * time.Hour, "west": -5 * time.Hour} {
		add("update-answer-"+id, "UPD-12", "the answer of an update shows updated_at in local time, get shows UTC", faults.On(faults.UpdateItems, faults.EditText("data.*.updated_at", faults.EditStamp(faults.Later(by)))))
	}
	add("update-repeats-first-stamp", "UPD-10", "an update writes the stamp of the first update of all", func(next faults.Responder) faults.Responder {
		first := faults.NewStore[any]()
		return faults.On(faults.UpdateItems, func(_ *faults.Call, a *faults.Answer) {
			for _, r := range a.Touch().Records() {
				if v, ok := first.Get(""); ok {
					r["updated_at"] = v
				} else {
					first.Put("", r["updated_at"])
				}
			}
		})(next)
	})
	return all
}

// createdWithCustomer writes the time of the customer's first limit into all records of the customer.
func createdWithCustomer(next faults.Responder) faults.Responder {
	customers, items := faults.NewStore[any](), faults.NewStore[any]()
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if !a.Served() {
			return a
		}
		if id := faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id")); c.Endpoint == faults.CreateLimit {
			if _, known := customers.Get(id); !known {
				customers.Put(id, time.Now().UTC().Format(faults.StampLayout))
			}
			return a
		}
		if !strings.Contains(faults.RecordEndpoints, c.Endpoint) {
			return a
		}
		for _, r := range a.Touch().Records() {
			if created, known := customers.Get(c.Text("customer_id")); known && c.Endpoint == faults.CreateOrder {
				items.Put(faults.Text(r["id"]), created)
			}
			if created, known := items.Get(faults.Text(r["id"])); known {
				r["created_at"] = created
			}
		}
		return a
	}
}

func waiting(r faults.Object) bool { return r["facility_status"] == faults.Pending }
func moved(r faults.Object) bool   { return r["facility_status"] == faults.Collected }

// now sets a time to the present plus one second. The second makes the change visible with any
// precision of the clock.
func now(member string) func(*faults.Call, *faults.Answer) {
	return func(c *faults.Call, a *faults.Answer) {
		faults.Put("data."+member, time.Now().UTC().Add(time.Second).Format(faults.StampLayout))(c, a)
	}
}

// movedByReads moves updated_at one second further with each get after the first.
func movedByReads() faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		t := faults.NewCounter()
		return faults.On(faults.GetItem, func(c *faults.Call, a *faults.Answer) {
			reads := t.Next(c.ID)
			faults.EditText("data.updated_at", faults.EditStamp(faults.Later(time.Duration(reads-1)*time.Second)))(c, a)
		})(next)
	}
}
