package credentials

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"time"
)

// largestSecret is the largest size of a secret, in octets. Some tokens have a few thousand.
const largestSecret = 64 << 10

// Place says where to get a secret. Exactly one member is set.
type Place struct {
	Env     string   // name of an environment variable
	File    string   // path; the file contains the secret and nothing else
	Command []string // argv, run without a shell; it prints the secret
}

// check requires exactly one member.
func (p Place) check() error {
	set := 0
	for _, is := range []bool{p.Env != "", p.File != "", len(p.Command) > 0} {
		if is {
			set++
		}
	}
	if set != 1 {
		return fmt.Errorf("a secret needs exactly one of env, file and command; %d are given", set)
	}
	return nil
}

func (p Place) String() string {
	switch {
	case p.Env != "":
		return "environment variable " + p.Env
	case p.File != "":
		return "file " + p.File
	}
	return program{argv: p.Command}.String()
}

// read returns the present secret, without the line end after it.
func (p Place) read(ctx context.Context, o Options) (string, error) {
	text, err := p.text(ctx, o)
	if err != nil {
		return "", err
	}
	secret := strings.TrimRight(strings.TrimPrefix(text, "\ufeff"), "\r\n")
	switch {
	case secret == "":
		return "", fmt.Errorf("%s: the value is empty; it must be the secret", p)
	case strings.ContainsAny(secret, "\r\n"):
		return "", fmt.Errorf("%s: there are several lines; it must contain only the secret", p)
	}
	o.Learn(secret)
	return secret, nil
}

func (p Place) text(ctx context.Context, o Options) (string, error) {
	switch {
	case p.Env != "":
		value, set := o.LookupEnv(p.Env)
		if !set {
			return "", fmt.Errorf("%s: it is not set; export it", p)
		}
		return value, nil
	case p.File != "":
		return readFile(p.File)
	}
	out, err := program{argv: p.Command, dir: o.Dir}.run(ctx, nil)
	return string(out), err
}

// token reads an access token. It must be one word that a header may contain.
func (p Place) token(ctx context.Context, o Options) (grant, error) {
	secret, err := p.read(ctx, o)
	if err != nil {
		return grant{}, err
	}
	secret = strings.TrimSpace(secret)
	if err := checkToken(secret); err != nil {
		return grant{}, fmt.Errorf("%s: %w", p, err)
	}
	o.Learn(secret)
	return grant{secret: secret}, nil
}

var errNoToken = errors.New("the token is not one word of printable ASCII; write it without Bearer")

func checkToken(token string) error {
	if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return errNoToken
	}
	return nil
}

// readFile reads a small file. Its errors name the path once.
func readFile(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("file %s: %w; check the path", path, bare(err))
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, largestSecret+1))
	if err != nil {
		return "", fmt.Errorf("file %s: %w", path, bare(err))
	}
	if len(data) > largestSecret {
		return "", fmt.Errorf("file %s: it is larger than %d bytes; it must contain only the secret", path, largestSecret)
	}
	return string(data), nil
}

func bare(err error) error {
	var trouble *fs.PathError
	if errors.As(err, &trouble) {
		return trouble.Err
	}
	return err
}

const (
	maxOutput     = 256 << 10 // octets that a program may print
	shownOfStderr = 400       // octets of its standard error that an error shows: the last ones
	waitDelay     = time.Second
)

// program is a user's program that makes a credential.
type program struct {
	argv []string
	dir  string
	env  []string // NAME=value, added to the environment
	hide []string // secrets that it received, and may print
}

func (p program) String() string {
	if len(p.argv) == 0 {
		return "command"
	}
	return "command " + p.argv[0]
}

// run runs the program without a shell and returns its standard output. It ends the program when
// the context ends.
func (p program) run(ctx context.Context, stdin []byte) ([]byte, error) {
	if len(p.argv) == 0 || p.argv[0] == "" {
		return nil, errors.New("no program is named; give it as a list of program and arguments")
	}
	cmd := exec.CommandContext(ctx, p.argv[0], p.argv[1:]...)
	cmd.Dir, cmd.Env = p.dir, append(os.Environ(), p.env...)
	cmd.Stdin = bytes.NewReader(stdin)
	out, complaint := &capped{room: maxOutput}, &tail{room: maxOutput}
	cmd.Stdout, cmd.Stderr = out, complaint
	cmd.WaitDelay = waitDelay // a process that the program started may keep the pipes open
	err := cmd.Run()
	if err == nil {
		return out.text, nil
	}
	if out.over {
		return nil, fmt.Errorf("%s: it printed more than %d bytes; it must print only the credential", p, maxOutput)
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s: stopped before it ended: %w", p, context.Cause(ctx))
	}
	return nil, p.explain(err, string(out.text), string(complaint.text))
}

func (p program) explain(err error, out, complaint string) error {
	said := p.presentable(complaint, out)
	if said == "" {
		return fmt.Errorf("%s: %w", p, err)
	}
	return fmt.Errorf("%s: %w; its output: %s", p, err, said)
}

// presentable returns the last part of the program's standard error on one line, without the
// secrets that the program printed or received.
func (p program) presentable(complaint, out string) string {
	for _, secret := range append(strings.Fields(out), p.hide...) {
		if len(secret) >= 4 {
			complaint = strings.ReplaceAll(complaint, secret, "…")
		}
	}
	words := strings.Join(strings.Fields(strings.ToValidUTF8(complaint, "?")), " ")
	words = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, words)
	if over := len(words) - shownOfStderr; over > 0 {
		words = "…" + strings.ToValidUTF8(words[over:], "")
	}
	return words
}

var errTooMuch = errors.New("too much output")

// capped is a writer that keeps up to room octets and refuses more. The program then ends because
// its pipe is closed.
type capped struct {
	room int
	text []byte
	over bool
}

func (c *capped) Write(p []byte) (int, error) {
	if len(c.text)+len(p) > c.room {
		c.over = true
		return 0, errTooMuch
	}
	c.text = append(c.text, p...)
	return len(p), nil
}

// tail is a writer that keeps the last octets: at least the last room octets, and at most twice as
// many.
type tail struct {
	room int
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if over := len(t.text) - t.room; over > t.room {
		t.text = append([]byte(nil), t.text[over:]...)
	}
	return len(p), nil
}
