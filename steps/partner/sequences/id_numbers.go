package sequences

import "strings"

// idUse is for whom OTPs were asked for with one id number. Two phones of one person, or a
// number that was mistyped, may be meant; many persons with one number are a variable that was
// never set anew.
type idUse struct {
	phones, names map[string]bool
	fails         []func()
}

// minOfOneID is of how many phones, and names, an id number is nobody's; maxFails bounds how
// many failures of an id number are kept.
const (
	minOfOneID = 3
	maxFails   = 20
)

// noteID takes in an OTP request. An existing customer gives no name.
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

// endIDs states the failures: an id number of many phones that is of many names, too, or the
// only one of the recording.
func (s *Seen) endIDs() {
	for _, of := range s.idUses {
		if len(of.phones) < minOfOneID || len(of.names) < minOfOneID && len(s.idUses) > 1 {
			continue
		}
		for _, fail := range of.fails {
			if fail != nil {
				fail()
			}
		}
	}
}
