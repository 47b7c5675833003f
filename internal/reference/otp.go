package reference

import (
	"cmp"
	"net/http"
)

const otpSent = "An OTP was sent to the phone number"

// sendOTP serves 4.1.
func (s *Service) sendOTP(c *call) (answer, error) {
	f := newForm(c.body)
	idNumber, phone := f.text("id_number"), f.phone("phone_number")
	if err := f.err(); err != nil {
		return answer{}, err
	}
	applicant, err := s.applicant(f, idNumber, phone)
	if err != nil {
		return answer{}, err
	}
	code := cmp.Or(s.options.FixedOTP, s.ids.otp())
	s.store.sent(phone, otp{code: code, idNumber: idNumber, person: applicant})
	if s.options.Sent != nil {
		s.options.Sent(phone, code)
	}
	if s.options.ProductionOTP {
		return answer{status: http.StatusOK, data: otpSent}, nil
	}
	return answer{status: http.StatusOK, data: otpMessage{Message: otpSent, OTP: code}}, nil
}

// applicant returns the person to whom an OTP is sent. This is the customer with the id number,
// if the phone is that customer's, or a new customer with all six members.
func (s *Service) applicant(f form, idNumber, phone string) (person, error) {
	known, ok := s.store.find(s.store.byIDNumber, idNumber)
	if ok {
		if !isSamePhone(known.phone, phone) {
			return person{}, refuse(http.StatusUnprocessableEntity,
				"phone_number is not the one of the account with this id_number")
		}
		return known.person, nil
	}
	p := person{idNumber: idNumber, phone: phone, country: homeCountry}
	if s.options.AdoptUnknown && !f.has("first_name") {
		return p, nil
	}
	p.firstName, p.lastName = f.text("first_name"), f.text("last_name")
	p.country = f.country("country_code")
	p.born = f.date("date_of_birth", s.options.Clock(), monthFirst, dayFirst)
	err := f.err()
	if err == nil && s.options.Applied != nil {
		s.options.Applied(idNumber, p.born)
	}
	return p.withPassport(), err
}

// verifyOTP serves 4.2.
func (s *Service) verifyOTP(c *call) (answer, error) {
	f := newForm(c.body)
	idNumber, phone := f.text("id_number"), f.phone("phone_number")
	cart, code := f.amount("item_value"), f.otp("otp")
	if err := f.err(); err != nil {
		return answer{}, err
	}
	proved, err := s.store.verify(phone, idNumber, code)
	if err != nil {
		return answer{}, err
	}
	return answer{status: http.StatusOK, data: verifyResult{
		ID:                proved.id,
		CreditLimit:       proved.limit.ceiling,
		AvailableLimit:    proved.limit.available(),
		CreditLimitStatus: proved.limit.status(),
		PaymentTerms:      terms(cart),
	}}, nil
}
