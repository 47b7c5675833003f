package client_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
)

// TestEveryRequestIsATraceOfItsOwn holds that nothing in the header tells one kind
// of call from another.
func TestEveryRequestIsATraceOfItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, call := range []client.Call{
		{Method: "GET", Path: "/x"},
		{Method: "GET", Path: "/x", Negative: true},
		{Method: "POST", Path: "/x", Auth: client.NoAuth(), Negative: true, Body: []byte("{")},
		{Method: "POST", Path: "/x", Check: "PUR-07 a check"},
		{Method: "POST", Path: "/x", Check: "PUR-07 a check", Repeatable: true},
		{Method: "POST", Path: "/x", Lookup: true, Body: []byte("{}")},
	} {
		h := capture(t, call).Header
		require.Regexp(t, "^00-[0-9a-f]{32}-[0-9a-f]{16}-01$", h.Get("Traceparent"))
		require.NotContains(t, h, "Tracestate")
		ids := strings.Split(h.Get("Traceparent"), "-")
		for _, id := range ids[1:3] {
			require.NotEmpty(t, strings.Trim(id, "0"))
			require.False(t, seen[id])
			seen[id] = true
		}
	}
}

// TestNoSignatureCoversTheTrace holds that a signer is not given a header that every
// hop of a mesh may rewrite, and may set it itself.
func TestNoSignatureCoversTheTrace(t *testing.T) {
	var given http.Header
	signed := func(made http.Header) *http.Request {
		return capture(t, client.Call{Method: "POST", Path: "/", Lookup: true}, func(c *client.Config) {
			c.Signer = signerFunc(func(in client.SignInput) (http.Header, error) {
				given = in.Header
				return made, nil
			})
		})
	}
	require.NotEmpty(t, signed(http.Header{"Sign": {"s"}}).Header.Get("Traceparent"))
	require.NotContains(t, given, "Traceparent")
	//lint:ignore SA1008 names are sent as spelt
	require.Equal(t, []string{"of the signer"}, signed(http.Header{"traceparent": {"of the signer"}}).Header["traceparent"])
	require.NotContains(t, signed(http.Header{"traceparent": {"of the signer"}}).Header, "Traceparent")
}
