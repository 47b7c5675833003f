package client

import (
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// UnsignedSign is sent as Sign if no Signer is set, because the specification does not show how
// a real one is made (section 5, rule 4).
const UnsignedSign = "unsigned"

// TokenSource returns the access token of section 5, rule 1, without its scheme word. The client
// asks it before every request that carries the valid token, from several goroutines at the same
// time.
type TokenSource interface {
	Token(ctx context.Context) (string, error)
}

// StaticToken returns a TokenSource that always returns token.
func StaticToken(token string) TokenSource { return staticToken(token) }

type staticToken string

func (t staticToken) Token(context.Context) (string, error) { return string(t), nil }

// Signer makes the signature headers of the lookup (section 5, rule 2). Its headers replace the
// Noncestr and Timestamp that it was given. The client calls it from several goroutines at the
// same time.
type Signer interface {
	Sign(ctx context.Context, in SignInput) (http.Header, error)
}

// SignInput is the data from which a signature may be made.
type SignInput struct {
	Method    string
	URL       string // absolute
	Path      string // as on the request line: prefix, escaped path, query
	Header    http.Header
	Body      []byte
	Nonce     string // 32 hexadecimal digits, new for each request
	Timestamp string // Unix milliseconds
}

// nonces makes nonces. It locks the source, because a caller's source may not be safe for
// concurrent use.
type nonces struct {
	mu     sync.Mutex
	source io.Reader
}

func (n *nonces) next() (string, error) {
	var octets [16]byte
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, err := io.ReadFull(n.source, octets[:]); err != nil {
		return "", fmt.Errorf("make a nonce: %w", err)
	}
	return hex.EncodeToString(octets[:]), nil
}

func unixMillis(t time.Time) string { return fmt.Sprint(t.UnixMilli()) }
