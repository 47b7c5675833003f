// Package reports renders a finished run for the people who read it, sign it, use it in a
// pipeline or discuss it: one HTML file, JUnit, CTRF, Cucumber messages, JSON, Markdown, a badge,
// annotations and plain text. Everything comes from a result.Run alone, so an old result can be
// rendered again.
//
// All text from a target is untrusted. Every writer except WriteJSON first makes it visible
// (control characters, direction marks, invalid UTF-8) and then escapes it for its own format.
package reports

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/html"
	"github.com/credit-partner/assay/reports/packs"
	"github.com/credit-partner/assay/reports/wording"
)

// The files of a report folder.
const (
	fileHTML     = "index.html"
	fileJSON     = "results.json"
	fileJUnit    = "junit.xml"
	fileMarkdown = "summary.md"
	fileBadge    = "badge.svg"
	fileHAR      = "exchanges.har"
	fileCTRF     = "ctrf.json"
	fileMessages = "messages.ndjson"
)

// These two files certify a report; the package certificate makes them.
const (
	fileCertificate = "certificate.json"
	fileSummary     = "summary.intoto.json"
)

// reportFiles are all the files that a report can contain.
var reportFiles = []string{fileHTML, fileJSON, fileJUnit, fileMarkdown, fileBadge, fileHAR, fileCTRF, fileMessages, fileCertificate, fileSummary}

// Digests returns the SHA-256, in hex, of every file that is rendered from a run, by name. The
// recording is not rendered from the run, so it has no digest here.
func Digests(run *result.Run) (map[string]string, error) {
	digests := make(map[string]string)
	for _, a := range artefacts(run, nil) {
		sum := sha256.New()
		if err := a.write(sum); err != nil {
			return nil, fmt.Errorf("report file %s: %w", a.name, err)
		}
		digests[a.name] = hex.EncodeToString(sum.Sum(nil))
	}
	all, err := packs.Files(run)
	for _, file := range all {
		sum := sha256.Sum256(file.Content)
		digests[file.Name] = hex.EncodeToString(sum[:])
	}
	if err != nil {
		return nil, err
	}
	return digests, nil
}

// The modes of a report let the next step of a pipeline read it, for every user and every umask.
// A report contains nothing that must stay secret.
const (
	fileMode   fs.FileMode = 0o644
	folderMode fs.FileMode = 0o755
)

// artefact is one file of the folder, with the function that renders it.
type artefact struct {
	name  string
	write func(io.Writer) error
}

// CheckFolder checks before a run that a report can be written into dir. It creates the folder,
// and writes and removes a test file. It refuses a folder that has other content than a report of
// assay, and a folder with a subfolder where a report file belongs.
func CheckFolder(dir string) error {
	if err := checkNotCurrent(dir); err != nil {
		return err
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("report folder: %s is a file: choose a folder with --out", dir)
	}
	if err := makeFolder(dir); err != nil {
		return fmt.Errorf("report folder: %w: choose another with --out", err)
	}
	for _, name := range reportFiles {
		path := filepath.Join(dir, name)
		info, err := os.Lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return fmt.Errorf("report folder: %w", err)
		case info.IsDir():
			return fmt.Errorf("report folder: %s is a folder, but assay writes a report file there: move the folder", path)
		}
	}
	if err := checkContent(dir); err != nil {
		return err
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

// WriteFolder writes the whole report into dir, which it creates. From the run come index.html,
// results.json, junit.xml, ctrf.json, messages.ndjson, summary.md and badge.svg, and the folder
// repro if something failed. From har comes exchanges.har; if har is nil, an existing
// exchanges.har stays as it is. All files are rendered first and then renamed to their places one
// by one. If an error occurs, an earlier report stays as it was. During the renaming the folder
// is marked as unfinished, in case the process dies.
func WriteFolder(dir string, run *result.Run, har func(io.Writer) error) error {
	return WriteSigned(dir, run, har, nil)
}

// Sign makes the files that certify a report, by name. Its argument holds the digests of the
// files of the report, SHA-256 in hex, by name.
type Sign func(digests map[string]string) (map[string][]byte, error)

// WriteSigned writes a report as WriteFolder does, together with the files that sign makes from
// the digests of the report's files. If sign fails, the folder stays as it is.
func WriteSigned(dir string, run *result.Run, har func(io.Writer) error, sign Sign) error {
	if err := CheckFolder(dir); err != nil {
		return err
	}
	all, err := stage(dir, artefacts(run, har))
	if err == nil {
		var folder stagedFile
		folder, err = stageFolder(dir, run)
		all = append(all, folder)
	}
	if err == nil && sign != nil {
		err = all.stageSigned(dir, sign)
	}
	if err == nil {
		err = all.replace(dir)
	}
	return errors.Join(err, all.discard())
}

func artefacts(run *result.Run, har func(io.Writer) error) []artefact {
	type writer func(io.Writer, *result.Run) error
	of := func(write writer) func(io.Writer) error {
		return func(w io.Writer) error { return write(w, run) }
	}
	visible := sync.OnceValue(func() *result.Run { return wording.Sanitized(run) })
	ofVisible := func(write writer) func(io.Writer) error {
		return func(w io.Writer) error { return write(w, visible()) }
	}
	all := []artefact{
		{fileHTML, of(html.Write)}, {fileJSON, of(WriteJSON)}, {fileJUnit, ofVisible(writeJUnit)},
		{fileMarkdown, ofVisible(writeMarkdown)}, {fileBadge, of(WriteBadge)},
		{fileCTRF, ofVisible(writeCTRF)}, {fileMessages, ofVisible(writeMessages)},
	}
	if har != nil {
		all = append(all, artefact{fileHAR, har})
	}
	return all
}

// fill writes an artefact into a file and into its checksum.
func fill(f *os.File, sum io.Writer, write func(io.Writer) error) error {
	buffered := bufio.NewWriterSize(io.MultiWriter(f, sum), 64*1024)
	err := write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = f.Chmod(fileMode)
	}
	return errors.Join(err, f.Close())
}

// makeFolder makes a folder and its missing parents. A folder that exists already keeps its mode,
// because it may belong to someone else.
func makeFolder(dir string) error {
	err := os.Mkdir(dir, folderMode)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeFolder(filepath.Dir(filepath.Clean(dir))); err != nil {
			return err
		}
		err = os.Mkdir(dir, folderMode)
	}
	if err == nil {
		return os.Chmod(dir, folderMode)
	}
	if info, statErr := os.Stat(dir); statErr == nil && info.IsDir() {
		return nil
	}
	return err
}
