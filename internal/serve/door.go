package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
)

// Allow says who may call a server besides programs that call it by its address.
type Allow struct {
	Hosts   []string // other names under which it is called
	Origins []string // of web pages that may call it, such as https://store.example
}

// Guarded listens as On does, and lets in only who calls the server by the address
// that it listens on: neither a web page of another origin, nor one whose name was
// made to lead here (DNS rebinding).
func Guarded(ctx context.Context, address string, handler http.Handler, allow Allow) (*Server, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("listen on %q: write an address and a port, such as 127.0.0.1:8080, or 127.0.0.1:0 for any free port (%w)", address, err)
	}
	if host == "" {
		return nil, fmt.Errorf("listen on %q: that is every network of this machine; write 127.0.0.1%[1]s for this machine only, or 0.0.0.0%[1]s for every network", address)
	}
	d := &door{next: handler, names: append(slices.Clone(allow.Hosts), host), pages: http.NewCrossOriginProtection()}
	for _, origin := range allow.Origins {
		if err := d.pages.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("origin %q: write it as https://store.example: %w", origin, err)
		}
	}
	listener, err := listen(ctx, address)
	if err != nil {
		return nil, err
	}
	d.bound = netip.MustParseAddrPort(listener.Addr().String()).Addr().Unmap()
	if name, err := os.Hostname(); err == nil && d.bound.IsUnspecified() {
		d.names = append(d.names, name)
	}
	return start(listener, d), nil
}

// Exposed tells whether other machines may reach the server.
func (s *Server) Exposed() bool {
	at, err := netip.ParseAddrPort(s.Address)
	return err != nil || !at.Addr().Unmap().IsLoopback()
}

// door is a handler that looks at who comes.
type door struct {
	next  http.Handler
	names []string
	bound netip.Addr
	pages *http.CrossOriginProtection
}

var (
	errHost   = errors.New("assay does not listen under this name. Call it by the address that it printed, or allow the name with --allow-host")
	errOrigin = errors.New("assay refuses calls from web pages of another origin. Allow an origin with --allow-origin")
)

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !d.called(r.Host) {
		http.Error(w, errHost.Error(), http.StatusMisdirectedRequest)
		return
	}
	// Every method counts: a page has no business here, not even with a GET, which
	// CrossOriginProtection would let pass.
	asked := r.Clone(r.Context())
	asked.Method = http.MethodPost
	if d.pages.Check(asked) != nil {
		http.Error(w, errOrigin.Error(), http.StatusForbidden)
		return
	}
	d.next.ServeHTTP(w, r)
}

// called tells whether a Host header is what the server may be called by. The port
// may be another one, where it is forwarded. A page can be made to lead here by its
// name only: so where every network is listened on, any number will do.
func (d *door) called(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if slices.ContainsFunc(d.names, func(name string) bool { return strings.EqualFold(name, host) }) {
		return true
	}
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return d.bound.IsLoopback() || d.bound.IsUnspecified()
	}
	at, err := netip.ParseAddr(host)
	switch {
	case err != nil:
		return false
	case d.bound.IsUnspecified():
		return true
	case d.bound.IsLoopback():
		return at.Unmap().IsLoopback()
	}
	return at.Unmap() == d.bound
}
