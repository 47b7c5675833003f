package certify

import (
	"context"
	"fmt"
	"sync"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner"
)

// Watch judges the traffic of a partner build while it arrives, to show what the build must
// still exercise. It is safe for concurrent use.
type Watch struct {
	mu   sync.Mutex
	plan *suite.Plan
	read *partner.Run
}

// Progress is the result of the traffic so far.
type Progress struct {
	Exercised []result.Requirement // exercised, with any outcome
	Failed    []result.Requirement // those of Exercised that failed
	Open      []result.Requirement // no traffic was about them yet
}

// NewWatch prepares to judge traffic by a plan.
func NewWatch(plan *suite.Plan, o PartnerOptions) (*Watch, error) {
	set, err := schemas.Compile(o.Settings)
	if err != nil {
		return nil, fmt.Errorf("tolerances: %w", err)
	}
	return &Watch{plan: plan, read: partner.NewRun(partner.Config{
		Schemas: set, Token: o.Token, StoreKey: o.StoreKey, Customers: o.Customers,
	})}, nil
}

// Add reads one exchange.
func (w *Watch) Add(x *recording.Exchange) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.read.Add(x)
}

// Standing judges the traffic so far. It leaves out requirements that the traffic of one run
// cannot show, such as how a build handles other answers, and those that a build need not
// exercise.
func (w *Watch) Standing(ctx context.Context) (Progress, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	run, err := w.plan.Run(ctx, suite.Options{NewScenario: func() suite.Scenario { return w.read.NewScenario() }})
	if err != nil {
		return Progress{}, fmt.Errorf("judge the traffic so far: %w", err)
	}
	var s Progress
	for _, r := range run.Requirements {
		switch {
		case r.Endpoint == "", r.Unexercised && !r.Missing():
		case r.Unexercised:
			s.Open = append(s.Open, r)
		default:
			s.Exercised = append(s.Exercised, r)
		}
		if r.Outcome == result.Failed {
			s.Failed = append(s.Failed, r)
		}
	}
	return s, nil
}
