package steps

import "strconv"

// The tolerances that shape what the suite sends, by their ids in the register.
const (
	otpPath             = "otp-path"
	otpBirthDate        = "otp-date-of-birth"
	phoneNumber         = "phone-number"
	countryCode         = "country-code"
	employedFlag        = "employed"
	loanAmount          = "loan-amount"
	password            = "password"
	businessRegistered  = "business-registered"
	businessPaymentType = "business-payment-type"
	businessIndustry    = "business-industry"
	jobGroup            = "job-group"
	orderID             = "order-id"
	itemValue           = "item-value"
	itemDescription     = "item-description-name"
	itemTopup           = "item-topup"
	topupRef            = "topup-ref"
	deliveryOption      = "delivery-option"
	preferredOption     = "preferred-option"
	updatePath          = "update-path"
)

// The readings that change how a member is written. What is not named here is
// the normative form.
const (
	asString      = "string"
	withoutPlus   = "no-plus"
	twoLetters    = "two-letters"
	threeLetters  = "three-letters"
	dayFirst      = "day-first"
	otherSpelling = "item_decriptionn"
	absent        = "absent"
	headingPath   = "otp-first"
	noID          = "without-id"
	mobileMoney   = "mobile-money"
	otherIndustry = "other"
	privateToo    = "private-too"
)

// integer writes a number as the reading has it: itself, or its digits.
func integer(n int64, reading string) any {
	if reading == asString {
		return strconv.FormatInt(n, 10)
	}
	return n
}

// boolean writes a truth value as the reading has it.
func boolean(b bool, reading string) any {
	if reading == asString {
		return strconv.FormatBool(b)
	}
	return b
}

// phone writes a phone number with its + or without.
func (f form) phone(digits string) string {
	if f.readings[phoneNumber] == withoutPlus {
		return digits
	}
	return "+" + digits
}
