package cli

import (
	"context"
	"encoding/json"
	"runtime"

	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/faults/pairs"
	"github.com/credit-partner/assay/internal/visible"
)

// provePairs runs every legal server against every legal partner, and prints what was
// foretold beside what came of it.
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
