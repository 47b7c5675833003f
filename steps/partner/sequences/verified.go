package sequences

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// verified compares the customers of limits with those who verified an OTP (sections 4.2 and 4.3). One
// customer may be registered with another number than the OTP was sent to. But if all customers are,
// the program changed the number.
type verified struct {
	phones, numbers map[string]map[string]bool // the phones by id number, and the id numbers by phone
	written         map[string]string          // how the verified phones are written, by phone
	fits            int                        // how many limits have the id number and the phone of a verified OTP
	otherNumbers    changed                    // limits with a verified phone and a new id number, by the verified id number
	otherPhones     changed                    // limits with a verified id number and a damaged phone, by the verified phone
}

// changed are the failures of limits, by the value that was verified.
type changed map[string]func()

// minOfChanged is how many customers must have another number in the limit.
const minOfChanged = 3

func newVerified() verified {
	return verified{phones: make(map[string]map[string]bool), numbers: make(map[string]map[string]bool), written: make(map[string]string), otherNumbers: make(changed), otherPhones: make(changed)}
}

// note takes a verified OTP or a limit.
func (v *verified) note(q *Request) {
	number, phone := formats.PlainID(q.Sound("id_number")), formats.PhoneKey(q.Sound("phone_number"))
	if number == "" || phone == "" {
		return
	}
	switch q.Endpoint {
	case spec.VerifyOTP:
		if q.isServed() {
			keepPair(v.phones, number, phone)
			keepPair(v.numbers, phone, number)
			if v.written[phone] == "" && len(v.written) < maxKept {
				v.written[strings.Clone(phone)] = strings.Clone(q.Text("phone_number"))
			}
		}
	case spec.CreateLimit:
		v.limit(q, number, phone)
	}
}

func keepPair(all map[string]map[string]bool, key, value string) {
	if all[key] == nil && len(all) < maxKept {
		all[strings.Clone(key)] = make(map[string]bool)
	}
	if of := all[key]; of != nil && len(of) < maxKept {
		of[strings.Clone(value)] = true
	}
}

// limit compares a limit with the OTPs that were verified before.
func (v *verified) limit(q *Request, number, phone string) {
	phones, numbers := v.phones[number], v.numbers[phone]
	otherPhone := func() func() {
		return q.DeferFailure("phone_number", "the phone number with which the customer verified an OTP",
			"phone_number has lost digits of the one that the customer verified, and so for all customers")
	}
	switch {
	case phones[phone] && hasOtherCode(v.written[phone], q.Text("phone_number")):
		v.otherPhones.keep(map[string]bool{phone: true}, otherPhone)
	case phones[phone]:
		v.fits++
	case len(phones) == 0 && len(numbers) == 1:
		v.otherNumbers.keep(numbers, func() func() {
			return q.DeferFailure("id_number", "the id number of the customer who verified an OTP with this phone_number",
				"id_number is another one than the customer verified, and so for all customers")
		})
	case len(numbers) == 0 && len(phones) == 1 && v.isDamaged(phones, q.Text("phone_number")):
		v.otherPhones.keep(phones, otherPhone)
	}
}

// keep keeps the failure of a limit by the only value that was verified.
func (c changed) keep(verified map[string]bool, failure func() func()) {
	for value := range verified {
		if c[value] == nil && len(c) < maxFails {
			c[strings.Clone(value)] = failure()
		}
	}
}

// hasOtherCode reports whether two international numbers with the same last digits begin in two ways.
func hasOtherCode(one, other string) bool {
	return strings.HasPrefix(one, "+") && strings.HasPrefix(other, "+") && formats.PhoneDigits(one) != formats.PhoneDigits(other)
}

// isDamaged reports whether a phone is the only verified one without one or two of its digits. Another
// phone of the customer has as many digits.
func (v *verified) isDamaged(phones map[string]bool, phone string) bool {
	const most = 2
	digits := formats.PhoneDigits(phone)
	for key := range phones {
		whole := formats.PhoneDigits(v.written[key])
		lost := len(whole) - len(digits)
		begin := 0
		for begin < min(len(whole), len(digits)) && whole[begin] == digits[begin] {
			begin++
		}
		return lost > 0 && lost <= most && strings.HasSuffix(whole, digits[begin:])
	}
	return false
}

// end reports the limits that have another number than was verified, if all have.
func (v *verified) end() {
	if v.fits > 0 {
		return
	}
	for _, all := range []changed{v.otherNumbers, v.otherPhones} {
		if len(all) < minOfChanged {
			continue
		}
		for _, fail := range all {
			if fail != nil {
				fail()
			}
		}
	}
}
