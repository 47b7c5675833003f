package cli

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/signing"
	"github.com/credit-partner/assay/internal/files"
)

func newCertificate(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "certificate",
		Short: "Sign the report of a conformant run, or verify a signature",
		Long: `A certificate states that the holder of a key asserts a conformant run. It binds
every file of the report of that run. It does not prove that the run took place:
trust it as far as you trust the holder of the key.`,
		Args: onlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newKeygen(c), newSign(c), newVerify(c))
	return cmd
}

func newKeygen(c console) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "keygen --out FILE",
		Short: "Make a key pair: the private key in FILE, the public one in FILE.pub",
		Long: `keygen makes an ed25519 key pair, in PEM files that openssl can read. Keep the
private key with the secrets of your pipeline. Give the public key to everyone
who verifies. keygen never overwrites a file.`,
		Example: "  assay certificate keygen --out team.key",
		Args:    noArguments,
		RunE:    func(*cobra.Command, []string) error { return keygen(c, out) },
	}
	cmd.Flags().StringVar(&out, "out", "", "file for the private key")
	return cmd
}

func keygen(c console, out string) error {
	if out == "" {
		return errors.New("no file for the key: set --out")
	}
	private, public, err := certificate.Keygen()
	if err != nil {
		return err
	}
	keys, err := certificate.ParsePublicKeys(public)
	if err != nil {
		return err
	}
	id, err := certificate.KeyID(keys[0])
	if err != nil {
		return err
	}
	if err := files.WriteNew(out+".pub", public); err != nil {
		return fmt.Errorf("write the public key to a new file: %w", err)
	}
	if err := certificate.WriteKey(out, private); err != nil {
		return errors.Join(fmt.Errorf("%w: choose another path with --out", err), os.Remove(out+".pub"))
	}
	_, err = fmt.Fprintf(c.out, "Private key  %s (keep it secret)\nPublic key   %s.pub\nKey id       %s\n", out, out, id)
	return err
}

// signFlags are the flags of `assay certificate sign`.
type signFlags struct {
	key, url string
	valid    time.Duration
}

func newSign(c console) *cobra.Command {
	f := &signFlags{}
	cmd := &cobra.Command{
		Use:   "sign --key FILE DIR",
		Short: "Certify the report of a conformant run",
		Long: `sign certifies the report in DIR and writes DIR/certificate.json. It certifies
only a complete, conformant run without deviations, and only with the suite that
judged the run. First it judges the recording again and refuses every
contradiction. The certificate is asserted. To get a witnessed certificate, sign
during the run: assay server --sign, assay partner --sign.

Exit code: 0 signed, 1 the run cannot be certified, 2 wrong use.`,
		Example: "  assay certificate sign --key team.key conformance-report",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return f.run(c, args[0]) },
	}
	cmd.Flags().StringVar(&f.key, "key", "", "file of the private key")
	cmd.Flags().StringVar(&f.url, "url", "", "address of the run, such as the page of a pipeline")
	cmd.Flags().DurationVar(&f.valid, "valid", signing.DefaultValid, "how long the certificate is valid, from the end of the run; at most two years")
	return cmd
}

func (f *signFlags) run(c console, dir string) error {
	err := signing.Folder(dir, f.key, certificate.SignOptions{Valid: f.valid, URL: f.url})
	var refused *certificate.Refused
	if errors.As(err, &refused) {
		if err := signing.PrintRefusal(c.out, refused); err != nil {
			return err
		}
		return exit(ExitNonConformant)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "Signed: %s\n", signing.Path(dir))
	return err
}

// verifyFlags are the flags of `assay certificate verify`.
type verifyFlags struct {
	keys     []string
	prove    bool // the opposite of anySuite, for commands that say it
	anySuite bool
	at       string
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
	cmd.Flags().BoolVar(&f.prove, "prove", true, "require that this suite judged the run; not with --any-suite")
	cmd.Flags().BoolVar(&f.anySuite, "any-suite", false, "accept a certificate of another suite: other features, schemas or tolerances")
	cmd.MarkFlagsMutuallyExclusive("prove", "any-suite")
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
	if f.prove && !f.anySuite {
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
