package credentials

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// largestSecret is how many octets a secret may have. Tokens of a few thousand
// are in use.
const largestSecret = 64 << 10

// Place is where a secret is to be had. Exactly one member is set.
type Place struct {
	Env     string   // name of an environment variable
	File    string   // path; the file holds the secret and nothing else
	Command []string // argv, run without a shell; it prints the secret
}

// check refuses a place that is none, or two.
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

// read gets the secret as it is now, without the line end behind it.
func (p Place) read(ctx context.Context, o Options) (string, error) {
	text, err := p.text(ctx, o)
	if err != nil {
		return "", err
	}
	secret := strings.TrimRight(strings.TrimPrefix(text, "\ufeff"), "\r\n")
	switch {
	case secret == "":
		return "", fmt.Errorf("%s: there is nothing; it must give the secret", p)
	case strings.ContainsAny(secret, "\r\n"):
		return "", fmt.Errorf("%s: there are several lines; it must give the secret alone", p)
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

// token reads an access token: one word, which can stand in a header.
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

var errNoToken = errors.New("the token is not one word of printable ASCII; it must stand alone, without Bearer")

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
		return "", fmt.Errorf("file %s: it has more than %d octets; it must hold the secret alone", path, largestSecret)
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
