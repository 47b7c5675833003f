package sequences

import "strings"

// idUse is the use of one id number in OTP requests. Two phones of one person, or a mistyped
// number, may be intended. If many people have the same number, the program did not set the
// variable again.
type idUse struct {
	phones, names map[string]bool
	fails         []func()
}

// minOfOneID is the number of phones, and of names, from which on an id number counts as wrong for
// all of them. maxFails is how many failures of an id number are kept.
const (
	minOfOneID = 3
	maxFails   = 20
)

// noteID takes an OTP request. A request for an existing customer has no name.
func (s *Seen) noteID(q *Request) {
	id, phone := q.Sound("id_number"), q.Sound("phone_number")
	if id == "" || phone == "" {
		return
	}
	of := s.idUses[id]
	if of == nil {
		if len(s.idUses) >= maxKept {
			return
		}
		of = &idUse{phones: make(map[string]bool), names: make(map[string]bool)}
		s.idUses[strings.Clone(id)] = of
	}
	if len(of.phones) < maxKept {
		of.phones[strings.Clone(phone)] = true
	}
	if name := strings.TrimSpace(q.Sound("first_name") + " " + q.Sound("last_name")); name != "" && len(of.names) < maxKept {
		of.names[strings.Clone(name)] = true
	}
	if len(of.fails) < maxFails {
		of.fails = append(of.fails, q.DeferFailure("id_number", "the id number of the customer", "id_number is the same for several phone numbers and names"))
	}
}

// endIDs reports an id number that has many phones, if it also has many names. The only id number
// of a recording may have none: a request for an existing customer has no name. One name is one
// person, who may have mistyped the phone number.
func (s *Seen) endIDs() {
	for _, of := range s.idUses {
		isOfMany := len(of.names) >= minOfOneID || len(of.names) == 0 && len(s.idUses) == 1
		if len(of.phones) < minOfOneID || !isOfMany {
			continue
		}
		for _, fail := range of.fails {
			if fail != nil {
				fail()
			}
		}
	}
}
