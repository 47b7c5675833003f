package client

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/spec"
)

// closingServer answers one request on each connection and closes the connection when a second one
// arrives. It never says "Connection: close". It returns its address, and counts the lost requests.
func closingServer(t *testing.T) (address string, lost *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	lost = new(atomic.Int64)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				in := bufio.NewReader(conn)
				if r, err := http.ReadRequest(in); err == nil {
					_, _ = io.Copy(io.Discard, r.Body)
					_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
				}
				if _, err := in.ReadByte(); err == nil {
					lost.Add(1)
				}
			}()
		}
	}()
	return "http://" + l.Addr().String(), lost
}

func TestATargetThatClosesItsConnectionsIsAnswered(t *testing.T) {
	t.Parallel()
	address, lost := closingServer(t)
	c, err := New(Config{BaseURL: address})
	require.NoError(t, err)
	defer c.Close()
	call := Call{Endpoint: spec.SendOTP, Method: http.MethodPost, Path: spec.Of(spec.SendOTP).Path, Body: []byte("{}"), Repeatable: true}
	for range 12 {
		out := c.FollowUp(t.Context(), call, c.Do(t.Context(), call))
		require.NoError(t, out.Last.Err)
	}
	require.EqualValues(t, maxLost, lost.Load(), "then every call has a new connection")
}
