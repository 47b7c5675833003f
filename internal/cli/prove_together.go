package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/faults/proof"
	"github.com/credit-partner/assay/internal/visible"
)

// usualSets is the number of sets if --sets is not given.
const usualSets = 200

// proveCompounds plants several faults at once, and prints the result of each compound.
func (f *proveFlags) proveCompounds(ctx context.Context, c console) error {
	if f.variants {
		return errors.New("--variants judges each legal variant alone: for faults over variants, use --over with --together")
	}
	if f.list {
		return errors.New("--list prints the catalogue of single faults: remove --together, --sets and --with")
	}
	o, err := f.compoundOptions()
	if err != nil {
		return err
	}
	all, err := f.catalogue()
	if err != nil {
		return err
	}
	bar := terminal.NewCounter(c.err, "sets")
	o.Progress = bar.Count
	matrix, ended := all.ProveTogether(ctx, o)
	bar.Done()
	if ended != nil && (matrix == nil || len(matrix.Compounds) == 0) {
		return ended
	}
	if err := errors.Join(f.writeMatrix(c, matrix), ended); err != nil {
		return err // an interrupted proof shows what it has tried
	}
	if !matrix.Holds() {
		return exit(ExitNonConformant)
	}
	return nil
}

// proveVariantSets judges legal builds that have several legal variants each.
func (f *proveFlags) proveVariantSets(ctx context.Context, c console) error {
	if f.together > 0 || f.with != "" || f.list || len(f.only) > 0 || f.sets < 0 {
		return errors.New("--variants --over judges legal builds: use it with --sets, --seed, --all and --json only")
	}
	all, err := f.catalogue()
	if err != nil {
		return err
	}
	bar := terminal.NewCounter(c.err, "builds")
	matrix, ended := all.ProveVariantsTogether(ctx, proof.Together{Variants: f.over, Sets: cmp.Or(f.sets, usualSets), Seed: f.seed, Workers: f.workers, Progress: bar.Count})
	bar.Done()
	if ended != nil && (matrix == nil || len(matrix.Sets) == 0) {
		return ended
	}
	if f.json {
		err = writeJSON(c.out, matrix)
	} else {
		err = matrix.Write(c.out, f.all)
	}
	if err := errors.Join(err, ended); err != nil {
		return err
	}
	if !matrix.Holds() {
		return exit(ExitNonConformant)
	}
	return nil
}

func writeJSON(w io.Writer, matrix any) error {
	encoder := json.NewEncoder(visible.JSON(w))
	encoder.SetIndent("", "  ")
	return encoder.Encode(matrix)
}

func (f *proveFlags) writeMatrix(c console, matrix *proof.CompoundProof) error {
	if !f.json {
		return matrix.Write(c.out, f.all)
	}
	return writeJSON(c.out, matrix)
}

// compoundOptions turns the flags into the options that say which sets of faults to draw.
func (f *proveFlags) compoundOptions() (proof.Together, error) {
	o := proof.Together{Only: f.only, Size: f.together, Sets: f.sets, Seed: f.seed, With: f.with, Variants: f.over, Workers: f.workers}
	switch {
	case f.sets < 0 || f.together < 0 || f.over < 0:
		return o, fmt.Errorf("--together %d, --sets %d, --over %d: all are positive numbers", f.together, f.sets, f.over)
	case f.with != "" && f.together > 2:
		return o, fmt.Errorf("--with %s makes pairs: remove --together %d", f.with, f.together)
	case f.with != "":
		o.Size = 2
	case f.together == 0:
		return o, errors.New("--sets sets the number of sets: set their size with --together")
	case f.sets == 0:
		o.Sets = usualSets
	}
	return o, nil
}
