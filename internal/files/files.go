// Package files opens, reads and writes files that a user names or another program wrote. It
// limits how much it reads, and never leaves a half-written file.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

var errNotRegular = errors.New("not a regular file")

// OpenRegular opens a file only if it is a regular file: a pipe or a device could give data
// without end. It refuses a link that leads out of the folder of the file.
func OpenRegular(path string) (*os.File, error) {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer root.Close() // an open file stays open
	name := filepath.Base(path)
	info, err := root.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errNotRegular}
	}
	return root.Open(name)
}

// ReadRegular reads a regular file with at most the given number of octets.
func ReadRegular(path string, most int64) (content []byte, err error) {
	file, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return readMost(file, path, most)
}

// ReadBounded reads a file, with at most the given number of octets, that a user names on the
// command line. It may be a pipe.
func ReadBounded(path string, most int64) (content []byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return readMost(file, path, most)
}

func readMost(r io.Reader, path string, most int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if int64(len(content)) > most {
		return nil, fmt.Errorf("read %s: it is larger than %d bytes", path, most)
	}
	return content, nil
}

// WriteNew writes a file that everyone may read. It never overwrites a file.
func WriteNew(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("%w: choose another path with --out", err)
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Chmod(0o644), file.Close()); err != nil { // for every umask
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// Replace replaces a file by a new one. If it fails, the old file stays as it is.
func Replace(path string, content []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".assay-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Chmod(0o644)
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, errors.Join(err, os.Remove(file.Name())))
	}
	return nil
}
