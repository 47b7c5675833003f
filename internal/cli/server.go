package cli

import (
	"cmp"
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/cli/signing"
)

// serverFlags are the flags of `assay server`.
type serverFlags struct {
	runFlags
	options.Target
	dry, packs bool
}

func newServer(c console) *cobra.Command {
	f := &serverFlags{}
	cmd := &cobra.Command{
		Use:        "server --base-url URL",
		SuggestFor: []string{"certify"},
		Short:      "Certify a server build",
		Long: `server judges a build of the service at a base address by every requirement in
scope, and writes a report. A flag overrides the config. The access token comes
from the environment variable ASSAY_TOKEN, unless the config names another
source.

Exit code: 0 conformant or partial (the printed verdict says which),
1 non-conformant, 2 wrong use, 3 inconclusive (also if the set-up is wrong, for
example if the target refuses the token).`,
		Example: `  export ASSAY_TOKEN=…
  assay server --base-url https://sandbox.example --store-key MY-STORE
  assay server --base-url http://127.0.0.1:8080 --only 'PUR-*' --only section:3
  assay server --base-url http://127.0.0.1:8080 --scope purchases,limits --tolerance order-id=string`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), c, cmd.Flags()) },
	}
	f.Run.AddFlags(cmd.Flags())
	f.sign = &signing.Run{}
	f.sign.AddFlags(cmd.Flags())
	f.addTarget(cmd.Flags())
	f.AddBuild(cmd.Flags())
	cmd.Flags().BoolVar(&f.CleanUp, "clean-up", false, "cancel all purchases at the end of the run (default: only if the target is not on this machine)")
	f.addPacks(cmd.Flags())
	cmd.Flags().BoolVar(&f.dry, "dry-run", false, "print every request that a run would send, and send none")
	return cmd
}

func (f *serverFlags) run(ctx context.Context, c console, flags *pflag.FlagSet) error {
	conf, err := options.LoadConfig(f.Config)
	if err != nil {
		return err
	}
	f.Merge(flags, conf, &f.Run)
	if err := errors.Join(f.Settle(), f.Page.Read(conf, f.sign.URL)); err != nil {
		return err
	}
	f.sign.ItemDigest = cmp.Or(f.sign.ItemDigest, f.Page.ItemDigest())
	if err := f.sign.Prepare(ctx, f.Shard.Part); err != nil {
		return err
	}
	if f.dry {
		return f.dryRun(ctx, c, conf)
	}
	o, err := f.Options(ctx, conf, &f.Run, options.Prompt{In: c.in, Out: c.err})
	if err != nil {
		return err
	}
	o.ItemDigest, o.TryPacks = f.sign.ItemDigest, f.packs
	return f.certifyServer(ctx, c, o)
}

// addPacks adds the flag --packs, which runs packs against the target.
func (f *serverFlags) addPacks(flags *pflag.FlagSet) {
	flags.BoolVar(&f.packs, "packs", false, "run what shows a failure again against the target, and leave out the calls that it does not need")
}

// addTarget adds the flags that name the target and the config.
func (f *serverFlags) addTarget(flags *pflag.FlagSet) {
	flags.StringVar(&f.Config, "config", "", "config file (default: assay.yaml, if it exists)")
	f.Target.AddFlags(flags)
}
