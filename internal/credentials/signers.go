package credentials

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/credit-partner/assay/internal/client"
)

// SignCommand returns a signer that runs a program for every lookup, without a shell. The program
// gets one JSON object on its standard input:
//
//	method       "POST"
//	url          the absolute address
//	path         as on the request line: prefix, escaped path, query
//	headers      name to value, as far as they are known: Authorization,
//	             Content-Type, Noncestr, Timestamp among them
//	body         the body as text
//	body_base64  the exact octets of the body, which may be invalid UTF-8
//	nonce        32 hexadecimal digits, new for each request
//	timestamp    Unix milliseconds in digits, as text
//
// It must print one JSON object of header names and values, text or numbers, with Sign at least.
// These values replace the headers that assay would send otherwise.
func SignCommand(argv []string, o Options) (client.Signer, error) {
	if len(argv) == 0 || argv[0] == "" {
		return nil, errors.New("signing command: no program is named")
	}
	return &commandSigner{argv: argv, o: o.withDefaults()}, nil
}

type commandSigner struct {
	argv []string
	o    Options
}

type signRequest struct {
	Method    string            `json:"method"`
	URL       string            `json:"url"`
	Path      string            `json:"path"`
	Headers   map[string]string `json:"headers"`
	Body      string            `json:"body"`
	Octets    []byte            `json:"body_base64"`
	Nonce     string            `json:"nonce"`
	Timestamp string            `json:"timestamp"`
}

func (s *commandSigner) Sign(ctx context.Context, in client.SignInput) (http.Header, error) {
	stdin, err := json.Marshal(signRequest{
		Method: in.Method, URL: in.URL, Path: in.Path, Headers: flat(in.Header),
		Body: string(in.Body), Octets: in.Body, Nonce: in.Nonce, Timestamp: in.Timestamp,
	})
	if err != nil {
		return nil, fmt.Errorf("describe the request to the signing command: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.o.Timeout, fmt.Errorf("no signature within %s: %w", s.o.Timeout, context.DeadlineExceeded))
	defer cancel()
	p := program{argv: s.argv, dir: s.o.Dir, hide: credentialsIn(in.Header)}
	out, err := p.run(ctx, stdin)
	if err != nil {
		return nil, err
	}
	h, err := headersIn(out)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	s.o.Learn(h.Get("Sign"))
	return h, nil
}

func flat(h http.Header) map[string]string {
	lines := make(map[string]string, len(h))
	for name, values := range h {
		if len(values) > 0 {
			lines[name] = strings.Join(values, ", ")
		}
	}
	return lines
}

// credentialsIn returns the secrets that the program gets with the headers.
func credentialsIn(h http.Header) []string { return strings.Fields(h.Get("Authorization")) }

// headersIn parses the output of the program. Errors do not quote it, because it contains the
// signature.
func headersIn(out []byte) (http.Header, error) {
	var values map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	decoder.UseNumber()
	if err := decoder.Decode(&values); err != nil || values == nil || decoder.More() {
		return nil, errors.New(`it must print one JSON object of headers, like {"Sign": "…"}`)
	}
	h := http.Header{}
	for name, value := range values {
		text, ok := headerText(value)
		if !ok || name == "" || strings.ContainsFunc(name, notInName) {
			return nil, errors.New("it printed a header with an invalid name or value")
		}
		h.Set(name, text)
	}
	if h.Get("Sign") == "" {
		return nil, errors.New("it printed no header Sign")
	}
	return h, nil
}

// headerText returns the value of a header, which is text on one line, or a number.
func headerText(value any) (string, bool) {
	switch value := value.(type) {
	case string:
		return value, !strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f })
	case json.Number:
		return value.String(), true
	}
	return "", false
}

func notInName(r rune) bool {
	return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"(),/:;<=>?@[\\]{}", r)
}

// Static returns a signer that always sends the same Sign. If nonce or timestamp is empty, the new
// value of the client stays (section 5, rule 2).
func Static(sign, nonce, timestamp string, o Options) (client.Signer, error) {
	if sign == "" {
		return nil, errors.New("static signing: sign is missing")
	}
	o.withDefaults().Learn(sign)
	h := http.Header{"Sign": {sign}}
	if nonce != "" {
		h["Noncestr"] = []string{nonce}
	}
	if timestamp != "" {
		h["Timestamp"] = []string{timestamp}
	}
	return staticSigner{h}, nil
}

type staticSigner struct{ header http.Header }

func (s staticSigner) Sign(context.Context, client.SignInput) (http.Header, error) {
	return s.header.Clone(), nil
}
