package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/reference"
)

// serverFlags are those of `assay server`.
type serverFlags struct {
	runFlags
	baseURL, lookupBaseURL string
	build, storeKey        string
	generate               bool
}

func newServer(c console) *cobra.Command {
	f := &serverFlags{}
	cmd := &cobra.Command{
		Use:   "server --base-url URL",
		Short: "Certify a server build",
		Long: `server drives a build of the service at a base address through every
requirement in scope and writes a report. The access token is read from the
environment variable ASSAY_TOKEN.

Exit code: 0 conformant, 1 non-conformant, 2 wrong use, 3 inconclusive.`,
		Example: `  export ASSAY_TOKEN=…
  assay server --base-url https://sandbox.example --store-key MY-STORE
  assay server --base-url http://127.0.0.1:8080 --only 'PUR-*' --only section:3
  assay server --base-url http://127.0.0.1:8080 --scope purchases,limits --tolerance order-id=string`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), c) },
	}
	f.add(cmd.Flags())
	cmd.Flags().StringVar(&f.baseURL, "base-url", "", "base address of the build, such as https://sandbox.example")
	cmd.Flags().StringVar(&f.lookupBaseURL, "lookup-base-url", "", "base address of the customer lookup, where it is another")
	cmd.Flags().StringVar(&f.build, "build", "", "the build's name, for the report: \"payments 3.4.1\"")
	cmd.Flags().StringVar(&f.storeKey, "store-key", "", "your store key (default: that of the sandbox)")
	cmd.Flags().BoolVar(&f.generate, "generate-identities", false, "invent customers although the target is not on this machine")
	return cmd
}

func (f *serverFlags) run(ctx context.Context, c console) error {
	if err := f.settle(); err != nil {
		return err
	}
	token, err := f.check()
	if err != nil {
		return err
	}
	if f.storeKey == "" {
		f.storeKey = reference.DefaultStoreKey
		fmt.Fprintf(c.err, "no --store-key: the sandbox's, %s, is sent\n", f.storeKey)
	}
	if err := reach(ctx, f.baseURL); err != nil {
		return err
	}
	return f.certifyServer(ctx, c, certify.Options{
		BaseURL: f.baseURL, LookupBaseURL: f.lookupBaseURL, Build: f.build,
		Token: client.StaticToken(token), Secrets: []string{token}, StoreKey: f.storeKey,
	})
}

// check refuses what cannot be run, before anything is sent.
func (f *serverFlags) check() (token string, err error) {
	if f.baseURL == "" {
		return "", errors.New("no target: give --base-url; for a tour without one, run `assay demo`")
	}
	if _, err := client.New(client.Config{BaseURL: f.baseURL, LookupBaseURL: f.lookupBaseURL}); err != nil {
		return "", fmt.Errorf("--base-url: %w", err)
	}
	token = os.Getenv("ASSAY_TOKEN")
	if token == "" {
		return "", errors.New("no access token: put it into the environment variable ASSAY_TOKEN")
	}
	if !f.generate && !loopback(f.baseURL) {
		return "", errors.New(`the target is not on this machine, and the customers that the suite invents may have the
phone numbers of real people, who would get its OTPs. If the target sends none,
say so with --generate-identities`)
	}
	return token, nil
}

// loopback tells whether an address is on this machine.
func loopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if u.Hostname() == "localhost" {
		return true
	}
	ip := net.ParseIP(u.Hostname())
	return ip != nil && ip.IsLoopback()
}
