package certify

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/certify/preflight"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
)

// preflight returns the result of a run with a wrong set-up, or nil if the set-up is right. It
// always returns nil in a proof, whose target is known to work.
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
	return o.setupResult(plan, wrong, started)
}

// notJudged is the result of a run that says nothing about the build.
func (o *Options) setupResult(plan *suite.Plan, wrong *result.Setup, started time.Time) *result.Run {
	return &result.Run{
		Schema: result.Schema, Side: plan.Ledger.Side, Scope: plan.Scope, Only: plan.Only, Seed: o.Seed,
		Verdict: result.Inconclusive, Reason: "the set-up is wrong: " + wrong.Problem, Setup: wrong,
		Coverage: result.Cover(nil, plan.Ledger.Count(plan.Scope), plan.Ledger.Count(spec.Capabilities())),
		Started:  started.Round(0), Finished: o.now().Round(0),
	}
}

// setupFaultAfterRun returns the result of a run whose checks have shown that the set-up is wrong, or nil
// if they have not. It always returns nil in a proof, as preflight does.
func (o *Options) setupFaultAfterRun(ctx context.Context, plan *suite.Plan, e *Evidence, run *driver.Run) *result.Run {
	if o.OutcomesOnly {
		return nil
	}
	all := callerRefused(ctx)
	if all == nil {
		all = run.Config.Client.RefusedAtEnd(ctx)
	}
	if all != nil {
		return o.refusedAllResult(plan, all, e.Run.Started)
	}
	return o.storeKeyResult(plan, e, run, e.Run.Started)
}

// callerRefused returns why a run was stopped because its target refuses all calls, or nil if it
// was not.
func callerRefused(ctx context.Context) *client.CallerRefused {
	var all *client.CallerRefused
	if errors.As(context.Cause(ctx), &all) {
		return all
	}
	return nil
}

// stopped is the result of a run that was stopped because the target refuses all calls. It
// leaves out everything that was judged before, because some of that depends on the refusals.
func (o *Options) refusedAllResult(plan *suite.Plan, all *client.CallerRefused, started time.Time) *result.Run {
	wrong := &result.Setup{Cause: result.TokenLapsed, Calls: all.Calls}
	wrong.Problem = fmt.Sprintf("the service served %d calls, and %.1f s after the first it began to refuse every call with HTTP status %d",
		all.Served, all.After.Seconds(), all.Status)
	wrong.Remedy = "set auth.token to a token that is valid for a whole run, or to a command or oauth2 that gets a new one; if the service blocks callers who make many calls, except this one"
	if all.Status == http.StatusTooManyRequests {
		wrong.Cause = result.TooManyCalls
		wrong.Remedy = "raise the limit of the service for this caller to 2,500 calls, or set rate in assay.yaml"
	}
	return o.setupResult(plan, wrong, started)
}

// looksUpElsewhere reports whether the lookup has an address of its own.
func (o *Options) looksUpElsewhere() bool {
	return o.LookupBaseURL != "" && o.LookupBaseURL != o.BaseURL
}

func (o *Options) now() time.Time {
	if o.Clock != nil {
		return o.Clock()
	}
	return time.Now()
}
