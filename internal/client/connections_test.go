package client_test

import (
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/spec"
)

// TestATargetThatClosesItsConnectionsIsAnswered is about a target that answers one request on each
// connection, and closes the connection when a second one arrives. It never says "Connection: close".
func TestATargetThatClosesItsConnectionsIsAnswered(t *testing.T) {
	t.Parallel()
	var lost atomic.Int64
	address := raw(t, func(conn net.Conn) {
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
		if _, err := conn.Read(make([]byte, 1)); err == nil {
			lost.Add(1)
		}
	})
	c, err := client.New(client.Config{BaseURL: address})
	require.NoError(t, err)
	defer c.Close()
	call := client.Call{Endpoint: spec.SendOTP, Method: http.MethodPost, Path: spec.Of(spec.SendOTP).Path, Repeatable: true}
	for range 12 {
		out := c.FollowUp(t.Context(), call, c.Do(t.Context(), call))
		require.NoError(t, out.Last.Err)
	}
	require.EqualValues(t, 3, lost.Load(), "then every call has a new connection")
}
