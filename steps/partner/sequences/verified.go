package sequences

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// verifiedCustomers compares the customers of limits with those who verified an OTP (sections 4.2 and 4.3). One
// customer may be registered with another number than the OTP was sent to. But if all customers are,
// the program changed the number.
type verifiedCustomers struct {
	phones, numbers map[string]map[string]bool // the phones by id number, and the id numbers by phone
	sent            sentPhones
	written         map[string]string // how the verified phones are written, by phone
	fits            int               // how many limits have the id number and the phone of a verified OTP
	used            map[string]string // the OTP that was verified last, by phone, until another one is sent
	isStated        bool              // whether the end has shown such limits
	isFirstRight    bool              // whether the first of the compared limits does
	named           int               // how many of otherNumbers the names of the limit show too
	otherNumbers    changed           // limits with a verified phone and a new id number, by the verified id number
	otherPhones     changed           // limits with a verified id number and a damaged phone, by the verified phone
	stale           staleForms
}

// sentPhones are the phones that OTPs were sent to, by id number, and how they are written, by phone.
type sentPhones struct{ byNumber, written map[string]map[string]bool }

// changed are the failures of limits, by the value that was verified.
type changed map[string]func()

// minChanged is how many customers must have another number in the limit.
const minChanged = 3

func newVerifiedCustomers() verifiedCustomers {
	return verifiedCustomers{phones: make(map[string]map[string]bool), numbers: make(map[string]map[string]bool), sent: sentPhones{make(map[string]map[string]bool), make(map[string]map[string]bool)}, written: make(map[string]string), used: make(map[string]string), stale: newStaleForms(), otherNumbers: make(changed), otherPhones: make(changed)}
}

// note takes a verified OTP or a limit. isNamed reports whether a customer has the names of the request.
func (v *verifiedCustomers) note(q *requests.Request, isNamed func(number string) bool) {
	number, phone := formats.PlainID(q.Sound("id_number")), formats.PhoneKey(q.Sound("phone_number"))
	if number == "" || phone == "" {
		return
	}
	switch q.Endpoint {
	case spec.SendOTP:
		keepPair(v.sent.byNumber, number, phone)
		keepPair(v.sent.written, phone, q.Text("phone_number"))
	case spec.VerifyOTP:
		if q.IsServed() {
			keepPair(v.phones, number, phone)
			keepPair(v.numbers, phone, number)
			if v.written[phone] == "" && len(v.written) < requests.MaxKept {
				v.written[strings.Clone(phone)] = strings.Clone(q.Text("phone_number"))
			}
		}
	case spec.CreateLimit:
		v.limit(q, number, phone, isNamed)
	}
}

// isUsed reports whether a request has an OTP that was verified before, and keeps it. Section 8 does not
// show how long an OTP is valid, and how often. A service may send the same OTP again.
func (v *verifiedCustomers) isUsed(q *requests.Request) bool {
	phone, otp := formats.PhoneKey(q.Sound("phone_number")), Fingerprint(q.Text("otp"))
	switch {
	case q.Endpoint == spec.SendOTP:
		delete(v.used, phone)
	case q.Endpoint != spec.VerifyOTP || phone == "" || q.Text("otp") == "":
	case v.used[phone] == otp:
		return true
	case q.IsServed() && len(v.used) < requests.MaxKept:
		v.used[strings.Clone(phone)] = otp
	}
	return false
}

func keepPair(all map[string]map[string]bool, key, value string) {
	if all[key] == nil && len(all) < requests.MaxKept {
		all[strings.Clone(key)] = make(map[string]bool)
	}
	if of := all[key]; of != nil && len(of) < requests.MaxKept {
		of[strings.Clone(value)] = true
	}
}

// limit compares a limit with the OTPs that were verified before.
func (v *verifiedCustomers) limit(q *requests.Request, number, phone string, isNamed func(number string) bool) {
	phones, numbers := v.phones[number], v.numbers[phone]
	otherPhone := func(what string) func() func() {
		return func() func() {
			return q.DeferFailure("phone_number", "the phone number with which the customer verified an OTP",
				"phone_number "+what+" the one that the customer verified, and so for all customers")
		}
	}
	switch otherNumber, known := only(numbers), only(phones); {
	case phones[phone] && hasOtherCode(v.written[phone], q.Text("phone_number")) && !v.sent.written[phone][q.Text("phone_number")]:
		v.otherPhones.keep(phone, otherPhone("has another country code than"))
	case phones[phone]:
		v.isFirstRight = v.isFirstRight || v.fits+len(v.otherNumbers)+len(v.otherPhones) == 0
		v.fits++
	case v.sent.byNumber[number][phone]: // the verify is another one than both
		v.fits++
	case otherNumber != "" && (len(phones) == 0 || isNamed(otherNumber) && !isNamed(number)): // it may be that of another customer
		if isNamed(otherNumber) && v.otherNumbers[otherNumber] == nil {
			v.named++
		}
		v.otherNumbers.keep(otherNumber, func() func() {
			return q.DeferFailure("id_number", "the id number of the customer who verified an OTP with this phone_number",
				"id_number is another one than the customer verified, and so for all customers")
		})
	case len(numbers) == 0 && known != "" && !formats.SamePhone(v.written[known], q.Text("phone_number")) && hasLostDigits(v.written[known], q.Text("phone_number")):
		v.otherPhones.keep(known, otherPhone("has lost digits of"))
	}
}

// isOfOther reports whether the phone of a request was verified with another id number only.
func (v *verifiedCustomers) isOfOther(q *requests.Request) bool {
	number := formats.PlainID(q.Sound("id_number"))
	other := only(v.numbers[formats.PhoneKey(q.Sound("phone_number"))])
	return other != "" && other != number
}

// keep keeps the failure of a limit by the value that was verified.
func (c changed) keep(value string, failure func() func()) {
	if c[value] == nil && len(c) < requests.MaxFails {
		c[strings.Clone(value)] = failure()
	}
}

// only returns the value of a set that has one, and "" for all other sets.
func only(set map[string]bool) string {
	if len(set) != 1 {
		return ""
	}
	for value := range set {
		return value
	}
	return ""
}

// hasOtherCode reports whether two international numbers with the same last digits differ before them.
func hasOtherCode(one, other string) bool {
	return strings.HasPrefix(one, "+") && strings.HasPrefix(other, "+") && !formats.SamePhone(one, other)
}

// hasLostDigits reports whether a phone is a verified one without one or two of its digits. Another
// phone of the customer has as many digits.
func hasLostDigits(verified, phone string) bool {
	const most = 2
	whole, digits := formats.PhoneDigits(verified), formats.PhoneDigits(phone)
	lost := len(whole) - len(digits)
	if lost < 1 || lost > most {
		return false
	}
	begin := 0
	for begin < len(digits) && whole[begin] == digits[begin] {
		begin++
	}
	return strings.HasSuffix(whole, digits[begin:])
}

// isUndecided reports whether at most the first limit is that of a customer who verified an OTP, and too
// few OTPs show that the others are wrong.
func (v *verifiedCustomers) isUndecided() bool { return v.fits <= 1 && !v.isStated }

// end reports the limits that have another number than was verified, if all have.
func (v *verifiedCustomers) end() {
	least := minChanged
	switch {
	case v.fits == 1 && v.isFirstRight && v.named < len(v.otherNumbers):
		least = comparison.MinButFirst
	case v.fits == 1 && v.isFirstRight: // also the names show it
	case v.fits > 0:
		return
	}
	for _, all := range []changed{v.otherNumbers, v.otherPhones} {
		if len(all) < least {
			continue
		}
		for _, fail := range all {
			if fail != nil {
				v.isStated = true
				fail()
			}
		}
	}
}
