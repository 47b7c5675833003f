package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/cli/signing"
	"github.com/credit-partner/assay/internal/cli/traffic"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/reports"
)

// partnerFlags are the flags of `assay partner`.
type partnerFlags struct {
	runFlags
	source  traffic.Source
	build   string
	require []string
}

// recordedPace is the pace of a run in which assay sends nothing: the build sends the requests
// that assay judges.
var recordedPace = options.Pace{Concurrency: 1, Timeout: options.DefaultTimeout, Seed: 1, Strength: certify.DefaultStrength}

func newPartner(c console) *cobra.Command {
	f := &partnerFlags{runFlags: runFlags{Run: options.Run{Pace: recordedPace}}}
	cmd := &cobra.Command{
		Use:        "partner (-- CMD ARGS… | --exec LINE | --har FILE | --listen ADDR)",
		SuggestFor: []string{"certify", "record"},
		Short:      "Certify a partner build",
		Long: `partner judges the requests that a partner build sends. Choose one source:

  -- CMD ARGS…   your command or test suite. assay runs it against a new sandbox
                 and sets ASSAY_BASE_URL, ASSAY_TOKEN and ASSAY_STORE_KEY in its
                 environment. It can read OTPs from $ASSAY_OTP_URL?phone_number=…
  --exec LINE    the same, as a line for the shell
  --listen ADDR  a sandbox for manual use. It runs until Enter, Ctrl-C or the end
                 of --for, and shows which calls are still missing
  --listen ADDR --upstream URL
                 a recording proxy in front of a real service. It changes nothing.
                 --judge-answers judges the responses of the service too
  --har FILE     recorded traffic, gzipped or not; you can repeat the flag

assay does not judge or certify what the build never sends: the verdict covers
the exercised scope only. --require makes a capability mandatory.

Exit code: 0 conformant or partial (the printed verdict says which),
1 non-conformant, 2 wrong use, 3 inconclusive (no traffic, a command that
failed, or a required capability that was not exercised).`,
		Example: `  assay partner -- assay sample-partner
  assay partner --require otp,purchases -- npm test
  assay partner --response-forms all --exec 'make integration-test'
  assay partner --listen 127.0.0.1:8080 --for 10m
  assay partner --listen 127.0.0.1:8080 --upstream https://sandbox.example
  assay partner --har checkout.har --har cancel.har.gz`,
		Args: func(cmd *cobra.Command, args []string) error { return f.check(args, cmd.ArgsLenAtDash()) },
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), c, args) },
	}
	flags := cmd.Flags()
	f.AddJudging(flags)
	f.sign = &signing.Run{}
	f.sign.AddFlags(flags)
	flags.StringVar(&f.Config, "config", "", "config of which lab, customer and item are read, for page one of the report (default: assay.yaml, if it is there)")
	flags.StringVar(&f.build, "build", "", "name of the build, for the report and the certificate: \"checkout 2.1\"")
	f.source.AddFlags(flags)
	flags.StringSliceVar(&f.require, "require", nil, "capabilities that the build must exercise: "+strings.Join(spec.Capabilities(), ", "))
	flags.DurationVar(&f.Deadline, "deadline", options.DefaultDeadline, "longest time for one run of the command")
	return cmd
}

// check requires exactly one source of traffic, and known capabilities.
func (f *partnerFlags) check(args []string, dash int) error {
	if err := f.source.Check(args, dash); err != nil {
		return err
	}
	for _, name := range f.require {
		if !slices.Contains(spec.Capabilities(), name) {
			return fmt.Errorf("--require %q: it is one of %s", name, strings.Join(spec.Capabilities(), ", "))
		}
	}
	return nil
}

func (f *partnerFlags) run(ctx context.Context, c console, args []string) error {
	conf, err := options.LoadConfig(f.Config)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Settle(), f.Page.Read(conf, f.sign.URL)); err != nil {
		return err
	}
	f.sign.ItemDigest = cmp.Or(f.sign.ItemDigest, f.Page.ItemDigest())
	plan, err := f.plan()
	if err != nil {
		return err
	}
	if err := f.sign.Prepare(ctx, ""); err != nil {
		return err
	}
	o := certify.PartnerOptions{Build: f.build, ItemDigest: f.sign.ItemDigest, Require: f.require, FullEvidence: f.FullEvidence()}
	if o.Settings, _, err = f.Settings(); err != nil {
		return err
	}
	if err := f.source.CheckFiles(); err != nil {
		return err
	}
	if err := f.beginFolders(); err != nil {
		return err
	}
	f.source.Command, f.source.Deadline = args, f.Deadline
	if err := f.source.Get(ctx, c.in, c.err, plan, &o); err != nil {
		return err
	}
	// Ctrl-C ends the traffic. assay still judges what it recorded until then.
	ctx = context.WithoutCancel(ctx)
	evidence, err := certify.Partner(ctx, plan, o)
	if err != nil {
		return err
	}
	if f.source.Answers {
		return f.concludeBoth(ctx, c, evidence, plan.Scope, o)
	}
	return f.conclude(c, evidence)
}

// beginFolders checks before any traffic comes that the report folders can be written, and marks
// them as unfinished.
func (f *partnerFlags) beginFolders() error {
	if err := reports.Begin(f.Out); err != nil || !f.source.Answers {
		return err
	}
	return reports.Begin(filepath.Join(f.Out, answersFolder))
}

// plan selects the requirements to judge. The capabilities of --require must be in scope.
func (f *partnerFlags) plan() (*suite.Plan, error) {
	ledger, err := certify.Ledger(result.PartnerSide)
	if err != nil {
		return nil, err
	}
	plan, err := ledger.Plan(f.Scope, f.Only)
	if err != nil {
		return nil, cmp.Or(onOtherSide(ledger, f.Only, result.ServerSide), err)
	}
	for _, name := range f.require {
		if !slices.Contains(plan.Scope, name) {
			return nil, fmt.Errorf("--require %s is not in --scope %s", name, strings.Join(plan.Scope, ","))
		}
	}
	return plan, nil
}
