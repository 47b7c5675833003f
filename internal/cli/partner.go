package cli

import (
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
		Long: `partner judges what a partner build sends. Its traffic comes from one of:

  -- CMD ARGS…   your command or test suite, run against a fresh sandbox. It finds
                 ASSAY_BASE_URL, ASSAY_TOKEN and ASSAY_STORE_KEY in its environment,
                 and reads OTPs from $ASSAY_OTP_URL?phone_number=… if it likes
  --exec LINE    the same, as a line for the shell
  --listen ADDR  a sandbox that stays up, to be clicked through by hand, until
                 Enter, Ctrl-C or the end of --for; it says what is still to be shown
  --listen ADDR --upstream URL
                 a recording proxy before a real service, which changes nothing;
                 with --judge-answers what the service answers is judged too
  --har FILE     traffic recorded elsewhere, gzipped or not; may be repeated

What the build never sends is not judged and not certified: the scope in the
verdict is what it exercised. --require makes a capability a must.

Exit code: 0 conformant or partial (the word printed says which), 1 non-conformant,
2 wrong use, 3 inconclusive (nothing was recorded, or what is required was not
exercised).`,
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
	flags.StringVar(&f.build, "build", "", "the build's name, for the report and the certificate: \"checkout 2.1\"")
	flags.StringVar(&f.shell, "exec", "", "a command line for the shell, in place of -- CMD")
	flags.StringArrayVar(&f.har, "har", nil, "a HAR file to judge; may be repeated")
	flags.StringVar(&f.listen, "listen", "", "address to serve a sandbox on, such as 127.0.0.1:8080")
	flags.StringVar(&f.upstream, "upstream", "", "with --listen: pass everything on to this service, and record it")
	flags.BoolVar(&f.answers, "judge-answers", false, "with --upstream: judge what the service answers too, into the folder server of the report")
	f.allow.add(flags)
	flags.DurationVar(&f.wait, "for", 0, "with --listen: how long (default: until Ctrl-C, or a line on the terminal)")
	flags.StringSliceVar(&f.require, "require", nil, "capabilities that must be exercised: "+strings.Join(spec.Capabilities(), ", "))
	flags.BoolVar(&f.strict, "strict", false, "have the sandbox refuse faulty requests, in place of a useful answer")
	flags.StringVar(&f.dialects, "dialects", plainDialect, "forms of the answers in which a command is run: plain, or all, one run each")
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
		return errors.New("give one source of traffic: -- CMD, --exec, --har or --listen")
	case len(args) > 0 && dash != 0:
		return fmt.Errorf("write -- before the command, as in: assay partner -- %s", strings.Join(args, " "))
	case f.wait != 0 && f.listen == "":
		return errors.New("--for goes with --listen")
	case f.upstream != "" && f.listen == "":
		return errors.New("--upstream goes with --listen")
	case f.answers && f.upstream == "":
		return errors.New("--judge-answers goes with --upstream: there is no real service to judge otherwise")
	case len(f.allow.hosts)+len(f.allow.origins) > 0 && f.listen == "":
		return errors.New("--allow-host and --allow-origin go with --listen")
	case f.wait < 0:
		return errors.New("--for must be longer than nothing, such as 10m")
	case f.strict && len(f.har) > 0:
		return errors.New("--strict is about the sandbox, and --har needs none")
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
		return errors.New("--dialects all needs a command that can be run again: give -- CMD or --exec")
	}
	for _, name := range f.require {
		if !slices.Contains(spec.Capabilities(), name) {
			return fmt.Errorf("--require %q: it is one of %s", name, strings.Join(spec.Capabilities(), ", "))
		}
	}
	return nil
}

func (f *partnerFlags) run(ctx context.Context, c console, args []string) error {
	if err := f.settle(); err != nil {
		return err
	}
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
		Short: "Be a small partner store for a moment: something to certify",
		Long: `sample-partner serves a few customers of a small store at ASSAY_BASE_URL, with
ASSAY_TOKEN and ASSAY_STORE_KEY, and ends. It is an example of an integration,
and something to try assay partner on.`,
		Example: "  assay partner -- assay sample-partner",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return samplePartner(cmd.Context(), c) },
	}
}
