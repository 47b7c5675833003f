// Package dialect finds in requests and responses which of the permitted forms a build uses and
// expects, and how large its values are. internal/pair compares the dialects of a server build
// and a partner build.
package dialect

import "github.com/credit-partner/assay/internal/spec"

// These entries of a dialect are not in the register of tolerances.
const (
	// Endpoint says that an endpoint is called, or served.
	Endpoint = "endpoint"
	// AmbiguousDate is a date of birth whose day and month may be swapped. Its reading is the
	// order that was meant, or OrderUnknown.
	AmbiguousDate = "ambiguous-date"
	// LimitWithoutOTP is a limit request for a person that has verified no OTP (4.2).
	LimitWithoutOTP = "limit-without-otp"
	// PurchaseWithoutOTP is a purchase without an OTP that was verified for it (4.2).
	PurchaseWithoutOTP = "purchase-without-otp"
	// OrderIDAgain is an order_id that an earlier order used (2.1).
	OrderIDAgain = "order-id-again"
	// ItemCodeAgain is an item_code that an item of an earlier order used (2.2).
	ItemCodeAgain = "item-code-again"
	// PendingStatus is an update to the first status of items (3).
	PendingStatus = "pending-status"
	// OtherStatus is an update to a status that section 3 does not show.
	OtherStatus = "other-status"
	// LowerCaseBearer is the word Bearer in lower case (5).
	LowerCaseBearer = "bearer-in-lower-case"
	// Sign is a lookup with a Sign that the partner makes (5).
	Sign = "sign"
	// TopupValue is an item_topup that is not empty (2.2).
	TopupValue = "topup-with-value"
	// LookupAddress says whether the lookup has the same address as the other endpoints (4.5).
	LookupAddress = "lookup-address"
	// NoLimit is a lookup that finds a customer without a limit (4.5).
	NoLimit = "no-limit"
	// MoreMembers are members of an answer that are in no table.
	MoreMembers = "more-members"
	// OtherNumbers are amounts with a fraction (2.3, 2.8).
	OtherNumbers = "other-numbers"
	// OtherOrder means that the members of an answer have another order than in the tables.
	OtherOrder = "other-order"
	// Slow is an answer that comes late.
	Slow = "slow"
)

// Yes is the only reading of an entry without other choices. OrderUnknown is the reading of a
// date whose order cannot be found.
const (
	Yes          = "yes"
	OrderUnknown = "unknown"
	OtherAddress = "another"
)

// These entries and readings of the register are also used by this package.
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

// Bodiless returns the endpoints whose requests have no body. The slice is shared.
func Bodiless() []string { return bodiless }
