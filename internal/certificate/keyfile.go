package certificate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// keyMode lets nobody but the owner read a private key.
const keyMode fs.FileMode = 0o600

// WriteKey writes a private key to a new file that only its owner can read. It
// never overwrites: a lost key cannot be made again. If the file exists, the
// error is fs.ErrExist; on any other error no file is left behind.
func WriteKey(path string, private []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, keyMode)
	if err != nil {
		return fmt.Errorf("write the private key to a new file: %w", err)
	}
	_, err = file.Write(private)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write the private key: %w", errors.Join(err, os.Remove(path)))
	}
	return nil
}
