package certify_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/reports"
	"github.com/credit-partner/assay/reports/html"
)

// hostile are ways to answer that a target should not have.
func hostile() map[string]http.HandlerFunc {
	body := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, text)
		}
	}
	return map[string]http.HandlerFunc{
		"silent": func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		},
		"dripping":              drip,
		"an endless body":       endless,
		"a gzip bomb":           bomb,
		"ten million brackets":  body(strings.Repeat("[", 10_000_000)),
		"invalid UTF-8":         body("{\"apiVersion\":\"2.0\xff\xfe\",\"status\":200,\"data\":\"\xc3\x28\"}"),
		"members twice over":    body(`{"apiVersion":"2.0","apiVersion":"1.0","status":200,"request_id":"a","data":"x","data":{}}`),
		"NaN":                   body(`{"apiVersion":"2.0","status":NaN,"data":{}}`),
		"an absurd exponent":    body(`{"apiVersion":"2.0","status":1e99999999999,"request_id":"a","data":{"credit_limit":1e99999999999}}`),
		"a cut body":            body(`{"apiVersion":"2.0","status":200,"data":{"otp":"12`),
		"a body that is longer": longer,
		"resets":                reset,
		"redirects to itself": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path, http.StatusTemporaryRedirect)
		},
		"thousands of headers": func(w http.ResponseWriter, _ *http.Request) {
			for n := range 5000 {
				w.Header().Set(fmt.Sprintf("X-%d", n), strings.Repeat("x", 100))
			}
		},
		"redirects without end": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path+"/more", http.StatusPermanentRedirect)
		},
		"headers that break out": injecting,
		"503 always":             func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		"429 always":             func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
	}
}

func drip(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-tick.C:
			_, _ = io.WriteString(w, " ")
			w.(http.Flusher).Flush()
		}
	}
}

func endless(w http.ResponseWriter, r *http.Request) {
	block := bytes.Repeat([]byte("a"), 64<<10)
	for r.Context().Err() == nil {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

func bomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	_, _ = w.Write(packed())
}

// packed are 64 megabytes of nothing.
var packed = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	block := make([]byte, 1<<20)
	for range 64 {
		_, _ = z.Write(block)
	}
	_ = z.Close()
	return b.Bytes()
})

func longer(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{}")
		_ = conn.Close()
	}
}

// injecting answers with headers that are meant for whoever shows them.
func injecting(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Colour: \x1b[31mred\r\n"+
			"X-Page: </script><script>alert(1)</script>\r\nX-Command: \n::error::gone\r\nX-Folded: a\r\n b\r\nContent-Length: 2\r\n\r\n{}")
		_ = conn.Close()
	}
}

func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = conn.Close()
	}
}

// TestHostileTargets holds that whatever a target does, a run ends in time, and
// with a report that is no pass: from the start, and after twenty good calls.
func TestHostileTargets(t *testing.T) {
	targets := hostile()
	for _, name := range few(targets) {
		handler := targets[name]
		for _, after := range []int64{20, 0} {
			t.Run(fmt.Sprintf("%s after %d calls", name, after), func(t *testing.T) {
				t.Parallel()
				run := certifyHostile(t, handler, after)
				require.NotEqual(t, result.Conformant, run.Verdict)
				require.NoError(t, html.Write(io.Discard, run))
				require.NoError(t, reports.WriteJUnit(io.Discard, run))
				require.NoError(t, reports.WriteJSON(io.Discard, run))
			})
		}
	}
}

func certifyHostile(t *testing.T, handler http.Handler, after int64) *result.Run {
	t.Helper()
	var calls atomic.Int64
	good := reference.New(reference.Options{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) > after {
			handler.ServeHTTP(w, r)
			return
		}
		good.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	o := inProcess(nil)
	o.BaseURL, o.Transport, o.Concurrency = server.URL, nil, 8
	o.Timeout, o.Deadline, o.MaxBody = 200*time.Millisecond, 20*time.Second, 1<<20
	e, err := certify.Server(context.Background(), thin(t), o)
	require.NoError(t, err)
	require.Less(t, e.Run.Finished.Sub(e.Run.Started), 25*time.Second, "the deadline holds")
	return e.Run
}

// TestATargetThatDies holds the same of one that is gone after twenty calls.
func TestATargetThatDies(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	var server *httptest.Server
	good := reference.New(reference.Options{})
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) == 20 {
			_ = server.Listener.Close()
			go server.CloseClientConnections()
		}
		good.ServeHTTP(w, r)
	}))
	t.Cleanup(server.CloseClientConnections)
	o := inProcess(nil)
	o.BaseURL, o.Transport, o.Deadline = server.URL, nil, 20*time.Second
	e, err := certify.Server(context.Background(), whole(t), o)
	require.NoError(t, err)
	require.Equal(t, result.Inconclusive, e.Run.Verdict, "a target that is gone shows nothing: %s", e.Run.Reason)
	require.Less(t, e.Log.Len(), 200, "it is not knocked at for long")
	require.NoError(t, html.Write(io.Discard, e.Run))
}

// TestNothingTravelsToAnotherHost holds that whom a target points to gets no
// request: neither the token nor the signature.
func TestNothingTravelsToAnotherHost(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	var reached atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	t.Cleanup(elsewhere.Close)
	for _, status := range []int{307, 301, 302, 303, 308}[:testsize.Of(2, 5)] {
		run := certifyHostile(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+r.URL.Path, status)
		}), 20)
		require.NotEqual(t, result.Conformant, run.Verdict)
	}
	require.Zero(t, reached.Load())
}
