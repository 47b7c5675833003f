package client_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
)

// newClient returns a client of base with a short deadline and a small cap.
func newClient(t *testing.T, base string, change ...func(*client.Config)) *client.Client {
	t.Helper()
	config := client.Config{BaseURL: base, Token: client.StaticToken("good"), UserAgent: "assay/test", Timeout: 5 * time.Second, MaxBody: 64 << 10}
	for _, c := range change {
		c(&config)
	}
	c, err := client.New(config)
	require.NoError(t, err)
	t.Cleanup(c.Close)
	return c
}

// capture serves in process and returns what the handler was sent.
func capture(t *testing.T, call client.Call, change ...func(*client.Config)) *http.Request {
	t.Helper()
	var seen *http.Request
	change = append(change, func(c *client.Config) {
		c.Transport = inprocess.Transport(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r }))
	})
	e := newClient(t, "http://target.example/prefix/", change...).Do(t.Context(), call)
	require.NoError(t, e.Err)
	return seen
}

func TestNewChecksAddresses(t *testing.T) {
	for address, complaint := range map[string]string{
		"": "scheme must be", "target.example": "scheme must be", "ftp://h": "scheme must be", "http://": "host is missing", "http://:80": "host is missing",
		"http://h?a=b": "query", "http://h/?": "query", "http://h#f": "fragment", "http://h/#": "fragment",
		"http://joe:hush@h": "user name", "http://h:hush": "not a URL", "http://joe:hush@h\x7f": "not a URL",
	} {
		for _, config := range []client.Config{{BaseURL: address}, {BaseURL: "http://ok", LookupBaseURL: address}} {
			if address == "" && config.LookupBaseURL == "" && config.BaseURL != "" {
				continue // no lookup address of its own is fine
			}
			_, err := client.New(config)
			require.ErrorContains(t, err, complaint, address)
			require.NotContains(t, err.Error(), "joe:hush")
		}
	}
	_, err := client.New(client.Config{BaseURL: "http://h", Timeout: -1})
	require.ErrorContains(t, err, "negative")
}

func TestRequestAsTheTargetSeesIt(t *testing.T) {
	r := capture(t, client.Call{Method: "POST", Path: "/api/v2/limits?x=1%2F2", Body: []byte(`{"a":1}`)})
	require.Equal(t, "/prefix/api/v2/limits?x=1%2F2", r.RequestURI)
	require.Equal(t, "target.example", r.Host)
	require.Equal(t, "/prefix/api/v2/limits", r.URL.Path)
	require.Empty(t, r.URL.Host)
	require.NotEmpty(t, r.RemoteAddr)
	require.EqualValues(t, 7, r.ContentLength)
	require.Regexp(t, `^00-[0-9a-f]{32}-[0-9a-f]{16}-01$`, r.Header.Get("Traceparent"))
	r.Header.Del("Traceparent")
	require.Equal(t, http.Header{
		"Accept": {"application/json"}, "Accept-Encoding": {"gzip"}, "Authorization": {"Bearer good"},
		"Content-Length": {"7"}, "Content-Type": {"application/json"}, "User-Agent": {"assay/test"},
	}, r.Header)
}

func TestWithoutABodyThereIsNoContentType(t *testing.T) {
	require.NotContains(t, capture(t, client.Call{Method: "GET", Path: "/x"}).Header, "Content-Type")
	require.Contains(t, capture(t, client.Call{Method: "POST", Path: "/x", Body: []byte{}}).Header, "Content-Type")
}

func TestAuthorization(t *testing.T) {
	for name, test := range map[string]struct {
		auth client.Auth
		want []string
	}{
		"good":  {client.Auth{}, []string{"Bearer good"}},
		"none":  {client.NoAuth(), nil},
		"empty": {client.RawAuth(""), []string{""}},
		"raw":   {client.RawAuth("Basic eA=="), []string{"Basic eA=="}},
	} {
		r := capture(t, client.Call{Method: "GET", Path: "/x", Auth: test.auth})
		require.Equal(t, test.want, r.Header["Authorization"], name)
	}
}

func TestHeadersOfACallComeLast(t *testing.T) {
	r := capture(t, client.Call{Method: "POST", Path: "/x", Body: []byte("{}"), Header: http.Header{
		"content-type": {"text/plain"}, "Accept": nil, "User-Agent": nil, "Host": {"other.example"},
	}})
	//lint:ignore SA1008 names are sent as spelt
	require.Equal(t, []string{"text/plain"}, r.Header["content-type"])
	require.NotContains(t, r.Header, "Content-Type")
	require.NotContains(t, r.Header, "Accept")
	require.Empty(t, r.Header["User-Agent"])
	require.Equal(t, "other.example", r.Host)
}

func TestLookupIsSigned(t *testing.T) {
	set := func(c *client.Config) {
		c.LookupBaseURL = "http://lookup.example/open-api"
		c.Clock = func() time.Time { return time.UnixMilli(1700000000123) }
		c.Random = bytes.NewReader(bytes.Repeat([]byte{0xab}, 16))
	}
	r := capture(t, client.Call{Method: "POST", Path: "/open/op/customer/detail", Lookup: true, Body: []byte("{}")}, set)
	require.Equal(t, "lookup.example", r.Host)
	require.Equal(t, "/open-api/open/op/customer/detail", r.RequestURI)
	require.Equal(t, []string{"abababababababababababababababab"}, r.Header["Noncestr"])
	require.Equal(t, []string{"1700000000123"}, r.Header["Timestamp"])
	require.Equal(t, []string{client.UnsignedSign}, r.Header["Sign"])
}

func TestNoncesAreFresh(t *testing.T) {
	seen := map[string]bool{}
	for range 3 {
		nonce := capture(t, client.Call{Method: "POST", Path: "/", Lookup: true}).Header.Get("Noncestr")
		require.Regexp(t, "^[0-9a-f]{32}$", nonce)
		require.False(t, seen[nonce])
		seen[nonce] = true
	}
}

type signerFunc func(client.SignInput) (http.Header, error)

func (f signerFunc) Sign(_ context.Context, in client.SignInput) (http.Header, error) { return f(in) }

func TestSignerSeesTheRequestAndSetsHeaders(t *testing.T) {
	var in client.SignInput
	r := capture(t, client.Call{Method: "POST", Path: "/open?a=b", Lookup: true, Body: []byte("{}")}, func(c *client.Config) {
		c.Signer = signerFunc(func(got client.SignInput) (http.Header, error) {
			in = got
			return http.Header{"Sign": {"s" + got.Nonce}, "Timestamp": {"42"}}, nil
		})
	})
	require.Equal(t, "/prefix/open?a=b", in.Path)
	require.Equal(t, "http://target.example/prefix/open?a=b", in.URL)
	require.Equal(t, "{}", string(in.Body))
	require.Equal(t, "s"+r.Header.Get("Noncestr"), r.Header.Get("Sign"))
	require.Equal(t, "42", r.Header.Get("Timestamp"))
}

type noToken struct{}

func (noToken) Token(context.Context) (string, error) { return "", errors.New("the vault is shut") }

func TestMissingCredentialsSendNothing(t *testing.T) {
	for _, set := range []func(*client.Config){
		func(c *client.Config) { c.Token = noToken{} },
		func(c *client.Config) {
			c.Signer = signerFunc(func(client.SignInput) (http.Header, error) { return nil, errors.New("the vault is shut") })
		},
		func(c *client.Config) { c.Random = bytes.NewReader(nil) },
	} {
		c := newClient(t, "http://127.0.0.1:1", set)
		e := c.Do(t.Context(), client.Call{Method: "POST", Path: "/x", Lookup: true})
		require.ErrorIs(t, e.Err, client.ErrCredentials)
		require.Zero(t, c.Requests())
	}
}

func TestUnsendableCallsAreErrorsNotPanics(t *testing.T) {
	for name, call := range map[string]client.Call{
		"line end in a value":   {Method: "GET", Path: "/x", Auth: client.RawAuth("Bearer a\r\nX: y")},
		"NUL in a value":        {Method: "GET", Path: "/x", Header: http.Header{"X": {"\x00"}}},
		"bad name":              {Method: "GET", Path: "/x", Header: http.Header{"X Y": {"z"}}},
		"non-ASCII name":        {Method: "GET", Path: "/x", Header: http.Header{"Ä": {"z"}}},
		"bad method":            {Method: "G T", Path: "/x"},
		"fragment in the path":  {Method: "GET", Path: "/x#y"},
		"bad escape":            {Method: "GET", Path: "/x%zz"},
		"control char in path":  {Method: "GET", Path: "/x\x01"},
		"newline in the method": {Method: "GET\r\n", Path: "/x"},
	} {
		log := new(recording.Log)
		c := newClient(t, "http://127.0.0.1:1", func(c *client.Config) { c.Recorder = log })
		e := c.Do(t.Context(), call)
		require.ErrorIs(t, e.Err, client.ErrUnsendable, name)
		require.Equal(t, 1, log.Len())
		require.Zero(t, c.Requests())
	}
}

func TestEveryExchangeIsRecorded(t *testing.T) {
	log := new(recording.Log)
	now := time.Unix(1700000000, 0)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Id", "7")
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write([]byte("made\xff"))
	}))
	defer server.Close()
	c := newClient(t, server.URL, func(c *client.Config) {
		c.Recorder = log
		c.Clock = func() time.Time { now = now.Add(time.Second); return now }
	})
	body := []byte(`{"a":1}`)
	e := c.Do(t.Context(), client.Call{Endpoint: "create-limit", Check: "LIM-01", Method: "POST", Path: "/x", Body: body})
	body[0] = 'X'

	require.Equal(t, []*recording.Exchange{e}, log.All())
	require.Equal(t, "x0001", e.ID)
	require.Equal(t, time.Second, e.Duration)
	require.Equal(t, `{"a":1}`, string(e.Request.Body), "the caller's slice is the caller's")
	require.Equal(t, server.URL+"/x", e.Request.URL)
	require.Equal(t, "made\xff", string(e.Response.Body))
	require.Equal(t, 201, e.Response.Status)
	require.Equal(t, "7", e.Response.Header.Get("X-Id"))
	require.EqualValues(t, 1, c.Requests())
}
