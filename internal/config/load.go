package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFileSize is the largest size of a config, in octets. A config that a person wrote has a few
// thousand.
const maxFileSize = 1 << 20

// Load reads and checks the config at path. The error is an *Error if the content is wrong.
// Otherwise it says why the file cannot be read.
func Load(path string) (*Config, error) {
	data, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("config %s: %w; `assay init` writes one", path, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("config %s: %w; check the path given as --config", path, err)
	}
	return Parse(path, data)
}

func read(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, bare(err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFileSize+1))
	if err != nil {
		return nil, bare(err)
	}
	if len(data) > maxFileSize {
		return nil, fmt.Errorf("it is larger than %d bytes, which is too large for a config", maxFileSize)
	}
	return data, nil
}

// bare removes the path from an error of the file system, because the caller's message has it.
func bare(err error) error {
	var trouble *fs.PathError
	if errors.As(err, &trouble) {
		return trouble.Err
	}
	return err
}

// Parse parses and checks the text of a config. Errors contain the name, and paths in the config
// are relative to the folder of that name. The error is an *Error with all problems. An empty text
// is valid, and sets nothing.
func Parse(name string, data []byte) (*Config, error) {
	c := &Config{File: name, Dir: filepath.Dir(name)}
	r := &reader{dir: c.Dir, lines: map[string]int{}, failure: &Error{File: name}}
	root, err := document(data)
	if err != nil {
		r.failure.Problems = []Problem{syntax(err)}
		return nil, r.failure
	}
	if root != nil {
		r.object(reflect.ValueOf(c).Elem(), "", root, "")
	}
	if len(r.failure.Problems) == 0 {
		r.check(c) // only now: otherwise a value that could not be read would seem to be left out
	}
	if err := r.failure.orNil(); err != nil {
		return nil, err
	}
	return c, nil
}

var errDocuments = errors.New("the file contains more than one YAML document; remove everything after the ---")

// document returns the root of the only document in a text, or nil if the text is empty.
func document(data []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc, more yaml.Node
	switch err := decoder.Decode(&doc); {
	case err == io.EOF:
		return nil, nil
	case err != nil:
		return nil, err
	case decoder.Decode(&more) != io.EOF:
		return nil, errDocuments
	case len(doc.Content) == 0:
		return nil, nil
	}
	return doc.Content[0], nil
}

var yamlError = regexp.MustCompile(`^yaml: (?:line ([0-9]+): )?`)

// syntax returns the problem of a text that is not valid YAML. The library quotes the name of an
// unknown anchor. This may be a secret that begins with *, so syntax removes it.
func syntax(err error) Problem {
	text := err.Error()
	p := Problem{}
	if m := yamlError.FindStringSubmatch(text); m != nil {
		p.Line, _ = strconv.Atoi(m[1]) // digits or empty, by the pattern; empty is no line
		text = text[len(m[0]):]
	}
	if strings.Contains(text, "anchor") {
		text = "an alias (*…) has no anchor (&…); text that begins with * needs quotes"
	}
	p.Text = "it is not proper YAML: " + text
	if errors.Is(err, errDocuments) {
		p.Text = text
	}
	return p
}

// Problem is one error in a config.
type Problem struct {
	Line int    // from 1; 0 if there is no line
	Key  string // "limits.rate", "identities.new[0].email"; empty for the file as a whole
	Text string // what is wrong and what is allowed; never contains a secret
}

// Error contains all errors in a config, in the order of their lines.
type Error struct {
	File     string
	Problems []Problem
}

// Error returns one line for each problem: file, line, key, and what is allowed.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = e.File
		if p.Line > 0 {
			lines[i] = fmt.Sprintf("%s:%d", e.File, p.Line)
		}
		if p.Key != "" {
			lines[i] += ": " + p.Key
		}
		lines[i] += ": " + p.Text
	}
	return strings.Join(lines, "\n")
}

// orNil returns the error with sorted problems, or nil if there is no problem.
func (e *Error) orNil() error {
	if len(e.Problems) == 0 {
		return nil
	}
	slices.SortStableFunc(e.Problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return e
}
