package reference

import (
	"net/http"
	"time"
)

// What a Service uses and expects where Options leave it out. All of it is
// published, so that somebody can try the service by hand.
const (
	DefaultToken              = "reference-token"
	DefaultStoreKey           = "SAMPLE-STORE"
	DefaultStoreName          = "Reference Store"
	DefaultSignupURL          = "https://signup.example/credit"
	DefaultCancelledStatus    = "cancelled"
	DefaultMaxBody            = 1 << 20 // octets
	DefaultInvalidTokenStatus = http.StatusUnauthorized
)

// Options choose among what the specification permits or leaves open. The zero
// value is a service that works, in the form of the test environment.
type Options struct {
	// ProductionOTP makes send OTP answer a confirmation string in place of
	// the object that gives the OTP away (4.1); LastOTP still tells it.
	ProductionOTP bool
	// Sent, if set, is told of every OTP that goes to a phone. It may be called
	// from several goroutines at once.
	Sent func(phone, otp string)
	// Applied, if set, is told of every new customer for whom an OTP is asked, and of
	// the date of birth as it was understood. It may be called from several
	// goroutines at once.
	Applied func(idNumber string, born time.Time)
	// Token is the one bearer token taken (section 5).
	Token string
	// StoreKey is the one store_key and referral_source taken, StoreName the
	// store_name that is derived from it (2.3).
	StoreKey  string
	StoreName string
	// AnyStoreKey takes every store key, and derives a name from each.
	AnyStoreKey bool
	// Clock gives the time; nil means time.Now.
	Clock func() time.Time
	// Seed other than 0 makes every id, OTP and request_id follow from it, in
	// the order of requests.
	Seed int64
	// Customers are known from the start; nil means TestCustomers.
	Customers []TestCustomer
	// SignupURL is the redirectUrl for who has no limit (2.10).
	SignupURL string

	// RequireOTP refuses a limit to a phone and id number that were never
	// verified.
	RequireOTP bool
	// RequireOTPPerPurchase wants a verify of its own before each purchase.
	RequireOTPPerPurchase bool
	// AdoptUnknown sends an OTP to an unknown person with two members only, as
	// though the account existed.
	AdoptUnknown bool
	// OwnMemberIDs gives a customer a memberId that is not the id of the customer.
	OwnMemberIDs bool
	// IgnoreAvailable takes purchases worth more than the available limit,
	// which then stays at 0.
	IgnoreAvailable bool
	// DropCancelled makes a cancelled item unknown from then on.
	DropCancelled bool
	// CancelledStatus is the facility_status of a cancelled item.
	CancelledStatus string
	// UpdatedWithoutMillis writes updated of 2.8 in whole seconds.
	UpdatedWithoutMillis bool
	// InvalidTokenStatus is the HTTP status of the lookup's answer to an
	// invalid token; section 7 gives the body alone.
	InvalidTokenStatus int
	// MaxBody is the largest body taken, in octets.
	MaxBody int64
	// Verify checks the signature of a lookup whose three headers are there;
	// its error refuses the call. It may read the body. Nil checks nothing.
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
