package cli

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/signing"
	"github.com/credit-partner/assay/internal/cli/traffic"
)

// runLive runs a partner build against a server build, through the recording proxy,
// and judges both sides, each by its own ledger.
func (f *pairFlags) runLive(ctx context.Context, c console, args []string) error {
	p := &partnerFlags{source: traffic.Source{Command: args, Upstream: f.live, Answers: true, Deadline: f.deadline}}
	flags := pflag.NewFlagSet("live", pflag.ContinueOnError)
	p.AddJudging(flags)
	p.sign = &signing.Run{}
	p.sign.AddFlags(flags)
	p.Pace = recordedPace
	p.Deadline = f.deadline
	p.Out = cmp.Or(f.out, p.Out)
	if f.json {
		p.Format = "json"
	}
	if err := p.Settle(); err != nil {
		return err
	}
	plan, err := p.plan()
	if err != nil {
		return err
	}
	if err := p.beginFolders(); err != nil {
		return err
	}
	o, err := p.source.Through(ctx, c.in, c.err)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // what was recorded until an interrupt is judged
	evidence, err := certify.Partner(ctx, plan, o)
	if err != nil {
		return err
	}
	if err := p.concludeBoth(ctx, c, evidence, plan.Scope, o); err != nil {
		return err
	}
	if !o.EndedWell {
		fmt.Fprintln(c.err, "The partner build does not work with this server: its command failed.")
		return exit(ExitNonConformant)
	}
	return nil
}
