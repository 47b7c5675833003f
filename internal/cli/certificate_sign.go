package cli

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certificate"
)

// defaultValid is how long a certificate holds unless said otherwise: ninety
// days, about as long as a build lives before the next one.
const defaultValid = 90 * 24 * time.Hour

// signFlags are those of `assay certificate sign`.
type signFlags struct {
	key, url string
	valid    time.Duration
	private  ed25519.PrivateKey
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
	cmd.Flags().DurationVar(&f.valid, "valid", defaultValid, "how long the certificate is valid, from the end of the run; at most two years")
	return cmd
}

func (f *signFlags) run(c console, dir string) error {
	envelope, err := f.sign(dir)
	var refused *certificate.Refused
	if errors.As(err, &refused) {
		return explainRefusal(c.out, refused)
	}
	if err != nil {
		return err
	}
	summary, err := certificate.Summarize(envelope, f.private)
	if err != nil {
		return err
	}
	if err := replace(filepath.Join(dir, certificate.SummaryName), summary); err != nil {
		return err
	}
	if err := replace(certificatePath(dir), envelope); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "Signed: %s\n", certificatePath(dir))
	return err
}

func (f *signFlags) sign(dir string) ([]byte, error) {
	if f.key == "" {
		return nil, errors.New("no key: set --key, or make a key with `assay certificate keygen`")
	}
	text, err := readBounded(f.key, mostKey)
	if err != nil {
		return nil, fmt.Errorf("--key: %w", err)
	}
	if f.private, err = certificate.ParsePrivateKey(text); err != nil {
		return nil, fmt.Errorf("--key %s: %w", f.key, err)
	}
	report, err := openReport(dir)
	if err != nil {
		return nil, err
	}
	defer report.Close() // it was only read
	return certificate.Sign(report.FS(), f.private, certificate.SignOptions{Valid: f.valid, Suite: suiteAtHand(), URL: f.url, Program: thisProgram()})
}

// explainRefusal prints all that keeps a run from being certified, a line each.
func explainRefusal(w io.Writer, refused *certificate.Refused) error {
	if _, err := fmt.Fprintln(w, "This run cannot be certified:"); err != nil {
		return err
	}
	for _, b := range refused.Broken {
		if _, err := fmt.Fprintf(w, "  %s: %s\n", b.Condition, plain(b.Detail)); err != nil {
			return err
		}
	}
	return exit(ExitNonConformant)
}

// replace puts a whole file in the place of another, or leaves that one as it is.
func replace(path string, content []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".assay-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Chmod(0o644)
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, errors.Join(err, os.Remove(file.Name())))
	}
	return nil
}
