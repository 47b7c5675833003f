package signing

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports"
)

// thisSuite returns this suite in the form that certificates use: its digest, the requirements of
// a complete run, and the functions that render a report and judge a recording again.
func thisSuite() certificate.Suite {
	return certificate.Suite{
		Digest: certify.Digest(), Requirements: certify.PlannedIDs, Rendered: reports.Digests,
		Recheck: func(run *result.Run, har []byte) ([]string, error) {
			return certify.Recheck(context.Background(), run, bytes.NewReader(har))
		},
	}
}

// thisProgram identifies the running program.
func thisProgram() *certificate.Program {
	p := &certificate.Program{SHA256: ownDigest()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return p
	}
	p.Module, p.Version, p.Checksum = info.Main.Path, info.Main.Version, info.Main.Sum
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			p.Revision = s.Value
		case "vcs.modified":
			p.Modified = s.Value == "true"
		}
	}
	return p
}

// ownDigest returns the SHA-256 of the binary, in hex. It is empty if the binary cannot be read.
func ownDigest() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close() // only read: an error does not matter
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// programWords describes a program in one line.
func programWords(p *certificate.Program) string {
	if p == nil {
		return ""
	}
	words := []string{p.Version}
	if p.Revision != "" {
		words = append(words, "revision "+p.Revision)
	}
	if p.Modified {
		words = append(words, "(with uncommitted changes)")
	}
	if p.SHA256 != "" {
		words = append(words, "sha256:"+p.SHA256)
	}
	return strings.Join(words, " ")
}
