package certificate

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// FileName is what a certificate is called in the folder of its report. A file
// of that name is never a subject of a certificate.
const FileName = "certificate.json"

// SummaryName is what the summary for admission gates is called beside it.
const SummaryName = "summary.intoto.json"

// The files that every report has, and that a certificate always binds.
const (
	resultsFile  = "results.json"
	evidenceFile = "exchanges.har"
)

// mostOctets bounds what is read into memory at once.
const mostOctets = 1 << 30

// errNotRegular is the trouble with what cannot be hashed, such as a pipe, which
// would never end.
var errNotRegular = errors.New("not a regular file")

// reportFiles lists what a certificate binds: every file of the report, in
// order, in folders below it too. Hidden files and the certificate are left
// out. What is no regular file is listed like one, and cannot be opened later.
func reportFiles(report fs.FS) ([]string, error) {
	var names []string
	err := fs.WalkDir(report, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && hidden(name):
			return fs.SkipDir
		case entry.IsDir() || hidden(name) || name == FileName || name == SummaryName:
			return nil
		}
		names = append(names, name)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the files of the report: %w", err)
	}
	return names, nil
}

func hidden(name string) bool {
	return name != "." && strings.HasPrefix(path.Base(name), ".")
}

// open opens a regular file and nothing else. It looks before it opens, because
// opening a pipe waits for whoever writes to it.
func open(report fs.FS, name string) (fs.File, error) {
	info, err := fs.Stat(report, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errNotRegular}
	}
	return report.Open(name)
}

// hashFile is the SHA-256 of a file, in hex, however large the file is.
func hashFile(report fs.FS, name string) (digest string, err error) {
	file, err := open(report, name)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// readFile is the content of a file whose meaning matters, not only its digest.
func readFile(report fs.FS, name string) (content []byte, err error) {
	file, err := open(report, name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	content, err = io.ReadAll(io.LimitReader(file, mostOctets+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(content) > mostOctets {
		return nil, fmt.Errorf("read %s: it is larger than %d octets", name, mostOctets)
	}
	return content, nil
}

// digestOf is the SHA-256 of content, in hex.
func digestOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// isDigest tells whether text is a SHA-256 in lower-case hex.
func isDigest(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == sha256.Size && text == strings.ToLower(text)
}
