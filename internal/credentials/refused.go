package credentials

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/oauth2"
)

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
		return text + "; redirects are not followed, give the final address"
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
		return unreadable("the connection broke, or the answer is not proper HTTP; check the address")
	case errors.As(err, &status), errors.As(err, &answer), errors.Is(err, errNoToken):
		return err
	}
	return unreadable("the answer has no access_token that can be read")
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
