package client_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
)

// raw serves every connection by answer, below HTTP.
func raw(t *testing.T, answer func(net.Conn)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_, _ = conn.Read(make([]byte, 4096))
				answer(conn)
			}()
		}
	}()
	return "http://" + listener.Addr().String()
}

func says(text string) func(net.Conn) {
	return func(c net.Conn) { _, _ = io.WriteString(c, text) }
}

// untilClosed keeps the connection open until the client leaves.
func untilClosed(c net.Conn) { _, _ = io.Copy(io.Discard, c) }

func zeros(size int) []byte {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(make([]byte, size))
	_ = w.Close()
	return packed.Bytes()
}

func TestHostileAnswers(t *testing.T) {
	bomb := zeros(20 << 20)
	for name, test := range map[string]struct {
		answer func(net.Conn)
		kind   error
	}{
		"silent":       {untilClosed, client.ErrTimeout},
		"headers only": {func(c net.Conn) { says("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")(c); untilClosed(c) }, client.ErrTimeout},
		"dripping": {func(c net.Conn) {
			says("HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n")(c)
			for tick := time.NewTicker(20 * time.Millisecond); ; <-tick.C {
				if _, err := c.Write([]byte("x")); err != nil {
					tick.Stop()
					return
				}
			}
		}, client.ErrTimeout},
		"endless body": {func(c net.Conn) {
			says("HTTP/1.1 200 OK\r\n\r\n")(c)
			for chunk := make([]byte, 8192); ; {
				if _, err := c.Write(chunk); err != nil {
					return
				}
			}
		}, client.ErrTooLarge},
		"gzip bomb": {func(c net.Conn) {
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", len(bomb), bomb)
		}, client.ErrTooLarge},
		"promises terabytes": {says("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\nabc"), client.ErrCut},
		"not gzip":           {says("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 12\r\n\r\nhello, world"), client.ErrMalformed},
		"reset": {func(c net.Conn) {
			says("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc")(c)
			_ = c.(*net.TCPConn).SetLinger(0)
		}, client.ErrCut},
		"cut body":         {says("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc"), client.ErrCut},
		"cut chunk":        {says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc"), client.ErrCut},
		"closed at once":   {func(net.Conn) {}, client.ErrCut},
		"not HTTP":         {says("SSH-2.0-OpenSSH_9.2\r\n\r\n"), client.ErrMalformed},
		"too many headers": {says("HTTP/1.1 200 OK\r\n" + strings.Repeat("X-Filler: 0123456789012345678901234567890123456789\r\n", 9000) + "\r\n"), client.ErrTooLarge},
		"one endless header": {func(c net.Conn) {
			says("HTTP/1.1 200 OK\r\nX: ")(c)
			for chunk := bytes.Repeat([]byte("a"), 8192); ; {
				if _, err := c.Write(chunk); err != nil {
					return
				}
			}
		}, client.ErrTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			timeout := 5 * time.Second
			if test.kind == client.ErrTimeout {
				timeout = 150 * time.Millisecond
			}
			c := newClient(t, raw(t, test.answer), func(c *client.Config) { c.Timeout = timeout })
			e := c.Do(t.Context(), client.Call{Method: "GET", Path: "/x?token=hush"})
			require.ErrorIs(t, e.Err, test.kind)
			require.Nil(t, e.Response)
			require.NotContains(t, e.Err.Error(), "hush")
			require.Contains(t, e.Err.Error(), "GET http://127.0.0.1:")
		})
	}
}

func TestFineAnswers(t *testing.T) {
	packed := zeros(3)
	for name, test := range map[string]struct{ answer, body string }{
		"HTTP/1.0 until close": {"HTTP/1.0 200 OK\r\n\r\nabc", "abc"},
		"no content":           {"HTTP/1.1 204 No Content\r\n\r\n", ""},
		"invalid UTF-8":        {"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\xff\xfe\x00", "\xff\xfe\x00"},
		"gzip":                 {fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: GZIP\r\nContent-Length: %d\r\n\r\n%s", len(packed), packed), "\x00\x00\x00"},
		"empty, called gzip":   {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n", ""},
		"just at the cap":      {"HTTP/1.1 200 OK\r\nContent-Length: 65536\r\n\r\n" + strings.Repeat("a", 64<<10), strings.Repeat("a", 64<<10)},
		"thousands of headers": {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + strings.Repeat("X-Filler: 0123456789\r\n", 5000) + "\r\n", ""},
		"continued first":      {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", "x"},
	} {
		e := newClient(t, raw(t, says(test.answer))).Do(t.Context(), client.Call{Method: "GET", Path: "/"})
		require.NoError(t, e.Err, name)
		require.Equal(t, test.body, string(e.Response.Body), name)
		require.LessOrEqual(t, cap(e.Response.Body), len(test.body)+len(test.body)/4+64, name)
	}
}

func TestRedirectsAreAnswersAndTheTokenStays(t *testing.T) {
	var reached atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer elsewhere.Close()
	var calls atomic.Int64
	target := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		to := elsewhere.URL
		if r.URL.Path == "/loop" {
			to = "/loop"
		}
		http.Redirect(w, r, to, http.StatusTemporaryRedirect)
	}))
	defer target.Close()
	c := newClient(t, target.URL)
	for _, path := range []string{"/loop", "/away"} {
		e := c.Do(t.Context(), client.Call{Method: "POST", Path: path, Body: []byte("{}")})
		require.NoError(t, e.Err)
		require.Equal(t, 307, e.Response.Status)
	}
	require.EqualValues(t, 2, calls.Load())
	require.Zero(t, reached.Load())
}

func TestUnreachableAndInsecure(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	e := newClient(t, "http://"+listener.Addr().String()).Do(t.Context(), client.Call{Method: "GET", Path: "/"})
	require.ErrorIs(t, e.Err, client.ErrUnreachable)

	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	e = newClient(t, secure.URL).Do(t.Context(), client.Call{Method: "GET", Path: "/"})
	require.ErrorIs(t, e.Err, client.ErrTLS)

	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	e = newClient(t, "https"+strings.TrimPrefix(plain.URL, "http")).Do(t.Context(), client.Call{Method: "GET", Path: "/"})
	require.ErrorIs(t, e.Err, client.ErrTLS)
}

func TestHTTP2WhereOffered(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	transport := client.NewTransport()
	transport.TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	e := newClient(t, server.URL, func(c *client.Config) { c.Transport = transport }).Do(t.Context(), client.Call{Method: "GET", Path: "/"})
	require.NoError(t, e.Err)
	require.Equal(t, "HTTP/2.0", string(e.Response.Body))
	require.Equal(t, "HTTP/2.0", e.Request.Proto)
}

func TestCancelEndsAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	address := raw(t, func(c net.Conn) { cancel(); untilClosed(c) })
	e := newClient(t, address, func(c *client.Config) { c.Timeout = time.Hour }).Do(ctx, client.Call{Method: "GET", Path: "/"})
	require.ErrorIs(t, e.Err, client.ErrCanceled)
	require.NotErrorIs(t, e.Err, client.ErrTimeout)
}

func TestConnectionsAreKept(t *testing.T) {
	var opened atomic.Int64
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}") }))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	c := newClient(t, server.URL)
	for range 20 {
		require.NoError(t, c.Do(t.Context(), client.Call{Method: "POST", Path: "/", Body: []byte("{}")}).Err)
	}
	require.EqualValues(t, 1, opened.Load())
}

// TestASwitchOfProtocolsIsNotWaitedFor holds that a connection which a target keeps
// open after a 101 does not keep the run: the transport hands it over, and its time
// limits with it.
func TestASwitchOfProtocolsIsNotWaitedFor(t *testing.T) {
	address := raw(t, func(c net.Conn) {
		says("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")(c)
		untilClosed(c)
	})
	c, err := client.New(client.Config{BaseURL: address, Timeout: time.Minute})
	require.NoError(t, err)
	e := c.Do(t.Context(), client.Call{Method: http.MethodGet, Path: "/x"})
	require.NoError(t, e.Err)
	require.Equal(t, http.StatusSwitchingProtocols, e.Response.Status)
	require.Empty(t, e.Response.Body)
}
