package assay

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/credit-partner/assay/internal/client"
)

// Target is the server build under test: Handler or URL makes one.
type Target struct {
	baseURL   string
	transport http.RoundTripper
	problem   error
}

// inProcess stands for the address of a handler that has none (RFC 2606).
const inProcess = "http://handler.invalid"

// Handler is a build that is called in process, without a socket. A handler
// that panics looks like a connection that was cut.
func Handler(h http.Handler) Target {
	if h == nil {
		return Target{problem: errors.New("the handler to certify is nil")}
	}
	return Target{baseURL: inProcess, transport: client.Handler(h)}
}

// URL is a build that listens at a base address, such as the URL of an
// httptest.Server or https://sandbox.example.
func URL(base string) Target {
	if _, err := client.New(client.Config{BaseURL: base}); err != nil {
		return Target{problem: fmt.Errorf("the address to certify: %w", err)}
	}
	return Target{baseURL: base}
}

// check refuses the zero Target and what its maker could not use.
func (t Target) check() error {
	if t.problem == nil && t.baseURL == "" {
		return errors.New("there is no target: give assay.Handler or assay.URL")
	}
	return t.problem
}

// ours tells whether invented customers stay on this machine.
func (t Target) ours() bool { return t.transport != nil || client.Loopback(t.baseURL) }
