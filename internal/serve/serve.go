// Package serve listens at an address for a handler until it is stopped.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"syscall"
	"time"
)

// Anywhere is a free port of this machine.
const Anywhere = "127.0.0.1:0"

// maxHeader is what the request line and the headers of a request may have, in
// octets: they are kept for as long as the traffic is.
const maxHeader = 64 << 10

// Server is a handler that listens.
type Server struct {
	// Address is where it listens. It may differ from what was asked for: port 0
	// asks for any free one.
	Address string
	// Failed tells why serving ended.
	Failed <-chan error
	server *http.Server
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

// adviceOn says what to do where an address cannot be listened on.
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
		server:  &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: maxHeader},
	}
	go func() { failed <- s.server.Serve(listener) }()
	return s
}

// Stop lets requests that are under way end, for a moment, and then closes.
func (s *Server) Stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := s.server.Shutdown(ctx); err != nil {
		s.Close()
	}
}

// Close ends the server at once: nothing is left to be saved.
func (s *Server) Close() { _ = s.server.Close() }
