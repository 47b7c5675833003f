package preflight_test

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify/preflight"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
)

func answers(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Location", "https://login.example/?state=secret")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// echo answers each call with its own body.
func echo(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) }

// except serves one path by the reference, and all others otherwise.
func except(path string, others http.Handler) http.HandlerFunc {
	service := reference.New(reference.Options{})
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == path {
			service.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	}
}

// without answers the calls of one endpoint by a status, and serves the others by
// the reference, which takes another token.
func without(method, path string, status int) http.HandlerFunc {
	service := reference.New(reference.Options{Token: "another"})
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == method && strings.HasPrefix(r.URL.Path, path) {
			answers(status, "application/json", `{}`)(w, r)
			return
		}
		service.ServeHTTP(w, r)
	}
}

// replacedAt answers the calls of one path by another handler, and serves the others by the
// reference, which takes another token.
func replacedAt(path string, other http.Handler) http.HandlerFunc {
	service := reference.New(reference.Options{Token: "another"})
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == path {
			other.ServeHTTP(w, r)
			return
		}
		service.ServeHTTP(w, r)
	}
}

// onlyLookupAs answers all calls alike but the lookup, which takes one token.
func onlyLookupAs(token string, others http.Handler) http.HandlerFunc {
	service := reference.New(reference.Options{Token: token})
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/open/op/customer/detail" {
			service.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	}
}

// takenAt serves one endpoint with the token, and refuses it at all others.
func takenAt(method, path string) http.HandlerFunc {
	taking, other := reference.New(reference.Options{}), reference.New(reference.Options{Token: "another"})
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == method && strings.HasPrefix(r.URL.Path, path) {
			taking.ServeHTTP(w, r)
			return
		}
		other.ServeHTTP(w, r)
	}
}

// refusing gives every refusal of the reference another status and another body.
func refusing(status int, kind, body string) http.HandlerFunc {
	service := reference.New(reference.Options{})
	return func(w http.ResponseWriter, r *http.Request) {
		seen := httptest.NewRecorder()
		service.ServeHTTP(seen, r)
		if seen.Code >= http.StatusBadRequest {
			answers(status, kind, body)(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(seen.Code)
		_, _ = w.Write(seen.Body.Bytes())
	}
}

func TestASetUpIsWrongWhereAllEndpointsFailAlike(t *testing.T) {
	static := func(w http.ResponseWriter, r *http.Request) {
		status := http.StatusNotFound
		if r.Method != http.MethodGet {
			status = http.StatusMethodNotAllowed
		}
		answers(status, "text/html", "<html>")(w, r)
	}
	for name, c := range map[string]struct {
		target http.Handler
		cause  string // "": it is judged
		calls  int
	}{
		"a service":                    {reference.New(reference.Options{}), "", 1},
		"a wrong token":                {reference.New(reference.Options{Token: "another"}), "token-refused", 12},
		"401 to everything":            {answers(401, "application/json", `{}`), "token-refused", 12},
		"403, in HTML":                 {answers(403, "text/html", `<html>`), "token-refused", 12},
		"200 with a body that says no": {answers(200, "application/json", `{"apiVersion":"2.0","status":401}`), "token-refused", 12},
		"a wrong token, and a lookup that is missing with 200": {replacedAt("/open/op/customer/detail", answers(200, "application/json", `{"code":404,"data":null,"success":false}`)), "token-refused", 12},
		"a wrong prefix":                    {http.StripPrefix("/other", reference.New(reference.Options{})), "not-found", 12},
		"404 in JSON":                       {answers(404, "application/json", `{"message":"not found"}`), "not-found", 12},
		"a web page":                        {answers(200, "text/html", `<html>`), "web-page", 12},
		"a server of static pages":          {http.HandlerFunc(static), "web-page", 12},
		"a login":                           {answers(302, "text/html", `<html>`), "redirect", 12},
		"a proxy without a service":         {answers(502, "text/html", `<html>`), "proxy", 12},
		"a plain call to TLS":               {answers(400, "text/plain", "Client sent an HTTP request to an HTTPS server.\n"), "plain-http", 3},
		"a service that refuses by pages":   {refusing(422, "text/html", `<html>`), "", 1},
		"a service that refuses by 403":     {refusing(403, "application/json", `{}`), "", 12},
		"a service that refuses by 404":     {refusing(404, "text/html", `<html>`), "", 12},
		"500 to everything":                 {answers(500, "application/json", ``), "", 11},
		"{} to everything":                  {answers(200, "application/json", `{}`), "not-the-service", 12},
		"no content to everything":          {answers(204, "", ``), "not-the-service", 12},
		"an echo":                           {http.HandlerFunc(echo), "not-the-service", 12},
		"an empty envelope":                 {answers(200, "application/json", `{"apiVersion":"2.0","status":200,"data":{}}`), "", 1},
		"a service that refuses by {}":      {refusing(200, "application/json", `{}`), "", 12},
		"only OTP is there":                 {except("/api/v2/otp/send", answers(404, "application/json", `{}`)), "", 4},
		"only OTP is there, under its head": {except("/otp/api/v2/send", answers(404, "application/json", `{}`)), "", 5},
		"only the lookup is there":          {except("/open/op/customer/detail", answers(404, "application/json", `{}`)), "", 11},
		"a wrong token, and no create":      {without("POST", "/api/v2/limits", 404), "token-refused", 12},
		"a wrong token, and no get":         {without("GET", "/api/v2/purchases", 404), "token-refused", 13},
		"a wrong token, and no update":      {without("PUT", "/api/v2/purchases", 405), "token-refused", 13},
		"a wrong token, and a page first":   {replacedAt("/api/v2/limits", answers(200, "text/html", `<html>`)), "token-refused", 12},
		"a wrong token, and a page at OTP":  {replacedAt("/api/v2/otp/send", answers(200, "text/html", `<html>`)), "token-refused", 12},
		"a wrong token, and no lookup":      {without("POST", "/open/op", 501), "token-refused", 12},
		"a wrong token, and a broken fetch": {without("GET", "/api/v2/limits", 500), "token-refused", 13},
		"a wrong token, refused with 200":   {onlyLookupAs("another", answers(200, "application/json", `{"error":{"reason":"unauthorised"}}`)), "token-refused", 16},
		"a wrong token, refused by a login": {onlyLookupAs("another", answers(302, "text/html", `<html>`)), "token-refused", 16},
		"a wrong token, refused with 500":   {onlyLookupAs("another", answers(500, "application/json", `{"error":"unauthorised"}`)), "token-refused", 16},
		"refusals with 200":                 {onlyLookupAs(reference.DefaultToken, answers(200, "application/json", `{"error":{"reason":"no such customer"}}`)), "", 11},
		"only get takes the token":          {takenAt("GET", "/api/v2/purchases/"), "", 12},
		"one endpoint takes the token":      {except("/api/v2/otp/verify", answers(401, "application/json", `{}`)), "", 6},
	} {
		t.Run(name, func(t *testing.T) {
			log := &recording.Log{}
			target, err := client.New(client.Config{
				BaseURL: "http://target.local", Transport: inprocess.Transport(c.target), Recorder: log, Timeout: time.Second,
				Token: client.StaticToken(reference.DefaultToken),
			})
			require.NoError(t, err)
			wrong := preflight.Check(t.Context(), target)
			require.Equal(t, c.calls, log.Len())
			for x := range log.Each() {
				require.True(t, x.Negative, "made to be refused")
			}
			if c.cause == "" {
				require.Nil(t, wrong)
				return
			}
			require.NotNil(t, wrong)
			require.Equal(t, c.cause, wrong.Cause)
			require.Equal(t, c.calls, wrong.Calls)
			require.NotEmpty(t, wrong.Problem)
			require.NotEmpty(t, wrong.Remedy)
			require.NotContains(t, wrong.Problem, "secret")
		})
	}
}

// TestATargetThatTakesNoMoreRequestsIsNotJudged holds that a quota which is used up is no
// deviation: where every call ends in 429, repeated or not, the set-up is wrong.
func TestATargetThatTakesNoMoreRequestsIsNotJudged(t *testing.T) {
	log := &recording.Log{}
	target, err := client.New(client.Config{
		BaseURL: "http://target.local", Recorder: log, Timeout: time.Second, Token: client.StaticToken(reference.DefaultToken),
		Transport: inprocess.Transport(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) })),
	})
	require.NoError(t, err)
	wrong := preflight.Check(t.Context(), target)
	require.NotNil(t, wrong)
	require.Equal(t, "rate-limit", wrong.Cause)
	require.LessOrEqual(t, log.Len(), 20)
}

// afterwards is not there for some calls, and then a handler.
type afterwards struct {
	left int
	next http.RoundTripper
}

func (a *afterwards) RoundTrip(r *http.Request) (*http.Response, error) {
	if a.left--; a.left >= 0 {
		return nil, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	}
	return a.next.RoundTrip(r)
}

func TestATargetThatComesUpLateIsAskedForItsToken(t *testing.T) {
	for token, cause := range map[string]string{reference.DefaultToken: "", "another": "token-refused"} {
		target, err := client.New(client.Config{
			BaseURL: "http://target.local", Timeout: time.Second, Token: client.StaticToken(reference.DefaultToken),
			Transport: &afterwards{left: 5, next: inprocess.Transport(reference.New(reference.Options{Token: token}))},
		})
		require.NoError(t, err)
		wrong := preflight.Check(t.Context(), target)
		if cause == "" {
			require.Nil(t, wrong)
			continue
		}
		require.NotNil(t, wrong)
		require.Equal(t, cause, wrong.Cause)
	}
}

func TestTheLookupsOwnAddressIsAsked(t *testing.T) {
	for name, c := range map[string]struct {
		lookup http.Handler
		cause  string
	}{
		"a service":      {reference.New(reference.Options{}), ""},
		"a wrong token":  {reference.New(reference.Options{Token: "another"}), ""},
		"no lookup":      {answers(404, "application/json", `{}`), ""},
		"a broken one":   {answers(500, "application/json", `{}`), ""},
		"a web page":     {answers(404, "text/html", `<html>`), "not-found"},
		"a login":        {answers(302, "application/json", `{}`), "redirect"},
		"a proxy":        {answers(502, "text/html", `<html>`), "proxy"},
		"nobody's there": {nil, "unreachable"},
	} {
		t.Run(name, func(t *testing.T) {
			var transport http.RoundTripper = &afterwards{left: 1000}
			if c.lookup != nil {
				transport = inprocess.Transport(c.lookup)
			}
			target, err := client.New(client.Config{BaseURL: "http://target.local", LookupBaseURL: "http://lookup.local", Transport: transport, Timeout: time.Second, Token: client.StaticToken(reference.DefaultToken)})
			require.NoError(t, err)
			wrong := preflight.CheckLookup(t.Context(), target)
			if c.cause == "" {
				require.Nil(t, wrong)
				return
			}
			require.NotNil(t, wrong)
			require.Equal(t, c.cause, wrong.Cause)
			require.Contains(t, wrong.Problem, "lookup base URL")
		})
	}
}

// TestATargetThatClosesEveryConnectionIsASetup holds that a service is judged which closes the
// connection on some calls, or on those that it refuses: section 7 does not say how it refuses.
func TestATargetThatClosesEveryConnectionIsASetup(t *testing.T) {
	closing := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	afterHeaders := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	service := reference.New(reference.Options{})
	refusing := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen := httptest.NewRecorder()
		service.ServeHTTP(seen, r)
		if seen.Code != http.StatusOK {
			panic(http.ErrAbortHandler)
		}
		_, _ = w.Write(seen.Body.Bytes())
	})
	for name, c := range map[string]struct {
		target http.Handler
		secure bool
		cause  string
	}{
		"at once":                      {closing, false, "connection-cut"},
		"after the headers":            {afterHeaders, false, "connection-cut"},
		"after the headers, with TLS":  {afterHeaders, true, "connection-cut"},
		"all but the lookup":           {except("/open/op/customer/detail", closing), false, ""},
		"all but sending an OTP":       {except("/api/v2/otp/send", closing), false, ""},
		"all calls that it may refuse": {refusing, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewUnstartedServer(c.target)
			server.Config.ErrorLog = log.New(io.Discard, "", 0)
			if c.secure {
				server.StartTLS()
			} else {
				server.Start()
			}
			defer server.Close()
			target, err := client.New(client.Config{BaseURL: server.URL, Transport: server.Client().Transport, Timeout: time.Second, Token: client.StaticToken(reference.DefaultToken)})
			require.NoError(t, err)
			wrong := preflight.Check(t.Context(), target)
			if c.cause == "" {
				require.Nil(t, wrong)
				return
			}
			require.NotNil(t, wrong)
			require.Equal(t, c.cause, wrong.Cause)
			require.NotEmpty(t, wrong.Remedy)
			require.LessOrEqual(t, wrong.Calls, 16)
		})
	}
}

// TestATargetThatAnswersNothingIsASetup holds that a service is judged which hangs on some
// calls, or on what it refuses.
func TestATargetThatAnswersNothingIsASetup(t *testing.T) {
	hang := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	service := reference.New(reference.Options{})
	for name, c := range map[string]struct {
		target http.Handler
		cause  string
	}{
		"everything hangs":             {hang, "silent"},
		"all but the lookup hangs":     {except("/open/op/customer/detail", hang), ""},
		"all but sending an OTP hangs": {except("/api/v2/otp/send", hang), ""},
		"what is refused hangs": {http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			seen := httptest.NewRecorder()
			service.ServeHTTP(seen, r)
			if seen.Code != http.StatusOK {
				hang(w, r)
				return
			}
			_, _ = w.Write(seen.Body.Bytes())
		}), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			target, err := client.New(client.Config{BaseURL: "http://target.local", Transport: inprocess.Transport(c.target), Timeout: 50 * time.Millisecond, Token: client.StaticToken(reference.DefaultToken)})
			require.NoError(t, err)
			wrong := preflight.Check(t.Context(), target)
			if c.cause == "" {
				require.Nil(t, wrong)
				return
			}
			require.NotNil(t, wrong)
			require.Equal(t, c.cause, wrong.Cause)
			require.LessOrEqual(t, wrong.Calls, 16)
		})
	}
}
