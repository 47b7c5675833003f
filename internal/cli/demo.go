package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/serve"
)

func newDemo(c console) *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Certify the embedded reference, to see how assay works",
		Long: `demo starts the embedded reference on a free port of this machine, certifies it
like any other server build, and writes the report.`,
		Example: "  assay demo\n  assay demo --only section:3 --out /tmp/report",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return f.demo(cmd.Context(), c) },
	}
	f.AddFlags(cmd.Flags())
	return cmd
}

func (f *runFlags) demo(ctx context.Context, c console) error {
	if err := errors.Join(f.Settle(), f.Page.Read(&config.Config{}, "")); err != nil {
		return err
	}
	served, err := serve.On(ctx, serve.Anywhere, reference.New(reference.Options{}))
	if err != nil {
		return err
	}
	defer served.Close()
	return f.certifyServer(ctx, c, certify.Options{
		BaseURL: "http://" + served.Address, Build: "assay reference " + certify.Version(),
		Token: client.StaticToken(reference.DefaultToken), Secrets: []string{reference.DefaultToken},
		StoreKey: reference.DefaultStoreKey,
	})
}
