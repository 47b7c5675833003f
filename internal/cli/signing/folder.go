package signing

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/files"
	"github.com/credit-partner/assay/reports"
)

// The largest number of octets that assay reads of a key file and of a certificate.
const (
	maxKey         = 64 << 10
	maxCertificate = 4 << 20
)

// Path returns the path of the certificate of a report.
func Path(dir string) string { return filepath.Join(dir, certificate.FileName) }

// Folder signs the report in a folder with the private key in a file. It fails with a
// *certificate.Refused if the run cannot be certified.
func Folder(dir, keyFile string, o certificate.SignOptions) error {
	key, err := privateKey(keyFile)
	if err != nil {
		return err
	}
	report, err := reports.OpenFolder(dir)
	if err != nil {
		return err
	}
	defer report.Close() // only read: an error does not matter
	o.Suite, o.Program = thisSuite(), thisProgram()
	envelope, err := certificate.Sign(report.FS(), key, o)
	if err != nil {
		return err
	}
	summary, err := certificate.Summarize(envelope, key)
	if err != nil {
		return err
	}
	if err := files.Replace(filepath.Join(dir, certificate.SummaryName), summary); err != nil {
		return err
	}
	return files.Replace(Path(dir), envelope)
}

// Verify checks the certificate of the report in a folder, and the summary beside it if there is
// one.
func Verify(dir string, keys []ed25519.PublicKey, o certificate.VerifyOptions) (*certificate.Report, error) {
	report, err := reports.OpenFolder(dir)
	if err != nil {
		return nil, err
	}
	defer report.Close() // only read: an error does not matter
	envelope, err := Read(Path(dir))
	if err != nil {
		return nil, fmt.Errorf("there is no certificate to verify: %w", err)
	}
	found := certificate.Verify(envelope, keys, report.FS(), o)
	switch summary, err := Read(filepath.Join(dir, certificate.SummaryName)); {
	case err == nil:
		found.CheckSummary(summary, envelope, keys)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	return found, nil
}

// Read reads the file of a certificate.
func Read(path string) ([]byte, error) { return files.ReadRegular(path, maxCertificate) }

func privateKey(path string) (ed25519.PrivateKey, error) {
	if path == "" {
		return nil, errors.New("no key: set --key, or make a key with `assay certificate keygen`")
	}
	text, err := files.ReadBounded(path, maxKey)
	if err != nil {
		return nil, fmt.Errorf("--key: %w", err)
	}
	key, err := certificate.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("--key %s: %w", path, err)
	}
	return key, nil
}

// TrustedKeys reads the public keys in the given files. It fails if there are no files.
func TrustedKeys(paths []string) ([]ed25519.PublicKey, error) {
	if len(paths) == 0 {
		return nil, errors.New("no key to trust: set --key to the public key of the signer")
	}
	var all []ed25519.PublicKey
	for _, path := range paths {
		text, err := files.ReadBounded(path, maxKey)
		if err != nil {
			return nil, fmt.Errorf("--key: %w", err)
		}
		keys, err := certificate.ParsePublicKeys(text)
		if err != nil {
			return nil, fmt.Errorf("--key %s: %w", path, err)
		}
		all = append(all, keys...)
	}
	return all, nil
}
