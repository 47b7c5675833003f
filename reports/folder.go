package reports

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/credit-partner/assay/internal/result"
)

// The files of a report folder.
const (
	fileHTML     = "index.html"
	fileJSON     = "results.json"
	fileJUnit    = "junit.xml"
	fileMarkdown = "summary.md"
	fileBadge    = "badge.svg"
	fileHAR      = "exchanges.har"
)

// artefact is one file of the folder and what renders it.
type artefact struct {
	name  string
	write func(io.Writer) error
}

// CheckFolder tells before a run whether a report can be written into dir: it
// creates the folder, writes and removes a probe, and refuses when something
// other than a file stands where a report belongs.
func CheckFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("report folder: %w: choose another with --out", err)
	}
	for _, name := range []string{fileHTML, fileJSON, fileJUnit, fileMarkdown, fileBadge, fileHAR} {
		path := filepath.Join(dir, name)
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return fmt.Errorf("report folder: %w", err)
		case info.IsDir():
			return fmt.Errorf("report folder: %s is a folder, a report file belongs there: move it away", path)
		}
	}
	probe, err := os.CreateTemp(dir, ".assay-*")
	if err != nil {
		return fmt.Errorf("report folder: %w: choose another with --out", err)
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return fmt.Errorf("report folder: %w", err)
	}
	return nil
}

// WriteFolder writes the whole report into dir, which it creates: index.html,
// results.json, junit.xml, summary.md and badge.svg from the run, exchanges.har
// from har. A nil har leaves an exchanges.har that is there as it is. All files
// are rendered before the first one takes its place, each by a rename, so a
// failure on the way leaves an earlier report untouched. Only the owner can
// read them: they hold evidence.
func WriteFolder(dir string, run *result.Run, har func(io.Writer) error) error {
	if err := CheckFolder(dir); err != nil {
		return err
	}
	staged, err := stage(dir, artefacts(run, har))
	if err != nil {
		return errors.Join(err, discard(staged))
	}
	for temporary, name := range staged {
		if err := os.Rename(temporary, filepath.Join(dir, name)); err != nil {
			return errors.Join(fmt.Errorf("report folder: %w", err), discard(staged))
		}
		delete(staged, temporary)
	}
	return nil
}

func artefacts(run *result.Run, har func(io.Writer) error) []artefact {
	of := func(write func(io.Writer, *result.Run) error) func(io.Writer) error {
		return func(w io.Writer) error { return write(w, run) }
	}
	all := []artefact{
		{fileHTML, of(WriteHTML)}, {fileJSON, of(WriteJSON)}, {fileJUnit, of(WriteJUnit)},
		{fileMarkdown, of(WriteMarkdown)}, {fileBadge, of(WriteBadge)},
	}
	if har != nil {
		all = append(all, artefact{fileHAR, har})
	}
	return all
}

// stage renders every artefact into a temporary file in dir. It returns what it
// made, temporary path to final name, even when it fails.
func stage(dir string, all []artefact) (map[string]string, error) {
	staged := make(map[string]string, len(all))
	for _, a := range all {
		f, err := os.CreateTemp(dir, ".assay-*")
		if err != nil {
			return staged, fmt.Errorf("report folder: %w", err)
		}
		staged[f.Name()] = a.name
		if err := fill(f, a.write); err != nil {
			return staged, fmt.Errorf("report file %s: %w", a.name, err)
		}
	}
	return staged, nil
}

func fill(f *os.File, write func(io.Writer) error) error {
	buffered := bufio.NewWriterSize(f, 64*1024)
	err := write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	return errors.Join(err, f.Close())
}

// discard removes temporary files that did not take their place.
func discard(staged map[string]string) error {
	var errs []error
	for temporary := range staged {
		if err := os.Remove(temporary); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
