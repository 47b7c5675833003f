// Package client sends requests to a target and records every one of them with
// its answer or with what went wrong. It trusts nothing that comes back: time,
// size and redirects are bounded.
package client

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/credit-partner/assay/internal/recording"
)

// What a Config means that leaves these out.
const (
	DefaultTimeout   = 10 * time.Second
	DefaultMaxBody   = 4 << 20 // octets
	defaultUserAgent = "assay"
)

// mostBodies bounds all answers of a run, which are kept to the end: as much as so
// many of the largest bodies.
const mostBodies = 12

// Config says how a Client reaches its target.
type Config struct {
	BaseURL       string            // {base_url} of section 4; a path prefix is kept
	LookupBaseURL string            // when section 4.5 is served elsewhere; empty means BaseURL
	Transport     http.RoundTripper // nil means NewTransport
	Token         TokenSource       // nil means that the good token is none at all
	Signer        Signer            // nil means a fresh nonce and timestamp, and UnsignedSign
	Timeout       time.Duration     // for one request, headers and body; 0 means DefaultTimeout
	MaxBody       int64             // octets of a response body, decoded; 0 means DefaultMaxBody
	Recorder      *recording.Log    // nil means that nothing is kept
	UserAgent     string            // "assay/1.2.3"
	Rate          float64           // requests a second at the most; 0 means no bound
	AtOnce        int               // requests under way at the most; 0 means no bound
	Waits         func(Wait)        // told of every wait that the target asks for; nil means nobody
	RefusesAll    func(*RefusesAll) // told once, where the target refuses all calls; nil means nobody

	Clock  func() time.Time // nil means time.Now
	Random io.Reader        // where nonces come from; nil means crypto/rand
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
	repeats    repeats
	history    endpointHealth
	refusals   refusals
	octets     atomic.Int64 // of all bodies that came
}

// repeats count calls that were made again.
type repeats struct {
	dials   atomic.Int64 // because there was no connection
	returns atomic.Int64 // because they came too early
}

// New checks the config. Its errors are those of wrong addresses, for the one
// who wrote the config.
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
		slots: newSlots(config.AtOnce), pacer: newPacer(config.Rate, config.Clock),
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

// Requests tells how many requests were handed to the transport so far.
func (c *Client) Requests() int64 { return c.requests.Load() }

// Close lets go of idle connections. The client stays usable.
func (c *Client) Close() {
	if t, ok := c.config.Transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
}

// Do sends one request, follows no redirect, and returns the exchange, which is
// never nil and always recorded. A call that was surely not carried out is made again.
// Whatever went wrong is its Err, an *Error of
// one of the kinds of this package; then its Response is nil.
func (c *Client) Do(ctx context.Context, call Call) *recording.Exchange {
	e := c.repeat(ctx, call, c.inTurn(ctx, call))
	if c.config.RefusesAll == nil {
		return e
	}
	if all := c.refusals.note(call, e, c.config.Clock()); all != nil {
		all.Calls = int(c.requests.Load())
		c.config.RefusesAll(all)
	}
	return e
}

// inTurn makes one attempt when its turn has come. Where the context ends before
// that, the exchange says so.
func (c *Client) inTurn(ctx context.Context, call Call) *recording.Exchange {
	ctx = c.pacer.wait(ctx)
	defer c.slots.take(ctx, 1)()
	return c.once(ctx, call)
}

// once makes one attempt and records it.
func (c *Client) once(ctx context.Context, call Call) *recording.Exchange {
	e := &recording.Exchange{Endpoint: call.Endpoint, Check: call.Check, Negative: call.Negative, Again: call.again, Started: c.config.Clock()}
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
		err = ctx.Err() // what is over before it began is not sent
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
	// The transport is driven without an http.Client: there is nobody who
	// could follow a redirect, or carry the token along with one.
	resp, err := c.config.Transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusSwitchingProtocols {
		// Nobody asked for it. What follows is no body, and neither a deadline nor a
		// context would end the reading of it.
		return &recording.Response{Status: resp.StatusCode, Proto: resp.Proto, Header: resp.Header}, nil
	}
	body, err := readBody(resp, c.config.MaxBody)
	if err == nil && c.octets.Add(int64(len(body)+octetsOf(resp.Header))) > mostBodies*c.config.MaxBody {
		body, err = nil, fmt.Errorf("%w: all responses of the run together have more than %d bytes", errBodyTooLarge, mostBodies*c.config.MaxBody)
	}
	if err != nil {
		return nil, &interrupted{status: resp.StatusCode, octets: len(body), err: err}
	}
	return &recording.Response{Status: resp.StatusCode, Proto: resp.Proto, Header: resp.Header, Body: body}, nil
}

// octetsOf is how much a header takes.
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
