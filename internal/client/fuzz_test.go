package client

import (
	"bufio"
	"bytes"
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Whatever Retry-After says, the wait is one that fits into a run.
func FuzzRetryAfter(f *testing.F) {
	for _, value := range []string{"", "0", "3", "-1", " 7 ", "1e9", "99999999999999999999", "Fri, 31 Dec 1999 23:59:59 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "\xff", "+5", "0x10"} {
		f.Add(value)
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	f.Fuzz(func(t *testing.T, value string) {
		pause := retryAfter(http.Header{"Retry-After": {value}}, now, usualWait)
		require.GreaterOrEqual(t, pause, time.Duration(0))
		require.LessOrEqual(t, pause, maxBackoff)
	})
}

// spoken is a transport that reads an answer out of foreign bytes.
type spoken []byte

func (s spoken) RoundTrip(r *http.Request) (*http.Response, error) {
	return http.ReadResponse(bufio.NewReader(bytes.NewReader(s)), r)
}

// Whatever comes back, there is an answer within its bounds or a known trouble.
func FuzzAnswer(f *testing.F) {
	for _, text := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\n\x1f\x8b\x08",
		"HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 302 Found\r\nLocation: http://elsewhere.example\r\n\r\n", "HTTP/0.9\r\n", "",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 99 ?\r\n\r\n",
	} {
		f.Add([]byte(text))
	}
	kinds := []error{ErrTimeout, ErrTooLarge, ErrUnreachable, ErrTLS, ErrCut, ErrMalformed}
	f.Fuzz(func(t *testing.T, answer []byte) {
		c, err := New(Config{BaseURL: "http://target.example", Transport: spoken(answer), MaxBody: 1 << 10})
		require.NoError(t, err)
		e := c.once(context.Background(), Call{Method: http.MethodGet, Path: "/"})
		if e.Response != nil {
			require.NoError(t, e.Err)
			require.LessOrEqual(t, len(e.Response.Body), 1<<10)
			return
		}
		known := false
		for _, kind := range kinds {
			known = known || isKind(e.Err, kind)
		}
		require.True(t, known, "%v", e.Err)
	})
}

func isKind(err, kind error) bool {
	trouble, ok := err.(*Error)
	return ok && trouble.Kind == kind
}
