// Package serve has a handler listen at an address until it is stopped.
package serve

import (
	"context"
	"fmt"
	"net"
	"net/http"
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
		return nil, fmt.Errorf("listen on %s: %w", address, err)
	}
	return listener, nil
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
