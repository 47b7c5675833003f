package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/signing"
)

// verifyFlags are those of `assay certificate verify`.
type verifyFlags struct {
	keys            []string
	prove, anySuite bool
	at              string
}

func newVerify(c console) *cobra.Command {
	f := &verifyFlags{}
	cmd := &cobra.Command{
		Use:   "verify --key PUBLIC DIR",
		Short: "Verify the certificate of a report, without a network",
		Long: `verify checks DIR/certificate.json: the signature by a key that you trust, the
digest of every bound file, the validity, the suite that judged, and the agreement
with results.json. It prints one line for each finding.

Exit code: 0 the certificate is valid, 1 it is not valid, 2 wrong use.`,
		Example: `  assay certificate verify --key team.key.pub conformance-report
  assay certificate verify --key team.key.pub --at 2027-01-31T00:00:00Z conformance-report`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	cmd.Flags().StringArrayVar(&f.keys, "key", nil, "file of public keys to trust; one valid signature by any of them is enough")
	cmd.Flags().BoolVar(&f.prove, "prove", false, "require that this suite judged the run (this is always required)")
	cmd.Flags().BoolVar(&f.anySuite, "any-suite", false, "accept a certificate of another suite: other features, schemas or tolerances")
	cmd.Flags().StringVar(&f.at, "at", "", "verify as of this time, for example 2027-01-31T00:00:00Z (default now)")
	return cmd
}

func (f *verifyFlags) run(c console, dir string) error {
	options, err := f.options()
	if err != nil {
		return err
	}
	keys, err := signing.TrustedKeys(f.keys)
	if err != nil {
		return err
	}
	found, err := signing.Verify(dir, keys, options)
	if err != nil {
		return err
	}
	if err := signing.Print(c.out, found); err != nil {
		return err
	}
	if !found.OK() {
		return exit(ExitNonConformant)
	}
	return nil
}

func (f *verifyFlags) options() (certificate.VerifyOptions, error) {
	var o certificate.VerifyOptions
	if !f.anySuite {
		o.SuiteDigest = certify.Digest()
	}
	if f.at == "" {
		return o, nil
	}
	at, err := time.Parse(time.RFC3339, f.at)
	if err != nil {
		return o, fmt.Errorf("--at %q: write it like 2027-01-31T00:00:00Z", f.at)
	}
	o.Clock = func() time.Time { return at }
	return o, nil
}
