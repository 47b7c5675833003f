package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports"
)

// resultsName is what the result of a run is called in the folder of its report.
const resultsName = "results.json"

func newReport(c console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Render, compare or merge the results of runs",
		Args:  onlyCommands,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRender(c), newDiff(c), newMerge(c))
	return cmd
}

func newRender(c console) *cobra.Command {
	f := &folder{}
	cmd := &cobra.Command{
		Use:   "render RESULTS",
		Short: "Render the report of an earlier result again",
		Long: `render writes every report file from a results.json, or from the folder that
contains one. It does not change exchanges.har. It judges nothing, so the exit
code does not depend on the verdict. The result is another report, with a number of
its own, and names the report that it replaces.`,
		Example: "  assay report render conformance-report --out /tmp/report",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return f.render(c, args[0]) },
	}
	f.page.Add(cmd.Flags())
	cmd.Flags().StringVar(&f.out, "out", "", "folder for the report (default that of RESULTS)")
	return cmd
}

func (f *folder) render(c console, results string) error {
	run, err := readResults(results)
	if err != nil {
		return err
	}
	if err := f.page.Read(&config.Config{}, ""); err != nil {
		return err
	}
	out := f.out
	if out == "" {
		out = filepath.Dir(resultsPath(results))
	}
	if err := uncertified(out); err != nil {
		return err
	}
	f.page.Reissue(run)
	if err := reports.WriteFolder(out, run, nil); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "Report: %s\n", filepath.Join(out, "index.html"))
	return err
}

// uncertified refuses a folder whose files a certificate binds: to write them
// anew would end it.
func uncertified(dir string) error {
	switch _, err := os.Lstat(certificatePath(dir)); {
	case err == nil:
		return fmt.Errorf("%s contains a certificate, which binds its files: choose another folder with --out", dir)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("report folder: %w", err)
	}
	return nil
}

// resultsPath is the results.json that a path means: itself, or the one in it.
func resultsPath(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.Join(path, resultsName)
	}
	return path
}

func readResults(path string) (*result.Run, error) {
	path = resultsPath(path)
	if err := reports.Finished(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	text, err := readRegular(path, mostResults)
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	run, err := reports.ReadJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return run, nil
}
