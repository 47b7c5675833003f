package proof

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
)

// These are the time limits of one run. A working build answers within microseconds.
const (
	oneRequest = 5 * time.Second
	oneRun     = 3 * time.Minute
	otpPause   = 1200 * time.Millisecond // longer than the pause of any legal variant, and than a service in process needs
	mark       = 4711                    // the same identities in every run: each build is a new one
)

// runner certifies builds in process, with one seed.
type runner struct {
	*preparation
	seed int64
}

// preparation is everything that depends neither on the build nor on the seed: the ledger, the
// schemas, and the plans. All runners share it.
type preparation struct {
	ledger *suite.Ledger
	whole  *suite.Plan
	set    *schemas.Set

	mu    sync.Mutex
	plans map[string]*suite.Plan
}

func newRunner(seed int64) (*runner, error) {
	prepared, err := prepareOnce()
	if err != nil {
		return nil, err
	}
	return &runner{preparation: prepared, seed: seed}, nil
}

var prepareOnce = sync.OnceValues(prepare)

func prepare() (*preparation, error) {
	ledger, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return nil, err
	}
	whole, err := ledger.Plan(nil, nil)
	if err != nil {
		return nil, err
	}
	set, err := schemas.Compile(nil)
	if err != nil {
		return nil, fmt.Errorf("compile the schemas: %w", err)
	}
	return &preparation{ledger: ledger, whole: whole, set: set, plans: make(map[string]*suite.Plan)}, nil
}

// planFor returns a plan for faults that break or are shown by some requirements. It is the
// ledger with only a few examples of every outline. The given requirements keep all their
// examples.
func (r *preparation) planFor(ids ...string) *suite.Plan {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	key := strings.Join(ids, " ")
	r.mu.Lock()
	defer r.mu.Unlock()
	if p := r.plans[key]; p != nil {
		return p
	}
	named := func(q *suite.Requirement) bool { return slices.Contains(ids, q.ID) }
	reach := r.reach(ids)
	p := r.whole.Without(func(q *suite.Requirement) bool {
		return (q.Observation && !named(q)) || (len(reach) > 0 && !slices.Contains(reach, q.Scope) && !named(q))
	}).SampleOutlines(named)
	if completing := r.completing(ids); len(completing) > 0 {
		p = p.Keep(func(c *suite.Check) bool { return !c.Completing || slices.Contains(completing, c.Requirement.ID) })
	}
	if len(ids) <= 2 { // larger sets are drawn, and seldom come again
		r.plans[key] = p
	}
	return p
}

// only returns the plan of one requirement, with all its examples.
func only(whole *suite.Plan, id string) *suite.Plan {
	return whole.Without(func(q *suite.Requirement) bool { return q.ID != id })
}

// reach lists the scopes whose rules a fault of these requirements can affect; nil means all
// scopes. A failed rule can block others if it owns an aspect of an endpoint that every journey
// uses: OTPs and new limits. No other scope reads the answers to a purchase, a fetch or a lookup.
func (r *preparation) reach(ids []string) []string {
	var scopes []string
	for _, id := range ids {
		q := r.ledger.Find(id)
		if q == nil || len(ids) > 2 || (slices.Contains(journey, q.Endpoint) && slices.ContainsFunc(q.Owns, blocks)) {
			return nil
		}
		scopes = append(scopes, q.Scope)
	}
	return scopes
}

// journey are the endpoints that every customer of a run uses.
var journey = []string{spec.SendOTP, spec.VerifyOTP, spec.CreateLimit}

// blocks reports whether other rules can be blocked by an aspect. The status of a request that
// changes one value blocks none.
func blocks(a judgement.Aspect) bool {
	return slices.Contains([]string{"", "new-customer", "government", "self-employed"}, a.Variant)
}

// completing returns the requirements that send every combination of values. These are many
// requests, so they are sent only for faults of these requirements.
func (r *preparation) completing(ids []string) []string {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		q := r.ledger.Find(id)
		return q == nil || !slices.ContainsFunc(q.Checks, func(c *suite.Check) bool { return c.Completing })
	})
}

// certify runs a plan against a build that has some faults.
func (r *runner) certify(ctx context.Context, plan *suite.Plan, build http.Handler, planted ...faults.Fault) (*result.Run, error) {
	return r.run(ctx, plan, build, planted, nil)
}

// untilFailure does the same, but ends the run when a check fails: one failed check shows a fault.
func (r *runner) untilFailure(ctx context.Context, plan *suite.Plan, build http.Handler, planted ...faults.Fault) (*result.Run, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return r.run(ctx, plan, build, planted, func(p suite.Progress) {
		if len(p.Report.Failures) > 0 {
			cancel()
		}
	})
}

func (r *runner) run(ctx context.Context, plan *suite.Plan, build http.Handler, planted []faults.Fault, progress func(suite.Progress)) (*result.Run, error) {
	strength := 0
	var broken []string
	for _, f := range planted {
		strength = max(strength, f.Strength)
		broken = append(broken, f.Breaks, f.ShownBy)
	}
	e, err := certify.Server(ctx, plan, certify.Options{
		BaseURL: "http://build.local", Transport: inprocess.Transport(build),
		Token: client.StaticToken(reference.DefaultToken), StoreKey: reference.DefaultStoreKey, Signer: signed{},
		OTP: phonesOf(build), Schemas: r.set, Seed: r.seed, Mark: mark, Concurrency: 1,
		Timeout: oneRequest, Deadline: oneRun, OTPPause: otpPause, OutcomesOnly: true,
		Strength: strength, Uncombined: len(r.completing(broken)) == 0, Progress: progress,
	})
	if err != nil {
		return nil, err
	}
	return e.Run, nil
}

// phonesOf returns an OTP source if the build exposes the OTPs that its phones got, and nil
// otherwise.
func phonesOf(build http.Handler) driver.OTPSource {
	if phones, ok := build.(phones); ok {
		return sentTo{phones}
	}
	return nil
}

// signed is a Signer that replaces a real signature. With it, only the build itself can cause the
// refusal of a lookup.
type signed struct{}

func (signed) Sign(_ context.Context, in client.SignInput) (http.Header, error) {
	return http.Header{"Sign": {"proof-" + in.Nonce}}, nil
}
