package driver

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/driver/memo"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// OTPSource reads the OTP that reached a phone, for a target whose answer does not contain it
// (section 4.1, production form). It returns six digits.
type OTPSource interface {
	Read(ctx context.Context, phone, idNumber string) (string, error)
}

// Config is what a run needs to know before its first call.
type Config struct {
	Client   *client.Client
	Schemas  *schemas.Set
	Settings schemas.Settings // pinned readings; a tolerance that is missing here is "any"
	Seed     int64            // the same seed gives the same amounts, names and texts
	Mark     int64            // keeps the identities of two runs apart
	StoreKey string           // the store_key of section 2.2
	OTP      OTPSource        // nil: the OTP comes only from the answer
	// Signed means that the Sign of the lookup is a real one. If it is false, a target that
	// refuses every lookup is not to blame.
	Signed bool
	// Identities are the people that the suite may use as customers. If it is nil, the suite
	// invents the people that it needs. If it is set, the checks must run one at a time.
	Identities *identity.Identities
	// Invented is the form of the people that the suite invents.
	Invented identity.Invented
	// Strength is 1, 2 or 3: the run sends every combination of documented values of that many
	// members. With 0 it sends only the combinations that other checks send.
	Strength int
	AtOnce   int      // how many requests may be under way at once; a value below 1 means 1
	Scope    []string // the capabilities that are judged; a check makes no call of another capability that only helps it
	// OTPPause is how long the run waits in all for a second OTP that the target refuses to one
	// person. How soon it sends one again is not shown (section 8).
	OTPPause time.Duration
}

// Covers reports whether a capability is judged.
func (c Config) Covers(capability string) bool { return slices.Contains(c.Scope, capability) }

// Run is the state that all checks of one run share: the target, the customers that exist so
// far, the dialect of the target, and every call.
type Run struct {
	Config   Config
	memos    memo.Set
	people   customerState
	Personal identity.Log
	ItemIDs  sync.Map // the ids of all items, in lower case
	history.Log
	counters
	targetBehaviour
	measurements
}

// counters number the values that the run makes, and count the customers and items that the
// target created.
type counters struct {
	personCount    atomic.Int64
	orderCount     atomic.Int64
	ordersAnswered atomic.Int64
	ordersServed   atomic.Int64
	customerCount  atomic.Int64
	purchaseCount  atomic.Int64
}

// targetBehaviour is what the run has found out about the target, where the specification
// documents several behaviours: how it uses OTPs, its headers and paths, and its clock.
type targetBehaviour struct {
	OTPPerPurchase customer.OTPPerPurchase
	OTPCap         customer.OTPCap
	FixedOTP       customer.FixedOTP
	OrdersPerBuyer ordersPerBuyer
	contentType    payload.ContentTypes
	verifyPath     atomic.Pointer[string] // the form of the path at which verify was served
	clock          history.Clock          // the resolution of the target's timestamps
}

// measurements are values that the run has measured: prices and sizes that the target accepts,
// and the results of the calls.
type measurements struct {
	// affordable is the part of a customer's limit that one price may take (see priceShare). It
	// is 0 before the first limit is known.
	affordable  atomic.Int64
	firstPrice  atomic.Int64                        // the price of the first order that the target took; 0 before there is one
	Bounds      history.Bounds                      // the largest values that the target takes
	UnusualItem atomic.Pointer[payload.UnusualItem] // nil: the target is not known to take any
	Flaky       history.Flaky                       // calls that succeeded only when they were repeated
	Traffic     history.Traffic                     // the results of the calls of each endpoint
}

// New prepares a run. It makes no call.
func New(cfg Config) *Run {
	r := &Run{Config: cfg, people: customerState{roster: customer.NewRoster(cfg.Identities)}}
	for _, c := range r.people.roster.All() {
		r.Personal.Add(c.Who)
	}
	r.OTPPerPurchase.WatchFirst()
	if r.PermittedReadings(contentTypeTolerance)[0] == notSent {
		r.contentType.LeaveOut()
	}
	return r
}

// Customers counts the credit limits that the run created.
func (r *Run) Customers() int { return int(r.customerCount.Load()) }

// Purchases counts the purchase items that the run created.
func (r *Run) Purchases() int { return int(r.purchaseCount.Load()) }

// Rand returns the random numbers that belong to a name. They are the same for the same seed,
// even if other checks run at the same time.
func (r *Run) Rand(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name)) // never fails, see hash.Hash
	return rand.New(rand.NewPCG(uint64(r.Config.Seed), h.Sum64()))
}

// someone invents a person.
func (r *Run) someone(rng *rand.Rand) identity.Identity {
	return r.Personal.AddInvented(r.Config.Invented.Who(rng, r.Config.Mark, r.personCount.Add(1)))
}

// Held reports whether the target satisfied an aspect at least once. It decides who is to blame
// if the owner of the aspect was not judged itself.
func (r *Run) Held(a judgement.Aspect) bool {
	held := r.Calls.Of(a.Endpoint, func(c *Call) bool { return c.Variant == a.Variant && c.OK() })
	return len(held) > 0
}

// hasServedPlain reports whether the target has served a plain call of an endpoint in this run.
// Then a rule that judges every answer has an answer to judge, and the target does not need to
// serve another request.
func (r *Run) hasServedPlain(endpoint, variant string) bool {
	served := r.Calls.Of(endpoint, func(c *Call) bool { return c.Kind == call.Plain && c.Variant == variant && c.Served() == nil })
	return len(served) > 0
}

// RequireServedCall makes sure that the target has served a plain call of an endpoint in this run.
// It makes no call if there is one already.
func (r *Run) RequireServedCall(ctx context.Context, endpoint, variant string, send func(context.Context) (*Call, error)) error {
	if r.hasServedPlain(endpoint, variant) {
		return nil
	}
	_, err := Shared(ctx, r, "one served "+endpoint+" "+variant, func(ctx context.Context) (*Call, error) {
		answer, err := send(ctx)
		if err != nil {
			return nil, err
		}
		return answer, answer.Served()
	})
	return err
}

// Session is the view that one check has of a run: its calls are recorded under the name of the
// check. Its parts make the calls of the nine endpoints.
type Session struct {
	*Run
	Check string       // names the check in recordings
	auth  *client.Auth // the credentials of all calls, instead of the valid token; nil: each call sets its own
	other http.Header  // headers of all calls, instead of the usual ones; one without a value is not sent

	Customers    customers
	OTPs         otps
	Limits       limits
	Orders       orders
	Buyers       buyers
	Combinations combinations
}

// WithCredentials returns a session for the same check that makes all its calls with other
// credentials.
func (s *Session) WithCredentials(auth client.Auth) *Session {
	other := s.For(s.Check)
	other.auth = &auth
	return other
}

// WithHeader returns a session for the same check that makes all its calls with other values of a
// header. Without a value, the header is not sent.
func (s *Session) WithHeader(name string, values []string) *Session {
	other := s.For(s.Check)
	other.auth, other.other = s.auth, http.Header{name: values}
	return other
}

// For opens a session for a check.
func (r *Run) For(check string) *Session {
	s := &Session{Run: r, Check: check}
	s.Customers, s.OTPs, s.Limits, s.Orders, s.Buyers, s.Combinations = r.customersFor(s), otps{s}, limits{s}, orders{s}, buyers{s}, combinations{s}
	return s
}

// Shared calls make once per name and run, and returns its result to every caller. The comment
// in internal/driver/memo/doc.go says what make may wait for.
func Shared[T any](ctx context.Context, r *Run, name string, make func(context.Context) (T, error)) (T, error) {
	return memo.Do(ctx, &r.memos, name, make)
}

// Endpoints summarises the calls of each endpoint, in the order of section 4.
func (r *Run) Endpoints() []history.Summary {
	var all []history.Summary
	for _, name := range spec.Names() {
		all = append(all, r.Traffic.Of(name).Sum(name))
	}
	return all
}

// IsNeverServed returns the first fault in the calls of an endpoint that has served none of
// them. It returns nil if the endpoint has served a call, or was not called.
func (r *Run) IsNeverServed(endpoint string) error {
	if r.Traffic.Of(endpoint).Sum(endpoint).Served > 0 {
		return nil
	}
	if broken := r.Calls.Broken(endpoint, func(*Call) bool { return true }); len(broken) > 0 {
		return broken[0]
	}
	return nil
}
