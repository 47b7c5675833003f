package comparison

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/steps/partner/formats"
)

// Contacts compares the email addresses of limits (section 2.4, "the customer's email address"). A
// family may have one address, and a customer may use any name in it. So only addresses of several
// customers, and all in the same way, are a fault. One address of nobody may be the mailbox of a tester,
// or of a store whose customers have none: that is noted.
type Contacts struct {
	seen  []contact
	known map[string]bool // customers, by who
}

// Contact is the details of a customer in a limit that an email address is compared with.
type Contact struct{ ID, First, Last, Phone, Email string }

// who tells customers apart. All customers may have one id number, if that is wrong.
func (c Contact) who() string { return strings.ToLower(c.ID + "\n" + c.First + "\n" + c.Last) }

type contact struct {
	Contact
	fail func(message string)
}

// minOneEmail is how many customers must have one address, and minOthers how many must have an
// address with the name of another customer. minName is the length of a name that counts.
const (
	minOneEmail = 5
	minOthers   = 3
	minName     = 4
)

// See takes the first limit of a customer.
func (c *Contacts) See(one Contact, fail func(message string)) {
	if one.ID == "" || c.known[one.who()] || len(c.seen) >= maxCustomers {
		return
	}
	if c.known == nil {
		c.known = make(map[string]bool)
	}
	now := Contact{strings.Clone(one.ID), strings.Clone(one.First), strings.Clone(one.Last), strings.Clone(one.Phone), strings.ToLower(strings.Clone(one.Email))}
	c.known[now.who()] = true
	c.seen = append(c.seen, contact{now, fail})
}

// End reports addresses that are not those of the customers. sent returns the names of a customer in the
// OTP requests: the limit may have the names of another customer, and the right address.
func (c *Contacts) End(sent func(id string) []string) {
	switch {
	case c.isOne():
		c.state(slices.DeleteFunc(slices.Clone(c.seen), func(one contact) bool { return one.isNamed(one.Email) }), "email is that of one customer for all customers, who have different names and phone numbers")
	default:
		if others := c.ofOthers(sent); len(others) >= minOthers {
			c.state(others, "email has the name of another customer and not that of the customer, and so for all customers with a name in it")
		}
	}
}

func (c *Contacts) state(wrong []contact, message string) {
	for _, one := range wrong[:min(len(wrong), maxFailures)] {
		one.fail(message)
	}
}

// isOne reports whether all customers have the address of one of them, but names and phone numbers of
// their own.
func (c *Contacts) isOne() bool {
	return c.isOneAddress() && !c.IsUnclear() && slices.ContainsFunc(c.seen, func(one contact) bool { return one.isNamed(one.Email) })
}

// isOneAddress reports whether several customers have one address.
func (c *Contacts) isOneAddress() bool {
	return len(c.seen) >= minOneEmail && !slices.ContainsFunc(c.seen, func(one contact) bool { return one.Email != c.seen[0].Email })
}

// IsUnclear reports whether several customers have one address, and do not have names and phone numbers
// of their own. They may be one family.
func (c *Contacts) IsUnclear() bool {
	names, phones := make(map[string]bool), make(map[string]bool)
	for _, one := range c.seen {
		names[one.First+" "+one.Last], phones[one.Phone] = true, true
	}
	return c.isOneAddress() && (len(names) < len(c.seen) || len(phones) < len(c.seen))
}

// ofOthers returns the addresses with the name of another customer. It returns none if one address
// has the name of its customer. Only the first may, if there are more others.
func (c *Contacts) ofOthers(sent func(id string) []string) []contact {
	var all []contact
	customers, least := make(map[string]bool), minOthers
	for i, one := range c.seen {
		isSent := func(name string) bool { return Contact{First: name}.isNamed(one.Email) }
		if one.isNamed(one.Email) || slices.ContainsFunc(sent(one.ID), isSent) {
			if least = MinButFirst; i == 0 {
				continue
			}
			return nil
		}
		isOther := func(other contact) bool {
			return other.who() != one.who() && (other.isNamed(one.Email) || slices.ContainsFunc(sent(other.ID), isSent))
		}
		if i := slices.IndexFunc(c.seen, isOther); i >= 0 {
			all = append(all, one)
			customers[c.seen[i].who()] = true
		}
	}
	if len(customers) < least {
		return nil
	}
	return all
}

// confirms reports whether the email addresses of several customers have a name of their limits, and none
// has one of the other names. Then the OTP requests with those are wrong.
func (c *Contacts) confirms(member string, others map[string]bool) bool {
	const several = 2
	confirmed := 0
	for _, one := range c.seen {
		for other := range others {
			if (Contact{First: other}).isNamed(one.Email) {
				return false
			}
		}
		name := map[string]string{"first_name": one.First, "last_name": one.Last}[member]
		if (Contact{First: name}).isNamed(one.Email) {
			confirmed++
		}
	}
	return confirmed >= several
}

// isNamed reports whether an address has a name of the customer.
func (c Contact) isNamed(email string) bool {
	letters := formats.PlainName(email)
	return slices.ContainsFunc([]string{c.First, c.Last}, func(name string) bool {
		name = formats.PlainName(name)
		return len(name) >= minName && strings.Contains(letters, name)
	})
}

// endFree reports one contact in all limits, or another one in each, if the OTP of each of several customers
// went to a contact of its own.
func (d *Descriptions) endFree(of *comparison) {
	const least = 5 // test data of a few customers may have the phone of one tester
	isOther := of.alike == 0 && len(of.asked) >= least && d.areLimitsWrong(of)
	if of.alike > of.first() || len(of.asked) != 1 && !isOther || len(of.sent) < least {
		return
	}
	for _, one := range of.limits {
		one.state(OfAll)
	}
}

// areLimitsWrong reports whether the verify OTP requests confirm the phones of all OTP requests, and no limit has
// such a phone in another form.
func (d *Descriptions) areLimitsWrong(of *comparison) bool {
	for n, id := range of.ids {
		sent := of.sends[n].value
		if d.unread.phones[formats.PhoneKey(sent)] != id || formats.MayBeSamePhone(sent, of.limits[n].value) {
			return false
		}
	}
	return true
}
