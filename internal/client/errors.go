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

// These are the kinds of errors. Use errors.Is on the Err of an exchange.
var (
	ErrTimeout     = errors.New("no complete response in time")
	ErrTooLarge    = errors.New("the response is too large")
	ErrFull        = errors.New("all responses of the run together are too large")
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
	ErrTooLarge:    "see what the target sends, or raise max_body",
	ErrFull:        "look at the size of the target's responses, or raise max_body",
	ErrUnreachable: "check the base URL, and that the target is up",
	ErrCut:         "look at the target's log at this time",
	ErrCanceled:    "run again with more time to judge this",
	ErrMalformed:   "check that the base URL is that of an HTTP service",
	ErrUnsendable:  "fix the call; nothing was sent",
	ErrCredentials: "fix the token or signing settings; nothing was sent",
}

// Error says why an exchange has no response. It unwraps to its kind, one of the Err variables,
// and to its cause. Its text contains no query and no header.
type Error struct {
	Kind   error
	Method string
	URL    string // without its query
	Detail string
	Cause  error
}

// Error says what happened, at which URL, and what to do.
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

// unsendable is the error of a call that makes no valid request.
type unsendable struct{ err error }

func (u *unsendable) Error() string { return u.err.Error() }
func (u *unsendable) Unwrap() error { return u.err }

// credentialError is the error that a token or a signature could not be obtained.
type credentialError struct {
	task string
	err  error
}

func (c *credentialError) Error() string { return c.task + ": " + c.err.Error() }
func (c *credentialError) Unwrap() error { return c.err }

// interrupted is the error of an answer that began but did not arrive completely.
type interrupted struct {
	status, octets int
	err            error
}

func (i *interrupted) Error() string {
	return fmt.Sprintf("received status %d and %d bytes of the body, then: %s", i.status, i.octets, i.err)
}
func (i *interrupted) Unwrap() error { return i.err }

// AnswerBegan reports whether an answer began to arrive before the connection ended.
func AnswerBegan(err error) bool {
	var i *interrupted
	return errors.As(err, &i)
}

// explain turns an error into an *Error. parent is the context of the run; ctx has the deadline
// of this request.
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

// kindOf returns the kind of an error that its type or text shows, whatever the deadline. It
// returns nil for all other errors.
func kindOf(err error) error {
	var bad *unsendable
	var credentials *credentialError
	var dial *net.OpError
	switch {
	case errors.As(err, &bad):
		return ErrUnsendable
	case errors.As(err, &credentials):
		return ErrCredentials
	case errors.Is(err, ErrFull):
		return ErrFull
	case errors.Is(err, errBodyTooLarge), headersTooLarge(err):
		return ErrTooLarge
	case errors.As(err, &dial) && (dial.Op == "dial" || dial.Op == "proxyconnect"):
		return ErrUnreachable
	case isTLS(err):
		return ErrTLS
	}
	return nil
}

// headersTooLarge recognises the error by its text, because net/http exports no value for it.
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

// brokenOff reports whether the other side ended a TLS handshake. These errors have no exported
// type, so they are recognised by the text of TLS or, if the end is noticed later, of HTTP/2.
func brokenOff(err error) bool {
	return strings.Contains(err.Error(), "remote error: tls: ") || strings.Contains(err.Error(), "client conn could not be established")
}

// tlsAdvice says what to do about a failed handshake, depending on its cause.
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

// isCut reports whether the connection ended. The errors of HTTP/2 and of an idle connection
// have no exported value, so they are recognised by their text.
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

// IsBroken reports whether the error is about a target that was reached, but whose answer did
// not arrive completely.
func IsBroken(err error) bool {
	for _, kind := range []error{ErrCut, ErrTimeout, ErrMalformed, ErrTooLarge} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
