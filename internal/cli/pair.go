package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/cli/signing"
	"github.com/credit-partner/assay/internal/cli/traffic"
	"github.com/credit-partner/assay/internal/pair"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports"
	"github.com/credit-partner/assay/reports/pairing"
)

// pairFlags are the flags of `assay pair`.
type pairFlags struct {
	out, live string
	anyway    bool
	json      bool
	deadline  time.Duration
}

func newPair(c console) *cobra.Command {
	f := &pairFlags{}
	cmd := &cobra.Command{
		Use:   "pair (SERVER PARTNER | DIR | --live URL -- CMD ARGS…)",
		Short: "Say whether a server build and a partner build can work together",
		Long: `pair compares the dialects in the reports of a server build and a partner build: the
forms that one sends and the other accepts, and its limits. It sends no request.

SERVER and PARTNER are report folders, results.json files or certificates. With
one folder, pair compares all servers with all partners whose reports are in it.
With --live, pair runs the command of a partner build against a server build,
through a recording proxy, and judges both sides.

Exit code: 0 yes, 1 no, 2 wrong use, 3 unknown. With several pairs: 1 if any pair is
a no, else 3 if any is unknown.`,
		Example: `  assay pair reports/payments-3.4 reports/checkout-2.1
  assay pair reports --out pairs
  assay pair --live https://sandbox.example -- npm test`,
		Args: func(cmd *cobra.Command, args []string) error { return f.check(args, cmd.ArgsLenAtDash()) },
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), c, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", "", "folder for the page and pairs.json; with --live, for the reports on both sides")
	flags.BoolVar(&f.anyway, "anyway", false, "also compare reports that are not conformant or not complete")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	flags.StringVar(&f.live, "live", "", "address of a server build to run the command against")
	flags.DurationVar(&f.deadline, "deadline", options.DefaultDeadline, "with --live: longest time for the command")
	return cmd
}

func (f *pairFlags) check(args []string, dash int) error {
	switch {
	case f.live != "" && (len(args) == 0 || dash != 0):
		return errors.New("--live needs the command of the partner build: assay pair --live URL -- CMD")
	case f.live == "" && dash >= 0:
		return errors.New("a command needs --live URL, the address of the server build")
	case f.live == "" && len(args) != 1 && len(args) != 2:
		return errors.New("name the report on a server and the report on a partner, or one folder of reports")
	}
	return nil
}

func (f *pairFlags) run(ctx context.Context, c console, args []string) error {
	if f.live != "" {
		return f.runLive(ctx, c, args)
	}
	m, err := f.matrix(args)
	if err != nil {
		return err
	}
	if err := f.write(c, m); err != nil {
		return err
	}
	switch m.Worst() {
	case pair.No:
		return exit(ExitNonConformant)
	case pair.Unknown:
		return exit(ExitInconclusive)
	}
	return nil
}

// write prints the pairs, and writes the page about them if --out is set.
func (f *pairFlags) write(c console, m *pair.Matrix) error {
	if f.out != "" {
		if err := reports.Uncertified(f.out); err != nil {
			return err
		}
		if err := pairing.WriteFolder(f.out, m); err != nil {
			return err
		}
	}
	if f.json {
		return pairing.WriteJSON(c.out, m)
	}
	if err := pairing.WriteText(c.out, m); err != nil || f.out == "" {
		return err
	}
	_, err := fmt.Fprintf(c.out, "\nPage: %s\n", filepath.Join(f.out, "index.html"))
	return err
}

// matrix reads the reports that the arguments name, either two builds or one folder, and compares
// the builds.
func (f *pairFlags) matrix(args []string) (*pair.Matrix, error) {
	if len(args) == 1 {
		return f.folder(args[0])
	}
	server, err := f.build(args[0], result.ServerSide)
	if err != nil {
		return nil, err
	}
	partner, err := f.build(args[1], result.PartnerSide)
	if err != nil {
		return nil, err
	}
	return pair.PredictAll([]pair.Build{server}, []pair.Build{partner}), nil
}

// build reads the report or the certificate of one build. It fails if the build is not of the
// given side.
func (f *pairFlags) build(path string, side result.Side) (pair.Build, error) {
	b, err := readBuild(path)
	switch {
	case err != nil:
		return b, err
	case b.Side != side:
		return b, fmt.Errorf("%s is about a %s build: name the server first, and then the partner", path, b.Side)
	case f.anyway:
		return b, nil
	}
	if err := b.CheckPredictable(); err != nil {
		return b, fmt.Errorf("%w; --anyway compares this one too", err)
	}
	return b, nil
}

// readBuild reads a report, or a certificate if the path is the file of one. It does not verify
// the certificate; `assay certificate verify` does.
func readBuild(path string) (pair.Build, error) {
	name := filepath.Base(filepath.Clean(strings.TrimSuffix(path, reports.ResultsName)))
	if strings.HasSuffix(path, certificate.FileName) {
		content, err := signing.Read(path)
		if err != nil {
			return pair.Build{}, fmt.Errorf("read the certificate: %w", err)
		}
		claims, err := certificate.ReadClaims(content)
		if err != nil {
			return pair.Build{}, fmt.Errorf("%s: %w", path, err)
		}
		return pair.Build{Name: cmp.Or(claims.Target.Build, path), Side: claims.Side, Verdict: claims.Verdict, Scope: claims.Scope, Dialect: claims.FullDialect}, nil
	}
	run, err := reports.ReadResults(path)
	if err != nil {
		return pair.Build{}, err
	}
	return pair.BuildOf(run, name), nil
}

// folder reads all reports below a folder and compares their builds. It leaves out the reports
// that allow no forecast, such as incomplete ones, unless --anyway is set.
func (f *pairFlags) folder(dir string) (*pair.Matrix, error) {
	var servers, partners []pair.Build
	var leftOut []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() != reports.ResultsName {
			return err
		}
		b, err := readBuild(path)
		if err == nil && !f.anyway {
			err = b.CheckPredictable()
		}
		switch {
		case err != nil:
			leftOut = append(leftOut, fmt.Sprintf("%s: %v", path, err))
		case b.Side == result.ServerSide:
			servers = append(servers, b)
		default:
			partners = append(partners, b)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the reports: %w", err)
	}
	if len(servers) == 0 || len(partners) == 0 {
		return nil, fmt.Errorf("%s has %d reports on servers and %d on partners that can be compared: it needs one of each%s", dir, len(servers), len(partners), tellLeftOut(leftOut))
	}
	for _, builds := range [][]pair.Build{servers, partners} {
		slices.SortStableFunc(builds, func(a, b pair.Build) int { return cmp.Compare(a.Name, b.Name) })
	}
	m := pair.PredictAll(servers, partners)
	m.LeftOut = leftOut
	return m, nil
}

func tellLeftOut(leftOut []string) string {
	if len(leftOut) == 0 {
		return ""
	}
	return "; left out: " + strings.Join(leftOut, "; ")
}

// runLive runs a partner build against a server build, through the recording proxy, and judges
// both sides. Each side has its own ledger.
func (f *pairFlags) runLive(ctx context.Context, c console, args []string) error {
	p := &partnerFlags{source: traffic.Source{Command: args, Upstream: f.live, Answers: true, Deadline: f.deadline}}
	flags := pflag.NewFlagSet("live", pflag.ContinueOnError)
	p.AddJudging(flags)
	p.sign = &signing.Run{}
	p.sign.AddFlags(flags)
	p.Pace = recordedPace
	p.Deadline = f.deadline
	p.Out = cmp.Or(f.out, p.Out)
	if f.json {
		p.Format = "json"
	}
	if err := p.Settle(); err != nil {
		return err
	}
	plan, err := p.plan()
	if err != nil {
		return err
	}
	if err := p.beginFolders(); err != nil {
		return err
	}
	o, err := p.source.Through(ctx, c.in, c.err)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // assay also judges the exchanges that it recorded before an interrupt
	evidence, err := certify.Partner(ctx, plan, o)
	if err != nil {
		return err
	}
	if err := p.concludeBoth(ctx, c, evidence, plan.Scope, o); err != nil {
		return err
	}
	if !o.EndedWell {
		fmt.Fprintln(c.err, "The partner build does not work with this server: its command failed.")
		return exit(ExitNonConformant)
	}
	return nil
}
