package signing

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/pair"
)

// PrintRefusal prints every reason why a run cannot be certified, one on each line.
func PrintRefusal(w io.Writer, refused *certificate.Refused) error {
	if _, err := fmt.Fprintln(w, "This run cannot be certified:"); err != nil {
		return err
	}
	for _, b := range refused.Broken {
		if _, err := fmt.Fprintf(w, "  %s: %s\n", b.Condition, terminal.Plain(b.Detail)); err != nil {
			return err
		}
	}
	return nil
}

// Print prints the result of a verification. It always prints who signed, because a signature is
// worth no more than its signer.
func Print(w io.Writer, r *certificate.Report) error {
	var b strings.Builder
	if r.OK() {
		b.WriteString("The certificate is valid.\n")
	} else {
		b.WriteString("The certificate is not valid:\n")
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "  %s\n", terminal.Plain(f.String()))
	}
	if r.Statement != nil {
		printClaims(&b, r)
	}
	for _, id := range r.Unjudged {
		fmt.Fprintf(&b, "not judged   a signature by %s, a key that you did not give\n", terminal.Plain(strconv.QuoteToASCII(id)))
	}
	for _, name := range r.Uncovered {
		fmt.Fprintf(&b, "not covered  %s\n", terminal.Plain(name))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// printClaims prints the claims that a trusted key has signed.
func printClaims(b *strings.Builder, r *certificate.Report) {
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
			fmt.Fprintf(b, "%-12s %s\n", line[0], terminal.Plain(line[1]))
		}
	}
	for _, note := range claims.Notes {
		fmt.Fprintf(b, "%-12s %s\n", "note", terminal.Plain(note))
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

// dialectWords says whether assay can make a forecast for a pair of builds from the certificate.
func dialectWords(claims *certificate.Claims) string {
	missing := pair.NotShown(claims.Side, claims.FullDialect)
	if len(missing) == 0 {
		return "shown in full"
	}
	return "not shown in full; missing: " + strings.Join(missing, ", ")
}

// buildWords returns the name and the digest of the tested build.
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
