package sequences

import (
	"regexp"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// idNumbers are the id numbers of a recording.
type idNumbers struct {
	uses    map[string]*idUse // by id number, for OTP requests
	plain   map[string]bool   // id numbers of digits alone
	grouped []groupedID
}

// WrongIDs counts the requests whose id number is another one than in the other requests for the
// customer, as the end shows.
type WrongIDs struct{ sendings, verifies int }

// Add counts a request to send or to verify an OTP.
func (w *WrongIDs) Add(isSending bool) {
	if isSending {
		w.sendings++
	} else {
		w.verifies++
	}
}

// ofSendings and ofVerifies report whether several of these requests are wrong.
func (w *WrongIDs) ofSendings() bool { return w != nil && w.sendings > 1 }
func (w *WrongIDs) ofVerifies() bool { return w != nil && w.verifies > 1 }

// idUse is the use of one id number in OTP requests. Two phones of one person, or a mistyped
// number, may be intended. Test data may have one id number for all persons, because a service for
// tests may know only one. So it is only noted. If other requests for the customers have other id
// numbers, the comparison of a verify with its sending finds the fault.
type idUse struct{ phones, names map[string]bool }

// groupedID is an id number with commas between its digits.
type groupedID struct {
	plain string
	fail  func()
}

// grouped matches a number as programs print it for people to read.
var grouped = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{2,3})*,[0-9]{3}$`)

// noteIDForm takes the id number of a request. Commas between the digits are a fault if another
// request has the number without them. No section says how an ID writes its number.
func (s *Comparisons) noteIDForm(q *requests.Request) {
	id := q.Sound("id_number")
	switch digits := judgement.Digits(id); {
	case id == "":
	case grouped.MatchString(id) && len(s.numbers.grouped) < requests.MaxKept:
		s.numbers.grouped = append(s.numbers.grouped, groupedID{digits, q.DeferFailure("id_number", "the id number, without commas", "id_number has commas between its digits, and another request has it without them")})
	case digits == id && len(s.numbers.plain) < requests.MaxKept:
		s.numbers.plain[strings.Clone(id)] = true
	}
}

// minOneID is the number of phones, and of names, from which on an id number is noted.
const minOneID = 3

// noteID takes an OTP request. A request for an existing customer has no name.
func (s *Comparisons) noteID(q *requests.Request) {
	id, phone := q.Sound("id_number"), q.Sound("phone_number")
	if id == "" || phone == "" {
		return
	}
	of := s.numbers.uses[id]
	if of == nil {
		if len(s.numbers.uses) >= requests.MaxKept {
			return
		}
		of = &idUse{phones: make(map[string]bool), names: make(map[string]bool)}
		s.numbers.uses[strings.Clone(id)] = of
	}
	if len(of.phones) < requests.MaxKept {
		of.phones[strings.Clone(phone)] = true
	}
	if name := strings.TrimSpace(q.Sound("first_name") + " " + q.Sound("last_name")); name != "" && len(of.names) < requests.MaxKept {
		of.names[strings.Clone(name)] = true
	}
}

// endIDs reports id numbers with commas. It notes an id number that has many phones, if it also has many names. The only id number of
// a recording may have none: a request for an existing customer has no name.
func (s *Comparisons) endIDs() {
	for _, number := range s.numbers.grouped {
		if number.fail != nil && s.numbers.plain[number.plain] {
			number.fail()
		}
	}
	for _, of := range s.numbers.uses {
		isOfMany := len(of.names) >= minOneID || len(of.names) == 0 && len(s.numbers.uses) == 1
		if len(of.phones) >= minOneID && isOfMany {
			s.note(spec.SendOTP, "one id_number for several phone numbers and names")
		}
	}
}
