package inprocess_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
)

// inProcess sends one call to h without a socket.
func inProcess(t *testing.T, method string, h http.HandlerFunc, change ...func(*client.Config)) *recording.Exchange {
	t.Helper()
	change = append([]func(*client.Config){func(c *client.Config) { c.Transport = inprocess.Transport(h) }}, change...)
	config := client.Config{BaseURL: "http://target.example", Token: client.StaticToken("good"), Timeout: 5 * time.Second, MaxBody: 64 << 10}
	for _, c := range change {
		c(&config)
	}
	c, err := client.New(config)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c.Do(t.Context(), client.Call{Method: method, Path: "/x"})
}

func TestHandlerAnswersLikeAServer(t *testing.T) {
	e := inProcess(t, "GET", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Split", "a\r\nb")
		w.Header().Set("Trailer", "X-After")
		w.WriteHeader(http.StatusEarlyHints)
		w.WriteHeader(http.StatusAccepted)
		w.WriteHeader(http.StatusTeapot)
		w.Header().Set("X-Late", "1")
		_, _ = io.WriteString(w, "<html>")
		w.Header().Set("X-After", "2")
		w.Header().Set(http.TrailerPrefix+"X-More", "3")
	})
	require.NoError(t, e.Err)
	require.Equal(t, 202, e.Response.Status)
	require.Equal(t, "HTTP/1.1", e.Response.Proto)
	require.Equal(t, http.Header{
		"X-Split": {"a  b"}, "Trailer": {"X-After"}, "Content-Type": {"text/html; charset=utf-8"}, "Content-Length": {"6"},
	}, e.Response.Header)
}

func TestHandlerThatSetsNothing(t *testing.T) {
	e := inProcess(t, "GET", func(http.ResponseWriter, *http.Request) {})
	require.Equal(t, 200, e.Response.Status)
	require.Empty(t, e.Response.Body)
}

func TestHandlerMisbehaving(t *testing.T) {
	for name, test := range map[string]struct {
		serve http.HandlerFunc
		kind  error
	}{
		"panics":          {func(http.ResponseWriter, *http.Request) { panic("boom") }, client.ErrCut},
		"aborts":          {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, client.ErrCut},
		"no such status":  {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(42) }, client.ErrCut},
		"writes, panics":  {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "abc"); panic("boom") }, client.ErrCut},
		"flushes, panics": {func(w http.ResponseWriter, _ *http.Request) { _ = http.NewResponseController(w).Flush(); panic("boom") }, client.ErrCut},
		"promises too much": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9")
			_, _ = io.WriteString(w, "a")
		}, client.ErrCut},
		"hangs":          {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, client.ErrTimeout},
		"flushes, hangs": {func(w http.ResponseWriter, r *http.Request) { w.(http.Flusher).Flush(); <-r.Context().Done() }, client.ErrTimeout},
		"never ends": {func(w http.ResponseWriter, _ *http.Request) {
			for chunk := make([]byte, 1000); ; {
				if _, err := w.Write(chunk); err != nil {
					return
				}
			}
		}, client.ErrTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := inProcess(t, "GET", test.serve, func(c *client.Config) {
				if test.kind == client.ErrTimeout {
					c.Timeout = 50 * time.Millisecond
				}
			})
			require.ErrorIs(t, e.Err, test.kind)
			require.Nil(t, e.Response)
		})
	}
}

func TestHandlerThatIgnoresItsContext(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	e := inProcess(t, "GET", func(http.ResponseWriter, *http.Request) { <-release }, func(c *client.Config) { c.Timeout = 20 * time.Millisecond })
	require.ErrorIs(t, e.Err, client.ErrTimeout)
}

func TestHandlerBodiesThatAreNotAllowed(t *testing.T) {
	e := inProcess(t, "HEAD", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "3")
		_, err := io.WriteString(w, "abc")
		require.NoError(t, err)
	})
	require.NoError(t, e.Err)
	require.Empty(t, e.Response.Body)

	e = inProcess(t, "GET", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNoContent)
		_, err := io.WriteString(w, "abc")
		require.ErrorIs(t, err, http.ErrBodyNotAllowed)
	})
	require.NoError(t, e.Err)
	require.Empty(t, e.Response.Body)
}

func TestHandlerStreamsWhatDoesNotFitItsBuffer(t *testing.T) {
	body := bytes.Repeat([]byte("0123456789abcdef"), 3<<16) // 3 MiB
	e := inProcess(t, "GET", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(body)
		_, _ = io.WriteString(w, "end")
	}, func(c *client.Config) { c.MaxBody = 4 << 20 })
	require.NoError(t, e.Err)
	require.True(t, string(body)+"end" == string(e.Response.Body))
}

func TestHandlerSharesNoBytes(t *testing.T) {
	kept := []byte("abc")
	transport := inprocess.Transport(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Changed", "by the handler")
		_, _ = w.Write(kept)
		kept[0] = 'X'
	}))
	req, err := http.NewRequestWithContext(t.Context(), "POST", "http://h/", strings.NewReader("x"))
	require.NoError(t, err)
	resp, err := transport.RoundTrip(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.Equal(t, "abc", string(body))
	require.Empty(t, req.Header)
}

func BenchmarkHandler(b *testing.B) {
	answer := bytes.Repeat([]byte("x"), 1300)
	c, err := client.New(client.Config{BaseURL: "http://h", Token: client.StaticToken("t"), Transport: inprocess.Transport(http.HandlerFunc(
		func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(answer)
		}))})
	if err != nil {
		b.Fatal(err)
	}
	call := client.Call{Method: "POST", Path: "/api/v2/purchases", Body: answer}
	b.ReportAllocs()
	for b.Loop() {
		if e := c.Do(b.Context(), call); e.Err != nil {
			b.Fatal(e.Err)
		}
	}
}

func BenchmarkTransport(b *testing.B) {
	transport := inprocess.Transport(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }))
	req, err := http.NewRequestWithContext(b.Context(), "GET", "http://h/x", nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		resp, err := transport.RoundTrip(req)
		if err != nil {
			b.Fatal(err)
		}
		_ = resp.Body.Close()
	}
}
