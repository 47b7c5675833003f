package cli

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/pair"
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
	keys, err := f.trusted()
	if err != nil {
		return err
	}
	report, err := openReport(dir)
	if err != nil {
		return err
	}
	defer report.Close() // it was only read
	envelope, err := readRegular(certificatePath(dir), mostCertificate)
	if err != nil {
		return fmt.Errorf("there is no certificate to verify: %w", err)
	}
	found := certificate.Verify(envelope, keys, report.FS(), options)
	switch summary, err := readRegular(filepath.Join(dir, certificate.SummaryName), mostCertificate); {
	case err == nil:
		found.CheckSummary(summary, envelope, keys)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return tell(c.out, found)
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

func (f *verifyFlags) trusted() ([]ed25519.PublicKey, error) {
	if len(f.keys) == 0 {
		return nil, errors.New("no key to trust: set --key to the public key of the signer")
	}
	var all []ed25519.PublicKey
	for _, path := range f.keys {
		text, err := readBounded(path, mostKey)
		if err != nil {
			return nil, fmt.Errorf("--key: %w", err)
		}
		keys, err := certificate.ParsePublicKeys(text)
		if err != nil {
			return nil, fmt.Errorf("--key %s: %w", path, err)
		}
		all = append(all, keys...)
	}
	return all, nil
}

// tell prints what came of a verification. Who signed is said in any case,
// since what they signed is worth as much as they are.
func tell(w io.Writer, r *certificate.Report) error {
	var b strings.Builder
	if r.OK() {
		b.WriteString("The certificate is valid.\n")
	} else {
		b.WriteString("The certificate is not valid:\n")
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "  %s\n", plain(f.String()))
	}
	if r.Statement != nil {
		tellClaims(&b, r)
	}
	for _, id := range r.Unjudged {
		fmt.Fprintf(&b, "not judged   a signature by %s, a key that you did not give\n", plain(strconv.QuoteToASCII(id)))
	}
	for _, name := range r.Uncovered {
		fmt.Fprintf(&b, "not covered  %s\n", plain(name))
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	if !r.OK() {
		return exit(ExitNonConformant)
	}
	return nil
}

// tellClaims prints what a trusted key has signed.
func tellClaims(b *strings.Builder, r *certificate.Report) {
	claims := r.Statement.Claims()
	for _, line := range [][2]string{
		{"signed by", strings.Join(r.Signers, ", ")},
		{"verdict", string(claims.Verdict)},
		{"side", string(claims.Side)},
		{"scope", strings.Join(claims.Scope, ", ")},
		{"witness", witnessWords(claims)},
		{"coverage", coverageWords(claims)},
		{"dialect", dialectWords(claims)},
		{"build", buildWords(r.Statement)},
		{"target", strings.TrimSpace(claims.Target.Build + " " + claims.Target.BaseURL)},
		{"suite", claims.Suite.Version + " " + claims.Suite.Digest},
		{"ledger", claims.Suite.Ledger},
		{"judged", claims.Finished.UTC().Format(time.RFC3339)},
		{"issued", claims.Issued.UTC().Format(time.RFC3339)},
		{"holds until", claims.Expires.UTC().Format(time.RFC3339)},
		{"program", programWords(claims.Program)},
		{"see", r.Statement.Predicate.URL},
	} {
		if line[1] != "" {
			fmt.Fprintf(b, "%-12s %s\n", line[0], plain(line[1]))
		}
	}
	for _, note := range claims.Notes {
		fmt.Fprintf(b, "%-12s %s\n", "note", plain(note))
	}
}

func witnessWords(claims *certificate.Claims) string {
	if claims.Witness == certificate.Witnessed {
		return "witnessed: signed by the process that ran the suite"
	}
	return "asserted: signed later, from a folder"
}

func coverageWords(claims *certificate.Claims) string {
	if claims.Coverage == nil {
		return ""
	}
	return fmt.Sprintf("%d of %d requirements judged", claims.Coverage.Judged, claims.Coverage.Planned)
}

// dialectWords say whether a pair of builds can be foretold from the certificate.
func dialectWords(claims *certificate.Claims) string {
	missing := pair.NotShown(claims.Side, claims.FullDialect)
	if len(missing) == 0 {
		return "shown in full"
	}
	return "not shown in full; missing: " + strings.Join(missing, ", ")
}

// buildWords are the tested thing.
func buildWords(s *certificate.Statement) string {
	if s.Claims().Format == certificate.ClaimsFormat1 || len(s.Subject) == 0 {
		return ""
	}
	digest := s.Claims().Target.Digest
	if digest == "" {
		digest = "without a digest: the certificate names no artefact"
	}
	return s.Subject[0].Name + " " + digest
}
