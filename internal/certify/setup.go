package certify

import (
	"context"
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/preflight"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
)

// preflight is the result of a run whose set-up is wrong; nil where it is not,
// and in a proof, whose target is known to be there.
func (o *Options) preflight(ctx context.Context, plan *suite.Plan, target *client.Client) *result.Run {
	if o.OutcomesOnly {
		return nil
	}
	started := o.now()
	wrong := preflight.Check(ctx, target)
	if wrong == nil && o.looksUpElsewhere() && slices.Contains(plan.Scope, spec.CapabilityLookup) {
		wrong = preflight.CheckLookup(ctx, target)
	}
	if wrong == nil {
		return nil
	}
	return &result.Run{
		Schema: result.Schema, Side: plan.Ledger.Side, Scope: plan.Scope, Only: plan.Only, Seed: o.Seed,
		Verdict: result.Inconclusive, Reason: "the set-up is wrong: " + wrong.Problem, Setup: wrong,
		Coverage: result.Cover(nil, plan.Ledger.Count(plan.Scope), plan.Ledger.Count(spec.Capabilities())),
		Started:  started, Finished: o.now(),
	}
}

// looksUpElsewhere tells whether the lookup has an address of its own.
func (o *Options) looksUpElsewhere() bool {
	return o.LookupBaseURL != "" && o.LookupBaseURL != o.BaseURL
}

func (o *Options) now() time.Time {
	if o.Clock != nil {
		return o.Clock()
	}
	return time.Now()
}
