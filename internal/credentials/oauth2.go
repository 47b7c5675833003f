package credentials

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

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
		return errors.New("the token URL must not hold a user name or password; give client id and secret")
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
