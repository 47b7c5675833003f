package credentials

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

const (
	largestOutput = 256 << 10 // octets that a program may print
	shownOfStderr = 400       // octets of its complaint that an error shows: the last ones
	patience      = time.Second
)

// program is somebody's program that makes a credential.
type program struct {
	argv []string
	dir  string
	env  []string // NAME=value, added to the environment
	hide []string // secrets that it was handed, and may repeat
}

func (p program) String() string {
	if len(p.argv) == 0 {
		return "command"
	}
	return "command " + p.argv[0]
}

// run starts the program without a shell and returns what it printed. It ends
// with the context, at the latest.
func (p program) run(ctx context.Context, stdin []byte) ([]byte, error) {
	if len(p.argv) == 0 || p.argv[0] == "" {
		return nil, errors.New("no program is named; give it as a list of program and arguments")
	}
	cmd := exec.CommandContext(ctx, p.argv[0], p.argv[1:]...)
	cmd.Dir, cmd.Env = p.dir, append(os.Environ(), p.env...)
	cmd.Stdin = bytes.NewReader(stdin)
	out, complaint := &capped{room: largestOutput}, &tail{room: largestOutput}
	cmd.Stdout, cmd.Stderr = out, complaint
	cmd.WaitDelay = patience // a grandchild may hold the pipes open
	err := cmd.Run()
	if err == nil {
		return out.text, nil
	}
	if out.over {
		return nil, fmt.Errorf("%s: it printed more than %d octets; it must print the credential alone", p, largestOutput)
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s: stopped before it had ended: %w", p, context.Cause(ctx))
	}
	return nil, p.explain(err, string(out.text), string(complaint.text))
}

func (p program) explain(err error, out, complaint string) error {
	said := p.presentable(complaint, out)
	if said == "" {
		return fmt.Errorf("%s: %w", p, err)
	}
	return fmt.Errorf("%s: %w; it said: %s", p, err, said)
}

// presentable is the end of what a program complained of, without what it
// printed as a secret or was handed as one, on one line.
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

// capped keeps what is written up to its room, and refuses more: the program
// then ends by its broken pipe.
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

// tail keeps the end of what is written, twice its room at most meanwhile.
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
