package faults

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// strangerFaults answer an id that nobody gave with somebody's data, or do to
// somebody's item what was asked of no item at all.
func strangerFaults() []Fault {
	return slices.Concat(strangeItemFaults(), strangeLimitFaults(), strangeLookupFaults(), strangeMoveFaults())
}

// roster remembers ids in the order in which they were given.
type roster struct {
	mu  sync.Mutex
	ids []string
}

func (k *roster) add(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if id != "" && !slices.Contains(k.ids, id) {
		k.ids = append(k.ids, id)
	}
}

// finding picks one of the ids for another id; "" for none.
type finding func(ids []string, asked string) string

func (k *roster) find(by finding, asked string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return by(k.ids, asked)
}

func oldestOf(ids []string, _ string) string {
	if len(ids) == 0 {
		return ""
	}
	return ids[0]
}

func newestOf(ids []string, _ string) string {
	if len(ids) == 0 {
		return ""
	}
	return ids[len(ids)-1]
}

// matching finds an id that agrees in a part.
func matching(part func(string) string) finding {
	return func(ids []string, asked string) string {
		for _, id := range ids {
			if p := part(asked); p != "" && p == part(id) {
				return id
			}
		}
		return ""
	}
}

func firstSegment(id string) string { return id[:min(8, len(id))] }
func lastSegment(id string) string  { return id[max(0, len(id)-12):] }
func firstHalf(id string) string    { return id[:min(18, len(id))] }
func allButLast(id string) string   { return id[:max(0, len(id)-1)] }

// mixUps are ways to find somebody by an id that nobody has.
var mixUps = []struct {
	id, why string
	by      finding
}{
	{"oldest", "the first of all", oldestOf},
	{"newest", "the one that came last", newestOf},
	{"by-first-segment", "one whose id has the same first eight digits", matching(firstSegment)},
	{"by-first-half", "one whose id has the same first half", matching(firstHalf)},
	{"by-last-segment", "one whose id has the same last twelve digits", matching(lastSegment)},
	{"by-prefix", "one whose id differs in the last digit", matching(allButLast)},
}

// knowing remembers every id that an endpoint gives.
func knowing(k *roster, endpoint string, ids func(*answer) []string, next server) server {
	return func(c *call) *answer {
		a := next(c)
		if c.endpoint == endpoint && a.ok() {
			for _, id := range ids(a) {
				k.add(id)
			}
		}
		return a
	}
}

func itemIDs(a *answer) []string {
	var ids []string
	for _, r := range a.records() {
		ids = append(ids, text(r["id"]))
	}
	return ids
}

func customerIDs(a *answer) []string { return []string{text(get(a.body(), details+"id"))} }

// mistaking answers what is refused for an id in the path as though another id
// had been asked for.
func mistaking(endpoint, source, path string, ids func(*answer) []string, by finding) plant {
	return func(next server) server {
		k := new(roster)
		next = knowing(k, source, ids, next)
		return func(c *call) *answer {
			a := next(c)
			if c.endpoint != endpoint || !c.authorized() || a.status != 404 {
				return a
			}
			if id := k.find(by, c.id); id != "" {
				return next(c.aside("GET", path+id, nil))
			}
			return a
		}
	}
}

func strangeItemFaults() []Fault {
	var all []Fault
	add := func(id, why string, p plant) {
		all = append(all, Fault{ID: "unknown-item-" + id, Breaks: "GET-11", Why: why, plant: p})
	}
	for _, m := range mixUps {
		add(m.id, "get of an unknown id gives the record of "+m.why, mistaking(getItem, createOrder, "/api/v2/purchases/", itemIDs, m.by))
	}
	renamed := func(by finding) plant {
		return func(next server) server {
			next = mistaking(getItem, createOrder, "/api/v2/purchases/", itemIDs, by)(next)
			return on(getItem, func(c *call, a *answer) { put("data.id", c.id)(c, a) })(next)
		}
	}
	add("renamed", "get of an unknown id gives the record of the first of all, under the id that was asked for", renamed(oldestOf))
	add("in-list", "get of an unknown id gives a list that holds the newest record", func(next server) server {
		known := newNotes[bool]()
		next = mistaking(getItem, createOrder, "/api/v2/purchases/", itemIDs, newestOf)(marking(known, next))
		return on(getItem, func(c *call, a *answer) {
			if is, _ := known.get(c.id); !is {
				a.touch().body()["data"] = []any{a.body()["data"]}
			}
		})(next)
	})
	return all
}

// marking notes every item that was sold.
func marking(known *notes[bool], next server) server {
	return knowing(new(roster), createOrder, func(a *answer) []string {
		ids := itemIDs(a)
		for _, id := range ids {
			known.put(id, true)
		}
		return nil
	}, next)
}

func strangeLimitFaults() []Fault {
	var all []Fault
	for _, m := range mixUps {
		all = append(all, Fault{ID: "unknown-limit-" + m.id, Breaks: "FLM-08", Why: "fetch of an unknown id gives the limit of " + m.why,
			plant: mistaking(fetchLimit, createLimit, "/api/v2/limits/", customerIDs, m.by)})
	}
	return append(all, Fault{ID: "unknown-limit-renamed", Breaks: "FLM-08", Why: "fetch of an unknown id gives somebody's limit under the id that was asked for",
		plant: func(next server) server {
			next = mistaking(fetchLimit, createLimit, "/api/v2/limits/", customerIDs, newestOf)(next)
			return on(fetchLimit, func(c *call, a *answer) { put(details+"id", c.id)(c, a) })(next)
		}})
}

// strangeLookupFaults show somebody's profile to whoever asks for a stranger.
func strangeLookupFaults() []Fault {
	var all []Fault
	add := func(id, why string, p plant) {
		all = append(all, Fault{ID: "unknown-customer-" + id, Breaks: "LKP-13", Why: why, plant: p})
	}
	add("oldest", "a stranger is shown the profile of the first customer of all", guessing(func(people []object, _, _ string) object { return people[0] }))
	add("newest", "a stranger is shown the profile of the newest customer", guessing(func(people []object, _, _ string) object { return people[len(people)-1] }))
	similar := func(id, why string, like func(stored, asked string) bool) {
		add(id, why, guessing(func(people []object, field, value string) object {
			for _, p := range slices.Backward(people) {
				if stored := text(p[asStored[field]]); stored != "" && like(stored, value) {
					return p
				}
			}
			return nil
		}))
	}
	similar("by-suffix", "a lookup finds whoever's value ends in what was asked for, as LIKE '%…' does", func(stored, asked string) bool { return strings.HasSuffix(stored, asked) })
	similar("by-prefix", "a lookup finds whoever's value begins with what was asked for, as LIKE '…%' does", func(stored, asked string) bool { return strings.HasPrefix(stored, asked) })
	similar("by-part", "a lookup finds whoever's value holds what was asked for, as LIKE '%…%' does", strings.Contains)
	similar("by-last-four", "a lookup compares the last four characters", func(stored, asked string) bool {
		return len(stored) > 4 && len(asked) > 4 && stored[len(stored)-4:] == asked[len(asked)-4:]
	})
	similar("by-first-eight", "a lookup compares the first eight characters", func(stored, asked string) bool {
		return len(stored) >= 8 && len(asked) >= 8 && stored[:8] == asked[:8]
	})
	return append(all, Fault{ID: "unknown-customer-previous", Breaks: "LKP-13", Why: "a stranger is shown the profile that was looked up before", plant: func(next server) server {
		last := newNotes[any]()
		return on(lookup, func(c *call, a *answer) {
			if found(c, a) {
				last.put("", copied(a.body()))
			} else if was, ok := last.get(""); ok {
				a.tree = copied(was)
				a.touch()
			}
		})(next)
	}})
}

// asStored is the member of a limit request that a query field searches.
var asStored = map[string]string{
	"mobile": "phone_number", "phoneNumber": "phone_number", "email": "email", "NATIONAL_ID": "id_number",
}

// guessing looks up another customer where nobody is found.
func guessing(guess func(people []object, field, value string) object) plant {
	return func(next server) server {
		var mu sync.Mutex
		var people []object
		return func(c *call) *answer {
			a := next(c)
			if c.endpoint == createLimit && a.ok() {
				mu.Lock()
				person := maps.Clone(c.body)
				person["phone_number"] = digits(text(person["phone_number"]))
				people = append(people, person)
				mu.Unlock()
			}
			if c.endpoint != lookup || !a.ok() || !notFound(c, a) || !c.authorized() {
				return a
			}
			mu.Lock()
			defer mu.Unlock()
			if len(people) == 0 {
				return a
			}
			p := guess(people, c.text("queryFieldEnum"), digits(c.text("value")))
			if p == nil {
				return a
			}
			return next(c.aside("POST", "/open/op/customer/detail", object{"queryFieldEnum": "NATIONAL_ID", "value": p["id_number"]}))
		}
	}
}

// strangeMoveFaults move somebody's item where nobody's was named.
func strangeMoveFaults() []Fault {
	var all []Fault
	for _, m := range mixUps {
		all = append(all,
			Fault{ID: "unknown-update-" + m.id, Breaks: "UPD-13", Why: "an update of an unknown id moves the item of " + m.why, plant: movingAnother(updateItems, m.by)},
			Fault{ID: "unknown-cancel-" + m.id, Breaks: "CAN-08", Why: "a cancel of an unknown id cancels the item of " + m.why, plant: movingAnother(cancelItem, m.by)})
	}
	return append(all, Fault{ID: "unknown-update-answers-record", Breaks: "UPD-13", Why: "an update of an unknown id is answered with a record of the newest item under that id, and moves nothing",
		plant: func(next server) server {
			k := new(roster)
			next = knowing(k, createOrder, itemIDs, next)
			return func(c *call) *answer {
				a := next(c)
				id := k.find(newestOf, "")
				if c.endpoint != updateItems || !c.authorized() || a.status != 404 || id == "" || len(c.items()) == 0 {
					return a
				}
				record, _ := next(c.aside("GET", "/api/v2/purchases/"+id, nil)).body()["data"].(object)
				if record == nil {
					return a
				}
				record = copied(record).(object)
				record["id"], record["facility_status"] = c.items()[0]["id"], collected
				return &answer{status: 200, header: a.header, touched: true, tree: object{"apiVersion": "2.0", "status": 200, "data": []any{record}}}
			}
		}})
}

// movingAnother carries out on another item what is refused for an unknown one, and
// answers as though all were well.
func movingAnother(endpoint string, by finding) plant {
	return func(next server) server {
		k := new(roster)
		next = knowing(k, createOrder, itemIDs, next)
		return func(c *call) *answer {
			a := next(c)
			if c.endpoint != endpoint || !c.authorized() || a.status != 404 || len(c.named()) == 0 {
				return a
			}
			id := k.find(by, c.named()[0])
			switch {
			case id == "":
				return a
			case endpoint == cancelItem:
				return next(c.aside("DELETE", "/api/v2/purchases/"+id, nil))
			}
			return next(c.aside("PUT", "/api/v2/purchases/"+id, object{"items": []any{object{"id": id, "facility_status": collected}}}))
		}
	}
}
