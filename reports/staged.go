package reports

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/packs"
)

// staged are rendered files that have not taken their places yet.
type staged []stagedFile

type stagedFile struct {
	temporary string // path of what was rendered
	name      string // of the file that it becomes
	digest    string // SHA-256 of what was rendered, in hex
	earlier   string // path of what stood in its place before; empty: nothing did
	// inside are the digests of its files, where it is a folder; one without files is
	// not put into its place.
	inside map[string]string
}

// stage renders every artefact into a temporary file in dir, several at a time. It
// returns what it made even when it fails.
func stage(dir string, all []artefact) (staged, error) {
	made := make(staged, len(all))
	var rendering errgroup.Group
	rendering.SetLimit(runtime.GOMAXPROCS(0))
	for n, a := range all {
		rendering.Go(func() error { return made[n].render(dir, a) })
	}
	err := rendering.Wait()
	return slices.DeleteFunc(made, func(f stagedFile) bool { return f.temporary == "" }), err
}

// render makes the temporary file of an artefact.
func (s *stagedFile) render(dir string, a artefact) error {
	f, err := os.CreateTemp(dir, ".assay-*")
	if err != nil {
		return fmt.Errorf("report folder: %w", err)
	}
	sum := sha256.New()
	s.temporary, s.name = f.Name(), a.name
	if err := fill(f, sum, a.write); err != nil {
		return fmt.Errorf("report file %s: %w", a.name, err)
	}
	s.digest = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// stageFolder writes all packs into a temporary folder in dir.
func stageFolder(dir string, run *result.Run) (f stagedFile, err error) {
	all, err := packs.Files(run)
	if err != nil {
		return f, err
	}
	f = stagedFile{name: packs.Folder, inside: make(map[string]string)}
	if f.temporary, err = os.MkdirTemp(dir, ".assay-*"); err != nil {
		return f, fmt.Errorf("report folder: %w", err)
	}
	err = os.Chmod(f.temporary, folderMode)
	for _, file := range all {
		path := filepath.Join(f.temporary, filepath.FromSlash(strings.TrimPrefix(file.Name, packs.Folder+"/")))
		sum := sha256.Sum256(file.Content)
		f.inside[file.Name] = hex.EncodeToString(sum[:])
		// The umask may have taken from the mode of what is made.
		err = errors.Join(err, makeFolder(filepath.Dir(path)), os.WriteFile(path, file.Content, file.Mode), os.Chmod(path, file.Mode))
	}
	if err != nil {
		return f, fmt.Errorf("report folder: %w", err)
	}
	return f, nil
}

// bind stages what sign makes of the digests of all files, behind them: what binds
// them takes its place last.
func (s *staged) bind(dir string, sign Sign) error {
	digests := make(map[string]string, len(*s))
	for _, f := range *s {
		if f.inside == nil {
			digests[f.name] = f.digest
		}
		maps.Copy(digests, f.inside)
	}
	made, err := sign(digests)
	if err != nil {
		return err
	}
	var more []artefact
	for _, name := range slices.Sorted(maps.Keys(made)) {
		more = append(more, artefact{name, func(w io.Writer) error {
			_, err := w.Write(made[name])
			return err
		}})
	}
	bound, err := stage(dir, more)
	*s = append(*s, bound...)
	return err
}

// replace puts every file into its place, or none: where one cannot be put, the
// earlier ones are put back. Where the process dies meanwhile, the mark says so.
func (s staged) replace(dir string) error {
	begun := errors.Is(Finished(dir), ErrUnfinished)
	if err := mark(dir); err != nil {
		return err
	}
	for n := range s {
		if err := s[n].put(dir); err != nil {
			err = errors.Join(fmt.Errorf("report folder: %w", err), s[:n+1].restore(dir))
			if begun {
				return err // there is no earlier report to be finished with
			}
			return errors.Join(err, unmark(dir))
		}
	}
	return unmark(dir)
}

// put puts one file into its place, and keeps what stood there.
func (f *stagedFile) put(dir string) error {
	place := filepath.Join(dir, f.name)
	earlier := f.temporary + ".old"
	switch err := os.Rename(place, earlier); {
	case err == nil:
		f.earlier = earlier
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if f.inside != nil && len(f.inside) == 0 {
		return nil
	}
	return os.Rename(f.temporary, place)
}

// restore puts back what stood in the places before.
func (s staged) restore(dir string) error {
	for n := range s {
		f := &s[n]
		place := filepath.Join(dir, f.name)
		if err := os.RemoveAll(place); err != nil {
			return err
		}
		if f.earlier == "" {
			continue
		}
		if err := os.Rename(f.earlier, place); err != nil {
			return err
		}
		f.earlier = ""
	}
	return nil
}

// discard removes temporary files: what did not take its place, and what was
// replaced.
func (s staged) discard() error {
	var errs []error
	for _, f := range s {
		for _, path := range []string{f.temporary, f.earlier} {
			if path == "" {
				continue
			}
			if err := os.RemoveAll(path); err != nil {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}
