package reports

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// The modes of a report let the next step of a pipeline read it, whoever runs it,
// and whatever the umask of this step. What must not be read is not in it.
const (
	fileMode   fs.FileMode = 0o644
	folderMode fs.FileMode = 0o755
)

// makeFolder makes a folder and those above it that are missing. A folder that is
// there keeps its mode: it is somebody's.
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
