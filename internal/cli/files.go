package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// The most octets that are read of one file.
const (
	mostResults     = 1 << 29
	mostCertificate = 4 << 20
)

var errNotRegular = errors.New("not a regular file")

// openRegular opens a regular file and nothing else: a pipe would never end, and a
// device give without end. A link that leads out of the file's folder is refused.
func openRegular(path string) (*os.File, error) {
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

// readRegular reads a regular file of at most so many octets.
func readRegular(path string, most int64) (content []byte, err error) {
	file, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return readMost(file, path, most)
}

// readBounded reads what somebody names on the command line, which may be a pipe
// that they filled.
func readBounded(path string, most int64) (content []byte, err error) {
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

// writeNew writes a file that everybody may read, and overwrites none.
func writeNew(path string, content []byte) error {
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
