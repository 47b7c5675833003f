package client

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// ParseBase checks a base address and returns it without its trailing slashes, so that a path
// can be appended to it. It keeps a path prefix. setting names the source of the address; no
// error quotes the address.
func ParseBase(setting, address string) (string, error) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return "", fmt.Errorf("%s: it is not a URL; write it as https://host/prefix", setting) // err quotes the address
	}
	if flaw := baseFlaw(u, address); flaw != "" {
		// The address is not quoted: it may contain a secret.
		return "", fmt.Errorf("%s: %s; write it as https://host/prefix", setting, flaw)
	}
	return strings.TrimRight(u.Scheme+"://"+u.Host+u.EscapedPath(), "/"), nil
}

func baseFlaw(u *url.URL, address string) string {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return "the scheme must be http or https"
	case u.Hostname() == "":
		return "the host is missing"
	case u.User != nil:
		return "it must not contain a user name or password; credentials come from the token setting"
	case u.RawQuery != "" || u.ForceQuery:
		return "it must not contain a query"
	case strings.Contains(address, "#"):
		return "it must not contain a fragment"
	}
	return ""
}

// join appends the path of a call, with its query if any, to a base address.
func join(base, path string) (*url.URL, error) {
	if strings.Contains(path, "#") {
		return nil, fmt.Errorf("path %q: a # would be cut off as a fragment; write it as %%23", path)
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return url.Parse(base + path)
}

// withoutAddress removes the address from a parse error: it may contain a password.
func withoutAddress(err error) error {
	if parse, ok := err.(*url.Error); ok {
		return parse.Err
	}
	return err
}

// Loopback reports whether an address is on this machine.
func Loopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if u.Hostname() == "localhost" {
		return true
	}
	ip := net.ParseIP(u.Hostname())
	return ip != nil && ip.IsLoopback()
}
