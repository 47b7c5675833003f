// Package dialect finds, in requests and responses, which of the permitted forms a build
// uses and expects, and how large its values are. internal/pair compares the dialects of a
// server build and a partner build.
package dialect

import "github.com/credit-partner/assay/internal/spec"

// The entries of a dialect that the register of tolerances does not have.
const (
	// Endpoint is whether an endpoint is called, and served.
	Endpoint = "endpoint"
	// AmbiguousDate is a date of birth whose day and month may be swapped: its reading
	// is the order in which it was meant, or OrderUnknown.
	AmbiguousDate = "ambiguous-date"
	// LimitWithoutOTP is a limit for somebody who verified no OTP (4.2).
	LimitWithoutOTP = "limit-without-otp"
	// PurchaseWithoutOTP is a purchase before which no OTP of its own was verified (4.2).
	PurchaseWithoutOTP = "purchase-without-otp"
	// OrderIDAgain is an order_id that an earlier order had (2.1).
	OrderIDAgain = "order-id-again"
	// ItemCodeAgain is an item_code that an item of an earlier order had (2.2).
	ItemCodeAgain = "item-code-again"
	// PendingStatus is an update to the status in which items begin (3).
	PendingStatus = "pending-status"
	// OtherStatus is an update to a status that section 3 does not show.
	OtherStatus = "other-status"
	// LowerCaseBearer is the word Bearer in lower case (5).
	LowerCaseBearer = "bearer-in-lower-case"
	// Sign is a lookup with a Sign of the partner's own making (5).
	Sign = "sign"
	// TopupValue is an item_topup that is not empty (2.2).
	TopupValue = "topup-with-value"
	// LookupAddress is whether the lookup is served at the address of the rest (4.5).
	LookupAddress = "lookup-address"
	// NoLimit is a lookup that finds a customer without a limit (4.5).
	NoLimit = "no-limit"
	// MoreMembers are members of an answer that no table names.
	MoreMembers = "more-members"
	// OtherNumbers are amounts that are written with a fraction (2.3, 2.8).
	OtherNumbers = "other-numbers"
	// OtherOrder are the members of an answer in another order than in the tables.
	OtherOrder = "other-order"
	// Slow is an answer that takes its time.
	Slow = "slow"
)

// Yes is the one reading of an entry that is a matter of yes or no. OrderUnknown is
// that of a date of which nobody can tell the order.
const (
	Yes          = "yes"
	OrderUnknown = "unknown"
	OtherAddress = "another"
)

// The readings of the register that a dialect looks at itself.
const (
	BirthDate   = "otp-date-of-birth"
	MonthFirst  = "month-first"
	DayFirst    = "day-first"
	PhoneNumber = "phone-number"
	WithPlus    = "plus"
	WithoutPlus = "no-plus"
	ContentType = "bodiless-content-type"
	Sent        = "sent"
	NotSent     = "not-sent"
	OTPData     = "otp-send-data"
	Production  = "production"
	Test        = "test"
	Updated     = "updated-timestamp"
	Millis      = "milliseconds"
	OtherMillis = "other-precision"
	TokenStatus = "invalid-token-status"
)

// bodiless are the endpoints whose requests have no body.
var bodiless = []string{spec.FetchLimit, spec.GetPurchase, spec.CancelPurchase}

// Bodiless are the endpoints whose requests have no body. The slice is shared.
func Bodiless() []string { return bodiless }
