package server

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/faults"
)

// unknownIDFaults answer a call with an unknown id with another customer's data, or change
// another customer's item.
func unknownIDFaults() []faults.Fault {
	return slices.Concat(strangeItemFaults(), strangeLimitFaults(), strangeLookupFaults(), strangeMoveFaults())
}

// roster remembers ids in the order in which the build gave them out.
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

// idMatcher picks one of the known ids for an unknown id. It returns "" if it picks none.
type idMatcher func(ids []string, asked string) string

func (k *roster) find(by idMatcher, asked string) string {
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

// matching returns an idMatcher that finds an id with an equal part.
func matching(part func(string) string) idMatcher {
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

func first(ids []string, is func(id string) bool) string {
	if n := slices.IndexFunc(ids, is); n >= 0 {
		return ids[n]
	}
	return ""
}

// mixUps are the ways to find a customer or an item by an id that does not exist.
var mixUps = []struct {
	id, why string
	by      idMatcher
}{
	{"oldest", "the first of all", oldestOf},
	{"newest", "the one that came last", newestOf},
	{"by-first-segment", "one whose id has the same first eight digits", matching(firstSegment)},
	{"by-first-half", "one whose id has the same first half", matching(firstHalf)},
	{"by-last-segment", "one whose id has the same last twelve digits", matching(lastSegment)},
	{"by-prefix", "one whose id differs in the last digit", matching(allButLast)},
	{"by-part", "one whose id holds what was asked for, as LIKE '%…%' does", func(ids []string, asked string) string {
		return first(ids, func(id string) bool { return len(asked) > 8 && strings.Contains(id, asked) })
	}},
	{"and-more", "one with whose id it begins", func(ids []string, asked string) string {
		return first(ids, func(id string) bool { return strings.HasPrefix(asked, id) })
	}},
	{"by-wildcard", "one that LIKE finds, which takes % to be anything", func(ids []string, asked string) string {
		return first(ids, func(id string) bool { return strings.Contains(asked, "%") && likePattern(asked).MatchString(id) })
	}},
	{"without-uuid", "the first of all, if it is no UUID", func(ids []string, asked string) string {
		if uuid.Validate(asked) == nil {
			return ""
		}
		return oldestOf(ids, asked)
	}},
}

// rememberingIDs remembers every id that an endpoint gives out.
func rememberingIDs(k *roster, endpoint string, ids func(*faults.Answer) []string, next faults.Responder) faults.Responder {
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		if c.Endpoint == endpoint && a.Served() {
			for _, id := range ids(a) {
				k.add(id)
			}
		}
		return a
	}
}

func itemIDs(a *faults.Answer) []string {
	var ids []string
	for _, r := range a.Records() {
		ids = append(ids, faults.Text(r["id"]))
	}
	return ids
}

func customerIDs(a *faults.Answer) []string {
	return []string{faults.Text(faults.Get(a.Body(), faults.CustomerDetails+"id"))}
}

// refusedForID reports whether a call was refused because of its id.
func refusedForID(a *faults.Answer, id string) bool {
	return a.Status == 404 || (a.Status >= 400 && a.Status < 500 && id != "" && uuid.Validate(id) != nil)
}

// answeringForAnother answers a call that is refused for the id in its path as if the call had
// asked for another, known id.
func answeringForAnother(endpoint, source, path string, ids func(*faults.Answer) []string, by idMatcher) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := new(roster)
		next = rememberingIDs(k, source, ids, next)
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint != endpoint || !c.Authorized() || !refusedForID(a, c.ID) {
				return a
			}
			if id := k.find(by, c.ID); id != "" {
				return next(c.Subrequest("GET", path+id, nil))
			}
			return a
		}
	}
}

func strangeItemFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "unknown-item-" + id, Breaks: "GET-11", Why: why, Mutator: p})
	}
	for _, m := range mixUps {
		add(m.id, "get of an unknown id gives the record of "+m.why, answeringForAnother(faults.GetItem, faults.CreateOrder, "/api/v2/purchases/", itemIDs, m.by))
	}
	renamed := func(by idMatcher) faults.Mutator {
		return func(next faults.Responder) faults.Responder {
			next = answeringForAnother(faults.GetItem, faults.CreateOrder, "/api/v2/purchases/", itemIDs, by)(next)
			return faults.On(faults.GetItem, func(c *faults.Call, a *faults.Answer) { faults.Put("data.id", c.ID)(c, a) })(next)
		}
	}
	add("renamed", "get of an unknown id gives the record of the first of all, under the id that was asked for", renamed(oldestOf))
	add("in-list", "get of an unknown id gives a list that holds the newest record", func(next faults.Responder) faults.Responder {
		known := faults.NewSet()
		next = answeringForAnother(faults.GetItem, faults.CreateOrder, "/api/v2/purchases/", itemIDs, newestOf)(rememberingItems(known, next))
		return faults.On(faults.GetItem, func(c *faults.Call, a *faults.Answer) {
			if !known.Has(c.ID) {
				a.Touch().Body()["data"] = []any{a.Body()["data"]}
			}
		})(next)
	})
	return all
}

// rememberingItems records every item that was sold.
func rememberingItems(known *faults.Set, next faults.Responder) faults.Responder {
	return rememberingIDs(new(roster), faults.CreateOrder, func(a *faults.Answer) []string {
		ids := itemIDs(a)
		for _, id := range ids {
			known.Put(id, true)
		}
		return nil
	}, next)
}

func strangeLimitFaults() []faults.Fault {
	var all []faults.Fault
	for _, m := range mixUps {
		all = append(all, faults.Fault{ID: "unknown-limit-" + m.id, Breaks: "FLM-08", Why: "fetch of an unknown id gives the limit of " + m.why,
			Mutator: answeringForAnother(faults.FetchLimit, faults.CreateLimit, "/api/v2/limits/", customerIDs, m.by)})
	}
	return append(all, faults.Fault{ID: "unknown-limit-renamed", Breaks: "FLM-08", Why: "fetch of an unknown id gives somebody's limit under the id that was asked for",
		Mutator: func(next faults.Responder) faults.Responder {
			next = answeringForAnother(faults.FetchLimit, faults.CreateLimit, "/api/v2/limits/", customerIDs, newestOf)(next)
			return faults.On(faults.FetchLimit, func(c *faults.Call, a *faults.Answer) { faults.Put(faults.CustomerDetails+"id", c.ID)(c, a) })(next)
		}})
}

// strangeLookupFaults show a customer's profile to a lookup that should find nobody.
func strangeLookupFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, p faults.Mutator) {
		all = append(all, faults.Fault{ID: "unknown-customer-" + id, Breaks: "LKP-13", Why: why, Mutator: p})
	}
	add("oldest", "a stranger is shown the profile of the first customer of all", guessing(func(people []faults.Object, _, _ string) faults.Object { return people[0] }))
	add("newest", "a stranger is shown the profile of the newest customer", guessing(func(people []faults.Object, _, _ string) faults.Object { return people[len(people)-1] }))
	similar := func(id, why string, like func(stored, asked string) bool) {
		add(id, why, guessing(func(people []faults.Object, field, value string) faults.Object {
			for _, p := range slices.Backward(people) {
				if stored := faults.Text(p[asStored[field]]); stored != "" && like(stored, value) {
					return p
				}
			}
			return nil
		}))
	}
	similar("by-suffix", "a lookup finds whoever's value ends in what was asked for, as LIKE '%…' does", func(stored, asked string) bool { return strings.HasSuffix(stored, asked) })
	similar("by-nothing", "a lookup with an empty or blank value finds the newest customer", func(_, asked string) bool { return strings.TrimSpace(asked) == "" })
	similar("by-prefix", "a lookup finds whoever's value begins with what was asked for, as LIKE '…%' does", func(stored, asked string) bool { return strings.HasPrefix(stored, asked) })
	similar("by-part", "a lookup finds whoever's value holds what was asked for, as LIKE '%…%' does", strings.Contains)
	similar("by-last-four", "a lookup compares the last four characters", func(stored, asked string) bool {
		return len(stored) > 4 && len(asked) > 4 && stored[len(stored)-4:] == asked[len(asked)-4:]
	})
	similar("by-last-digits", "a lookup finds whoever's phone ends in the digits that were asked for, as a search of a call centre does", func(stored, asked string) bool {
		const least = 4
		return len(asked) >= least && asNumber(asked) == strings.TrimLeft(asked, "0") && !strings.Contains(stored, "@") && strings.HasSuffix(stored, asked)
	})
	similar("by-first-eight", "a lookup compares the first eight characters", func(stored, asked string) bool {
		return len(stored) >= 8 && len(asked) >= 8 && stored[:8] == asked[:8]
	})
	similar("by-last-nine", "a lookup compares the last nine digits of a phone, and so takes one of another country for it", func(stored, asked string) bool {
		stored, asked = faults.WithoutPlus(stored), faults.WithoutPlus(asked)
		return len(stored) > 9 && len(asked) > 9 && stored[len(stored)-9:] == asked[len(asked)-9:] && !strings.Contains(asked, "@")
	})
	similar("by-email-prefix", "a lookup finds whoever's email address begins with what was asked for", func(stored, asked string) bool {
		return strings.Contains(stored, "@") && strings.Contains(asked, "@") && strings.HasPrefix(stored, asked)
	})
	similar("by-number", "a lookup reads an id number as a number, up to what is no digit", func(stored, asked string) bool {
		return !strings.ContainsAny(asked, "@%") && len(stored) < 10 && asNumber(stored) != "" && asNumber(stored) == asNumber(asked)
	})
	similar("by-local-part", "a lookup compares an email address up to its @", func(stored, asked string) bool {
		local, _, isAddress := strings.Cut(stored, "@")
		return isAddress && strings.HasPrefix(asked, local+"@")
	})
	similar("by-domain", "a lookup by the domain of an email address finds somebody with such an address", func(stored, asked string) bool {
		return strings.HasPrefix(asked, "@") && len(asked) > 1 && strings.HasSuffix(stored, asked)
	})
	add("by-any-field", "a lookup finds whoever has the value in any field", guessing(func(people []faults.Object, _, value string) faults.Object {
		for _, p := range slices.Backward(people) {
			if slices.Contains([]string{faults.Text(p["phone_number"]), faults.Text(p["id_number"]), faults.Text(p["email"])}, faults.WithoutPlus(value)) {
				return p
			}
		}
		return nil
	}))
	similar("by-wildcard", "a lookup compares by LIKE, which takes % in what was asked for to be anything", func(stored, asked string) bool {
		return strings.Contains(asked, "%") && likePattern(asked).MatchString(stored)
	})
	return append(all, faults.Fault{ID: "unknown-customer-previous", Breaks: "LKP-13", Why: "a stranger is shown the profile that was looked up before", Mutator: func(next faults.Responder) faults.Responder {
		last := faults.NewStore[any]()
		return faults.On(faults.Lookup, func(c *faults.Call, a *faults.Answer) {
			if faults.Found(c, a) {
				last.Put("", faults.DeepCopy(a.Body()))
			} else if was, ok := last.Get(""); ok {
				a.Tree = faults.DeepCopy(was)
				a.Touch()
			}
		})(next)
	}})
}

// asNumber returns the number at the beginning of a text, without leading zeros.
func asNumber(text string) string {
	digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
	return strings.TrimLeft(digits, "0")
}

// asStored maps a query field to the member of a limit request that it searches.
var asStored = map[string]string{
	"mobile": "phone_number", "phoneNumber": "phone_number", "email": "email", "NATIONAL_ID": "id_number",
}

// guessing returns another customer if a lookup finds nobody.
func guessing(guess func(people []faults.Object, field, value string) faults.Object) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		var mu sync.Mutex
		var people []faults.Object
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint == faults.CreateLimit && a.Served() {
				mu.Lock()
				person := maps.Clone(c.Body)
				person["phone_number"] = faults.WithoutPlus(faults.Text(person["phone_number"]))
				people = append(people, person)
				mu.Unlock()
			}
			refused := !a.Served() && strings.TrimSpace(c.Text("value")) == "" // a careless build does not refuse an empty value
			if c.Endpoint != faults.Lookup || !c.Authorized() || !refused && (!a.Served() || !faults.NotFound(c, a)) {
				return a
			}
			mu.Lock()
			defer mu.Unlock()
			if len(people) == 0 {
				return a
			}
			p := guess(people, c.Text("queryFieldEnum"), faults.WithoutPlus(c.Text("value")))
			if p == nil {
				return a
			}
			return next(c.Subrequest("POST", "/open/op/customer/detail", faults.Object{"queryFieldEnum": "NATIONAL_ID", "value": p["id_number"]}))
		}
	}
}

// updatingAll collects every pending item if an update names none.
func updatingAll(next faults.Responder) faults.Responder {
	ids := faults.NewStore[[]string]()
	return func(c *faults.Call) *faults.Answer {
		a := next(c)
		all, _ := ids.Get("")
		switch {
		case c.Endpoint == faults.CreateOrder && a.Served():
			ids.Put("", append(slices.Clone(all), itemIDs(a)...))
		case c.Endpoint == faults.UpdateItems && c.Authorized() && c.Body["items"] != nil && len(c.Items()) == 0:
			for _, id := range all {
				items := []any{faults.Object{"id": id, "facility_status": faults.Collected}}
				next(c.Subrequest("PUT", "/api/v2/purchases", faults.Object{"items": items}))
			}
		}
		return a
	}
}

// strangeMoveFaults update or cancel an existing item when the call names an unknown one.
func strangeMoveFaults() []faults.Fault {
	var all []faults.Fault
	for _, m := range mixUps {
		all = append(all,
			faults.Fault{ID: "unknown-update-" + m.id, Breaks: "UPD-13", Why: "an update of an unknown id moves the item of " + m.why, Mutator: movingAnother(faults.UpdateItems, m.by)},
			faults.Fault{ID: "unknown-cancel-" + m.id, Breaks: "CAN-08", Why: "a cancel of an unknown id cancels the item of " + m.why, Mutator: movingAnother(faults.CancelItem, m.by)})
	}
	all = append(all, faults.Fault{ID: "unknown-update-of-nothing", Breaks: "UPD-13", Why: "an update without items updates all items: WHERE id IN () was left out", Mutator: updatingAll})
	return append(all, faults.Fault{ID: "unknown-update-answers-record", Breaks: "UPD-13", Why: "an update of an unknown id is answered with a record of the newest item under that id, and moves nothing",
		Mutator: func(next faults.Responder) faults.Responder {
			k := new(roster)
			next = rememberingIDs(k, faults.CreateOrder, itemIDs, next)
			return func(c *faults.Call) *faults.Answer {
				a := next(c)
				id := k.find(newestOf, "")
				if c.Endpoint != faults.UpdateItems || !c.Authorized() || a.Status != 404 || id == "" || len(c.Items()) == 0 {
					return a
				}
				record, _ := next(c.Subrequest("GET", "/api/v2/purchases/"+id, nil)).Body()["data"].(faults.Object)
				if record == nil {
					return a
				}
				record = faults.DeepCopy(record).(faults.Object)
				record["id"], record["facility_status"] = c.Items()[0]["id"], faults.Collected
				return &faults.Answer{Status: 200, Header: a.Header, Touched: true, Tree: faults.Object{"apiVersion": "2.0", "status": 200, "data": []any{record}}}
			}
		}})
}

// movingAnother repeats a call that was refused for an unknown item on another item, and answers
// as if this were correct.
func movingAnother(endpoint string, by idMatcher) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		k := new(roster)
		next = rememberingIDs(k, faults.CreateOrder, itemIDs, next)
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint != endpoint || !c.Authorized() || len(c.ItemIDs()) == 0 || !refusedForID(a, c.ItemIDs()[0]) {
				return a
			}
			id := k.find(by, c.ItemIDs()[0])
			switch {
			case id == "":
				return a
			case endpoint == faults.CancelItem:
				return next(c.Subrequest("DELETE", "/api/v2/purchases/"+id, nil))
			}
			return next(c.Subrequest("PUT", "/api/v2/purchases/"+id, faults.Object{"items": []any{faults.Object{"id": id, "facility_status": faults.Collected}}}))
		}
	}
}
