package comparison

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// Descriptions compares the details of a customer in a limit request with those in the OTP requests
// for the same id number (sections 2.4 and 4.1). Both must be as on the ID. One difference may be a
// correction. It is a fault of the program if all of several customers differ, if several have the
// details of another customer, or if a name is damaged.
type Descriptions struct {
	claims  map[string]*claims // by id number
	members map[string]*comparison
	holders map[string]string // the id number that had a detail first, by member and value
	unread  unreadDetails
	births  births
	kinds   kinds
	before  befores
	// IsJoined is set if OTP requests are compared by their phone number, because no limit has their id
	// number.
	IsJoined bool
}

// claims are the details that requests gave for one customer, by member.
type claims struct {
	sent  map[string][]described // by OTP requests, in their order
	asked map[string]described   // by the first limit request
	done  map[string]bool        // whether the member was compared
}

// described is a value in a request, and the failures that it may be.
type described struct {
	value  string
	before string // the value in the request before of the same kind, for another customer
	fail   func(Difference)
}

// Difference is how a value differs from the one in the other request.
type Difference string

// The differences that are failures.
const (
	OfAll    Difference = "all"     // all customers differ, and there are several
	Carried  Difference = "carried" // it is the value of another customer, for several customers
	Damaged  Difference = "damaged" // it is the other value, damaged by a program
	Added    Difference = "added"   // it is the other value with an addition that is the same for all customers
	Cut      Difference = "cut"     // it is the beginning of the other value, for several customers
	Turned   Difference = "turned"  // the day and the month are swapped, for several customers
	OfKind   Difference = "kind"    // all customers with one kind of occupation differ, and there are several
	OfSector Difference = "sector"  // all customers with an employer of one sector differ, and there are several
	Swapped  Difference = "swapped" // first and last name are in each other's place, for several customers
	Shifted  Difference = "shifted" // it is a day before or after the other date, for several customers
)

// comparison is the result for one member of several customers.
type comparison struct {
	alike, other  int
	unknown       int             // how many values cannot be compared
	parts         parts           // values that have the other one in them
	isFirstAlike  bool            // whether the first customer has the same value in both
	sent, asked   map[string]bool // the values that differed, to find requests that never change
	ids           []string        // of the customers whose values differ
	sends, limits []described
	carried       [2][]described     // index 0: in OTP requests; index 1: in limit requests
	kinds         [2]map[string]bool // all values of the two, also those that are the same
}

// parts finds names of which the other request has only a part, and dates that are shifted.
type parts struct {
	cut     cut
	added   addedTexts
	lossy   lossy
	shifted shifted
}

// DeferredDetail prepares a failure of a member that only the whole recording can prove. It must
// be called while the request is available. The function that it returns reports the failure, and in which way
// the member differs.
type DeferredDetail func(member string) func(how Difference)

// maxDetailed is for how many customers failures are prepared. All customers of one kind may come late in a recording.
const maxDetailed = 200

// maxSends is the number of OTP requests that are kept for one customer.
const maxSends = 5

// member is a member that OTP requests and limit requests have in common.
type member struct {
	name  string
	of    func(Claim) string
	alike func(a, b string) bool // whether two values of it may be the same
	key   func(string) string    // is equal for values that are the same
	free  bool                   // one customer may have two values of it
	wide  bool                   // many customers have the same value
}

const birth = "date_of_birth"

// isName reports whether the values of a member are names.
func (m member) isName() bool { return !m.free && !m.wide && m.name != birth }

var compared = []member{
	{"first_name", func(c Claim) string { return c.First }, formats.SameName, formats.PlainName, false, false},
	{"last_name", func(c Claim) string { return c.Last }, formats.SameName, formats.PlainName, false, false},
	{birth, func(c Claim) string { return c.Birth }, func(a, b string) bool { return formats.DayOf(a) == formats.DayOf(b) }, formats.DayOf, false, false},
	{"phone_number", func(c Claim) string { return c.Phone }, formats.SamePhone, formats.PhoneKey, true, false},
	{"country_code", func(c Claim) string { return c.Country }, formats.SameCountry, strings.ToUpper, false, true},
}

func newDescriptions() Descriptions {
	return Descriptions{claims: make(map[string]*claims), members: make(map[string]*comparison), holders: make(map[string]string),
		kinds: kinds{make(Occupations), make(map[Occupation]map[string]*ofKind)}, before: make(befores),
		unread: unreadDetails{missing: make(map[string]*Comparisons), present: make(map[string]map[string]bool), phones: make(map[string]string)}}
}

// Describe takes the details in a request to send an OTP or to create a limit.
// hidden says which fault hides a member.
func (d *Descriptions) Describe(c Claim, hidden func(member string) *Hidden, fails DeferredDetail) {
	if c.Endpoint == spec.VerifyOTP {
		d.identify(c)
	}
	if c.Endpoint != spec.SendOTP && c.Endpoint != spec.CreateLimit {
		return
	}
	d.unread.see(c, hidden)
	values := make(map[string]described)
	for _, m := range compared {
		value := m.of(c)
		if strings.TrimSpace(value) == "" {
			continue
		}
		now := described{value: strings.Clone(value), before: d.before.next(c, m, value)}
		if len(d.claims) <= maxDetailed {
			now.fail = fails(m.name)
		}
		values[m.name] = now
	}
	if c.Endpoint == spec.CreateLimit {
		d.kinds.occupations.know(c.ID, c.Occupation)
	}
	if c.ID == "" {
		d.unread.wait(c, hidden("id_number"), values)
		return
	}
	d.learn(c.Endpoint, c.ID, values)
}

// learn takes the details of a customer.
func (d *Descriptions) learn(endpoint, id string, values map[string]described) {
	of := d.of(id)
	if of == nil {
		return
	}
	for _, m := range compared {
		now, given := values[m.name]
		if !given {
			continue
		}
		if first, isAsked := of.asked[m.name]; isAsked && endpoint == spec.CreateLimit && m.name == birth {
			d.births.again(first, now)
		}
		of.keep(endpoint, m.name, now)
		if asked, isAsked := of.asked[m.name]; isAsked && len(of.sent[m.name]) > 0 && !of.done[m.name] {
			of.done[m.name] = true
			before := d.members[m.name].count()
			d.compare(m, id, of.sent[m.name], asked)
			d.kinds.see(m, id, before, d.members[m.name].count(), asked)
		}
		d.hold(m, id, now.value)
	}
}

// SentNames returns the names of a customer in the OTP requests.
func (d *Descriptions) SentNames(id string) []string {
	var all []string
	if of := d.claims[id]; of != nil {
		for _, one := range append(slices.Clone(of.sent["first_name"]), of.sent["last_name"]...) {
			all = append(all, one.value)
		}
	}
	return all
}

// of returns the claims about a customer, or nil if no more are kept.
func (d *Descriptions) of(id string) *claims {
	if d.claims[id] == nil && len(d.claims) < maxCustomers {
		d.claims[strings.Clone(id)] = &claims{sent: make(map[string][]described), asked: make(map[string]described), done: make(map[string]bool)}
	}
	return d.claims[id]
}

// keep keeps every OTP request, because a customer may correct a detail, and the first limit
// request.
func (c *claims) keep(endpoint, member string, now described) {
	_, isAsked := c.asked[member]
	switch {
	case endpoint == spec.SendOTP && len(c.sent[member]) < maxSends:
		c.sent[member] = append(c.sent[member], now)
	case endpoint == spec.CreateLimit && !isAsked:
		c.asked[member] = now
	}
}

// hold keeps the customer that had a value first.
func (d *Descriptions) hold(m member, id, value string) {
	key := m.name + m.key(value)
	if _, held := d.holders[key]; !held && len(d.holders) < maxNames {
		d.holders[key] = strings.Clone(id)
	}
}

func (d *Descriptions) compare(m member, id string, sent []described, asked described) {
	if d.members[m.name] == nil {
		d.members[m.name] = &comparison{sent: make(map[string]bool), asked: make(map[string]bool), kinds: [2]map[string]bool{{}, {}}}
	}
	of := d.members[m.name]
	last := sent[len(sent)-1]
	if m.name == birth {
		d.births.see(sent, asked)
		of.parts.shifted.see(last, asked)
	}
	of.kinds[0][m.key(last.value)], of.kinds[1][m.key(asked.value)] = true, true
	switch {
	case m.free, m.wide: // the rule of the member knows its forms
	case formats.IsDamaged(last.value, asked.value):
		asked.state(Damaged)
	case formats.IsDamaged(asked.value, last.value):
		last.state(Damaged)
	}
	if m.isName() && formats.AreOfTwoScripts(last.value, asked.value) {
		of.unknown++
		return
	}
	if m.isName() {
		of.parts.cut.see(last, asked)
		of.parts.added.see(last, asked)
		of.parts.lossy.see(last, asked)
	}
	if slices.ContainsFunc(sent, func(one described) bool {
		return m.alike(one.value, asked.value) && (m.free || m.wide || !formats.IsInitialOf(asked.value, one.value))
	}) {
		of.isFirstAlike = of.isFirstAlike || of.alike+of.other == 0
		of.alike++
		return
	}
	of.other++
	of.sent[last.value], of.asked[asked.value] = true, true
	of.ids, of.sends, of.limits = append(of.ids, id), append(of.sends, last), append(of.limits, asked)
}

// findCarried finds the values that are those of another customer.
func (d *Descriptions) findCarried(m member, of *comparison) {
	for n, id := range of.ids {
		switch {
		case m.wide:
		case d.isAnothers(m, id, of.limits[n].value):
			of.carried[1] = append(of.carried[1], of.limits[n])
		case d.isAnothers(m, id, of.sends[n].value):
			of.carried[0] = append(of.carried[0], of.sends[n])
		}
	}
}

// isAnothers reports whether another customer verified a phone number with an OTP, or had a value
// first.
func (d *Descriptions) isAnothers(m member, id, value string) bool {
	if owner := d.unread.phones[formats.PhoneKey(value)]; m.name == "phone_number" && owner != "" {
		return owner != id
	}
	holder, held := d.holders[m.name+m.key(value)]
	return held && holder != id && m.key(value) != "" // several customers may have "-" as a name
}

// state reports a failure, if it was kept.
func (d described) state(how Difference) {
	if d.fail != nil {
		d.fail(how)
	}
}

// end reports the failures that the whole recording proves. If all OTP requests have one country and all
// limits another one, it is noted: the two may be the country of the ID and that of the home.
func (d *Descriptions) end(note Note, isConfirmed func(member string, others map[string]bool) bool) {
	d.joinByPhone()
	d.births.end()
	for _, m := range compared {
		of := d.members[m.name]
		if of != nil {
			d.findCarried(m, of)
			of.parts.cut.end()
			of.parts.added.end()
			of.parts.lossy.end()
		}
		switch {
		case of != nil && m.wide && of.other > 0 && len(of.sent) == 1 && len(of.asked) == 1:
			note(spec.CreateLimit, "another "+m.name+" than in the OTP requests, the same for all customers")
		case of != nil:
			of.end(m, isConfirmed(m.name, of.sent) && !d.areNamesSwapped())
			if m.free {
				d.endFree(of)
			}
		}
		d.unread.end(m, of)
	}
	d.endKinds()
	d.endSure()
}

// areNamesSwapped reports whether the first names of the OTP requests are the last names of the limit
// requests. An email address does not show which of the two is wrong.
func (d *Descriptions) areNamesSwapped() bool {
	first, last := d.members["first_name"], d.members["last_name"]
	if first == nil || last == nil || len(first.sent) == 0 {
		return false
	}
	for name := range first.sent {
		if !last.asked[name] {
			return false
		}
	}
	return true
}

// Unconfirmed returns the members that no OTP request and limit request of one customer have alike.
func (d *Descriptions) Unconfirmed() []string {
	var all []string
	for _, m := range compared {
		if of := d.members[m.name]; of == nil || of.alike == 0 {
			all = append(all, m.name)
		}
	}
	return all
}

// end reports the failures of one member. If all OTP requests have the same value, and the limit
// requests do not, or something else confirms the limit requests, the OTP requests are wrong. If one customer may have two values of a member,
// only the values of other customers are wrong.
func (of *comparison) end(m member, isConfirmed bool) {
	several, free := 2, m.free
	if m.wide {
		several = 3
	}
	isLater := of.alike == of.first() && of.other >= MinButFirst && len(of.carried[0])+len(of.carried[1]) == 0
	if !free && (isLater || of.alike == 0 && of.other >= max(several, of.unknown+1)) {
		wrong := of.limits
		if !isWithout(m, of.limits) && (len(of.sent) == 1 && len(of.asked) > 1 || isConfirmed || isWithout(m, of.sends)) {
			wrong = of.sends
		}
		for _, one := range wrong {
			one.state(OfAll)
		}
	}
	for side, carried := range of.carried {
		if free && distinct(carried) < several { // one contact for all customers may be test data
			continue
		}
		if (free || of.alike > 0) && len(carried) >= several && 2*len(carried) >= of.alike+of.other {
			for _, one := range of.repeating(side) {
				one.state(Carried)
			}
		}
	}
}

// isWithout reports whether no value has what two values are compared by: a name without a letter. It
// is then the wrong one of the two.
func isWithout(m member, all []described) bool {
	return !slices.ContainsFunc(all, func(d described) bool { return m.key(d.value) != "" })
}

// repeating returns the values of the requests that have those of other customers: those of a side,
// unless the other side has fewer values. A program that keeps a value has it twice.
func (of *comparison) repeating(side int) []described {
	other := 1 - side
	if len(of.kinds[other]) >= len(of.kinds[side]) {
		return of.carried[side]
	}
	return [2][]described{of.sends, of.limits}[other]
}

// first returns 1 if the first customer has the same value in both requests, and otherwise 0.
func (of *comparison) first() int {
	if of.isFirstAlike {
		return 1
	}
	return 0
}

// distinct counts the values of some descriptions.
func distinct(all []described) int {
	values := make(map[string]bool)
	for _, one := range all {
		values[one.value] = true
	}
	return len(values)
}
