package credentials

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// Style says how to request a token from an endpoint. assay does not try the styles one after the
// other, because a wrong one would be a failed login.
type Style string

// The styles.
const (
	StyleBasic Style = "basic" // POST of a form, client id and secret as basic auth (RFC 6749, 2.3.1)
	StylePost  Style = "post"  // POST of a form that contains client id and secret
	StyleGet   Style = "get"   // GET with basic auth, outside OAuth2
)

// OAuth2 says how to get tokens with client credentials (RFC 6749, 4.4).
type OAuth2 struct {
	TokenURL     string
	ClientID     string
	ClientSecret Place // read again for every attempt
	Scopes       []string
	Style        Style // empty means StyleBasic
	// Member is the path of the token in the JSON response, for StyleGet: names joined by dots. If
	// it is empty, it is access_token. The lifetime is in expires_in beside the token: seconds, as
	// a number or as a string of digits.
	Member string
}

// NewOAuth2Tokens returns Tokens that come from a token endpoint. They follow no redirect, so that
// the client's secret goes nowhere else.
func NewOAuth2Tokens(c OAuth2, o Options) (*Tokens, error) {
	if c.Style == "" {
		c.Style = StyleBasic
	}
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("OAuth2: %w", err)
	}
	o = o.withDefaults()
	caller := &http.Client{Transport: o.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &Tokens{keeper: newKeeper(o, func(ctx context.Context) (grant, error) { return c.obtain(ctx, o, caller) })}, nil
}

func (c OAuth2) check() error {
	u, err := url.Parse(c.TokenURL)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return errors.New("the token URL must be an address like https://host/token")
	case u.User != nil:
		return errors.New("the token URL must not contain a user name or password; set client id and secret")
	case c.ClientID == "":
		return errors.New("the client id is missing")
	case !slices.Contains([]Style{StyleBasic, StylePost, StyleGet}, c.Style):
		return fmt.Errorf("style %q is none of basic, post, get", c.Style)
	case c.Member != "" && c.Style != StyleGet:
		return errors.New("a member is for style get only; OAuth2 itself fixes it as access_token")
	}
	if err := c.ClientSecret.check(); err != nil {
		return fmt.Errorf("client secret: %w", err)
	}
	return nil
}

func (c OAuth2) obtain(ctx context.Context, o Options, caller *http.Client) (grant, error) {
	secret, err := c.ClientSecret.read(ctx, o)
	if err != nil {
		return grant{}, fmt.Errorf("client secret: %w", err)
	}
	ask := c.post
	if c.Style == StyleGet {
		ask = c.get
	}
	g, err := ask(ctx, caller, secret)
	if err == nil {
		o.Learn(g.secret)
		err = checkToken(g.secret)
	}
	if err != nil {
		return grant{}, fmt.Errorf("token endpoint %s: %w", c.where(), presentable(ctx, err))
	}
	return g, nil
}

// where returns the token URL without its query, because the query may contain a secret.
func (c OAuth2) where() string {
	where, _, _ := strings.Cut(c.TokenURL, "?")
	return where
}

func (c OAuth2) post(ctx context.Context, caller *http.Client, secret string) (grant, error) {
	config := clientcredentials.Config{ClientID: c.ClientID, ClientSecret: secret, TokenURL: c.TokenURL, Scopes: c.Scopes, AuthStyle: oauth2.AuthStyleInHeader}
	if c.Style == StylePost {
		config.AuthStyle = oauth2.AuthStyleInParams
	}
	token, err := config.Token(context.WithValue(ctx, oauth2.HTTPClient, caller))
	if err != nil {
		return grant{}, err
	}
	// The library calculates the expiry with its own clock. The keeper uses o.Clock, so it needs
	// the lifetime.
	return grant{secret: token.AccessToken, life: lifeOf(token.Extra("expires_in"))}, nil
}

const maxTokenAnswer = 1 << 20 // largest response of a token endpoint, in octets

// get requests a token with GET and basic auth.
func (c OAuth2) get(ctx context.Context, caller *http.Client, secret string) (grant, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.TokenURL, nil)
	if err != nil {
		return grant{}, err
	}
	if len(c.Scopes) > 0 {
		query := req.URL.Query()
		query.Set("scope", strings.Join(c.Scopes, " "))
		req.URL.RawQuery = query.Encode()
	}
	req.SetBasicAuth(c.ClientID, secret)
	req.Header.Set("Accept", "application/json")
	resp, err := caller.Do(req)
	if err != nil {
		return grant{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxTokenAnswer))
	if err != nil {
		return grant{}, err
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return grant{}, &refused{status: resp.StatusCode, code: gjson.GetBytes(valid(body), "error").String()}
	}
	return c.pick(body)
}

// pick returns the token and its lifetime from a response.
func (c OAuth2) pick(body []byte) (grant, error) {
	member := c.Member
	if member == "" {
		member = "access_token"
	}
	if !json.Valid(body) {
		return grant{}, unreadable("the response is not JSON")
	}
	token := gjson.GetBytes(body, member)
	if token.Type != gjson.String || token.Str == "" {
		return grant{}, unreadable("the response has no text at " + member + "; set the member that contains the token")
	}
	beside := "expires_in"
	if dot := strings.LastIndex(member, "."); dot >= 0 {
		beside = member[:dot+1] + beside
	}
	return grant{secret: token.Str, life: lifeOf(gjson.GetBytes(body, beside).Value())}, nil
}

// valid returns the body if it is valid JSON, and nil otherwise. gjson must not read other text.
func valid(body []byte) []byte {
	if json.Valid(body) {
		return body
	}
	return nil
}

// maxLifetime is the longest lifetime that assay accepts. It takes a larger number for a mistake.
const maxLifetime = 10 * 365 * 24 * time.Hour

// lifeOf reads a number of seconds, given as a number or as a string. It returns 0 if there is no
// number.
func lifeOf(seconds any) time.Duration {
	var n float64
	switch value := seconds.(type) {
	case float64:
		n = value
	case int64: // from a form-encoded response, as the library reads it
		n = float64(value)
	case string:
		n, _ = strconv.ParseFloat(value, 64) // text that is no number gives no lifetime
	}
	if !(n > 0 && n <= maxLifetime.Seconds()) {
		return 0
	}
	return time.Duration(n * float64(time.Second))
}

// refused is the error for a response of a token endpoint without a token. It keeps nothing of the
// body except a code of the standard, because the body may repeat the secret.
type refused struct {
	status int
	code   string
}

// standardCodes lists the error codes of RFC 6749, 5.2.
var standardCodes = []string{"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope"}

func (r *refused) Error() string {
	text := fmt.Sprintf("it answered with status %d", r.status)
	if slices.Contains(standardCodes, r.code) {
		text += " and the error " + r.code
	}
	if r.status >= 300 && r.status < 400 {
		return text + "; assay does not follow redirects: set the final address"
	}
	return text + "; check client id, client secret, scopes and style"
}

// unreadable describes in our words what is wrong with a response. The errors of the library quote
// the response.
type unreadable string

func (u unreadable) Error() string { return string(u) }

// presentable returns an error without the parts that may contain a secret: the body of a
// response, the query of an address, or the line of an invalid response that net/http quotes.
func presentable(ctx context.Context, err error) error {
	var retrieve *oauth2.RetrieveError
	var transport *url.Error
	var status *refused
	var answer unreadable
	switch {
	case errors.As(err, &retrieve):
		return &refused{status: retrieve.Response.StatusCode, code: retrieve.ErrorCode}
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &transport) && isPlain(transport.Err):
		return transport.Err
	case errors.As(err, &transport):
		return unreadable("the connection broke, or the response is not valid HTTP; check the address")
	case errors.As(err, &status), errors.As(err, &answer), errors.Is(err, errNoToken):
		return err
	}
	return unreadable("the response has no readable access_token")
}

// isPlain reports whether an error of a transport quotes nothing of what was received.
func isPlain(err error) bool {
	var network *net.OpError
	var verification *tls.CertificateVerificationError
	var alert tls.AlertError
	return errors.As(err, &network) || errors.As(err, &verification) || errors.As(err, &alert) ||
		strings.HasSuffix(err.Error(), "server gave HTTP response to HTTPS client")
}
