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

// Style is how a token endpoint is asked. None is tried out: a wrong guess
// would be a failed login.
type Style string

// The styles.
const (
	StyleBasic Style = "basic" // POST of a form, client id and secret as basic auth (RFC 6749, 2.3.1)
	StylePost  Style = "post"  // POST of a form that holds client id and secret
	StyleGet   Style = "get"   // GET with basic auth, outside OAuth2
)

// OAuth2 says how tokens are got by client credentials (RFC 6749, 4.4).
type OAuth2 struct {
	TokenURL     string
	ClientID     string
	ClientSecret Place // read anew for every attempt
	Scopes       []string
	Style        Style // empty means StyleBasic
	// Member is, with StyleGet, where the JSON answer holds the token: names
	// joined by dots, empty for access_token. Beside it expires_in is looked
	// for: seconds, as a number or as a string of digits.
	Member string
}

// NewOAuth2Tokens returns tokens got from a token endpoint. No redirect is
// followed: the client's secret goes nowhere else.
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

// where is the token URL without its query, which may hold anything.
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
	// The library reckons the expiry by its own clock; ours is asked instead.
	return grant{secret: token.AccessToken, life: lifeOf(token.Extra("expires_in"))}, nil
}

const maxTokenAnswer = 1 << 20 // octets of a token endpoint's answer

// get asks a token endpoint that answers GET with basic auth.
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

// pick takes token and lifetime out of an answer.
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

// valid returns a body that gjson may look into; nil if it must not.
func valid(body []byte) []byte {
	if json.Valid(body) {
		return body
	}
	return nil
}

// maxLifetime is the longest lifetime that is believed; above it a number is
// taken for a mistake.
const maxLifetime = 10 * 365 * 24 * time.Hour

// lifeOf reads a number of seconds, as a number or as a string; 0 when there is
// none.
func lifeOf(seconds any) time.Duration {
	var n float64
	switch value := seconds.(type) {
	case float64:
		n = value
	case int64: // of a form answer, as the library reads it
		n = float64(value)
	case string:
		n, _ = strconv.ParseFloat(value, 64) // what is no number is no lifetime
	}
	if !(n > 0 && n <= maxLifetime.Seconds()) {
		return 0
	}
	return time.Duration(n * float64(time.Second))
}

// refused is the answer of a token endpoint that gives no token. Nothing of its
// body is kept but a code of the standard: it may echo the secret.
type refused struct {
	status int
	code   string
}

// standardCodes are the error codes of RFC 6749, 5.2.
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

// unreadable says in our words what is wrong with an answer. The library's own
// quote it.
type unreadable string

func (u unreadable) Error() string { return string(u) }

// presentable takes out of an error what may hold a secret: the body of an
// answer, the query of an address, the line of a broken answer that net/http
// quotes.
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

// isPlain knows the errors of a transport that quote nothing which was
// received.
func isPlain(err error) bool {
	var network *net.OpError
	var verification *tls.CertificateVerificationError
	var alert tls.AlertError
	return errors.As(err, &network) || errors.As(err, &verification) || errors.As(err, &alert) ||
		strings.HasSuffix(err.Error(), "server gave HTTP response to HTTPS client")
}
