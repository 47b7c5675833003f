package comparison

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// Claim is the details of a customer in one request. A member that the request does not have, or
// that is faulty, is "".
type Claim struct {
	Endpoint         string
	ID, Phone, Email string
	First, Last      string
	Birth, Country   string
	Occupation       Occupation // in a limit only
}

// Customers are the customers of one recording, from its start to its end, with their numbers, names,
// emails and dates of birth. Section 2.4 takes these from the customer's ID. Two customers may have
// the same phone or email, so that is only noted.
type Customers struct {
	note    Note
	people  map[string]string            // the id number that a phone number had first, by phone number
	details map[string]map[string]string // the names and the date of birth that an id number had first, by id number
	ids     map[string]bool              // id numbers
	names   map[string]bool              // first and last names
	phones  map[string]string            // the phone number that an OTP was sent to, by id number
	emails  map[string]string            // the id number that an email had first, by email
	public  []string                     // phone numbers of customers that were published
	Descriptions
	Contacts Contacts
}

// maxNames is how many names are kept: two for each customer, and both together in each order.
const maxNames = 4 * maxCustomers

// NewCustomers returns Customers without any customer.
func NewCustomers(note Note) *Customers {
	return &Customers{
		note: note, people: make(map[string]string), details: make(map[string]map[string]string), ids: make(map[string]bool),
		names: make(map[string]bool), phones: make(map[string]string), emails: make(map[string]string), Descriptions: newDescriptions(),
	}
}

// Know takes customers that were published: their phone numbers, by id number.
func (k *Customers) Know(published map[string]string) {
	for id, phone := range published {
		k.ids[id] = true
		k.public = append(k.public, phone)
	}
}

// See takes a claim, and notes a phone number or an id number that has the details of another
// customer. names are the names in the claim, alone and together.
func (k *Customers) See(c Claim, names []string) {
	k.keepNames(names)
	if c.ID == "" {
		return
	}
	if len(k.ids) < maxCustomers {
		k.ids[strings.Clone(c.ID)] = true
	}
	if phone := formats.PhoneDigits(c.Phone); len(phone) > 6 {
		if first, known := k.people[phone]; known && first != c.ID {
			k.note(c.Endpoint, "a phone_number that an earlier request used with another id_number")
		} else if len(k.people) < maxCustomers {
			k.people[strings.Clone(phone)] = strings.Clone(c.ID)
		}
	}
	k.notePhone(c)
	k.noteEmail(c)
	for name, value := range map[string]string{"first_name": c.First, "last_name": c.Last, "date_of_birth": formats.DayOf(c.Birth)} {
		k.noteDetail(c, name, value)
	}
}

// notePhone notes a phone number without its country code in an OTP request, if a later request for
// the customer has the code. Section 4.1 requires the international format.
func (k *Customers) notePhone(c Claim) {
	switch {
	case c.Endpoint == spec.SendOTP && k.phones[c.ID] == "" && len(k.phones) < maxCustomers:
		k.phones[strings.Clone(c.ID)] = strings.Clone(c.Phone)
	case c.Endpoint != spec.SendOTP && formats.IsNationalOf(k.phones[c.ID], c.Phone):
		k.note(spec.SendOTP, "a phone_number without the country code that a later request has")
		delete(k.phones, c.ID)
	}
}

func (k *Customers) noteDetail(c Claim, name, now string) {
	if now == "" {
		return
	}
	if first, known := k.details[c.ID][name]; known && first != now {
		k.note(c.Endpoint, "another "+name+" than an earlier request gave for this id_number")
		return
	}
	if k.details[c.ID] == nil && len(k.details) < maxCustomers {
		k.details[strings.Clone(c.ID)] = make(map[string]string)
	}
	if k.details[c.ID] != nil {
		k.details[c.ID][name] = strings.Clone(now)
	}
}

// noteEmail notes an email that an earlier request had for another customer. It may be that of the
// store or of the customer before (section 2.4).
func (k *Customers) noteEmail(c Claim) {
	email := strings.ToLower(strings.TrimSpace(c.Email))
	if first, known := k.emails[email]; known && first != c.ID {
		k.note(c.Endpoint, "an email that an earlier request used with another id_number")
	} else if email != "" && len(k.emails) < maxCustomers {
		k.emails[strings.Clone(email)] = strings.Clone(c.ID)
	}
}

// End reports what the whole recording shows.
func (k *Customers) End() { k.Descriptions.end(k.note, k.Contacts.confirms) }

// keepNames keeps the names that cannot be ids, because they have no digit.
func (k *Customers) keepNames(names []string) {
	for _, name := range names {
		if strings.TrimSpace(name) != "" && !strings.ContainsAny(name, "0123456789") && len(k.names) < maxNames {
			k.names[strings.Clone(name)] = true
		}
	}
}

// HasID reports whether a value is an id number of an earlier request.
func (k *Customers) HasID(value string) bool { return k.ids[value] }

// HasEmail reports whether a value is an email in an earlier request.
func (k *Customers) HasEmail(value string) bool {
	_, known := k.emails[strings.ToLower(strings.TrimSpace(value))]
	return known && strings.TrimSpace(value) != ""
}

// HasBirth reports whether a value is a date of birth in a request.
func (k *Customers) HasBirth(value string) bool {
	if day := formats.DayOf(value); strings.Count(day, "/") == 2 {
		for _, of := range k.details {
			if of["date_of_birth"] == day {
				return true
			}
		}
	}
	return false
}

// IsNamed reports whether a customer had these names first.
func (k *Customers) IsNamed(id, first, last string) bool {
	return first+last != "" && k.details[id]["first_name"] == first && k.details[id]["last_name"] == last
}

// HasName reports whether a value is a name in an earlier request.
func (k *Customers) HasName(value string) bool { return k.names[value] }

// HasPhone reports whether an earlier request had a phone number with the same digits.
func (k *Customers) HasPhone(phone string) bool {
	_, known := k.people[formats.PhoneDigits(phone)]
	return known
}

// IsDialled reports whether a text is a known phone number as people dial it.
func (k *Customers) IsDialled(phone string) bool {
	return k.anyPhone(func(known string) bool { return formats.IsDialled(phone, known) })
}

// IsPhoneOf reports whether a text is a known phone number in any form.
func (k *Customers) IsPhoneOf(phone string) bool {
	return k.anyPhone(func(known string) bool { return formats.SamePhone(known, phone) })
}

func (k *Customers) anyPhone(is func(string) bool) bool {
	for known := range k.people {
		if is(known) {
			return true
		}
	}
	return slices.ContainsFunc(k.public, is)
}
