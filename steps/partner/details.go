package partner

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/written"
)

// persons are the details of customers that requests had. Section 2.4 takes them from the
// customer's ID. Two customers may have one phone or one email: it is noted only.
type persons struct {
	people  map[string]string            // phone number to the id number it came with first
	details map[string]map[string]string // id number to the names and the date of birth it came with first
	ids     map[string]bool              // id numbers
	names   map[string]bool              // first and last names
	phones  map[string]string            // id number to the phone number that an OTP was sent to
	emails  map[string]string            // email to the id number it came with first
}

func newPersons() persons {
	return persons{
		people: make(map[string]string), details: make(map[string]map[string]string), ids: make(map[string]bool),
		names: make(map[string]bool), phones: make(map[string]string), emails: make(map[string]string),
	}
}

// note notes a phone number or an id number that comes with the details of
// somebody else: section 2.4 takes them all from the customer's ID.
func (p *persons) note(q *request) {
	p.keepNames(q)
	id := q.text("id_number")
	if id == "" {
		return
	}
	if len(p.ids) < maxSendings && len(q.faulty["id_number"]) == 0 {
		p.ids[strings.Clone(id)] = true
	}
	if phone := written.PhoneDigits(q.text("phone_number")); len(phone) > 6 {
		if first, known := p.people[phone]; known && first != id {
			noteOf(q, "a phone_number that an earlier request used with another id_number")
		} else if len(p.people) < maxSendings {
			p.people[strings.Clone(phone)] = strings.Clone(id)
		}
	}
	p.notePhone(q, id)
	p.noteEmail(q, id)
	for _, name := range []string{"first_name", "last_name", "date_of_birth"} {
		p.noteDetail(q, id, name)
	}
}

// notePhone notes a number that an OTP was sent to without its country code, as a later
// request for the customer shows: section 4.1 wants the international format.
func (p *persons) notePhone(q *request, id string) {
	now := q.text("phone_number")
	switch {
	case q.endpoint == spec.SendOTP && p.phones[id] == "" && len(p.phones) < maxSendings:
		p.phones[strings.Clone(id)] = strings.Clone(now)
	case q.endpoint != spec.SendOTP && written.IsNationalOf(p.phones[id], now):
		q.run.undocumented.note(spec.SendOTP, "a phone_number without the country code that a later request has")
		delete(p.phones, id)
	}
}

func (p *persons) noteDetail(q *request, id, name string) {
	now := q.text(name)
	if name == "date_of_birth" {
		now = dayOf(now)
	}
	if now == "" {
		return
	}
	if first, known := p.details[id][name]; known && first != now {
		noteOf(q, "another "+name+" than an earlier request gave for this id_number")
		return
	}
	if p.details[id] == nil && len(p.details) < maxSendings {
		p.details[strings.Clone(id)] = make(map[string]string)
	}
	if p.details[id] != nil {
		p.details[id][name] = strings.Clone(now)
	}
}

// dayOf is what a date has in common with the day first and with the month first:
// section 4.1 shows both, section 2.4 one.
func dayOf(date string) string {
	parts := strings.Split(date, "/")
	slices.Sort(parts)
	return strings.Join(parts, "/")
}

// isDialled tells a phone number that an earlier request had, as people dial it.
func (p *persons) isDialled(phone string) bool {
	for known := range p.people {
		if written.IsDialled(phone, known) {
			return true
		}
	}
	return false
}

// isPhoneOf tells a phone number that an earlier request had, in any form.
func (p *persons) isPhoneOf(phone string) bool {
	for known := range p.people {
		if written.SamePhone(known, phone) {
			return true
		}
	}
	return false
}

// maxNames bounds how many names are kept: two of a customer, and both in each order.
const maxNames = 4 * maxSendings

// keepNames keeps the names of customers that cannot be ids: they have no digit.
func (p *persons) keepNames(q *request) {
	var names []string
	for _, member := range []string{"first_name", "last_name"} {
		if len(q.faulty[member]) == 0 {
			names = append(names, q.text(member))
		}
	}
	if len(names) > 1 {
		names = append(names, namesOf(&q.content)...)
	}
	for _, name := range names {
		if strings.TrimSpace(name) != "" && !strings.ContainsAny(name, "0123456789") && len(p.names) < maxNames {
			p.names[strings.Clone(name)] = true
		}
	}
}

// noteEmail notes an email that an earlier request had for another customer, as that of
// the store or of the customer before (section 2.4).
func (p *persons) noteEmail(q *request, id string) {
	email := strings.ToLower(strings.TrimSpace(q.text("email")))
	if first, known := p.emails[email]; known && first != id {
		noteOf(q, "an email that an earlier request used with another id_number")
	} else if email != "" && len(p.emails) < maxSendings {
		p.emails[strings.Clone(email)] = strings.Clone(id)
	}
}
