package comparison

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// unreadDetails are the comparisons of descriptions that could not be made, because a request hides a
// detail or the id number of its customer.
type unreadDetails struct {
	missing map[string]*Comparisons    // by member
	present map[string]map[string]bool // the endpoints whose requests have a member, by member
	waiting []anonymous
	phones  map[string]string // the id number that verify OTP requests give with a phone number; "" if they give several
}

// anonymous is an OTP request that hides the id number of its customer.
type anonymous struct {
	endpoint, phone string
	hidden          *Hidden
	values          map[string]described
}

// see notes the members that a request has, and those that a fault hides.
func (u *unreadDetails) see(c Claim, hidden func(member string) *Hidden) {
	for _, m := range compared {
		how := hidden(m.name)
		if how == nil && strings.TrimSpace(m.of(c)) == "" {
			continue
		}
		if u.present[m.name] == nil {
			u.present[m.name] = make(map[string]bool)
		}
		u.present[m.name][c.Endpoint] = true
		if how != nil {
			u.miss(m.name, c.Endpoint, how)
		}
	}
}

// miss notes that a member cannot be compared in the requests of both endpoints.
func (u *unreadDetails) miss(member, by string, hidden *Hidden) {
	if u.missing[member] == nil {
		u.missing[member] = new(Comparisons)
	}
	for _, endpoint := range []string{spec.SendOTP, spec.CreateLimit} {
		u.missing[member].Miss(by, hidden, endpoint, member)
	}
	u.missing[member].Count-- // one comparison, for two obligations
}

// wait keeps a request that hides the id number of its customer. The verify OTP request may tell
// whose phone number it is.
func (u *unreadDetails) wait(c Claim, hidden *Hidden, values map[string]described) {
	if hidden == nil || len(values) == 0 {
		return
	}
	one := anonymous{c.Endpoint, strings.Clone(c.Phone), hidden, values}
	if c.Endpoint != spec.SendOTP || c.Phone == "" || len(u.waiting) == maxFailures {
		u.giveUp(one)
		return
	}
	u.waiting = append(u.waiting, one)
}

// giveUp notes that nothing in a request can be compared.
func (u *unreadDetails) giveUp(one anonymous) {
	for member := range one.values {
		u.miss(member, one.endpoint, one.hidden)
	}
}

// identify takes a verify OTP request, which says whose phone number it has (section 4.2).
func (d *Descriptions) identify(c Claim) {
	phone := formats.PhoneKey(c.Phone)
	if c.ID == "" || c.Phone == "" || len(d.unread.phones) >= maxCustomers {
		return
	}
	if id, known := d.unread.phones[phone]; known && id != c.ID { // the phone of a family
		d.unread.phones[phone] = ""
		return
	}
	d.unread.phones[strings.Clone(phone)] = strings.Clone(c.ID)
	var rest []anonymous
	for _, one := range d.unread.waiting {
		if formats.SamePhone(one.phone, c.Phone) {
			d.learn(one.endpoint, c.ID, one.values)
		} else {
			rest = append(rest, one)
		}
	}
	d.unread.waiting = rest
}

// joinByPhone takes the OTP requests under an id number that no limit request has, if the verify
// OTP request gives their phone number with the id number of a limit request. Only customers of
// whom nothing was compared are joined, because a customer may correct the id number.
func (d *Descriptions) joinByPhone() {
	for id, of := range d.claims {
		sent := of.sent["phone_number"]
		if len(of.asked) > 0 || len(sent) == 0 {
			continue
		}
		right := d.unread.phones[formats.PhoneKey(sent[len(sent)-1].value)]
		if to := d.claims[right]; right == "" || right == id || to == nil || len(to.asked) == 0 || len(to.sent) > 0 {
			continue
		}
		values := make(map[string]described)
		for member, all := range of.sent {
			values[member] = all[len(all)-1]
		}
		d.IsJoined = true
		d.learn(spec.SendOTP, right, values)
	}
}

// end blocks a member that the comparisons do not decide: no customer has it right, or with those
// that could not be compared, it might be wrong for most.
func (u *unreadDetails) end(m member, of *comparison) {
	for _, one := range u.waiting {
		u.giveUp(one)
	}
	u.waiting = nil
	missing := u.missing[m.name]
	if missing == nil || len(u.present[m.name]) < 2 { // nothing would have been compared
		return
	}
	alike, other := 0, 0
	if of != nil {
		alike, other = of.alike, of.other
	}
	if wrong := missing.Count + other; alike == 0 || wrong > 1 && wrong >= alike {
		missing.Block()
	}
}
