package payload

import "strconv"

// The tolerances that shape what the suite sends, by their ids in the register.
const (
	OTPPath             = "otp-path"
	otpBirthDate        = "otp-date-of-birth"
	PhoneNumber         = "phone-number"
	CountryCode         = "country-code"
	employedFlag        = "employed"
	loanAmount          = "loan-amount"
	password            = "password"
	BusinessRegistered  = "business-registered"
	BusinessPaymentType = "business-payment-type"
	BusinessIndustry    = "business-industry"
	jobGroup            = "job-group"
	OrderID             = "order-id"
	ItemValue           = "item-value"
	ItemDescription     = "item-description-name"
	itemTopup           = "item-topup"
	topupRef            = "topup-ref"
	deliveryOption      = "delivery-option"
	preferredOption     = "preferred-option"
	UpdatePath          = "update-path"
)

// The readings that change how a member is written. What is not named here is
// the normative form.
const (
	AsString      = "string"
	withoutPlus   = "no-plus"
	TwoLetters    = "two-letters"
	ThreeLetters  = "three-letters"
	dayFirst      = "day-first"
	otherSpelling = "item_decriptionn"
	absent        = "absent"
	headingPath   = "otp-first"
	NoID          = "without-id"
	mobileMoney   = "mobile-money"
	otherIndustry = "other"
	privateToo    = "private-too"
)

// Integer writes a number as the reading has it: itself, or its digits.
func Integer(n int64, reading string) any {
	if reading == AsString {
		return strconv.FormatInt(n, 10)
	}
	return n
}

// boolean writes a truth value as the reading has it.
func boolean(b bool, reading string) any {
	if reading == AsString {
		return strconv.FormatBool(b)
	}
	return b
}
