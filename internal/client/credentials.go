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

// UnsignedSign is sent as Sign where no Signer is set: how a real one is made
// is not shown (section 5, rule 4).
const UnsignedSign = "unsigned"

// TokenSource gives the access token of section 5, rule 1, without its scheme
// word. It is asked before every request that carries the good token, from
// several goroutines at once.
type TokenSource interface {
	Token(ctx context.Context) (string, error)
}

// StaticToken is the TokenSource that always gives token.
func StaticToken(token string) TokenSource { return staticToken(token) }

type staticToken string

func (t staticToken) Token(context.Context) (string, error) { return string(t), nil }

// Signer makes the signature headers of the lookup (section 5, rule 2). What it
// returns is set over the fresh Noncestr and Timestamp that it was given. It is
// called from several goroutines at once.
type Signer interface {
	Sign(ctx context.Context, in SignInput) (http.Header, error)
}

// SignInput is what a signature may be made from.
type SignInput struct {
	Method    string
	URL       string // absolute
	Path      string // as on the request line: prefix, escaped path, query
	Header    http.Header
	Body      []byte
	Nonce     string // 32 hexadecimal digits, fresh
	Timestamp string // Unix milliseconds
}

// nonces makes nonces. The source is locked: an injected one need not be safe.
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
