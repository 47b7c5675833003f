package reports

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/packs"
)

// fileUnfinished marks a folder whose run has not ended. A run writes this file first and removes
// it last.
const fileUnfinished = "UNFINISHED.txt"

const unfinishedText = `A run of assay has not ended, or crashed.
Nothing in this folder is a result.
`

// ErrUnfinished is wrapped by every error about the folder of an unfinished run.
var ErrUnfinished = errors.New("the run that writes here has not ended, or crashed")

// Begin prepares a folder for the report of a run that starts now. It marks the folder as
// unfinished and removes an earlier report with its certificate. Otherwise, if this run crashed,
// the earlier report could be mistaken for its report.
func Begin(dir string) error {
	if err := CheckFolder(dir); err != nil {
		return err
	}
	if err := mark(dir); err != nil {
		return err
	}
	for _, name := range reportFiles {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("report folder: remove the earlier report: %w", err)
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, packs.Folder)); err != nil {
		return fmt.Errorf("report folder: remove the earlier report: %w", err)
	}
	return nil
}

// Finished returns an error if the run of the folder has not ended.
func Finished(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file: name the folder of the report", dir)
	}
	switch _, err := os.Lstat(filepath.Join(dir, fileUnfinished)); {
	case err == nil:
		return fmt.Errorf("%s: %w: run it again", dir, ErrUnfinished)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("report folder: %w", err)
	}
	return nil
}

// mark never follows a link: it makes a new file, or accepts a mark that exists.
func mark(dir string) error {
	file, err := os.OpenFile(filepath.Join(dir, fileUnfinished), os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err == nil {
		_, err = io.WriteString(file, unfinishedText)
		err = errors.Join(err, file.Chmod(fileMode), file.Close())
	}
	if err != nil {
		return fmt.Errorf("report folder: %w", err)
	}
	return nil
}

func unmark(dir string) error {
	if err := os.Remove(filepath.Join(dir, fileUnfinished)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("report folder: %w", err)
	}
	return nil
}

// checkNotCurrent refuses the current folder and its parents, because a report needs a folder of
// its own.
func checkNotCurrent(dir string) error {
	here, err := os.Getwd()
	if err != nil {
		return nil // without a current folder, dir cannot be one of them
	}
	target, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("report folder: %w", err)
	}
	for _, path := range []*string{&here, &target} {
		if real, err := filepath.EvalSymlinks(*path); err == nil {
			*path = real
		}
	}
	if up, err := filepath.Rel(target, here); err == nil && up != ".." && !strings.HasPrefix(up, ".."+string(filepath.Separator)) {
		return fmt.Errorf("report folder: %s is the current folder or a parent of it, and a report needs its own folder: choose another with --out", dir)
	}
	return nil
}

// checkContent refuses a folder that has content but no report of assay. It ignores hidden files,
// and lost+found, which a file system creates in a volume.
func checkContent(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("report folder: %w", err)
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") || e.Name() == "lost+found" })
	if len(entries) == 0 || isResult(filepath.Join(dir, fileJSON)) {
		return nil
	}
	if info, err := os.Lstat(filepath.Join(dir, fileUnfinished)); err == nil && info.Mode().IsRegular() {
		return nil
	}
	return fmt.Errorf("report folder: %s contains %s, and no report of assay: choose another folder with --out", dir, entries[0].Name())
}

// isResult reports whether a file begins like a results.json of assay.
func isResult(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close() // an error does not matter, because the file was only read
	decoder := json.NewDecoder(io.LimitReader(file, 1<<10))
	for range 3 {
		token, err := decoder.Token()
		if err != nil {
			return false
		}
		if text, ok := token.(string); ok && text != "schema" {
			return text == result.Schema
		}
	}
	return false
}
