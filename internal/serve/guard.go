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

// Allow says who may call a server, besides programs that call it by its address.
type Allow struct {
	Hosts   []string // other host names that requests may use
	Origins []string // origins of web pages that may call it, such as https://store.example
}

// Guarded listens like On, but accepts only calls that use the address of the server. It refuses
// calls from a web page of another origin, and from a page with a host name that was made to point
// to this machine (DNS rebinding).
func Guarded(ctx context.Context, address string, handler http.Handler, allow Allow) (*Server, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("listen on %q: write an address and a port, such as 127.0.0.1:8080, or 127.0.0.1:0 for any free port (%w)", address, err)
	}
	if host == "" {
		return nil, fmt.Errorf("listen on %q: that is every network of this machine; write 127.0.0.1%[1]s for this machine only, or 0.0.0.0%[1]s for every network", address)
	}
	g := &guard{next: handler, names: append(slices.Clone(allow.Hosts), host), pages: http.NewCrossOriginProtection()}
	for _, origin := range allow.Origins {
		if err := g.pages.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("origin %q: write it as https://store.example: %w", origin, err)
		}
	}
	listener, err := listen(ctx, address)
	if err != nil {
		return nil, err
	}
	g.bound = netip.MustParseAddrPort(listener.Addr().String()).Addr().Unmap()
	if name, err := os.Hostname(); err == nil && g.bound.IsUnspecified() {
		g.names = append(g.names, name)
	}
	return start(listener, g), nil
}

// Exposed reports whether other machines may reach the server.
func (s *Server) Exposed() bool {
	at, err := netip.ParseAddrPort(s.Address)
	return err != nil || !at.Addr().Unmap().IsLoopback()
}

// guard is a handler that checks the host and the origin of each request.
type guard struct {
	next  http.Handler
	names []string
	bound netip.Addr
	pages *http.CrossOriginProtection
}

var (
	errHost   = errors.New("assay does not listen under this name. Call it by the address that it printed, or allow the name with --allow-host")
	errOrigin = errors.New("assay refuses calls from web pages of another origin. Allow an origin with --allow-origin")
)

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !g.called(r.Host) {
		http.Error(w, errHost.Error(), http.StatusMisdirectedRequest)
		return
	}
	// Check every method: a page may not even use GET, which CrossOriginProtection would permit.
	asked := r.Clone(r.Context())
	asked.Method = http.MethodPost
	if g.pages.Check(asked) != nil {
		http.Error(w, errOrigin.Error(), http.StatusForbidden)
		return
	}
	g.next.ServeHTTP(w, r)
}

// called reports whether a Host header is one that the server accepts. The port may be different,
// because it may be forwarded. Only a host name can make a page of another site point to this
// machine. So if the server listens on every network, it accepts every IP address.
func (g *guard) called(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if slices.ContainsFunc(g.names, func(name string) bool { return strings.EqualFold(name, host) }) {
		return true
	}
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return g.bound.IsLoopback() || g.bound.IsUnspecified()
	}
	at, err := netip.ParseAddr(host)
	switch {
	case err != nil:
		return false
	case g.bound.IsUnspecified():
		return true
	case g.bound.IsLoopback():
		return at.Unmap().IsLoopback()
	}
	return at.Unmap() == g.bound
}
