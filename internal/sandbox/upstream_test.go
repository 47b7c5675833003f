package sandbox_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/sandbox"
)

// proxied serves a service by way of the recording proxy.
func proxied(t *testing.T, service http.HandlerFunc) (string, *recording.Log) {
	t.Helper()
	server := httptest.NewServer(service)
	t.Cleanup(server.Close)
	target, err := url.Parse(server.URL + "/prefix")
	require.NoError(t, err)
	log := &recording.Log{}
	proxy := httptest.NewServer(&sandbox.Upstream{Target: target, Log: log})
	t.Cleanup(proxy.Close)
	return proxy.URL, log
}

func TestTheProxyChangesNothing(t *testing.T) {
	var got *http.Request
	var body []byte
	address, log := proxied(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Clone(context.Background())
		body, _ = io.ReadAll(r.Body)
		w.Header().Set("X-Own", "1")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, `{"a": 1 }`)
	})
	req, err := http.NewRequest("PUT", address+"/api/v2/purchases?x=1", bytes.NewReader([]byte(`{ "items":[]}`)))
	require.NoError(t, err)
	req.Header = http.Header{"Authorization": {"Bearer t"}, "Noncestr": {"n"}, "User-Agent": {"store/1"}, "Content-Type": {"application/json"}}
	answer, err := http.DefaultTransport.RoundTrip(req)
	require.NoError(t, err)
	defer answer.Body.Close()
	back, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, `{"a": 1 }`, string(back))
	require.Equal(t, http.StatusTeapot, answer.StatusCode)
	require.Equal(t, "1", answer.Header.Get("X-Own"))
	require.Equal(t, "/prefix/api/v2/purchases", got.URL.Path)
	require.Equal(t, "x=1", got.URL.RawQuery)
	require.Equal(t, `{ "items":[]}`, string(body))
	for name := range req.Header {
		require.Equal(t, req.Header[name], got.Header[name], name)
	}
	x := log.All()[0]
	require.Equal(t, `{ "items":[]}`, string(x.Request.Body))
	require.Equal(t, `{"a": 1 }`, string(x.Response.Body))
	require.Contains(t, x.Request.URL, "/prefix/api/v2/purchases?x=1")
}

// TestTheProxyPassesEveryAddressOn holds that path and query arrive as they were
// sent, also where Go cannot parse them.
func TestTheProxyPassesEveryAddressOn(t *testing.T) {
	arrived := make(chan string, 1)
	address, log := proxied(t, func(_ http.ResponseWriter, r *http.Request) { arrived <- r.RequestURI })
	for _, sent := range []string{
		"/api/v2/limits/1?a;b", "/api/v2/limits/1?a=1;b=2&c=%zz", "/api/v2/limits/1?b=2&a=1&b=+%20", "/api/v2/limits/1?", "/api/v2/limits/a%2Fb?x=%2f",
		"/api/v2//limits/1", "/api/v2/limits/../limits/1",
	} {
		connection, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
		require.NoError(t, err)
		_, err = fmt.Fprintf(connection, "GET %s HTTP/1.1\r\nHost: proxy\r\nConnection: close\r\n\r\n", sent)
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, connection)
		require.NoError(t, err)
		require.NoError(t, connection.Close())
		require.Equal(t, "/prefix"+sent, <-arrived)
		all := log.All()
		require.True(t, strings.HasSuffix(all[len(all)-1].Request.URL, "/prefix"+sent), all[len(all)-1].Request.URL)
	}
}

func TestTheProxyReadsWhatIsCompressed(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = io.WriteString(z, `{"data":{}}`)
	require.NoError(t, z.Close())
	address, log := proxied(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed.Bytes())
	})
	req, err := http.NewRequest("GET", address+"/api/v2/limits/1", nil)
	require.NoError(t, err)
	req.Header.Set("Accept-Encoding", "gzip")
	answer, err := http.DefaultTransport.RoundTrip(req)
	require.NoError(t, err)
	defer answer.Body.Close()
	back, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, packed.Bytes(), back, "it passes as it is")
	require.Equal(t, `{"data":{}}`, string(log.All()[0].Response.Body))
}

func TestAServiceThatIsNotThere(t *testing.T) {
	target, err := url.Parse("http://127.0.0.1:1")
	require.NoError(t, err)
	log := &recording.Log{}
	w := httptest.NewRecorder()
	(&sandbox.Upstream{Target: target, Log: log}).ServeHTTP(w, httptest.NewRequest("GET", "http://x/api/v2/limits/1", http.NoBody))
	require.Equal(t, http.StatusBadGateway, w.Code)
	require.Error(t, log.All()[0].Err)
	require.Nil(t, log.All()[0].Response)
}
