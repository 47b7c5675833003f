package certify_test

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
)

// TestARequestThatIsNoHTTPLeavesTheRunOpen holds that a build is not conformant if assay could not read all of
// its requests.
func TestARequestThatIsNoHTTPLeavesTheRunOpen(t *testing.T) {
	t.Parallel()
	var judged certify.PartnerOptions
	send := func(ctx context.Context, env certify.Env) (certify.Exit, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", strings.TrimPrefix(env.BaseURL, "http://"))
		require.NoError(t, err)
		defer func() { require.NoError(t, conn.Close()) }()
		_, err = io.WriteString(conn, "GET /api/v2/purchases/an id HTTP/1.1\r\nHost: sandbox\r\n\r\n")
		require.NoError(t, err)
		_, err = io.ReadAll(conn)
		return certify.Exit{}, err
	}
	require.NoError(t, certify.RunPartner(t.Context(), certify.RunOptions{Token: "token"}, send, &judged))
	require.Contains(t, judged.Interrupted, "1 request came in no valid HTTP")
	require.Zero(t, judged.Log.Len())
}
