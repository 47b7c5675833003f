package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/cli/signing"
)

// signFlags are those of `assay certificate sign`.
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
