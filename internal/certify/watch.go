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

// LivePartner judges the traffic of a partner build while it arrives, to show what the build must
// still exercise. It is safe for concurrent use.
type LivePartner struct {
	mu   sync.Mutex
	plan *suite.Plan
	read *partner.Run
}

// LiveResult is the result of the traffic so far.
type LiveResult struct {
	Exercised []result.Requirement // exercised, with any outcome
	Failed    []result.Requirement // those of Exercised that failed
	Open      []result.Requirement // no traffic was about them yet
}

// NewLivePartner prepares to judge traffic by a plan.
func NewLivePartner(plan *suite.Plan, o PartnerOptions) (*LivePartner, error) {
	set, err := schemas.Compile(o.Settings)
	if err != nil {
		return nil, fmt.Errorf("tolerances: %w", err)
	}
	return &LivePartner{plan: plan, read: partner.NewRun(partner.Config{
		Schemas: set, Token: o.Token, StoreKey: o.StoreKey, Customers: o.Customers,
	})}, nil
}

// Add reads one exchange.
func (w *LivePartner) Add(x *recording.Exchange) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.read.Add(x)
}

// Judge judges the traffic so far. It leaves out requirements that the traffic of one run
// cannot show, such as how a build handles other answers, and those that a build need not
// exercise.
func (w *LivePartner) Judge(ctx context.Context) (LiveResult, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	run, err := w.plan.Run(ctx, suite.Options{NewScenario: func() suite.Scenario { return w.read.NewScenario() }})
	if err != nil {
		return LiveResult{}, fmt.Errorf("judge the traffic so far: %w", err)
	}
	var s LiveResult
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
