package sequences

import (
	"regexp"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// idNumbers are the id numbers of a recording.
type idNumbers struct {
	uses    map[string]*idUse // by id number, for OTP requests
	plain   map[string]bool   // id numbers of digits alone
	grouped []groupedID
	zeros   lostZeros
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

// lostZeros compares the id numbers of create limit with those of the OTP requests for the same
// phone. A program that keeps an id number as a number loses the zeros at its beginning.
type lostZeros struct {
	byPhone map[string]string // the id numbers of OTP requests that begin with a zero
	limits  []askedID
	isKept  bool // a limit has an id number that begins with a zero
}

// askedID is the id number of a request for a limit.
type askedID struct {
	phone, number string
	fail          func()
}

// minLostZeros is the number of customers from which on the zeros are not what somebody mistyped.
const minLostZeros = 2

func (z *lostZeros) see(q *requests.Request) {
	number, phone := q.Sound("id_number"), formats.PhoneKey(q.Sound("phone_number"))
	beginsWithZero := strings.HasPrefix(number, "0")
	switch {
	case number == "" || phone == "":
	case q.Endpoint == spec.CreateLimit:
		z.isKept = z.isKept || beginsWithZero
		if _, known := z.byPhone[phone]; known && len(z.limits) < requests.MaxKept {
			z.limits = append(z.limits, askedID{strings.Clone(phone), strings.Clone(number), q.DeferFailure("id_number", "the id number with its zeros", "id_number lacks the zeros at the beginning that the OTP request for this customer has")})
		}
	case beginsWithZero && len(z.byPhone) < requests.MaxKept:
		z.byPhone[strings.Clone(phone)] = strings.Clone(number)
	}
}

func (z *lostZeros) end() {
	lost := make(map[string][]askedID)
	for _, asked := range z.limits {
		if strings.TrimLeft(z.byPhone[asked.phone], "0") == asked.number {
			lost[asked.number] = append(lost[asked.number], asked)
		}
	}
	if z.isKept || len(lost) < minLostZeros {
		return
	}
	for _, all := range lost {
		for _, asked := range all {
			if asked.fail != nil {
				asked.fail()
			}
		}
	}
}

// grouped matches a number as programs print it for people to read.
var grouped = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{2,3})*,[0-9]{3}$`)

// noteIDForm takes the id number of a request. Commas between the digits are a fault if another
// request has the number without them. No section says how an ID writes its number.
func (s *Comparisons) noteIDForm(q *requests.Request) {
	s.numbers.zeros.see(q)
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
	s.numbers.zeros.end()
	for _, of := range s.numbers.uses {
		isOfMany := len(of.names) >= minOneID || len(of.names) == 0 && len(s.numbers.uses) == 1
		if len(of.phones) >= minOneID && isOfMany {
			s.note(spec.SendOTP, "one id_number for several phone numbers and names")
		}
	}
}
