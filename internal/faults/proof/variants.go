package proof

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// VariantResult is one legal variant and the complaints of the suite about it. A correct suite
// has none.
type VariantResult struct {
	Variant    string         `json:"variant"`
	Why        string         `json:"why,omitempty"`
	Run        result.Verdict `json:"run"`
	Complaints []string       `json:"complaints,omitempty"`
	// Together holds the fewest of several variants that the suite still calls non-conformant, if it
	// does so with all.
	Together []string      `json:"together,omitempty"`
	Trouble  string        `json:"trouble,omitempty"` // why the suite could not run
	Took     time.Duration `json:"took_ns"`
}

// Holds reports whether the suite accepts the variant.
func (f VariantResult) Holds() bool { return f.Trouble == "" && f.Run == result.Conformant }

func (c *Catalogue) tryVariant(ctx context.Context, v faults.Variant) VariantResult {
	out := c.tryLegal(ctx, v)
	out.Why = v.Why
	return out
}

// tryLegal judges a build of some legal variants, and keeps what the suite says of it.
func (c *Catalogue) tryLegal(ctx context.Context, legal ...faults.Variant) VariantResult {
	started := time.Now()
	out := VariantResult{Variant: names(legal)}
	run, err := c.judgeLegal(ctx, legal...)
	out.Took = time.Since(started)
	if err != nil {
		out.Trouble = err.Error()
		return out
	}
	out.Run, out.Complaints = run.Verdict, complaints(run)
	return out
}

// complaints lists what the suite finds wrong with a legal build.
func complaints(run *result.Run) []string {
	var all []string
	for _, q := range run.Requirements {
		if q.Outcome.Good() {
			continue
		}
		line := q.ID + " " + string(q.Outcome) + " " + q.Reason
		for _, c := range q.Checks {
			for _, f := range c.Failures {
				line += "\n      " + c.Name + ": " + f.Path + ": " + f.Message + ": " + f.Actual
				break
			}
		}
		all = append(all, line)
	}
	return all
}

// failedVariants returns the variants that the suite does not accept.
func (p *Proof) failedVariants() []VariantResult {
	return slices.DeleteFunc(slices.Clone(p.Variants), VariantResult.Holds)
}

// judgeWhole certifies a legal build with the whole ledger except its observations.
func (r *runner) judgeWhole(ctx context.Context, legal ...faults.Variant) (*result.Run, error) {
	plan := r.whole.Without(func(q *suite.Requirement) bool { return q.Observation })
	concurrency := 1
	if coarse(legal) {
		concurrency = 32 // such a build mostly waits, so it needs little processor time
	}
	return r.judgeLegal(ctx, plan, concurrency, legal...)
}

// judgeLegal certifies a legal build. It sends combinations of values only if the plan is not the
// sampled one.
func (r *runner) judgeLegal(ctx context.Context, plan *suite.Plan, concurrency int, legal ...faults.Variant) (*result.Run, error) {
	build := faults.Combine(reference.Options{Seed: 1}, legal...)
	e, err := certify.Server(ctx, plan, certify.Options{
		BaseURL: "http://build.local", Transport: inprocess.Transport(build),
		Token: client.StaticToken(reference.DefaultToken), StoreKey: reference.DefaultStoreKey, Signer: signed{},
		OTP: sentTo{build}, Schemas: r.set, Seed: r.seed, Mark: mark, Concurrency: concurrency,
		Timeout: oneRequest, Deadline: oneRun, OTPPause: otpPause, OutcomesOnly: true, Uncombined: plan == r.planFor(),
	})
	if err != nil {
		return nil, err
	}
	return e.Run, nil
}

// phones gives access to the OTP that was last sent to a phone.
type phones interface {
	LastOTP(phone string) (string, bool)
}

// sentTo reads OTPs as from the customer's phone.
type sentTo struct{ build phones }

func (s sentTo) Read(_ context.Context, phone, _ string) (string, error) {
	otp, ok := s.build.LastOTP(phone)
	if !ok {
		return "", fmt.Errorf("no OTP was sent to %s", phone)
	}
	return otp, nil
}

func coarse(legal []faults.Variant) bool {
	for _, v := range legal {
		if v.Coarse {
			return true
		}
	}
	return false
}

func names(legal []faults.Variant) string { return strings.Join(ids(legal), " + ") }

func ids(legal []faults.Variant) []string {
	all := make([]string, len(legal))
	for i, v := range legal {
		all[i] = v.ID
	}
	return all
}
