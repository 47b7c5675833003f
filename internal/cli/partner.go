package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/reports"
)

// partnerFlags are those of `assay partner`.
type partnerFlags struct {
	runFlags
	build  string
	shell  string
	har    []string
	listen string
	// upstream is the real service that --listen stands before.
	upstream string
	// answers says that what the real service answers is judged too.
	answers bool
	wait    time.Duration
	require []string
	strict  bool
	// dialects says in which forms of the answers a command is run.
	dialects string
	allow    allowFlags
}

const (
	plainDialect = "plain"
	allDialects  = "all"
)

func newPartner(c console) *cobra.Command {
	f := &partnerFlags{runFlags: runFlags{concurrency: 1, timeout: defaultTimeout, seed: 1, strength: certify.DefaultStrength}}
	cmd := &cobra.Command{
		Use:   "partner (-- CMD ARGS… | --exec LINE | --har FILE | --listen ADDR)",
		Short: "Certify a partner build",
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
1 non-conformant, 2 wrong use, 3 inconclusive (no traffic, or a required
capability was not exercised).`,
		Example: `  assay partner -- assay sample-partner
  assay partner --require otp,purchases -- npm test
  assay partner --dialects all --exec 'make integration-test'
  assay partner --listen 127.0.0.1:8080 --for 10m
  assay partner --listen 127.0.0.1:8080 --upstream https://sandbox.example
  assay partner --har checkout.har --har cancel.har.gz`,
		Args: func(cmd *cobra.Command, args []string) error { return f.sources(args, cmd.ArgsLenAtDash()) },
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), c, args) },
	}
	flags := cmd.Flags()
	f.addJudging(flags)
	f.sign = &signing{}
	f.sign.add(flags)
	flags.StringVar(&f.config, "config", "", "config of which lab, customer and item are read, for page one of the report (default: assay.yaml, if it is there)")
	flags.StringVar(&f.build, "build", "", "name of the build, for the report and the certificate: \"checkout 2.1\"")
	flags.StringVar(&f.shell, "exec", "", "a command line for the shell, in place of -- CMD")
	flags.StringArrayVar(&f.har, "har", nil, "a HAR file to judge; you can repeat the flag")
	flags.StringVar(&f.listen, "listen", "", "address to serve a sandbox on, such as 127.0.0.1:8080")
	flags.StringVar(&f.upstream, "upstream", "", "with --listen: forward everything to this service, and record it")
	flags.BoolVar(&f.answers, "judge-answers", false, "with --upstream: judge the responses of the service too, in the folder server of the report")
	f.allow.add(flags)
	flags.DurationVar(&f.wait, "for", 0, "with --listen: how long to listen (default: until Enter or Ctrl-C)")
	flags.StringSliceVar(&f.require, "require", nil, "capabilities that the build must exercise: "+strings.Join(spec.Capabilities(), ", "))
	flags.BoolVar(&f.strict, "strict", false, "make the sandbox refuse faulty requests; without it, the sandbox accepts them")
	flags.StringVar(&f.dialects, "dialects", plainDialect, "response forms to run the command with: plain, or all (one run for each)")
	flags.DurationVar(&f.deadline, "deadline", defaultDeadline, "longest time for one run of the command")
	return cmd
}

// sources wants exactly one source of traffic.
func (f *partnerFlags) sources(args []string, dash int) error {
	given := 0
	for _, is := range []bool{len(args) > 0, f.shell != "", len(f.har) > 0, f.listen != ""} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return errors.New("choose one source of traffic: -- CMD, --exec, --har or --listen")
	case len(args) > 0 && dash != 0:
		return fmt.Errorf("write -- before the command: assay partner -- %s", strings.Join(args, " "))
	case f.wait != 0 && f.listen == "":
		return errors.New("--for needs --listen")
	case f.upstream != "" && f.listen == "":
		return errors.New("--upstream needs --listen")
	case f.answers && f.upstream == "":
		return errors.New("--judge-answers needs --upstream: without it there is no real service to judge")
	case len(f.allow.hosts)+len(f.allow.origins) > 0 && f.listen == "":
		return errors.New("--allow-host and --allow-origin need --listen")
	case f.wait < 0:
		return errors.New("--for must be more than zero, for example 10m")
	case f.strict && len(f.har) > 0:
		return errors.New("--strict changes the sandbox, and --har uses no sandbox")
	}
	if f.upstream != "" {
		if _, err := client.ParseBase("--upstream", f.upstream); err != nil {
			return err
		}
	}
	if f.dialects != plainDialect && f.dialects != allDialects {
		return fmt.Errorf("--dialects %q: it is plain or all", f.dialects)
	}
	if f.dialects == allDialects && len(args) == 0 && f.shell == "" {
		return errors.New("--dialects all needs a command that assay can run again: use -- CMD or --exec")
	}
	for _, name := range f.require {
		if !slices.Contains(spec.Capabilities(), name) {
			return fmt.Errorf("--require %q: it is one of %s", name, strings.Join(spec.Capabilities(), ", "))
		}
	}
	return nil
}

func (f *partnerFlags) run(ctx context.Context, c console, args []string) error {
	conf, err := loadConfig(f.config)
	if err != nil {
		return err
	}
	if err := errors.Join(f.settle(), f.page.Read(conf, f.sign.url)); err != nil {
		return err
	}
	f.sign.itemDigest = cmp.Or(f.sign.itemDigest, f.page.ItemDigest())
	plan, err := f.plan()
	if err != nil {
		return err
	}
	if err := f.sign.prepare(ctx, ""); err != nil {
		return err
	}
	o := certify.PartnerOptions{Build: f.build, ItemDigest: f.sign.itemDigest, Require: f.require, FullEvidence: f.evidence == "full"}
	if o.Settings, _, err = f.settings(); err != nil {
		return err
	}
	if err := f.traffic(ctx, c, plan, args, &o); err != nil {
		return err
	}
	// Ctrl-C ends the traffic; what was recorded until then is judged.
	ctx = context.WithoutCancel(ctx)
	evidence, err := certify.Partner(ctx, plan, o)
	if err != nil {
		return err
	}
	if f.answers {
		return f.concludeBoth(ctx, c, evidence, plan.Scope, o)
	}
	return f.conclude(c, evidence)
}

// traffic prepares the report folder and gets the traffic that is judged, or a
// way to it.
func (f *partnerFlags) traffic(ctx context.Context, c console, plan *suite.Plan, args []string, o *certify.PartnerOptions) error {
	if len(f.har) > 0 {
		if err := f.fromFiles(o); err != nil {
			return err
		}
		return f.beginFolders()
	}
	if err := f.beginFolders(); err != nil {
		return err
	}
	if f.listen != "" {
		return f.fromListening(ctx, c, plan, o)
	}
	return f.fromCommand(ctx, c, args, o)
}

// beginFolders finds out before the traffic comes whether there is room for what
// will be told of it, and marks the folders as unfinished.
func (f *partnerFlags) beginFolders() error {
	if err := reports.Begin(f.out); err != nil || !f.answers {
		return err
	}
	return reports.Begin(filepath.Join(f.out, answersFolder))
}

// plan selects what is judged. What is required must be in scope.
func (f *partnerFlags) plan() (*suite.Plan, error) {
	ledger, err := certify.Ledger(result.PartnerSide)
	if err != nil {
		return nil, err
	}
	plan, err := ledger.Plan(f.scope, f.only)
	if err != nil {
		return nil, err
	}
	for _, name := range f.require {
		if !slices.Contains(plan.Scope, name) {
			return nil, fmt.Errorf("--require %s is not in --scope %s", name, strings.Join(plan.Scope, ","))
		}
	}
	return plan, nil
}

// token is the access token that the partner is given.
func token() string {
	if t := os.Getenv(tokenVariable); t != "" {
		return t
	}
	return reference.DefaultToken
}

func newSamplePartner(c console) *cobra.Command {
	return &cobra.Command{
		Use:   "sample-partner",
		Short: "Run a small example store, to try assay partner",
		Long: `sample-partner acts as a small store: it serves a few customers with the service
at ASSAY_BASE_URL, with ASSAY_TOKEN and ASSAY_STORE_KEY, and ends. Use it as an
example of an integration, or to try assay partner.`,
		Example: "  assay partner -- assay sample-partner",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return samplePartner(cmd.Context(), c) },
	}
}
