package reference

import (
	"net/http"
	"time"
)

// The defaults of Options. All of them are published, so that people can try the service by hand.
const (
	DefaultToken              = "Reference-Token"
	DefaultStoreKey           = "SAMPLE-STORE"
	DefaultStoreName          = "Reference Store"
	DefaultSignupURL          = "https://signup.example/credit"
	DefaultCancelledStatus    = "cancelled"
	DefaultMaxBody            = 1 << 20 // octets
	DefaultInvalidTokenStatus = http.StatusUnauthorized
)

// Options select among the choices that the specification permits or leaves open. The zero value
// is a working service in the form of the test environment.
type Options struct {
	// ProductionOTP makes send OTP answer with a confirmation string instead of the object that
	// contains the OTP (4.1). LastOTP still returns the OTP.
	ProductionOTP bool
	// FixedOTP, if set, is every OTP, as in many test environments.
	FixedOTP string
	// Sent, if set, is called for every OTP that is sent to a phone. Several goroutines may call
	// it at once.
	Sent func(phone, otp string)
	// Applied, if set, is called for every new customer who requests an OTP, with the date of
	// birth as the service has read it. Several goroutines may call it at once.
	Applied func(idNumber string, born time.Time)
	// Token is the only accepted bearer token (section 5).
	Token string
	// StoreKey is the only accepted store_key and referral_source. StoreName is the store_name
	// that is derived from it (2.3).
	StoreKey  string
	StoreName string
	// AnyStoreKey accepts every store key, and derives a name from each.
	AnyStoreKey bool
	// Clock returns the time; nil means time.Now.
	Clock func() time.Time
	// Seed, if it is not 0, determines every id, OTP and request_id, in the order of the
	// requests.
	Seed int64
	// Customers are known from the start; nil means TestCustomers.
	Customers []TestCustomer
	// SignupURL is the redirectUrl for a person without a limit (2.10).
	SignupURL string

	// RequireOTP refuses a limit if the phone and id number were never verified.
	RequireOTP bool
	// RequireOTPPerPurchase requires a new verify before each purchase.
	RequireOTPPerPurchase bool
	// AdoptUnknown sends an OTP to an unknown person with only two members, as if the account
	// existed.
	AdoptUnknown bool
	// OwnMemberIDs gives a customer a memberId that differs from the id of the customer.
	OwnMemberIDs bool
	// IgnoreAvailable accepts purchases worth more than the available limit, which then stays at
	// 0.
	IgnoreAvailable bool
	// DropCancelled removes an item when it is cancelled.
	DropCancelled bool
	// CancelledStatus is the facility_status of a cancelled item.
	CancelledStatus string
	// UpdatedWithoutMillis writes updated of 2.8 in whole seconds.
	UpdatedWithoutMillis bool
	// InvalidTokenStatus is the HTTP status of the lookup's answer to an invalid token. Section 7
	// shows only the body.
	InvalidTokenStatus int
	// MaxBody is the size of the largest accepted body, in bytes.
	MaxBody int64
	// Verify checks the signature of a lookup that has the three headers. If it returns an error,
	// the call is refused. It may read the body. If it is nil, the signature is not checked.
	Verify func(*http.Request) error
}

func (o Options) withDefaults() Options {
	o.Token = orDefault(o.Token, DefaultToken)
	o.StoreKey = orDefault(o.StoreKey, DefaultStoreKey)
	o.StoreName = orDefault(o.StoreName, DefaultStoreName)
	o.SignupURL = orDefault(o.SignupURL, DefaultSignupURL)
	o.CancelledStatus = orDefault(o.CancelledStatus, DefaultCancelledStatus)
	o.InvalidTokenStatus = orDefault(o.InvalidTokenStatus, DefaultInvalidTokenStatus)
	if o.MaxBody <= 0 {
		o.MaxBody = DefaultMaxBody
	}
	if o.Customers == nil {
		o.Customers = TestCustomers()
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return o
}

func orDefault[T comparable](value, fallback T) T {
	var zero T
	if value == zero {
		return fallback
	}
	return value
}
