package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/visible"
	"github.com/credit-partner/assay/reports"
)

// answersFolder is the folder of the report on the service, inside the report folder of the
// partner build. These are two builds with two results and two ledgers.
const answersFolder = "server"

// concludeBoth reports the partner build and the service that answered it. A recording can show
// that the service is non-conformant, but not that it is conformant. So only a failure of the
// service counts for the exit code.
func (f *partnerFlags) concludeBoth(ctx context.Context, c console, partner *certify.Evidence, scope []string, o certify.PartnerOptions) error {
	server, err := certify.Answers(ctx, scope, o)
	if err != nil {
		return err
	}
	nameProofs(server.Run)
	partner.Run.Notes = append(partner.Run.Notes,
		fmt.Sprintf("assay judged the responses of the service too: %s, see %s/index.html", server.Run.Verdict, answersFolder))
	decision := f.conclude(c, partner)
	var decided exit
	if decision != nil && !errors.As(decision, &decided) {
		return decision
	}
	folder := filepath.Join(f.Out, answersFolder)
	f.Page.Issue(server.Run)
	if err := reports.WriteFolder(folder, server.Run, server.WriteHAR); err != nil {
		return fmt.Errorf("the responses are %s, but assay could not write their report: %w", server.Run.Verdict, err)
	}
	if err := f.printAnswers(c, server.Run, folder); err != nil {
		return err
	}
	if server.Run.Verdict == result.NonConformant {
		return exit(ExitNonConformant)
	}
	return decision
}

// printAnswers prints the result of the service. The json format holds one result only, and that
// is the result of the partner build.
func (f *partnerFlags) printAnswers(c console, run *result.Run, folder string) error {
	switch f.Format {
	case "json":
		return nil
	case "quiet":
		_, err := fmt.Fprintf(c.out, "responses of the service: %s\n", run.Verdict)
		return err
	case "github":
		if err := reports.WriteGitHub(visible.Commands(c.out), run); err != nil {
			return err
		}
	default:
		if _, err := fmt.Fprint(c.out, "\nThe responses of the service:\n\n"); err != nil {
			return err
		}
		if err := printText(c, run, f.Verbose); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(c.out, "\nReport: %s\n", filepath.Join(folder, "index.html"))
	return err
}
