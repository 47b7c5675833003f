package cli

import (
	"cmp"
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// serverFlags are those of `assay server`.
type serverFlags struct {
	runFlags
	baseURL, lookupBaseURL string
	build, storeKey        string
	userAgent              string
	identities             string
	generate, dry          bool
	cleanUp, packs         bool
}

func newServer(c console) *cobra.Command {
	f := &serverFlags{}
	cmd := &cobra.Command{
		Use:   "server --base-url URL",
		Short: "Certify a server build",
		Long: `server judges a build of the service at a base address by every requirement in
scope, and writes a report. A flag overrides the config. The access token comes
from the environment variable ASSAY_TOKEN, unless the config names another
source.

Exit code: 0 conformant or partial (the printed verdict says which),
1 non-conformant, 2 wrong use, 3 inconclusive.`,
		Example: `  export ASSAY_TOKEN=…
  assay server --base-url https://sandbox.example --store-key MY-STORE
  assay server --base-url http://127.0.0.1:8080 --only 'PUR-*' --only section:3
  assay server --base-url http://127.0.0.1:8080 --scope purchases,limits --tolerance order-id=string`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), c, cmd.Flags()) },
	}
	f.runFlags.add(cmd.Flags())
	f.sign = &signing{}
	f.sign.add(cmd.Flags())
	f.addTarget(cmd.Flags())
	cmd.Flags().BoolVar(&f.cleanUp, "clean-up", false, "cancel all purchases at the end of the run (default: only if the target is not on this machine)")
	f.addPacks(cmd.Flags())
	cmd.Flags().BoolVar(&f.dry, "dry-run", false, "print every request that a run would send, and send none")
	return cmd
}

func (f *serverFlags) run(ctx context.Context, c console, flags *pflag.FlagSet) error {
	conf, err := loadConfig(f.config)
	if err != nil {
		return err
	}
	f.merge(flags, conf)
	if err := errors.Join(f.settle(), f.page.Read(conf, f.sign.url)); err != nil {
		return err
	}
	f.sign.itemDigest = cmp.Or(f.sign.itemDigest, f.page.ItemDigest())
	if err := f.sign.prepare(ctx, f.shard.part); err != nil {
		return err
	}
	if f.dry {
		return f.dryRun(ctx, c, conf)
	}
	options, err := f.options(ctx, c, conf)
	if err != nil {
		return err
	}
	options.ItemDigest, options.TryPacks = f.sign.itemDigest, f.packs
	return f.certifyServer(ctx, c, options)
}

// addPacks adds the flag that says whether packs are run against the target.
func (f *serverFlags) addPacks(flags *pflag.FlagSet) {
	flags.BoolVar(&f.packs, "packs", false, "run what shows a failure again against the target, and leave out the calls that it does not need")
}

// addTarget adds the flags that say which target is meant.
func (f *serverFlags) addTarget(flags *pflag.FlagSet) {
	flags.StringVar(&f.config, "config", "", "config file (default: assay.yaml, if it exists)")
	flags.StringVar(&f.baseURL, "base-url", "", "base address of the build, such as https://sandbox.example")
	flags.StringVar(&f.lookupBaseURL, "lookup-base-url", "", "base address of the customer lookup, if it differs")
	flags.StringVar(&f.build, "build", "", "name of the build, for the report: \"payments 3.4.1\"")
	flags.StringVar(&f.storeKey, "store-key", "", "your store key (default: that of the sandbox)")
	flags.StringVar(&f.userAgent, "user-agent", "", "User-Agent of the requests (default: assay and its version)")
	flags.StringVar(&f.identities, "identities", "", "file of test identities, YAML or CSV, in place of those in the config")
	flags.BoolVar(&f.generate, "generate-identities", false, "invent customers, although the target is not on this machine")
}
