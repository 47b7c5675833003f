package reports

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/credit-partner/assay/internal/files"
	"github.com/credit-partner/assay/internal/result"
)

// ResultsName and RecordingName are the file names of the result and the recording in a report.
const (
	ResultsName   = fileJSON
	RecordingName = fileHAR
)

// maxResults is the largest results.json that is read, in octets.
const maxResults = 1 << 29

// ResultsPath returns the results.json for a path: the path itself, or the file in it if the path
// is a folder.
func ResultsPath(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.Join(path, ResultsName)
	}
	return path
}

// ReadResults reads the results.json of a finished report: path names it or its folder.
func ReadResults(path string) (*result.Run, error) {
	path = ResultsPath(path)
	if err := Finished(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	text, err := files.ReadRegular(path, maxResults)
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	run, err := ReadJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return run, nil
}

// OpenFolder opens the folder of a finished report. A link in the folder cannot lead outside of
// it.
func OpenFolder(dir string) (*os.Root, error) {
	if err := Finished(dir); err != nil {
		return nil, fmt.Errorf("open the report: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the report: %w", err)
	}
	return root, nil
}

// Uncertified refuses a folder with a certificate: writing its files again would make the
// certificate invalid.
func Uncertified(dir string) error {
	switch _, err := os.Lstat(filepath.Join(dir, fileCertificate)); {
	case err == nil:
		return fmt.Errorf("%s contains a certificate, which binds its files: choose another folder with --out", dir)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("report folder: %w", err)
	}
	return nil
}
