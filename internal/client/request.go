package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
)

// newRequest builds the request of a call. It notes in e as much of the request as it could
// build.
func (c *Client) newRequest(ctx context.Context, call Call, e *recording.Exchange) (*http.Request, error) {
	base := c.base
	if call.Lookup {
		base = c.lookupBase
	}
	e.Request = recording.Request{Method: call.Method, URL: base + call.Path, Proto: "HTTP/1.1", Body: bytes.Clone(call.Body)}
	target, err := join(base, call.Path)
	if err != nil {
		return nil, &unsendable{withoutAddress(err)}
	}
	e.Request.URL = target.String()
	if e.Request.Body, err = c.withToken(ctx, call.Auth, e.Request.Body); err != nil {
		return nil, err
	}
	e.Request.Header, err = c.headers(ctx, call, target, e.Request.Body)
	e.Request.URL = target.String() // the query may contain the credentials
	if err != nil {
		return nil, err
	}
	return assemble(ctx, target, &e.Request)
}

func assemble(ctx context.Context, target *url.URL, r *recording.Request) (*http.Request, error) {
	if err := checkHeader(r.Header); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, "", bytes.NewReader(r.Body))
	if err != nil {
		return nil, &unsendable{err}
	}
	if r.Body == nil {
		req.Body, req.GetBody = nil, nil
	}
	req.URL, req.Host, req.Header = target, target.Host, r.Header
	if host := r.Header.Get("Host"); host != "" {
		req.Host = host
	}
	return req, nil
}

// headers returns all headers of a call: the client's own, then those of the signature, then
// that of the trace, and last those that the call overrides.
func (c *Client) headers(ctx context.Context, call Call, target *url.URL, body []byte) (http.Header, error) {
	h := http.Header{
		"Accept":          {"application/json"},
		"Accept-Encoding": {"gzip"}, // set explicitly, so that the size limit counts decoded bytes
		"User-Agent":      {c.config.UserAgent},
	}
	if body != nil {
		h["Content-Type"] = []string{"application/json"}
	}
	if err := c.authorize(ctx, h, target, call.Method, call.Auth); err != nil {
		return h, err
	}
	if call.Lookup {
		if err := c.sign(ctx, h, call.Method, target, body); err != nil {
			return h, err
		}
	}
	setTraceparent(h)
	override(h, call.Header)
	return h, nil
}

// actAsLocal sets what a service may trust by mistake: the headers of a proxy or of another service of
// its own network, of a page of its own host in a browser, of its documentation and of the health probe
// of its cluster, and an address that contains a path which needs no token. A Content-Type with a
// parameter is not among those that a filter of exact values guards.
func actAsLocal(h http.Header, target *url.URL, method string) {
	target.RawQuery = "next=/health"
	for _, name := range []string{"X-Forwarded-For", "X-Real-Ip", "X-Client-Ip"} {
		h[name] = []string{"127.0.0.1"}
	}
	h["X-Internal-Request"] = []string{"true"}
	h["X-Forwarded-User"] = []string{"admin"}
	h["X-Http-Method-Override"] = []string{method} // the method of the call itself, which changes nothing
	h["Origin"] = []string{"http://localhost"}
	h["Referer"] = []string{"http://localhost/docs/index.html"}
	h["Accept"] = []string{"text/html, application/json"}
	h["User-Agent"] = []string{"kube-probe/1.31"}
	if h["Content-Type"] != nil {
		h["Content-Type"] = []string{"application/json; charset=utf-8"}
	}
}

func (c *Client) authorize(ctx context.Context, h http.Header, target *url.URL, method string, auth Auth) error {
	switch {
	case auth.kind == authNone:
		return nil
	case auth.kind == authRaw:
		h["Authorization"] = []string{auth.value}
		return nil
	case auth.kind == authProxy:
		actAsLocal(h, target, method)
		return nil
	case c.config.Token == nil:
		return nil
	}
	token, err := c.config.Token.Token(ctx)
	if err != nil {
		return &credentialError{"get the access token", err}
	}
	switch auth.kind {
	case authScheme:
		h["Authorization"] = []string{auth.value + " " + token}
	case authBad:
		bad, err := c.made.from(token, auth)
		if err != nil {
			return &unsendable{err}
		}
		h["Authorization"] = []string{"Bearer " + bad}
	case authElsewhere:
		placeToken(h, target, auth.value, token)
	default:
		h["Authorization"] = []string{"Bearer " + token}
	}
	return nil
}

// withToken returns the body of a call. It has the token as its first two members if that is the place
// of the token.
func (c *Client) withToken(ctx context.Context, auth Auth, body []byte) ([]byte, error) {
	if auth.kind != authElsewhere || auth.value != placeBody || c.config.Token == nil || !bytes.HasPrefix(body, []byte(`{"`)) {
		return body, nil
	}
	token, err := c.config.Token.Token(ctx)
	if err != nil {
		return nil, &credentialError{"get the access token", err}
	}
	member, err := json.Marshal(token)
	if err != nil {
		return nil, &unsendable{err}
	}
	return slices.Concat([]byte(`{"access_token":`), member, []byte(`,"token":`), member, []byte(","), body[1:]), nil
}

// placeToken puts the token in a place other than that of section 5.
func placeToken(h http.Header, target *url.URL, place, token string) {
	switch place {
	case placeQuery:
		query := target.Query()
		query.Set("access_token", token)
		target.RawQuery = query.Encode()
	case placeHeaders:
		h["X-Access-Token"] = []string{token}
		h["X-Api-Key"] = []string{token}
		h["Cookie"] = []string{"access_token=" + token}
	case placeBody: // newRequest puts it there
	case placeAndWord:
		h["Authorization"] = []string{"Bearer " + token + " assay"}
	default:
		h["Authorization"] = []string{token}
	}
}

// sign sets the three headers of section 5, rule 2.
func (c *Client) sign(ctx context.Context, h http.Header, method string, target *url.URL, body []byte) error {
	nonce, err := c.nonces.next()
	if err != nil {
		return &credentialError{"sign the lookup", err}
	}
	timestamp := unixMillis(c.config.Clock())
	h["Noncestr"], h["Timestamp"] = []string{nonce}, []string{timestamp}
	if c.config.Signer == nil {
		h["Sign"] = []string{UnsignedSign}
		return nil
	}
	made, err := c.config.Signer.Sign(ctx, SignInput{
		Method: method, URL: target.String(), Path: target.RequestURI(),
		Header: h.Clone(), Body: bytes.Clone(body), Nonce: nonce, Timestamp: timestamp,
	})
	if err != nil {
		return &credentialError{"sign the lookup", err}
	}
	override(h, made)
	return nil
}

// override sets each header of over in h, spelt as in over. A header without
// values is removed.
func override(h, over http.Header) {
	for name, values := range over {
		for set := range h {
			if strings.EqualFold(set, name) {
				delete(h, set)
			}
		}
		if len(values) > 0 {
			h[name] = append([]string(nil), values...)
		}
	}
	if _, set := h["User-Agent"]; !set {
		h["User-Agent"] = nil // otherwise net/http adds its own
	}
}

// checkHeader refuses headers that no transport may send, before a transport sees them.
func checkHeader(h http.Header) error {
	for name, values := range h {
		if name == "" || strings.ContainsFunc(name, notToken) {
			return &unsendable{fmt.Errorf("header name %q is not a token", name)}
		}
		for _, value := range values {
			if strings.ContainsFunc(value, isControl) {
				return &unsendable{fmt.Errorf("the value of header %s contains a control character", name)}
			}
		}
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }

func notToken(r rune) bool {
	return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"(),/:;<=>?@[\\]{}", r)
}

// setTraceparent gives a request a trace of its own (W3C Trace Context). With its id, a reader
// of the report finds the request in the target's traces.
//
// Every request has another trace: from requests with the same trace, a target could tell which
// of them belong to one check, and so which one is a test. The ids come from the system and not
// from the seed of the run, so that two runs with one seed have different traces, and the other
// random values do not change.
//
// The header is set after the signature is made: a service mesh rewrites it on every hop, so no
// signature can cover it. If a signer sets the header itself, its value stays.
func setTraceparent(h http.Header) {
	for name := range h {
		if strings.EqualFold(name, "traceparent") {
			return
		}
	}
	var ids [24]byte
	_, _ = rand.Read(ids[:]) // never fails, see crypto/rand
	ids[15] |= 1             // neither id may be zero
	ids[23] |= 1
	h["Traceparent"] = []string{"00-" + hex.EncodeToString(ids[:16]) + "-" + hex.EncodeToString(ids[16:]) + "-01"}
}
