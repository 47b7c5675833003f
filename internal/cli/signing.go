package cli

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certificate"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports"
)

// signing says how a run is certified in the process that makes it.
type signing struct {
	file, command string // where the private key comes from; both empty: nothing is signed
	itemDigest    string
	url           string
	valid         time.Duration
	key           ed25519.PrivateKey
	refused       *certificate.Refused // why the run was not signed
}

func (s *signing) add(flags *pflag.FlagSet) {
	flags.StringVar(&s.file, "sign", "", "sign a conformant run in this process, with the private key in this file")
	flags.StringVar(&s.command, "sign-command", "", "like --sign, with a shell command that prints the private key")
	flags.StringVar(&s.itemDigest, "item-digest", "", "digest of the build, for the report and the certificate: sha256:… of an image, gitCommit:…")
	flags.StringVar(&s.url, "sign-url", "", "with --sign: address of the run, such as the page of a pipeline")
	flags.DurationVar(&s.valid, "valid", defaultValid, "with --sign: how long the certificate is valid, from the end of the run")
}

func (s *signing) wanted() bool { return s.file != "" || s.command != "" }

// prepare finds out before a run whether it could be signed at all.
func (s *signing) prepare(ctx context.Context, shard string) error {
	if s.itemDigest != "" {
		if _, _, err := certificate.ParseItemDigest(s.itemDigest); err != nil {
			return fmt.Errorf("--item-digest: %w", err)
		}
	}
	switch {
	case !s.wanted():
		return nil
	case s.file != "" && s.command != "":
		return errors.New("--sign and --sign-command: use only one of them")
	case shard != "":
		return errors.New("--sign needs a whole run, and --shard makes a part of one")
	case s.valid < time.Second || s.valid > certificate.MaxValid:
		return fmt.Errorf("--valid %s: a certificate is valid for at most two years", s.valid)
	}
	text, err := s.read(ctx)
	if err != nil {
		return err
	}
	if s.key, err = certificate.ParsePrivateKey(text); err != nil {
		return fmt.Errorf("--sign: %w", err)
	}
	return nil
}

// mostKey bounds a file of keys, in octets.
const mostKey = 64 << 10

func (s *signing) read(ctx context.Context) ([]byte, error) {
	if s.file != "" {
		text, err := readBounded(s.file, mostKey)
		if err != nil {
			return nil, fmt.Errorf("--sign: %w", err)
		}
		return text, nil
	}
	command := exec.CommandContext(ctx, "sh", "-c", s.command)
	command.Stderr = io.Discard // it may quote the key
	text, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("--sign-command: %w", err)
	}
	return text, nil
}

// write writes the report of a run, signed where that is wanted. What keeps a run
// from being certified is noted, and the report is written without a certificate.
func (s *signing) write(dir string, run *result.Run, har func(io.Writer) error) error {
	if s == nil || !s.wanted() {
		return reports.WriteFolder(dir, run, har)
	}
	err := reports.WriteSigned(dir, run, har, func(digests map[string]string) (map[string][]byte, error) {
		envelope, err := certificate.Witness(run, digests, s.key, s.options())
		if err != nil {
			return nil, err
		}
		summary, err := certificate.Summarize(envelope, s.key)
		return map[string][]byte{certificate.FileName: envelope, certificate.SummaryName: summary}, err
	})
	if errors.As(err, &s.refused) {
		return reports.WriteFolder(dir, run, har)
	}
	return err
}

func (s *signing) options() certificate.SignOptions {
	return certificate.SignOptions{Valid: s.valid, Suite: suiteAtHand(), URL: s.url, Program: thisProgram()}
}

// tell prints whether the run was signed, and why not.
func (s *signing) tell(c console, dir string) error {
	switch {
	case s == nil || !s.wanted():
		return nil
	case s.refused != nil:
		return explainRefusal(c.err, s.refused)
	}
	_, err := fmt.Fprintf(c.err, "Signed: %s (witnessed)\n", certificatePath(dir))
	return err
}

// thisProgram identifies the program that runs.
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

// ownDigest is the SHA-256 of the binary, in hex; empty where it cannot be read.
func ownDigest() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close() // it was only read
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// programWords are a program in one line.
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
