package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/faults/pairs"
	partnerfaults "github.com/credit-partner/assay/internal/faults/partner"
	"github.com/credit-partner/assay/internal/faults/proof"
	serverfaults "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/visible"
)

// proveFlags are the flags of `assay prove`.
type proveFlags struct {
	legalBuilds
	proofOutput
	only    []string
	quick   bool
	side    string
	seed    int64
	workers int

	together int
	sets     int
	with     string
	over     int
}

// proofOutput selects what `assay prove` prints.
type proofOutput struct {
	json bool
	all  bool // every fault, not only those that their own requirement does not kill
	list bool // the catalogue alone
}

// legalBuilds selects what `assay prove` shows about the legal builds.
type legalBuilds struct {
	variants bool // that each of them is conformant
	pairs    bool // that the forecast for two of them is right
}

func newProve(c console) *cobra.Command {
	f := &proveFlags{}
	cmd := &cobra.Command{
		Use:   "prove",
		Short: "Run the suite against every planted fault and print the result",
		Long: `prove plants the faults of a catalogue in the embedded reference, one at a time,
and runs the suite against each. With --side partner, the faults are in the sample
partner. A fault is killed if the requirement that it breaks fails. It is killed
elsewhere if only other requirements fail. It survives if no requirement fails.

These flags select what else prove runs:
  --variants           also the suite against every legal variant
  --variants --over 8  only the suite against legal builds of eight variants each
  --together 3         only sets of three faults at once
  --together 3 --over 8
                       the same, in legal builds of eight variants each
  --with GROUP         only pairs of a fault of the group and another fault of its endpoint
  --pairs              only every legal server against every legal partner, compared
                       with the forecast of assay pair; this takes some minutes
--sets limits the number of sets or pairs. All but --pairs work with --side server and
with --side partner.

With --quick, prove runs only the requirement that a fault breaks, and the whole
suite if that does not find the fault. This takes a fifth of the time, and does not
show which other requirements fail.

Exit code: 1 if a fault survives, if a requirement has no fault, if the suite
fails a legal variant, or if a forecast is wrong.`,
		Example: `  assay prove
  assay prove --quick
  assay prove --all --only 'STA-*'
  assay prove --json --only update-purchases-not-stored
  assay prove --list
  assay prove --variants
  assay prove --side partner
  assay prove --side partner --variants --over 8 --sets 60`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), c) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.side, "side", string(result.ServerSide), "side of the faults: server or partner")
	flags.StringSliceVar(&f.only, "only", nil, "faults to plant: an id or a requirement, with * (STA-*, create-limit-*)")
	flags.BoolVar(&f.json, "json", false, "print every verdict as JSON")
	flags.BoolVar(&f.all, "all", false, "print every fault, not only those that their own requirement does not kill")
	flags.BoolVar(&f.list, "list", false, "print the catalogue, and plant nothing")
	flags.BoolVar(&f.quick, "quick", false, "run the whole suite only against faults that their own requirement alone does not find")
	flags.Int64Var(&f.seed, "seed", 1, "amounts, names and texts of the runs")
	flags.BoolVar(&f.variants, "variants", false, "judge the legal variants too: each must be conformant")
	flags.BoolVar(&f.pairs, "pairs", false, "run every legal server against every legal partner, to prove the forecast of assay pair")
	flags.IntVar(&f.together, "together", 0, "plant this many faults at once, in random sets")
	flags.IntVar(&f.sets, "sets", 0, "number of sets for --together and for --variants --over (200), or of pairs for --with (all)")
	flags.IntVar(&f.over, "over", 0, "number of legal variants in each build of --together, or of --variants")
	flags.StringVar(&f.with, "with", "", "pair each fault of a group (auth) with each other fault of its endpoint")
	flags.IntVar(&f.workers, "workers", 4*runtime.GOMAXPROCS(0), "number of builds to certify at the same time")
	for _, other := range []string{"together", "with", "over", "sets", "pairs"} {
		cmd.MarkFlagsMutuallyExclusive("quick", other)
	}
	return cmd
}

func (f *proveFlags) run(ctx context.Context, c console) error {
	if f.workers < 1 || f.seed < 0 {
		return fmt.Errorf("--workers %d, --seed %d: both are positive numbers", f.workers, f.seed)
	}
	if f.pairs {
		return f.provePairs(ctx, c)
	}
	if f.variants && f.over > 0 {
		return f.proveVariantSets(ctx, c)
	}
	if f.together > 0 || f.with != "" || f.sets > 0 {
		return f.proveCompounds(ctx, c)
	}
	catalogue, err := f.catalogue()
	if err != nil {
		return err
	}
	if f.list {
		return listFaults(c.out, catalogue, f.only)
	}
	return f.prove(ctx, c, catalogue)
}

// catalogue returns all planted faults of the side that --side names.
func (f *proveFlags) catalogue() (*proof.Catalogue, error) {
	switch result.Side(f.side) {
	case result.ServerSide:
		return proof.Server(f.seed, serverfaults.Catalogue())
	case result.PartnerSide:
		return proof.Partner(partnerfaults.Catalogue())
	}
	return nil, fmt.Errorf("--side %q: it is server or partner", f.side)
}

// prove runs the suite against the faults and prints the result of each.
func (f *proveFlags) prove(ctx context.Context, c console, catalogue *proof.Catalogue) error {
	bar := terminal.NewCounter(c.err, "faults")
	if f.variants {
		bar = terminal.NewCounter(c.err, "builds")
	}
	matrix, err := catalogue.Prove(ctx, proof.Options{Only: f.only, Variants: f.variants, Quick: f.quick, Workers: f.workers, Progress: bar.Count})
	bar.Done()
	if err != nil {
		return err
	}
	if err := f.print(c.out, matrix); err != nil {
		return err
	}
	if !matrix.Holds() {
		return exit(ExitNonConformant)
	}
	return nil
}

func (f *proveFlags) print(w io.Writer, matrix *proof.Proof) error {
	if f.json {
		return writeJSON(w, matrix)
	}
	return matrix.Write(w, f.all)
}

func listFaults(w io.Writer, catalogue *proof.Catalogue, only []string) error {
	chosen, err := catalogue.Choose(only)
	if err != nil {
		return err
	}
	for _, n := range chosen {
		f := catalogue.Faults[n]
		if _, err := fmt.Fprintf(w, "%s  %s  %s\n", f.Breaks, f.ID, f.Why); err != nil {
			return err
		}
	}
	return nil
}

// provePairs runs every legal server against every legal partner, and prints each forecast beside
// the result.
func (f *proveFlags) provePairs(ctx context.Context, c console) error {
	bar := terminal.NewCounter(c.err, "builds and pairs")
	table, err := pairs.Run(ctx, pairs.Options{Parallel: runtime.GOMAXPROCS(0), Progress: bar.Count})
	bar.Done()
	if err != nil {
		return err
	}
	if f.json {
		err = json.NewEncoder(visible.JSON(c.out)).Encode(table)
	} else {
		err = table.Write(c.out)
	}
	if err == nil && !table.Holds() {
		return exit(ExitNonConformant)
	}
	return err
}
