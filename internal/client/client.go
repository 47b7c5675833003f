// Package client sends requests to a target. It records each of them with its answer or with its
// error. It does not trust the target: time, size and redirects are bounded.
package client

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/credit-partner/assay/internal/recording"
)

// These are the defaults of a Config.
const (
	DefaultTimeout   = 10 * time.Second
	DefaultMaxBody   = 4 << 20 // bytes
	defaultUserAgent = "assay"
)

// mostBodies bounds the size of all answers of a run, which are kept until the end: it is a
// number of bodies of the largest size.
const mostBodies = 14

// Config says how a Client reaches its target.
type Config struct {
	BaseURL       string               // {base_url} of section 4; a path prefix is kept
	LookupBaseURL string               // the address of section 4.5, if it is another one; empty means BaseURL
	Transport     http.RoundTripper    // nil means NewTransport
	Token         TokenSource          // nil means that calls carry no token
	Signer        Signer               // nil means a new nonce and timestamp, and UnsignedSign
	Timeout       time.Duration        // for one request, headers and body; 0 means DefaultTimeout
	MaxBody       int64                // bytes
	Recorder      *recording.Log       // nil means that nothing is recorded
	UserAgent     string               // "assay/1.2.3"
	Rate          float64              // the most requests a second; 0 means no bound
	AtOnce        int                  // the most requests at the same time; 0 means no bound
	Waits         func(Wait)           // called for every wait before a call is repeated; may be nil
	CallerRefused func(*CallerRefused) // called once if the target refuses all calls; may be nil

	Clock  func() time.Time // nil means time.Now
	Random io.Reader        // the source of nonces; nil means crypto/rand
}

// Client sends calls. It is safe for concurrent use.
type Client struct {
	config     Config
	base       string
	lookupBase string
	nonces     nonces
	made       madeTokens
	requests   atomic.Int64
	pacer      *pacer
	slots      slots
	repeats    *repeats
	history    endpointHealth
	refusals   refusals
	octets     atomic.Int64 // of all answers so far
}

// repeats counts calls that were repeated, and sends them on connections of their own.
type repeats struct {
	dials       atomic.Int64 // because there was no connection
	returns     atomic.Int64 // because the target asked for a later call
	connections *connections
}

// New checks the config. Its errors are about wrong settings, for the author of the config.
func New(config Config) (*Client, error) {
	base, err := ParseBase("base URL", config.BaseURL)
	if err != nil {
		return nil, err
	}
	lookupBase := base
	if config.LookupBaseURL != "" {
		if lookupBase, err = ParseBase("lookup base URL", config.LookupBaseURL); err != nil {
			return nil, err
		}
	}
	if config.Timeout < 0 || config.MaxBody < 0 {
		return nil, errors.New("timeout and largest body must not be negative; leave them out for the defaults")
	}
	config = config.withDefaults()
	return &Client{
		config: config, base: base, lookupBase: lookupBase, nonces: nonces{source: config.Random},
		slots: newSlots(config.AtOnce), pacer: newPacer(config.Rate, config.Clock), repeats: &repeats{connections: newConnections(config.Transport)},
	}, nil
}

func (c Config) withDefaults() Config {
	if c.Transport == nil {
		c.Transport = NewTransport()
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.MaxBody == 0 {
		c.MaxBody = DefaultMaxBody
	}
	if c.UserAgent == "" {
		c.UserAgent = defaultUserAgent
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Random == nil {
		c.Random = rand.Reader
	}
	return c
}

// Requests is the number of requests that were given to the transport so far.
func (c *Client) Requests() int64 { return c.requests.Load() }

// Close closes idle connections. The client stays usable.
func (c *Client) Close() { c.repeats.connections.close() }

// Do sends one request, follows no redirect, and returns the exchange. The exchange is never nil
// and always recorded. Do repeats a call that the target certainly did not carry out. After an
// error, Response is nil and Err is an *Error of one of the kinds of this package.
func (c *Client) Do(ctx context.Context, call Call) *recording.Exchange {
	e := c.repeat(ctx, call, c.attempt(ctx, call))
	if c.config.CallerRefused == nil {
		return e
	}
	if all := c.refusals.note(call, e, c.config.Clock()); all != nil && c.refusesOthers(ctx) {
		all.Calls = int(c.requests.Load())
		c.config.CallerRefused(all)
	}
	return e
}

// attempt waits for its turn and sends the call once. If the context ends before that, the exchange
// has that error.
func (c *Client) attempt(ctx context.Context, call Call) *recording.Exchange {
	ctx = c.pacer.wait(ctx, call.Endpoint)
	defer c.slots.take(ctx, 1)()
	return c.once(ctx, call)
}

// once makes one attempt and records it.
func (c *Client) once(ctx context.Context, call Call) *recording.Exchange {
	e := &recording.Exchange{Endpoint: call.Endpoint, Check: call.Check, Negative: call.Negative, Retry: call.retry.reason, Started: c.config.Clock()}
	e.Response, e.Err = c.exchange(ctx, call, e)
	e.Duration = c.config.Clock().Sub(e.Started)
	if c.config.Recorder != nil {
		c.config.Recorder.Add(e)
	}
	return e
}

func (c *Client) exchange(parent context.Context, call Call, e *recording.Exchange) (*recording.Response, error) {
	ctx, cancel := context.WithTimeout(parent, c.config.Timeout)
	defer cancel()
	req, err := c.newRequest(ctx, call, e)
	if err == nil {
		err = ctx.Err() // do not send a request after the context has ended
	}
	if err == nil {
		c.requests.Add(1)
		var response *recording.Response
		if response, err = c.send(req); err == nil {
			e.Request.Proto = response.Proto
			return response, nil
		}
	}
	return nil, c.explain(parent, ctx, &e.Request, err)
}

func (c *Client) send(req *http.Request) (*recording.Response, error) {
	// The transport is used without an http.Client, so nothing follows a redirect or sends the
	// token along with one.
	resp, err := c.repeats.connections.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusSwitchingProtocols {
		// No request asks for this. What follows is not a body, and neither a deadline nor a
		// context would end the reading of it.
		return &recording.Response{Status: resp.StatusCode, Proto: resp.Proto, Header: resp.Header}, nil
	}
	body, err := readBody(resp, c.config.MaxBody)
	if c.octets.Add(int64(len(body) + octetsOf(resp.Header))); err == nil && c.isFull() {
		body, err = nil, ErrFull
	}
	if err != nil {
		return nil, &interrupted{status: resp.StatusCode, octets: len(body), err: err}
	}
	return &recording.Response{Status: resp.StatusCode, Proto: resp.Proto, Header: resp.Header, Body: body}, nil
}

// octetsOf is the size of a header in bytes.
func octetsOf(h http.Header) int {
	size := 0
	for name, values := range h {
		for _, value := range values {
			size += len(name) + len(value)
		}
	}
	return size
}

const (
	maxResponseHeader = 256 << 10 // bytes
	maxIdlePerHost    = 128       // above the highest concurrency in use, 64, so that all connections are kept
)

// NewTransport returns the transport that a Client uses by default, for a caller that changes
// its TLS settings. It keeps connections alive, uses HTTP/2 if TLS offers it, uses the proxies
// of the environment (never for loopback), limits response headers to 256 KiB, and does not
// decompress.
func NewTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment, // ignored for localhost and loopback addresses
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
