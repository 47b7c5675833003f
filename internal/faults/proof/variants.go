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

// VariantResult is one legal variant, and what the suite finds wrong with it: nothing, if
// the suite is right.
type VariantResult struct {
	Variant    string         `json:"variant"`
	Why        string         `json:"why,omitempty"`
	Run        result.Verdict `json:"run"`
	Complaints []string       `json:"complaints,omitempty"`
	Trouble    string         `json:"trouble,omitempty"` // why the suite could not run
	Took       time.Duration  `json:"took_ns"`
}

// Holds tells whether the suite took the variant for what it is.
func (f VariantResult) Holds() bool { return f.Trouble == "" && f.Run == result.Conformant }

func (c *Catalogue) tryVariant(ctx context.Context, v faults.Variant) VariantResult {
	started := time.Now()
	out := VariantResult{Variant: v.ID, Why: v.Why}
	run, err := c.fair(ctx, v)
	out.Took = time.Since(started)
	if err != nil {
		out.Trouble = err.Error()
		return out
	}
	out.Run, out.Complaints = run.Verdict, complaints(run)
	return out
}

// complaints says what the suite finds wrong with a legal build.
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

// failedVariants are the variants that the suite does not take for legal.
func (p *Proof) failedVariants() []VariantResult {
	return slices.DeleteFunc(slices.Clone(p.Variants), VariantResult.Holds)
}

// fairAlone certifies one legal variant by the whole ledger but its observations.
func (r *runner) fairAlone(ctx context.Context, v faults.Variant) (*result.Run, error) {
	plan := r.whole.Without(func(q *suite.Requirement) bool { return q.Observation })
	concurrency := 1
	if v.Coarse {
		concurrency = 32 // it is waited for, not worked for
	}
	return r.fair(ctx, plan, concurrency, v)
}

// fair certifies a legal build. Combinations are sent where the plan is whole.
func (r *runner) fair(ctx context.Context, plan *suite.Plan, concurrency int, legal ...faults.Variant) (*result.Run, error) {
	build := faults.Combine(reference.Options{Seed: 1}, legal...)
	e, err := certify.Server(ctx, plan, certify.Options{
		BaseURL: "http://build.local", Transport: inprocess.Transport(build),
		Token: client.StaticToken(reference.DefaultToken), StoreKey: reference.DefaultStoreKey, Signer: signed{},
		OTP: sentTo{build}, Schemas: r.set, Seed: r.seed, Mark: mark, Concurrency: concurrency,
		Timeout: oneRequest, Deadline: oneRun, OutcomesOnly: true, Uncombined: plan == r.planFor(),
	})
	if err != nil {
		return nil, err
	}
	return e.Run, nil
}

// phones tell the OTP that was last sent to one of them.
type phones interface {
	LastOTP(phone string) (string, bool)
}

// sentTo reads OTPs where a phone would.
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
