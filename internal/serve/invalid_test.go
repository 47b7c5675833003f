package serve_test

import (
	"io"
	"net"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/serve"
)

// TestInvalidRequestsAreCounted holds that a request which no handler sees is counted, and no other one.
func TestInvalidRequestsAreCounted(t *testing.T) {
	t.Parallel()
	served, err := serve.On(t.Context(), serve.Anywhere, http.NotFoundHandler())
	require.NoError(t, err)
	defer served.Close()
	for request, invalid := range map[string]int64{
		"GET /items/a b HTTP/1.1\r\nHost: shop.example\r\n\r\n":                  1,
		"GET /items/%zz HTTP/1.1\r\nHost: shop.example\r\n\r\n":                  1,
		"GET / HTTP/1.1\r\nHost: shop.example\r\nno colon\r\n\r\n":               1,
		"GET / HTTP/1.1\r\n\r\n":                                                 1,
		"GET /items HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n": 0,
	} {
		before := served.Invalid()
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", served.Address)
		require.NoError(t, err)
		_, err = io.WriteString(conn, request)
		require.NoError(t, err)
		answer, err := io.ReadAll(conn)
		require.NoError(t, err, request)
		require.Contains(t, string(answer), "HTTP/1.1 40", request)
		require.Equal(t, invalid, served.Invalid()-before, request)
		require.NoError(t, conn.Close())
	}
}
