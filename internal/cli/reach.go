package cli

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"time"
)

// reach opens a connection and closes it: a target that is not there is wrong
// use, and better known before a run than through four hundred errors.
func reach(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("--base-url: %w", err)
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	if proxied(u) {
		return nil // the proxy will tell
	}
	dialer := net.Dialer{Timeout: 10 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return fmt.Errorf("the target %s cannot be reached: %w; check the base URL, and that the target is up", address, err)
	}
	return conn.Close()
}
