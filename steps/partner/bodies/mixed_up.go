package bodies

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/steps/partner/formats"
)

// A request that names a customer has one member for each detail (sections 2.4 and 4.1). A program
// that mixes them up puts one detail into the member of another.

// AName is what the members of a name must hold (sections 2.4 and 4.1).
const AName = "a name, as the ID has it"

// MixUp is a member that holds the value of another member of the request, or a value that no
// customer has there.
type MixUp struct{ Member, Expected, Actual string }

// MixedNames returns the names that are another detail, or that have lost a letter. A name without
// a digit or an @ is not compared, because it may be the id number that is wrong. A recorder may
// also lose letters, so lost letters are no fault in a recording that was made elsewhere.
func (c *Body) MixedNames() []MixUp {
	var all []MixUp
	for _, member := range []string{"first_name", "last_name"} {
		name := strings.TrimSpace(c.Text(member))
		for _, other := range []string{"email", "id_number", "phone_number", "date_of_birth"} {
			if strings.ContainsAny(name, "@0123456789") && strings.EqualFold(name, strings.TrimSpace(c.Text(other))) {
				all = append(all, MixUp{member, AName, "the " + other + " of the same customer"})
			}
		}
		if what := c.damageOf(strings.Trim(c.Text(member), " \u00a0")); what != "" { // a line break is damage
			all = append(all, MixUp{member, AName, what})
		}
	}
	return all
}

// damageOf says how a program damaged a name, or returns "". A recorder may lose letters too, and may
// hide them, so that is no fault in a recording that was made elsewhere.
func (c *Body) damageOf(name string) string {
	switch {
	case formats.WhatDamaged(name) != "":
		return formats.WhatDamaged(name)
	case c.Redacted:
		return ""
	case formats.HidesLetters(name):
		return "a text of which a part is hidden"
	}
	return formats.WhatLost(name)
}

// OtherTexts returns the other texts about a customer that a program damaged: the names of the
// employer and the business, where a letter was lost, and an email address of which a part is hidden.
func (c *Body) OtherTexts() []MixUp {
	if c.Redacted {
		return nil
	}
	var all []MixUp
	for _, member := range []string{Employed + ".employer", SelfEmployed + ".business_name", SelfEmployed + ".business_location"} {
		if what := formats.WhatLost(c.Text(member)); what != "" {
			all = append(all, MixUp{member, "the " + LastName(member), what})
		}
	}
	if formats.HidesLetters(c.Text("email")) {
		all = append(all, MixUp{"email", "an email address with all its letters", "an address of which a part is hidden"})
	}
	return all
}

// MixedNumbers returns an id number that is a name, an email address or the date of birth, and an id number that is
// the same as the phone number. In the latter case, a number that begins like an international
// number, or is as long as one, is the phone number.
func (c *Body) MixedNumbers() []MixUp {
	id, phone, email := strings.TrimSpace(c.Text("id_number")), strings.TrimSpace(c.Text("phone_number")), strings.TrimSpace(c.Text("email"))
	switch {
	case c.isName(id):
		return []MixUp{{"id_number", "the number of the customer's ID", "a name of the same customer"}}
	case strings.Contains(id, "@") && strings.EqualFold(id, email):
		return []MixUp{{"id_number", "the number of the customer's ID", "the email of the same customer"}}
	case formats.IsDate(id, c.Text("date_of_birth")):
		return []MixUp{{"id_number", "the number of the customer's ID", "the date_of_birth of the same customer"}}
	case !formats.IsOneNumber(id, phone):
		return nil
	case formats.IsMobile(phone):
		return []MixUp{{"id_number", "the number of the customer's ID", "the phone_number of the same customer"}}
	}
	return []MixUp{{"phone_number", "the number of the customer's phone", "the id_number of the same customer"}}
}

// isName reports whether an id number is a name of the same request, or both names. An id number
// with a digit may be correct, and the name wrong.
func (c *Body) isName(id string) bool {
	if id == "" || strings.ContainsAny(id, "@0123456789") {
		return false
	}
	return slices.ContainsFunc(c.Names(), func(name string) bool { return strings.EqualFold(id, name) })
}

// Names returns the names of a customer, and both together in each order.
func (c *Body) Names() []string {
	first, last := strings.TrimSpace(c.Text("first_name")), strings.TrimSpace(c.Text("last_name"))
	if first == "" || last == "" {
		return []string{first + last}
	}
	return []string{first, last, first + " " + last, last + " " + first}
}
