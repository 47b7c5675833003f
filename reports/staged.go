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

// staged are rendered files that are not in their final places yet.
type staged []stagedFile

type stagedFile struct {
	temporary string // path of the rendered file
	name      string // final name of the file
	digest    string // SHA-256 of the rendered file, in hex
	earlier   string // path of the file that was in its place before; empty if there was none
	// inside holds the digests of the files, if this is a folder. An empty folder is not moved
	// into its place.
	inside map[string]string
}

// stage renders every artefact into a temporary file in dir, several at a time. If it fails, it
// still returns the files that it made.
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

// render renders an artefact into a temporary file.
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
		// The umask may have removed bits from the modes.
		err = errors.Join(err, makeFolder(filepath.Dir(path)), os.WriteFile(path, file.Content, file.Mode), os.Chmod(path, file.Mode))
	}
	if err != nil {
		return f, fmt.Errorf("report folder: %w", err)
	}
	return f, nil
}

// stageSigned stages the files that sign makes from the digests of all files. They come last, so
// that they also move into their places last.
func (s *staged) stageSigned(dir string, sign Sign) error {
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

// replace moves all files into their places, or none: if one cannot be moved, the earlier files
// are restored. The mark shows that the process died, if it dies during this.
func (s staged) replace(dir string) error {
	begun := errors.Is(Finished(dir), ErrUnfinished)
	if err := mark(dir); err != nil {
		return err
	}
	for n := range s {
		if err := s[n].put(dir); err != nil {
			err = errors.Join(fmt.Errorf("report folder: %w", err), s[:n+1].restore(dir))
			if begun {
				return err // there is no earlier finished report, so the mark stays
			}
			return errors.Join(err, unmark(dir))
		}
	}
	return unmark(dir)
}

// put moves one file into its place, and keeps the file that was there.
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

// restore moves the earlier files back to their places.
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

// discard removes temporary files: files that were not moved into their places, and files that
// were replaced.
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
