package faults

import (
	"strings"
	"time"
)

const stampLayout = "2006-01-02T15:04:05.000Z"

// records of purchases are answered by these endpoints.
const recordEndpoints = createOrder + " " + getItem + " " + updateItems

// timeFaults write times that are not in UTC, or not those of the deed (2.3,
// 2.8, section 3).
func timeFaults() []Fault {
	var all []Fault
	add := func(id, breaks, why string, p plant) {
		all = append(all, Fault{ID: "time-" + id, Breaks: breaks, Why: why, plant: p})
	}
	for _, z := range []struct {
		id, where string
		by        time.Duration
	}{
		{"nairobi", "Nairobi", 3 * time.Hour}, {"lagos", "Lagos", time.Hour}, {"new-york", "New York", -5 * time.Hour},
		{"mumbai", "Mumbai", 5*time.Hour + 30*time.Minute}, {"kathmandu", "Kathmandu", 5*time.Hour + 45*time.Minute},
		{"california", "California", -8 * time.Hour}, {"auckland", "Auckland", 13 * time.Hour}, {"newfoundland", "Newfoundland", -(3*time.Hour + 30*time.Minute)},
	} {
		shift := later(z.by)
		add("local-"+z.id, "PUR-22", "created_at and updated_at are the time of "+z.where+" with a Z behind it", restamped(anyRecord, "created_at updated_at", shift))
		add("limit-local-"+z.id, "LIM-27", "updated of a limit is the time of "+z.where+" with a Z behind it", on(createLimit+" "+fetchLimit, amended("data.updated", stamped(shift))))
	}
	add("created-local", "PUR-22", "created_at has the database's local time, updated_at has UTC", restamped(anyRecord, "created_at", later(3*time.Hour)))
	add("first-updated-local", "PUR-22", "updated_at has local time until the first update, created_at has UTC", restamped(waiting, "updated_at", later(3*time.Hour)))
	add("update-local", "UPD-12", "an update writes updated_at in local time, create wrote UTC", restamped(moved, "updated_at", later(3*time.Hour)))
	add("update-local-west", "STA-03", "get shows updated_at of an update in local time, update and create show UTC", restampedBy(getItem, moved, "updated_at", later(-5*time.Hour)))
	add("update-half-hour", "UPD-12", "an update writes updated_at in the time of Mumbai, create wrote UTC", restamped(moved, "updated_at", later(5*time.Hour+30*time.Minute)))
	add("update-tomorrow", "UPD-12", "an update writes updated_at a day ahead", restamped(moved, "updated_at", later(24*time.Hour)))
	add("update-end-of-time", "UPD-12", "an update writes the largest date as updated_at", restamped(moved, "updated_at", func(time.Time) time.Time { return time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC) }))
	add("created-1970", "PUR-22", "seconds are read as milliseconds: every created_at is in 1970", restamped(anyRecord, "created_at", func(t time.Time) time.Time { return time.UnixMilli(t.Unix()) }))
	add("stamps-1970", "PUR-22", "seconds are read as milliseconds: every stamp is in 1970", restamped(anyRecord, "created_at updated_at", func(t time.Time) time.Time {
		return time.UnixMilli(t.UnixMilli() / 1000)
	}))
	add("created-zero", "PUR-22", "created_at is the zero of the language", restamped(anyRecord, "created_at", func(time.Time) time.Time { return time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC) }))
	add("created-two-digit-year", "PUR-22", "the year of created_at has lost its century", restamped(anyRecord, "created_at", func(t time.Time) time.Time { return t.AddDate(-2000, 0, 0) }))
	add("created-month-from-zero", "PUR-22", "the month of created_at is counted from 0", restamped(anyRecord, "created_at", func(t time.Time) time.Time { return t.AddDate(0, -1, 0) }))
	add("created-built", "PUR-22", "created_at is the day on which the service was built", restamped(anyRecord, "created_at", func(time.Time) time.Time { return time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC) }))
	add("one-replica-local", "PUR-22", "one of two replicas writes created_at in local time", func(next server) server {
		t, odd := newTally(), newNotes[bool]()
		return on(recordEndpoints, func(c *call, a *answer) {
			if c.endpoint == createOrder {
				n := t.next("")
				for _, r := range a.records() {
					odd.put(text(r["id"]), n%2 == 0)
				}
			}
			for _, r := range a.touch().records() {
				if is, _ := odd.get(text(r["id"])); is {
					restamp(r, "created_at updated_at", later(3*time.Hour))
				}
			}
		})(next)
	})
	add("limit-one-replica-local", "LIM-27", "one of two replicas writes updated of a limit in local time", func(next server) server {
		t := newTally()
		return on(createLimit, func(c *call, a *answer) {
			if t.next("")%2 == 0 {
				amended("data.updated", stamped(later(3*time.Hour)))(c, a)
			}
		})(next)
	})
	add("created-moves-with-get", "GET-08", "get gives the present as created_at", on(getItem, now("created_at")))
	add("updated-moves-with-get", "GET-08", "get gives the present as updated_at, as an ORM does that touches what it reads", on(getItem, now("updated_at")))
	add("get-of-sibling-moves", "GET-08", "get moves updated_at of an item by a second for each get before", movedByReads())
	add("get-without-millis", "GET-08", "get reads stamps from a column of whole seconds, create answers milliseconds", on(getItem, func(c *call, a *answer) {
		whole := func(s string) string { return strings.Replace(s, s[19:], ".000Z", 1) }
		amended("data.created_at", whole)(c, a)
	}))
	add("update-moves-order-created-at", "UPD-11", "an update writes created_at a millisecond later", on(updateItems, amended("data.*.created_at", stamped(later(time.Millisecond)))))
	add("update-created-local", "UPD-11", "an update answers created_at in local time, create answered UTC", on(updateItems, amended("data.*.created_at", stamped(later(3*time.Hour)))))
	add("update-repeats-first-stamp", "UPD-10", "an update writes the stamp of the first update of all", func(next server) server {
		first := newNotes[any]()
		return on(updateItems, func(_ *call, a *answer) {
			for _, r := range a.touch().records() {
				if v, ok := first.get(""); ok {
					r["updated_at"] = v
				} else {
					first.put("", r["updated_at"])
				}
			}
		})(next)
	})
	return all
}

func anyRecord(object) bool { return true }
func waiting(r object) bool { return r["facility_status"] == pending }
func moved(r object) bool   { return r["facility_status"] == collected }

func later(by time.Duration) func(time.Time) time.Time {
	return func(t time.Time) time.Time { return t.Add(by) }
}

// stamped changes a time that is written as a string; others it leaves.
func stamped(by func(time.Time) time.Time) func(string) string {
	return func(s string) string {
		t, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			return s
		}
		return by(t).UTC().Format(stampLayout)
	}
}

// restamped changes stamps wherever a record is answered.
func restamped(when func(record object) bool, members string, by func(time.Time) time.Time) plant {
	return restampedBy(recordEndpoints, when, members, by)
}

func restampedBy(endpoints string, when func(record object) bool, members string, by func(time.Time) time.Time) plant {
	return on(endpoints, func(_ *call, a *answer) {
		for _, r := range a.touch().records() {
			if when(r) {
				restamp(r, members, by)
			}
		}
	})
}

func restamp(r object, members string, by func(time.Time) time.Time) {
	for member := range strings.SplitSeq(members, " ") {
		r[member] = stamped(by)(text(r[member]))
	}
}

// now writes the present into a stamp, a little ahead, so that no clock is too
// coarse to show it.
func now(member string) func(*call, *answer) {
	return func(c *call, a *answer) {
		put("data."+member, time.Now().UTC().Add(time.Second).Format(stampLayout))(c, a)
	}
}

// movedByReads moves updated_at with each get but the first.
func movedByReads() plant {
	return func(next server) server {
		t := newTally()
		return on(getItem, func(c *call, a *answer) {
			reads := t.next(c.id)
			amended("data.updated_at", stamped(later(time.Duration(reads-1)*time.Second)))(c, a)
		})(next)
	}
}
