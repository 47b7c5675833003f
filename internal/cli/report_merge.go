package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/files"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/reports"
)

// mergeFlags are the flags of `assay report merge`.
type mergeFlags struct {
	out, deviations, format string
}

func newMerge(c console) *cobra.Command {
	f := &mergeFlags{}
	cmd := &cobra.Command{
		Use:   "merge PART… --out DIR",
		Short: "Merge the parts of one run",
		Long: `merge judges the parts of a run, made with --shard, as one run, and writes its
report. It refuses parts that miss a planned check, overlap, or differ in suite,
target, settings or seed. It also merges the recordings of the parts.

Exit code: the same as for the run; 2 if the parts are not one complete run.`,
		Example: "  assay report merge part-1 part-2 part-3 --out conformance-report",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return f.run(c, args) },
	}
	cmd.Flags().StringVar(&f.out, "out", "", "folder for the merged report")
	cmd.Flags().StringVar(&f.deviations, "deviations", "", "file of known failures that you accept for now")
	cmd.Flags().StringVar(&f.format, "format", "text", options.FormatUsage)
	return cmd
}

func (f *mergeFlags) run(c console, paths []string) error {
	if f.out == "" {
		return errors.New("no folder for the report: set --out")
	}
	if err := options.CheckFormat(f.format); err != nil {
		return err
	}
	if err := reports.Uncertified(f.out); err != nil {
		return err
	}
	merged, err := mergeParts(paths)
	if err != nil {
		return err
	}
	har, err := f.recording(merged)
	if err != nil {
		return err
	}
	accepted, err := loadDeviations(f.deviations, merged.Run.Side)
	if err != nil {
		return err
	}
	whole := &runFlags{accepted: accepted}
	whole.Out, whole.Format = f.out, f.format
	return whole.report(c, merged.Run, har)
}

func mergeParts(paths []string) (*certify.Merged, error) {
	var parts []certify.Part
	for _, path := range paths {
		run, err := reports.ReadResults(path)
		if err != nil {
			return nil, err
		}
		parts = append(parts, certify.Part{Name: reports.ResultsPath(path), Run: run})
	}
	ledger, err := certify.Ledger(parts[0].Run.Side)
	if err != nil {
		return nil, err
	}
	merged, err := certify.Merge(parts, ledger, certify.Digest())
	if err != nil {
		return nil, err
	}
	// Each part was redacted with its own settings. Masked details stay masked, and details that
	// were shown on purpose stay visible. Secrets are cut again.
	certify.Redact(merged.Run, redact.New(redact.Options{FullEvidence: true}))
	return merged, nil
}

// recording returns a function that writes the merged recording. The function is nil if no part
// has a recording. If only some parts have one, evidence is lost, and recording fails.
func (f *mergeFlags) recording(merged *certify.Merged) (func(io.Writer) error, error) {
	var all []recording.Part
	var missing []string
	for n, p := range merged.Order {
		path := filepath.Join(filepath.Dir(p.Name), reports.RecordingName)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, path)
			continue
		}
		all = append(all, recording.Part{
			Name: path, Renamed: merged.Renamed[n],
			Open: func() (io.ReadCloser, error) { return files.OpenRegular(path) },
		})
	}
	switch {
	case len(missing) == 0:
		return func(w io.Writer) error {
			return recording.MergeHAR(w, recording.Creator{Name: "assay", Version: certify.Version()}, all)
		}, nil
	case len(all) > 0:
		return nil, fmt.Errorf("%s is missing, though other parts have a recording", missing[0])
	}
	if _, err := os.Lstat(filepath.Join(f.out, reports.RecordingName)); err == nil {
		return nil, fmt.Errorf("%s contains the %s of another run, and the parts have none: choose another folder with --out", f.out, reports.RecordingName)
	}
	return nil, nil
}
