package pairing

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/credit-partner/assay/internal/pair"
)

// WriteFolder writes the page, and the pairs as JSON, into a folder.
func WriteFolder(dir string, m *pair.Matrix) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("folder of the page: %w", err)
	}
	return errors.Join(
		writeFile(filepath.Join(dir, "index.html"), m, WritePage),
		writeFile(filepath.Join(dir, "pairs.json"), m, WriteJSON))
}

func writeFile(path string, m *pair.Matrix, write func(io.Writer, *pair.Matrix) error) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write the page of pairs: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return write(file, m)
}
