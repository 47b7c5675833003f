package client

import (
	"net"
	"net/http"
	"time"
)

const (
	maxResponseHeader = 256 << 10 // octets
	maxIdlePerHost    = 128       // above the highest concurrency in use, 64, so that no connection is thrown away
)

// NewTransport returns the transport that a Client uses by default, for a
// caller that wants its TLS settings changed: connections kept alive, HTTP/2
// where TLS offers it, proxies from the environment (never for loopback),
// response headers capped at 256 KiB, no decompression of its own.
func NewTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment, // leaves localhost and loopback addresses out
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           2 * maxIdlePerHost,
		MaxIdleConnsPerHost:    maxIdlePerHost,
		IdleConnTimeout:        90 * time.Second,
		TLSHandshakeTimeout:    10 * time.Second,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: maxResponseHeader,
		DisableCompression:     true,
	}
}
