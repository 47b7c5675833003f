// Package files opens, reads and writes files that a user names or another program wrote: it
// bounds what it reads, and never leaves a file half written.
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

// OpenRegular opens a regular file and nothing else: a pipe would never end, and a
// device give without end. A link that leads out of the file's folder is refused.
func OpenRegular(path string) (*os.File, error) {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer root.Close() // files that are open stay so
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

// ReadRegular reads a regular file of at most so many octets.
func ReadRegular(path string, most int64) (content []byte, err error) {
	file, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return readMost(file, path, most)
}

// ReadBounded reads what somebody names on the command line, which may be a pipe
// that they filled.
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

// WriteNew writes a file that everybody may read, and overwrites none.
func WriteNew(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("%w: choose another path with --out", err)
	}
	_, err = file.Write(content)
	if err = errors.Join(err, file.Chmod(0o644), file.Close()); err != nil { // whatever the umask
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// Replace puts a whole file in the place of another, or leaves that one as it is.
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
