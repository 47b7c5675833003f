package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/dryrun"
	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
)

// dryRun prints every request that a run would send, and sends none of them. The embedded
// reference answers instead of the target. So values that depend on a response, such as ids or the
// next form after a refused one, are those of the reference.
func (f *serverFlags) dryRun(ctx context.Context, c console, conf *config.Config) error {
	if f.BaseURL == "" {
		return options.ErrNoTarget
	}
	ledger, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return err
	}
	plan, err := f.PlanPart(ledger)
	if err != nil {
		return err
	}
	people, err := f.People(conf, f.Shard)
	if err != nil && !errors.Is(err, options.ErrNobody) {
		return err // a real run may not invent people without leave; this one may, because it sends nothing
	}
	settings, set, err := f.ServerSettings()
	if err != nil {
		return err
	}
	e, err := dryrun.Run(ctx, plan, certify.Options{
		BaseURL: f.BaseURL, LookupBaseURL: f.LookupBaseURL, StoreKey: f.StoreKey, Settings: settings, Schemas: set, Seed: f.Seed, Strength: int(f.Strength),
		FullEvidence: f.FullEvidence(), Identities: people, Invented: options.Invented(conf), CleanUp: f.CleanUp,
	})
	if err != nil {
		return err
	}
	for _, exchange := range e.Log.All() {
		if err := f.line(c, e.Redactor, exchange); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(c.out, "\n%d requests for %d checks; assay sent none of them\n", e.Log.Len(), len(plan.Checks))
	return err
}

func (f *serverFlags) line(c console, r *redact.Redactor, e *recording.Exchange) error {
	body := ""
	if len(e.Request.Body) > 0 {
		body = "  " + string(r.Body(e.Request.Body, "application/json"))
	}
	_, err := fmt.Fprintf(c.out, "%-6s %s%s\n", e.Request.Method, r.URL(e.Request.URL), body)
	return err
}
