// Package serve runs an HTTP handler at an address until it is stopped.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"syscall"
	"time"
)

// Anywhere is the address of a free port on this machine.
const Anywhere = "127.0.0.1:0"

// maxHeader is the largest size of the request line and the headers of a request, in octets. They
// are kept as long as the traffic is.
const maxHeader = 64 << 10

// Server is a handler that listens at an address.
type Server struct {
	// Address is the address at which the server listens. It may differ from the requested one,
	// because port 0 means any free port.
	Address string
	// Failed receives the error with which serving ended.
	Failed  <-chan error
	server  *http.Server
	invalid *atomic.Int64
}

// On listens at an address and serves until Stop or Close.
func On(ctx context.Context, address string, handler http.Handler) (*Server, error) {
	listener, err := listen(ctx, address)
	if err != nil {
		return nil, err
	}
	return start(listener, handler), nil
}

func listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w%s", address, err, adviceOn(err))
	}
	return listener, nil
}

// adviceOn returns what to do if assay cannot listen at an address.
func adviceOn(err error) string {
	var wrong *net.AddrError
	var unknown *net.DNSError
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return ": another program listens there; choose another port, or port 0 for any free one"
	case errors.As(err, &wrong) && wrong.Err == "invalid port":
		return ": a port is a number from 0 to 65535"
	case errors.As(err, &unknown), errors.Is(err, syscall.EADDRNOTAVAIL):
		return ": name an address of this machine, such as 127.0.0.1:8080"
	}
	return ""
}

func start(listener net.Listener, handler http.Handler) *Server {
	failed := make(chan error, 1)
	s := &Server{
		Address: listener.Addr().String(),
		Failed:  failed,
		invalid: new(atomic.Int64),
		server:  &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: maxHeader},
	}
	go func() { failed <- s.server.Serve(counting{listener, s.invalid}) }()
	return s
}

// Invalid returns how many requests were no valid HTTP. They got an answer, but no handler saw them.
func (s *Server) Invalid() int64 { return s.invalid.Load() }

// Stop waits up to three seconds for current requests, and then closes the server.
func (s *Server) Stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := s.server.Shutdown(ctx); err != nil {
		s.Close()
	}
}

// Close closes the server at once. There is nothing to save.
func (s *Server) Close() { _ = s.server.Close() }
