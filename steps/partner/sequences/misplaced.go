package sequences

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// A person may write an email address into the box for the employer. If the member is a detail of
// the same kind in all requests of a recording, the program puts it there (sections 2.1, 2.2, 2.5
// and 2.6).

// misplacedValues are the members that are compared with other details, by member.
type misplacedValues map[string]*contents

// contents are the values of one member in all requests.
type contents struct {
	seen  int
	as    map[string]*otherDetail // by the name of the detail
	first *recording.Exchange     // the first request with the member
	alone int                     // how many values that one has
}

// otherDetail are the values of a member that are another detail.
type otherDetail struct {
	seen   int
	first  int             // how many of them are in the first request
	owners map[string]bool // who has the values: the values themselves, or the items
	fails  []func()
}

// minOwners is how many different values, or different items, a program must put into the wrong
// member.
const minOwners = 3

// detail is what a value is besides the value of its member. owner distinguishes customers, orders
// and items.
type detail struct{ name, owner string }

// see takes a value of a member, at a path, and the other details that it is.
func (m misplacedValues) see(q *requests.Request, path, expected string, details []detail) {
	m.seeAs(q, q.Endpoint+" "+bodies.General(path), path, expected, details)
}

// seeAs is see for values that are compared in a group of their own. Its name may begin with the endpoint
// and the member. The values of one branch of a program are also a group.
func (m misplacedValues) seeAs(q *requests.Request, group, path, expected string, details []detail) {
	for name, where := range groupsOf(q, group, path) {
		m.seeIn(q, name, path, expected, details, where)
	}
}

// seeLater is seeAs for a value whose details only the end of the recording shows: the returned function
// takes it then, and whether it is the details.
func (m misplacedValues) seeLater(q *requests.Request, group, path, expected string, details []detail) func(isOther bool) {
	all := make(map[string][]late)
	for name, where := range groupsOf(q, group, path) {
		all[name] = m.prepare(q, name, path, expected, details, where)
	}
	return func(isOther bool) {
		for name, prepared := range all {
			if !isOther {
				prepared = nil
			}
			m.count(new(recording.Exchange), name, prepared)
		}
	}
}

// groupsOf returns the groups in which a value is compared, and where their values are.
func groupsOf(q *requests.Request, group, path string) map[string]string {
	all := map[string]string{group: "in all requests"}
	for _, b := range append(branchesOf(q, path), traitBranches(q, path)...) {
		all[group+b.name] = b.where
	}
	return all
}

// inBranch begins the name of a branch in the name of a group. The name of a narrower branch has it twice.
const inBranch = ", in the branch for "

// branch is a part of the requests that a program often makes in code of its own, so that only this code
// may be wrong.
type branch struct{ name, where string }

// branchesOf returns the branches of a request, or of an item in it: the limits of customers with one kind of
// occupation (2.5, 2.6), the orders and updates of one item and of several, and the items after the first one (2.2, 4.8).
func branchesOf(q *requests.Request, path string) []branch {
	var all []branch
	if of := q.Occupation(); of.Kind != "" {
		all = append(all, branch{inBranch + of.Kind, "for all customers who are " + of.Kind})
		if of.Sector != "" {
			all = append(all, branch{inBranch + of.Kind + inBranch + of.Sector, "for all customers who are " + of.Sector})
		}
	}
	calls := map[string]string{spec.CreatePurchases: "orders", spec.UpdatePurchases: "updates"}[q.Endpoint]
	if calls == "" {
		return all
	}
	size := "one item"
	if q.Get("items.1").Exists() {
		size = "several items"
	}
	all = append(all, branch{inBranch + size, "in all " + calls + " of " + size})
	if strings.HasPrefix(path, "items.") && !strings.HasPrefix(path, "items.0.") {
		all = append(all, branch{inBranch + size + inBranch + "items after the first", "in all items after the first one of " + calls})
	}
	return all
}

// forget removes a group, and its groups of branches.
func (m misplacedValues) forget(group string) {
	for name := range m {
		if whole, _, _ := strings.Cut(name, inBranch); whole == group {
			delete(m, name)
		}
	}
}

func (m misplacedValues) seeIn(q *requests.Request, group, path, expected string, details []detail, where string) {
	m.count(q.Exchange, group, m.prepare(q, group, path, expected, details, where))
}

// prepare prepares the failures of a value that is other details, as long as its group needs more.
func (m misplacedValues) prepare(q *requests.Request, group, path, expected string, details []detail, where string) []late {
	var all []late
	for _, d := range details {
		one := late{name: d.name, owner: d.owner}
		if of := m[group]; of == nil || of.as[d.name] == nil || len(of.as[d.name].fails) < requests.MaxFails {
			one.fail = q.DeferFailure(path, expected, path+" is "+d.name+", and so "+where)
		}
		all = append(all, one)
	}
	return all
}

// late is a detail that a value is, with its failure if that was prepared.
type late struct {
	name, owner string
	fail        func()
}

// count takes one value of a group, and the request with it.
func (m misplacedValues) count(request *recording.Exchange, group string, details []late) {
	of := m[group]
	if of == nil {
		of = &contents{as: make(map[string]*otherDetail), first: request}
		m[group] = of
	}
	of.seen++
	isFirst := of.first == request
	if isFirst {
		of.alone++
	}
	for _, d := range details {
		as := of.as[d.name]
		if as == nil {
			as = &otherDetail{owners: make(map[string]bool)}
			of.as[d.name] = as
		}
		as.seen++
		if isFirst {
			as.first++
		}
		if len(as.owners) < requests.MaxKept {
			as.owners[strings.Clone(d.owner)] = true
		}
		if d.fail != nil && len(as.fails) < requests.MaxFails {
			as.fails = append(as.fails, d.fail)
		}
	}
}

// end reports the members that are another detail in all requests, or in all of one branch.
// isCountryKnown says whether the limits have country codes.
func (m misplacedValues) end(isCountryKnown bool) {
	for group, of := range m {
		for name, as := range of.as {
			isOfUpdate := strings.HasPrefix(group, spec.UpdatePurchases)
			if name == noCountry && !isCountryKnown || !of.isAll(as, !isOfUpdate) || as.seen < leastSeen(group) {
				continue
			}
			if m.isInWider(group, name) || m.isOtherAmount(group, name) || name == itemCount && as.seen < minCounted {
				continue
			}
			for _, fail := range as.fails {
				fail()
			}
		}
	}
}

// leastSeen is how many values of a group must be another detail.
func leastSeen(group string) int {
	if strings.Contains(group, inTrait) {
		return minTrait
	}
	return minOwners
}

// isInWider reports whether a wider group than that of a branch shows the same.
func (m misplacedValues) isInWider(group, name string) bool {
	for {
		end := strings.LastIndex(group, inBranch)
		if end < 0 {
			return false
		}
		group = group[:end]
		if m.isWhole(group, name) {
			return true
		}
	}
}

// isAll reports whether all values of enough owners are a detail. If the first request may be right, only
// those after it must be. The list of statuses is not shown, so it may not in an update.
func (c *contents) isAll(as *otherDetail, mayFirst bool) bool {
	isLater := mayFirst && as.seen-as.first == c.seen-c.alone && len(as.owners) >= comparison.MinButFirst
	return isLater || as.seen == c.seen && len(as.owners) >= minOwners
}

// undecided returns the members of an endpoint that are another detail in all of several requests,
// where too few customers can be distinguished to show that a program puts it there.
func (m misplacedValues) undecided(endpoint string) []string {
	var all []string
	for group, of := range m {
		rest, isOfEndpoint := strings.CutPrefix(group, endpoint+" ")
		isOfEndpoint = isOfEndpoint && !strings.Contains(group, inBranch)
		member, _, _ := strings.Cut(rest, " ")
		for name, as := range of.as {
			isAll, isLater := as.seen == of.seen && len(as.owners) < minOwners, as.seen-as.first == of.seen-of.alone && len(as.owners) < comparison.MinButFirst
			if isOfEndpoint && name != itemCount && (isAll || isLater) && as.seen >= minOwners && !slices.Contains(all, member) {
				all = append(all, member)
			}
		}
	}
	return all
}

// noteMisplaced compares the texts of a limit and of the items of an order, and the order_id, with
// other details.
func (s *Comparisons) noteMisplaced(q *requests.Request) {
	switch q.Endpoint {
	case spec.CreateLimit:
		for _, member := range []string{bodies.Employed + ".employer", bodies.SelfEmployed + ".business_name", bodies.SelfEmployed + ".business_location", bodies.SelfEmployed + ".business_industry"} {
			if value := q.Sound(member); value != "" {
				s.misplaced.see(q, member, "the "+bodies.LastName(member), append(ofCustomer(s, q, value), ofOccupation(q, member, value)...))
			}
		}
		s.misplaced.noteExpenses(q)
		s.misplaced.noteIncomes(q)
	case spec.CreatePurchases:
		for _, member := range []string{"item_brand", "item_description"} {
			s.noteItemTexts(q, member)
		}
		s.noteOrderID(q)
	}
}

// ofCustomer returns the details of the customer of a request that a value is, or those of another
// customer: the request may have lost its own.
func ofCustomer(s *Comparisons, q *requests.Request, value string) []detail {
	var all []detail
	for _, name := range []string{"email", "phone_number", "id_number"} {
		if other := q.Text(name); strings.TrimSpace(other) != "" && strings.EqualFold(strings.TrimSpace(value), strings.TrimSpace(other)) {
			all = append(all, detail{"the " + name + " of the customer", value})
		}
	}
	if len(all) == 0 {
		return s.ofAnyCustomer(value)
	}
	return all
}

// noteItemTexts takes the brands or the descriptions of an order. An order names its customer by an
// id, so a detail of any customer of the recording counts.
func (s *Comparisons) noteItemTexts(q *requests.Request, member string) {
	for path, value := range q.Each("items.#." + member) {
		text := strings.TrimSpace(value.Str)
		if text == "" || q.IsCut(text) {
			continue
		}
		item := path[:strings.LastIndexByte(path, '.')]
		code := cmp.Or(strings.TrimSpace(q.Get(item+".item_code").String()), q.Exchange.ID+" "+item) // without codes, each item is its own
		brand := strings.TrimSpace(q.Get(item + ".item_brand").String())
		details := slices.Concat(s.ofAnyCustomer(text), notText(member, text, brand, code), ofItem(q, item, member, text))
		isDamaged := formats.HasQuestionInWord(text) || formats.WhatEscaped(text) != ""
		if isDamaged || strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) >= 0 { // others have no letters to lose
			owner := text
			if member == "item_brand" { // all articles of a store may have one brand
				owner = code
			}
			s.misplaced.seeAs(q, "letters of "+member, path, "the "+member, append(lostLetters(text, owner), escaped(text)...))
		}
		if key := q.Get(item + ".store_key").Str; (text == key || s.Lookups.isStoreKey(text)) && (member != "item_brand" || isNoBrand(text)) {
			details = append(details, detail{"the store_key", code})
		}
		if len(details) > 0 || !q.HasFault(item+".store_key") {
			s.misplaced.see(q, path, "the "+member, details)
		}
	}
	if member == "item_description" {
		s.misplaced.noteOneDescription(q)
	}
}

// ofItem returns the other member of its item or its order that a brand or a description is (2.1, 2.2). A
// code without a digit may be the name of the brand.
func ofItem(q *requests.Request, item, member, text string) []detail {
	isBrand := member == "item_brand"
	isCode := strings.ContainsFunc(text, unicode.IsDigit) && text == strings.TrimSpace(q.Get(item+".item_code").String())
	switch {
	case len(text) >= minTotal && text == q.Get(item+".item_value").String():
		return []detail{{"the item_value", text}}
	case !isBrand:
		return nil
	case text == q.Get(item+".item_type").Str:
		return []detail{{"the item_type", text}}
	case isCode:
		return []detail{{"the item_code", text}}
	case len(text) >= minTotal && text == q.Get("order_id").String():
		return []detail{{asOrderID, text}}
	case isJSON(text):
		return []detail{{"a text in JSON", text}}
	}
	return nil
}

// noteOneDescription takes the descriptions of the items after the first one that have another
// item_type. A store may describe all items alike, but not those of each order by its first item.
func (m misplacedValues) noteOneDescription(q *requests.Request) {
	first := q.Get("items.0")
	for path, value := range q.Each("items.#.item_description") {
		item := strings.TrimSuffix(path, ".item_description")
		if item == "items.0" || value.Str == "" || q.IsCut(value.Str) || q.Get(item+".item_type").String() == first.Get("item_type").String() {
			continue
		}
		var details []detail
		if value.Str == first.Get("item_description").Str {
			details = append(details, detail{"that of the first item, which has another item_type", value.Str})
		}
		m.seeAs(q, "description of the first item", path, "the item_description", details)
	}
}

// isNoBrand reports whether a store key is no name. The own brand of a store may be its key.
func isNoBrand(key string) bool {
	const long = 6
	return len(key) >= long && strings.IndexFunc(key, unicode.IsDigit) >= 0
}

// ofAnyCustomer returns the details of customers that a text is.
func (s *Comparisons) ofAnyCustomer(text string) []detail {
	var all []detail
	if s.People.HasEmail(text) {
		all = append(all, detail{"the email of a customer", text})
	}
	if s.People.HasID(text) {
		all = append(all, detail{"the id_number of a customer", text})
	}
	if formats.IsPhone(text) && s.People.HasPhone(text) {
		all = append(all, detail{"the phone_number of a customer", text})
	}
	return all
}
