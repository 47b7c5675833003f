package client

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/credit-partner/assay/internal/recording"
)

// The kinds of trouble; errors.Is tells them apart on the Err of an exchange.
var (
	ErrTimeout     = errors.New("no complete response in time")
	ErrTooLarge    = errors.New("the response is too large")
	ErrUnreachable = errors.New("the target cannot be reached")
	ErrTLS         = errors.New("no secure connection")
	ErrCut         = errors.New("the connection was cut")
	ErrCanceled    = errors.New("the run ended before the call")
	ErrMalformed   = errors.New("the response is not valid HTTP")
	ErrUnsendable  = errors.New("the request cannot be sent")
	ErrCredentials = errors.New("credentials are missing")
)

var advice = map[error]string{
	ErrTimeout:     "see whether the target is overloaded, or raise the timeout",
	ErrTooLarge:    "see what the target sends, or raise the largest body",
	ErrUnreachable: "check the base URL, and that the target is up",
	ErrCut:         "look at the target's log at this time",
	ErrCanceled:    "run again with more time to judge this",
	ErrMalformed:   "check that the base URL is that of an HTTP service",
	ErrUnsendable:  "fix the call; nothing was sent",
	ErrCredentials: "fix the token or signing settings; nothing was sent",
}

// Error says why an exchange has no response. It unwraps to its kind, one of
// the Err variables, and to its cause. Its text holds no query and no header.
type Error struct {
	Kind   error
	Method string
	URL    string // without its query
	Detail string
	Cause  error
}

// Error says what happened, where, and what to do.
func (e *Error) Error() string {
	return fmt.Sprintf("%s %s: %s (%s); %s", e.Method, e.URL, e.Kind, e.Detail, e.Advice())
}

// Advice says what to do.
func (e *Error) Advice() string {
	if e.Kind == ErrTLS {
		return tlsAdvice(e.Cause)
	}
	return advice[e.Kind]
}

// Unwrap returns the kind and the cause.
func (e *Error) Unwrap() []error { return []error{e.Kind, e.Cause} }

// unsendable is a call that makes no proper request.
type unsendable struct{ err error }

func (u *unsendable) Error() string { return u.err.Error() }
func (u *unsendable) Unwrap() error { return u.err }

// credentialTrouble is a token or a signature that could not be had.
type credentialTrouble struct {
	task string
	err  error
}

func (c *credentialTrouble) Error() string { return c.task + ": " + c.err.Error() }
func (c *credentialTrouble) Unwrap() error { return c.err }

// interrupted is an answer that began and did not come whole.
type interrupted struct {
	status, octets int
	err            error
}

func (i *interrupted) Error() string {
	return fmt.Sprintf("received status %d and %d bytes of the body, then: %s", i.status, i.octets, i.err)
}
func (i *interrupted) Unwrap() error { return i.err }

// explain turns what went wrong into an *Error. The parent context is that of
// the run, ctx the one with the deadline of this request.
func (c *Client) explain(parent, ctx context.Context, r *recording.Request, err error) error {
	where, query, asked := strings.Cut(r.URL, "?")
	if asked {
		where += "?…"
	}
	e := &Error{Method: r.Method, URL: where, Cause: err}
	switch {
	case parent.Err() != nil:
		e.Kind, e.Detail = ErrCanceled, context.Cause(parent).Error()
		return e
	case kindOf(err) != nil:
		e.Kind = kindOf(err)
	case isTimeout(err) || ctx.Err() != nil:
		e.Kind = ErrTimeout
	case isCut(err):
		e.Kind = ErrCut
	default:
		e.Kind = ErrMalformed
	}
	e.Detail = err.Error()
	if asked && query != "" {
		e.Detail = strings.ReplaceAll(e.Detail, query, "…")
	}
	if e.Kind == ErrTimeout {
		e.Detail = fmt.Sprintf("waited %s; %s", c.config.Timeout, e.Detail)
	}
	return e
}

// kindOf knows the kinds that are told by type or text, whatever the clock
// says. It returns nil for all others.
func kindOf(err error) error {
	var bad *unsendable
	var credentials *credentialTrouble
	var dial *net.OpError
	switch {
	case errors.As(err, &bad):
		return ErrUnsendable
	case errors.As(err, &credentials):
		return ErrCredentials
	case errors.Is(err, errBodyTooLarge), headersTooLarge(err):
		return ErrTooLarge
	case errors.As(err, &dial) && (dial.Op == "dial" || dial.Op == "proxyconnect"):
		return ErrUnreachable
	case isTLS(err):
		return ErrTLS
	}
	return nil
}

// headersTooLarge knows the cap by its text: net/http has no value for it.
func headersTooLarge(err error) bool {
	text := err.Error()
	return strings.Contains(text, "response headers exceeded") || strings.Contains(text, "response header list larger")
}

func isTLS(err error) bool {
	var verification *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	return errors.As(err, &verification) || errors.As(err, &record) || errors.As(err, &alert) ||
		strings.Contains(err.Error(), "server gave HTTP response to HTTPS client") ||
		brokenOff(err)
}

// brokenOff tells whether the other side ended a handshake. The errors of it
// have no exported type and are known by their text: that of TLS and, where the
// end is seen too late, that of HTTP/2.
func brokenOff(err error) bool {
	return strings.Contains(err.Error(), "remote error: tls: ") || strings.Contains(err.Error(), "client conn could not be established")
}

// tlsAdvice says what to do about a handshake that failed, by its cause.
func tlsAdvice(err error) string {
	var unknown x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var host x509.HostnameError
	switch {
	case errors.As(err, &unknown):
		return "if your own authority issued the target's certificate, set tls.ca_file to its file"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "renew the target's certificate, or set the clock of this machine"
	case errors.As(err, &host):
		return "the certificate is for another host: fix the base URL, or the certificate"
	case err != nil && brokenOff(err):
		return "the target refuses this client: set tls.cert_file and tls.key_file to a certificate that it trusts"
	}
	return "the target may not speak TLS: check the scheme of the base URL"
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout()
}

// isCut knows the ends of a connection. Those of HTTP/2 and of an idle
// connection have no exported value and are known by their text.
func isCut(err error) bool {
	for _, end := range []error{io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, syscall.ECONNRESET, syscall.EPIPE, syscall.ECONNABORTED} {
		if errors.Is(err, end) {
			return true
		}
	}
	for _, text := range []string{"server closed idle connection", "stream error", "GOAWAY", "connection lost"} {
		if strings.Contains(err.Error(), text) {
			return true
		}
	}
	return false
}

// IsBroken tells whether the trouble with a call is an answer that did not come whole
// from a target that was reached.
func IsBroken(err error) bool {
	for _, kind := range []error{ErrCut, ErrTimeout, ErrMalformed, ErrTooLarge} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
