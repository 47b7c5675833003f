// Package signing signs the report of a run, either in the process that ran it or later from its
// folder. It also verifies a signed report, and prints what a certificate states.
package signing

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/files"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports"
)

// DefaultValid is the validity of a certificate if --valid is not given: ninety days. A build is
// usually replaced after about that time.
const DefaultValid = 90 * 24 * time.Hour

// Run holds the settings for signing a run in the process that makes it.
type Run struct {
	file, command string // the source of the private key; if both are empty, assay does not sign
	ItemDigest    string // digest of the build, for the report and the certificate
	URL           string // address of the run
	valid         time.Duration
	key           ed25519.PrivateKey
	refused       *certificate.Refused // why the run was not signed
}

// AddFlags adds the flags of a command that runs the suite.
func (s *Run) AddFlags(flags *pflag.FlagSet) {
	flags.StringVar(&s.file, "sign", "", "sign a conformant run in this process, with the private key in this file")
	flags.StringVar(&s.command, "sign-command", "", "like --sign, with a shell command that prints the private key")
	flags.StringVar(&s.ItemDigest, "item-digest", "", "digest of the build, for the report and the certificate: sha256:… of an image, gitCommit:…")
	flags.StringVar(&s.URL, "sign-url", "", "with --sign: address of the run, such as the page of a pipeline")
	flags.DurationVar(&s.valid, "valid", DefaultValid, "with --sign: how long the certificate is valid, from the end of the run")
}

func (s *Run) wanted() bool { return s.file != "" || s.command != "" }

// Prepare checks before a run that the run can be signed, and reads the private key.
func (s *Run) Prepare(ctx context.Context, shard string) error {
	if s.ItemDigest != "" {
		if _, _, err := certificate.ParseItemDigest(s.ItemDigest); err != nil {
			return fmt.Errorf("--item-digest: %w", err)
		}
	}
	switch {
	case !s.wanted():
		return nil
	case s.file != "" && s.command != "":
		return errors.New("--sign and --sign-command: use only one of them")
	case shard != "":
		return errors.New("--sign needs a whole run, and --shard makes a part of one")
	case s.valid < time.Second || s.valid > certificate.MaxValid:
		return fmt.Errorf("--valid %s: a certificate is valid for at most two years", s.valid)
	}
	text, err := s.read(ctx)
	if err != nil {
		return err
	}
	if s.key, err = certificate.ParsePrivateKey(text); err != nil {
		return fmt.Errorf("--sign: %w", err)
	}
	return nil
}

func (s *Run) read(ctx context.Context) ([]byte, error) {
	if s.file != "" {
		text, err := files.ReadBounded(s.file, maxKey)
		if err != nil {
			return nil, fmt.Errorf("--sign: %w", err)
		}
		return text, nil
	}
	command := exec.CommandContext(ctx, "sh", "-c", s.command)
	command.Stderr = io.Discard // it may quote the key
	text, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("--sign-command: %w", err)
	}
	return text, nil
}

// Write writes the report of a run, and signs it if a key was given. If the run cannot be
// certified, Write keeps the reason and writes the report without a certificate.
func (s *Run) Write(dir string, run *result.Run, har func(io.Writer) error) error {
	if s == nil || !s.wanted() {
		return reports.WriteFolder(dir, run, har)
	}
	err := reports.WriteSigned(dir, run, har, func(digests map[string]string) (map[string][]byte, error) {
		envelope, err := certificate.Witness(run, digests, s.key, s.options())
		if err != nil {
			return nil, err
		}
		summary, err := certificate.Summarize(envelope, s.key)
		return map[string][]byte{certificate.FileName: envelope, certificate.SummaryName: summary}, err
	})
	if errors.As(err, &s.refused) {
		return reports.WriteFolder(dir, run, har)
	}
	return err
}

func (s *Run) options() certificate.SignOptions {
	return certificate.SignOptions{Valid: s.valid, Suite: thisSuite(), URL: s.URL, Program: thisProgram()}
}

// PrintStatus prints whether the run was signed, and if not, why. It prints nothing if no key was given.
func (s *Run) PrintStatus(w io.Writer, dir string) (refused bool, err error) {
	switch {
	case s == nil || !s.wanted():
		return false, nil
	case s.refused != nil:
		return true, PrintRefusal(w, s.refused)
	}
	_, err = fmt.Fprintf(w, "Signed: %s (witnessed)\n", Path(dir))
	return false, err
}
