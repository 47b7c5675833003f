package driver

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/history"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/memo"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// OTPSource reads the OTP that reached a phone, where the answer does not hold
// it (section 4.1, production form). It returns six digits.
type OTPSource interface {
	Read(ctx context.Context, phone, idNumber string) (string, error)
}

// Config is what a run needs to know before its first call.
type Config struct {
	Client   *client.Client
	Schemas  *schemas.Set
	Settings schemas.Settings // pinned readings; what is not in it is "any"
	Seed     int64            // repeats every amount, name and text
	Mark     int64            // keeps the identities of two runs apart
	StoreKey string           // the store_key of section 2.2
	OTP      OTPSource        // nil: from the answer only
	// Signed says that the lookup's Sign is a real one. Without it a target
	// that refuses every lookup is not to blame.
	Signed bool
	// Identities are whom the suite may pretend to be; nil means that it
	// invents whom it needs. With them, checks are to be made one at a time.
	Identities *identity.Identities
	// Invented is the form of those whom it invents.
	Invented identity.Invented
	// Strength is of how many members every combination of documented values is
	// sent: 1, 2 or 3. With 0 only those are that other checks send.
	Strength int
	AtOnce   int      // requests under way at once, at the most; below 1 means 1
	Scope    []string // the capabilities that are judged: no check makes calls of others that only help it
}

// Covers tells whether a capability is judged.
func (c Config) Covers(capability string) bool { return slices.Contains(c.Scope, capability) }

// Run is what all checks of one run share: the target, the customers made so
// far, the dialect found out, and every call.
type Run struct {
	Config   Config
	memos    memo.Set
	people   customerState
	Personal identity.Log
	ItemIDs  sync.Map // of all items, in lower case
	history.Log
	counters
	targetBehaviour
	measurements
}

// counters number what the run makes, and count what the target made of it.
type counters struct {
	personCount   atomic.Int64
	orderCount    atomic.Int64
	customerCount atomic.Int64
	purchaseCount atomic.Int64
}

// targetBehaviour is what the run found out about the target where several behaviours are
// documented: how it uses OTPs, its headers and paths, and its clock.
type targetBehaviour struct {
	OTPPerPurchase otpPerPurchase
	OTPCooldown    otpCooldown
	OrdersPerBuyer ordersPerBuyer
	contentType    contentTypes
	verifyPath     atomic.Pointer[string] // the form of the path that verify was seen to take
	clock          granularity            // how finely the target's timestamps tick
}

// measurements are values that the run measured: prices and sizes that the target accepts,
// and what became of the calls.
type measurements struct {
	// affordable is the hundredth part of what a customer of this target may
	// spend; 0 before that is known.
	affordable  atomic.Int64
	firstPrice  atomic.Int64                // of the first order that was taken; 0 before there is one
	Bounds      history.Bounds              // how large values the target takes
	UnusualItem atomic.Pointer[unusualItem] // nil: none is known to be taken
	Flaky       history.Flaky               // what the target did only when asked once more
	Traffic     history.Traffic             // what became of the calls of each endpoint
}

// New prepares a run. It makes no call.
func New(cfg Config) *Run {
	r := &Run{Config: cfg, people: customerState{roster: customer.NewRoster(cfg.Identities)}}
	for _, c := range r.people.roster.All() {
		r.Personal.Add(c.Who)
	}
	r.OTPPerPurchase.left.Store(1) // the first order may be refused because an OTP is missing
	if r.PermittedReadings(contentTypeTolerance)[0] == notSent {
		r.contentType.ofGet.bare.Store(true)
		r.contentType.ofDelete.bare.Store(true)
	}
	return r
}

// Customers counts the credit limits that the run created.
func (r *Run) Customers() int { return int(r.customerCount.Load()) }

// Purchases counts the purchase items that the run created.
func (r *Run) Purchases() int { return int(r.purchaseCount.Load()) }

// Rand gives the random numbers that belong to a name: the same for the same
// seed, whatever else runs beside it.
func (r *Run) Rand(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name)) // never fails, see hash.Hash
	return rand.New(rand.NewPCG(uint64(r.Config.Seed), h.Sum64()))
}

// someone invents a person.
func (r *Run) someone(rng *rand.Rand) identity.Identity {
	who := r.Config.Invented.Who(rng, r.Config.Mark, r.personCount.Add(1))
	r.Personal.Add(who)
	return who
}

// Held tells whether the target was seen to keep an aspect at least once. It
// decides who is to blame when the aspect's owner was not judged itself.
func (r *Run) Held(a judgement.Aspect) bool {
	held := r.Calls.Of(a.Endpoint, func(c *Call) bool { return c.Variant == a.Variant && c.OK() })
	return len(held) > 0
}

// enough tells whether the target has served a plain call of an endpoint in this
// run. Then a rule that judges every answer has something to judge, and the
// target is spared another request.
func (r *Run) enough(endpoint, variant string) bool {
	served := r.Calls.Of(endpoint, func(c *Call) bool { return c.Kind == call.Plain && c.Variant == variant && c.Served() == nil })
	return len(served) > 0
}

// OneServed sees to it that the target has served a plain call of an endpoint in
// this run. Where it has, no other is made.
func (r *Run) OneServed(ctx context.Context, endpoint, variant string, send func(context.Context) (*Call, error)) error {
	if r.enough(endpoint, variant) {
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

// Session is a run as one check sees it: the calls that it makes are recorded
// under the name of the check. Its parts make the calls of the nine endpoints.
type Session struct {
	*Run
	Check string       // names the check in recordings
	auth  *client.Auth // what all calls carry in place of the valid token; nil: each says so itself

	Customers    customers
	OTPs         otps
	Limits       limits
	Orders       orders
	Buyers       buyers
	Combinations combinations
}

// Carrying is a session for the same check whose calls all come with other credentials.
func (s *Session) Carrying(auth client.Auth) *Session {
	other := s.For(s.Check)
	other.auth = &auth
	return other
}

// For opens a session for a check.
func (r *Run) For(check string) *Session {
	s := &Session{Run: r, Check: check}
	s.Customers, s.OTPs, s.Limits, s.Orders, s.Buyers, s.Combinations = r.customersFor(s), otps{s}, limits{s}, orders{s}, buyers{s}, combinations{s}
	return s
}

// Shared returns what make gives, made once per name and run. What its maker may
// wait for is written in internal/memo/doc.go.
func Shared[T any](ctx context.Context, r *Run, name string, make func(context.Context) (T, error)) (T, error) {
	return memo.Do(ctx, &r.memos, name, make)
}

// Endpoints tell what the target was seen to serve, in the order of section 4.
func (r *Run) Endpoints() []history.Summary {
	var all []history.Summary
	for _, name := range spec.Names() {
		all = append(all, r.Traffic.Of(name).Sum(name))
	}
	return all
}

// IsNeverServed is what broke in the calls of an endpoint that has served none of
// them; nil where it has served one, or was not called.
func (r *Run) IsNeverServed(endpoint string) error {
	if r.Traffic.Of(endpoint).Sum(endpoint).Served > 0 {
		return nil
	}
	if broken := r.Calls.Broken(endpoint, func(*Call) bool { return true }); len(broken) > 0 {
		return broken[0]
	}
	return nil
}
