package serve_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/serve"
)

// asked calls a guarded server on an address, and gives the status.
func asked(t *testing.T, listen string, allow serve.Allow, method, host string, header http.Header) int {
	t.Helper()
	s, err := serve.Guarded(t.Context(), listen, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }), allow)
	require.NoError(t, err)
	defer s.Close()
	_, port, err := net.SplitHostPort(s.Address)
	require.NoError(t, err)
	r, err := http.NewRequestWithContext(context.Background(), method, "http://127.0.0.1:"+port+"/", nil)
	require.NoError(t, err)
	if header != nil {
		r.Header = header
	}
	r.Host = host
	if host == "bound" {
		r.Host = "127.0.0.1:" + port
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	if answer.StatusCode != http.StatusOK {
		require.Contains(t, string(text), "--allow-", "the remedy")
	}
	return answer.StatusCode
}

func TestTheHostIsWhatWasBound(t *testing.T) {
	const here, everywhere = "127.0.0.1:0", "0.0.0.0:0"
	for name, c := range map[string]struct {
		listen, host string
		allow        []string
		status       int
	}{
		"the address":                            {here, "bound", nil, 200},
		"a forwarded port":                       {here, "127.0.0.1:9", nil, 200},
		"another number of this machine":         {here, "127.9.9.9", nil, 200},
		"its number of version six":              {here, "[::1]:9", nil, 200},
		"localhost":                              {here, "LocalHost.:9", nil, 200},
		"a name below localhost":                 {here, "store.localhost", nil, 200},
		"a name that leads here":                 {here, "evil.example:80", nil, 421},
		"a name that begins well":                {here, "127.0.0.1.evil.example", nil, 421},
		"a name that ends well":                  {here, "evillocalhost", nil, 421},
		"a number of another network":            {here, "192.0.2.1", nil, 421},
		"a name that is allowed":                 {here, "sandbox:8080", []string{"Sandbox"}, 200},
		"a name that was asked for":              {"localhost:0", "localhost", nil, 200},
		"everywhere: any number":                 {everywhere, "192.0.2.1:80", nil, 200},
		"everywhere: localhost":                  {everywhere, "localhost", nil, 200},
		"everywhere: a name that leads here":     {everywhere, "evil.example", nil, 421},
		"everywhere: a name that is allowed":     {everywhere, "sandbox", []string{"sandbox"}, 200},
		"a name that leads here, to another one": {"localhost:0", "evil.example", nil, 421},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.status, asked(t, c.listen, serve.Allow{Hosts: c.allow}, http.MethodPost, c.host, nil))
		})
	}
}

func TestPagesOfAnotherOriginAreRefused(t *testing.T) {
	const page = "https://store.example"
	for name, c := range map[string]struct {
		header http.Header
		allow  []string
		status int
	}{
		"no browser":                    {http.Header{}, nil, 200},
		"a page of another site":        {http.Header{"Sec-Fetch-Site": {"cross-site"}, "Origin": {page}}, nil, 403},
		"a page of the same site":       {http.Header{"Sec-Fetch-Site": {"same-site"}, "Origin": {"http://127.0.0.1:1"}}, nil, 403},
		"an older browser":              {http.Header{"Origin": {page}}, nil, 403},
		"a page without an origin":      {http.Header{"Origin": {"null"}}, nil, 403},
		"a picture in a page":           {http.Header{"Sec-Fetch-Site": {"cross-site"}}, nil, 403},
		"typed into the browser":        {http.Header{"Sec-Fetch-Site": {"none"}}, nil, 200},
		"a page that is allowed":        {http.Header{"Sec-Fetch-Site": {"cross-site"}, "Origin": {page}}, []string{page}, 200},
		"another than that, and not it": {http.Header{"Sec-Fetch-Site": {"cross-site"}, "Origin": {page + ".evil.example"}}, []string{page}, 403},
	} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
			t.Run(name+" "+method, func(t *testing.T) {
				require.Equal(t, c.status, asked(t, serve.Anywhere, serve.Allow{Origins: c.allow}, method, "bound", c.header.Clone()))
			})
		}
	}
}

func TestAPortAloneIsNoAddress(t *testing.T) {
	for address, remedy := range map[string]string{":8080": "127.0.0.1:8080", "8080": "127.0.0.1:8080", "": "127.0.0.1:8080"} {
		_, err := serve.Guarded(t.Context(), address, nil, serve.Allow{})
		require.ErrorContains(t, err, remedy)
	}
	_, err := serve.Guarded(t.Context(), serve.Anywhere, nil, serve.Allow{Origins: []string{"store.example"}})
	require.ErrorContains(t, err, "https://store.example")
}

// TestAnAddressThatCannotBeListenedOn holds that the error says what to do.
func TestAnAddressThatCannotBeListenedOn(t *testing.T) {
	taken, err := serve.On(t.Context(), serve.Anywhere, http.NotFoundHandler())
	require.NoError(t, err)
	defer taken.Stop()
	for address, advice := range map[string]string{
		taken.Address: "port 0 for any free one", "127.0.0.1:99999": "a number from 0 to 65535", "192.0.2.1:0": "an address of this machine",
	} {
		_, err := serve.Guarded(t.Context(), address, nil, serve.Allow{})
		require.ErrorContains(t, err, advice)
	}
}

func TestWhatOthersReachIsExposed(t *testing.T) {
	for address, exposed := range map[string]bool{"127.0.0.1:0": false, "localhost:0": false, "0.0.0.0:0": true} {
		s, err := serve.Guarded(t.Context(), address, http.NotFoundHandler(), serve.Allow{})
		require.NoError(t, err)
		require.Equal(t, exposed, s.Exposed(), address)
		s.Close()
	}
}
