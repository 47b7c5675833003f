package steps

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/memo"
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
	Identities *Identities
	// Invented is the form of those whom it invents.
	Invented Invented
	// Strength is of how many members every combination of documented values is
	// sent: 1, 2 or 3. With 0 only those are that other checks send.
	Strength int
	AtOnce   int // requests under way at once, at the most; below 1 means 1
}

// Run is what all checks of one run share: the target, the customers made so
// far, the dialect found out, and every call.
type Run struct {
	cfg   Config
	calls callLog
	memos memo.Set
	pool  pool
	shop  shop
	roll  *roll // nil: everybody is invented

	personal  personalDetails
	ids       sync.Map // of all items, in lower case
	people    atomic.Int64
	orders    atomic.Int64
	customers atomic.Int64
	purchases atomic.Int64

	silence atomic.Int64 // unanswered calls in a row
	// affordable is the hundredth part of what a customer of this target may
	// spend; 0 before that is known.
	affordable atomic.Int64

	bounds      bounds                      // how large values the target takes
	unusualItem atomic.Pointer[unusualItem] // nil: none is known to be taken

	otpPerPurchase otpPerPurchase
	bodiless       bodiless
	verifyPath     lockedString // the form of the path that verify was seen to take
	clock          granularity  // how finely the target's timestamps tick
	tried          trials       // what became of each reading
	flaky          flakyLog     // what the target did only when asked once more
	traffic        traffic      // what became of the calls of each endpoint
	combined       combined     // which combinations of values were refused
	unseen         unseen       // which values a fault kept from coming up
}

// New prepares a run. It makes no call.
func New(cfg Config) *Run {
	r := &Run{cfg: cfg, roll: newRoll(cfg.Identities)}
	for _, c := range r.roll.everybody() {
		r.personal.add(c.who)
	}
	if r.permitted(bodilessContentType)[0] == notSent {
		r.bodiless.bare.Store(true)
	}
	return r
}

// Customers and Purchases count what the run created at the target.
func (r *Run) Customers() int { return int(r.customers.Load()) }

// Purchases counts the purchase items that the run created.
func (r *Run) Purchases() int { return int(r.purchases.Load()) }

// rng gives the random numbers that belong to a name: the same for the same
// seed, whatever else runs beside it.
func (r *Run) rng(name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name)) // never fails, see hash.Hash
	return rand.New(rand.NewPCG(uint64(r.cfg.Seed), h.Sum64()))
}

// someone invents a person.
func (r *Run) someone(rng *rand.Rand) identity {
	who := r.cfg.Invented.who(rng, r.cfg.Mark, r.people.Add(1))
	r.personal.add(who)
	return who
}

// stranger is somebody whom the target does not know, to be asked for. Where
// people are listed, it is nobody at all: an invented one may be somebody.
func (r *Run) stranger(rng *rand.Rand) identity {
	if r.roll != nil {
		return nobody(r.cfg.Mark)
	}
	return r.someone(rng)
}

// personalDetails collects what of a run must not be readable in its evidence.
type personalDetails struct {
	mu   sync.Mutex
	all  []string
	otps []string
}

func (p *personalDetails) add(who identity) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, who.idNumber, who.phone, "+"+who.phone, who.email)
	if who.birth.year > 0 {
		p.all = append(p.all, who.birth.monthFirst(), who.birth.dayFirst())
	}
}

// note keeps a detail that only the target told.
func (p *personalDetails) note(detail string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, detail)
}

// OTPs are all that were read in the run.
func (r *Run) OTPs() []string {
	r.personal.mu.Lock()
	defer r.personal.mu.Unlock()
	return slices.Clone(r.personal.otps)
}

// EachBadToken calls f with every token that the run has made from the valid
// one, and with how a shell makes it of $ASSAY_TOKEN.
func (r *Run) EachBadToken(f func(token, shell string)) { r.cfg.Client.EachBadToken(f) }

func (p *personalDetails) otp(otp string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.otps = append(p.otps, otp)
}

// PersonalDetails are the id numbers, phones, email addresses and days of birth
// of everybody whom the suite pretended to be.
func (r *Run) PersonalDetails() []string {
	r.personal.mu.Lock()
	defer r.personal.mu.Unlock()
	return slices.Clone(r.personal.all)
}

// callLog keeps every call of the run, in the order of their ends.
type callLog struct {
	mu  sync.Mutex
	all []*call
}

func (l *callLog) add(c *call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, c)
}

// of returns the calls of an endpoint that any requirement may judge.
func (l *callLog) of(endpoint string, keep func(*call) bool) []*call {
	l.mu.Lock()
	defer l.mu.Unlock()
	var calls []*call
	for _, c := range l.all {
		if c.endpoint == endpoint && c.kind != probe && keep(c) {
			calls = append(calls, c)
		}
	}
	return calls
}

// andProbes widens some calls by the probes of the same endpoints that the
// target served.
func (l *callLog) andProbes(calls []*call) []*call {
	l.mu.Lock()
	defer l.mu.Unlock()
	wanted := make(map[string]bool)
	for _, c := range calls {
		wanted[c.endpoint] = true
	}
	var all []*call
	for _, c := range l.all {
		if wanted[c.endpoint] && (c.kind != probe || c.ok()) {
			all = append(all, c)
		}
	}
	return all
}

// promote turns a probe that found the dialect into a plain call: what it
// asked was valid, and its answer may be judged like any other.
func (l *callLog) promote(c *call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.kind = plain
	c.refused = c.isJSON && c.saysNo()
}

// open shows a probe that was served to the rules that judge every answer.
func (l *callLog) open(c *call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.kind == probe {
		c.kind = special
	}
}

// demote takes back a promotion: the call was refused for want of something
// that the target may want.
func (l *callLog) demote(c *call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.kind = probe
}

// Held tells whether the target was seen to keep an aspect at least once. It
// decides who is to blame when the aspect's owner was not judged itself.
func (r *Run) Held(a Aspect) bool {
	held := r.calls.of(a.Endpoint, func(c *call) bool { return c.variant == a.Variant && c.ok() })
	return len(held) > 0
}

// enough tells whether the target has served a plain call of an endpoint in this
// run. Then a rule that judges every answer has something to judge, and the
// target is spared another request.
func (r *Run) enough(endpoint, variant string) bool {
	served := r.calls.of(endpoint, func(c *call) bool { return c.kind == plain && c.variant == variant && c.served() == nil })
	return len(served) > 0
}

// label adds something that a gathering, or another check, may ask for.
func (l *callLog) label(c *call, label string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.labels = append(c.labels, label)
}

// relabel says that a call turned out to be of another case.
func (l *callLog) relabel(c *call, variant string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.variant = variant
}

// oneServed sees to it that the target has served a plain call of an endpoint in
// this run. Where it has, no other is made.
func (r *Run) oneServed(ctx context.Context, endpoint, variant string, send func(context.Context) (*call, error)) error {
	if r.enough(endpoint, variant) {
		return nil
	}
	_, err := shared(ctx, r, "one served "+endpoint+" "+variant, func(ctx context.Context) (*call, error) {
		answer, err := send(ctx)
		if err != nil {
			return nil, err
		}
		return answer, answer.served()
	})
	return err
}

// lockedString is a string that is found out once and read by many.
type lockedString struct {
	mu sync.Mutex
	s  string
}

func (l *lockedString) get() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.s
}

func (l *lockedString) set(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.s = s
}
