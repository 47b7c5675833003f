package credentials_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/credentials"
)

const clientSecret = canary + " +/&%"

// endpoint is a token endpoint, and the last thing that it was asked.
type endpoint struct {
	*httptest.Server
	asked  atomic.Int64
	method string
	user   string
	pass   string
	form   map[string][]string
}

func newEndpoint(t *testing.T, answer http.HandlerFunc) *endpoint {
	t.Helper()
	e := &endpoint{}
	e.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.asked.Add(1)
		e.method = r.Method
		e.user, e.pass, _ = r.BasicAuth()
		_ = r.ParseForm()
		e.form = r.Form
		answer(w, r)
	}))
	t.Cleanup(e.Close)
	return e
}

func says(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func oauth2Of(e *endpoint, style credentials.Style) credentials.OAuth2 {
	return credentials.OAuth2{TokenURL: e.URL + "/token?tenant=1", ClientID: "my store", ClientSecret: credentials.Place{Env: "SECRET"}, Style: style}
}

func options(l *learnt) credentials.Options {
	return credentials.Options{Learn: l.learn, LookupEnv: environment(map[string]string{"SECRET": clientSecret})}
}

func TestOAuth2InEveryStyle(t *testing.T) {
	const answer = `{"access_token":"good","token_type":"Bearer","expires_in":3600}`
	escaped := "canary-8f1d2c+%2B%2F%26%25" // RFC 6749, 2.3.1 has both escaped as in a form
	for style, want := range map[credentials.Style]struct{ method, user, pass, secret, grant string }{
		"":                     {"POST", "my+store", escaped, "", "client_credentials"},
		credentials.StyleBasic: {"POST", "my+store", escaped, "", "client_credentials"},
		credentials.StylePost:  {"POST", "", "", clientSecret, "client_credentials"},
		credentials.StyleGet:   {"GET", "my store", clientSecret, "", ""},
	} {
		t.Run(string(style), func(t *testing.T) {
			e, l := newEndpoint(t, says(200, "application/json", answer)), &learnt{}
			c := oauth2Of(e, style)
			c.Scopes = []string{"credit", "otp"}
			tokens, err := credentials.NewOAuth2Tokens(c, options(l))
			require.NoError(t, err)
			for range 3 {
				got, err := tokens.Token(t.Context())
				require.NoError(t, err)
				require.Equal(t, "good", got)
			}
			require.EqualValues(t, 1, e.asked.Load())
			require.Equal(t, want.method, e.method)
			require.Equal(t, want.user, e.user)
			require.Equal(t, want.pass, e.pass)
			require.Equal(t, want.secret, strings.Join(e.form["client_secret"], ""))
			require.Equal(t, want.grant, strings.Join(e.form["grant_type"], ""))
			require.Equal(t, []string{"credit otp"}, e.form["scope"])
			require.Equal(t, []string{"1"}, e.form["tenant"])
			require.True(t, l.has("good"))
			require.True(t, l.has(clientSecret))
		})
	}
}

// Lifetimes count in whatever form they come; without one a token is kept.
func TestOAuth2Lifetimes(t *testing.T) {
	for name, test := range map[string]struct {
		style              credentials.Style
		kind, body, member string
		lives              bool
	}{
		"a number":          {"basic", "application/json", `{"access_token":"good","expires_in":3600}`, "", true},
		"digits":            {"basic", "application/json", `{"access_token":"good","expires_in":"3600"}`, "", true},
		"a form":            {"post", "application/x-www-form-urlencoded", `access_token=good&expires_in=3600`, "", true},
		"nothing":           {"basic", "application/json", `{"access_token":"good"}`, "", false},
		"null":              {"basic", "application/json", `{"access_token":"good","expires_in":null}`, "", false},
		"get, a number":     {"get", "text/html", `{"access_token":"good","expires_in":3600}`, "", true},
		"get, digits":       {"get", "", `{"access_token":"good","expires_in":"3600"}`, "", true},
		"get, beside":       {"get", "", `{"data":{"token":"good","expires_in":3600}}`, "data.token", true},
		"get, elsewhere":    {"get", "", `{"data":{"token":"good"},"expires_in":3600}`, "data.token", false},
		"get, absurd":       {"get", "", `{"access_token":"good","expires_in":1e99}`, "", false},
		"get, below zero":   {"get", "", `{"access_token":"good","expires_in":-5}`, "", false},
		"get, not a number": {"get", "", `{"access_token":"good","expires_in":"NaN"}`, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEndpoint(t, says(200, test.kind, test.body))
			now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
			o := options(&learnt{})
			o.Clock = func() time.Time { return now }
			c := oauth2Of(e, test.style)
			c.Member = test.member
			tokens, err := credentials.NewOAuth2Tokens(c, o)
			require.NoError(t, err)
			for _, step := range []time.Duration{0, 3569 * time.Second, time.Second} {
				now = now.Add(step)
				got, err := tokens.Token(t.Context())
				require.NoError(t, err)
				require.Equal(t, "good", got)
			}
			want := int64(1)
			if test.lives {
				want = 2
			}
			require.Equal(t, want, e.asked.Load())
		})
	}
}

// An endpoint may answer anything, and echo what it was sent: no error holds
// the secret, the answer, or a token that cannot be used.
func TestErrorsOfOAuth2HoldNoSecret(t *testing.T) {
	echo := func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, "who is "+r.Header.Get("Authorization")+r.Form.Get("client_secret")+canary)
	}
	broken := func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_, _ = io.WriteString(conn, r.Header.Get("Authorization")+" "+clientSecret+"\r\n\r\n")
			_ = conn.Close()
		}
	}
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		wants  string
	}{
		"echo":           {echo, "status 401; check client id"},
		"code":           {says(400, "application/json", `{"error":"invalid_client","error_description":"`+canary+`"}`), "the error invalid_client"},
		"code of theirs": {says(400, "application/json", `{"error":"`+canary+`"}`), "status 400; check"},
		"no JSON":        {says(200, "application/json", canary), ""},
		"no token":       {says(200, "application/json", `{"token":"`+canary+`"}`), "access_token"},
		"number":         {says(200, "application/json", `{"access_token":1234567812345678}`), ""},
		"bad form":       {says(200, "application/x-www-form-urlencoded", canary+"%zz"), ""},
		"two words":      {says(200, "application/json", `{"access_token":"`+canary+` `+canary+`"}`), "printable ASCII"},
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://thief.example/?"+canary, http.StatusTemporaryRedirect)
		}, "does not follow redirects"},
		"broken":  {broken, "token endpoint"},
		"endless": {says(200, "application/json", `{"access_token":"`+strings.Repeat(canary, 1<<17)+`"}`), ""},
	} {
		for _, style := range []credentials.Style{credentials.StyleBasic, credentials.StylePost, credentials.StyleGet} {
			t.Run(name+" "+string(style), func(t *testing.T) {
				e := newEndpoint(t, test.answer)
				tokens, err := credentials.NewOAuth2Tokens(oauth2Of(e, style), options(&learnt{}))
				require.NoError(t, err)
				_, err = tokens.Token(t.Context())
				require.ErrorContains(t, err, test.wants)
				require.ErrorContains(t, err, e.URL+"/token: ")
				for _, secret := range []string{canary, "Y2FuYXJ5", "tenant", "1234567812345678"} {
					require.NotContains(t, err.Error(), secret)
				}
				require.EqualValues(t, 1, e.asked.Load())
			})
		}
	}
}

func TestOAuth2ThatCannotBeReached(t *testing.T) {
	e := newEndpoint(t, nil)
	e.Close()
	tokens, err := credentials.NewOAuth2Tokens(oauth2Of(e, credentials.StylePost), options(&learnt{}))
	require.NoError(t, err)
	_, err = tokens.Token(t.Context())
	require.ErrorContains(t, err, "connection refused")
	require.NotContains(t, err.Error(), "tenant")
}

func TestOAuth2IsChecked(t *testing.T) {
	good := credentials.OAuth2{TokenURL: "https://h/t", ClientID: "x", ClientSecret: credentials.Place{Env: "S"}}
	for wants, change := range map[string]func(*credentials.OAuth2){
		"address like":   func(c *credentials.OAuth2) { c.TokenURL = "h/t" },
		"user name":      func(c *credentials.OAuth2) { c.TokenURL = "https://a:" + canary + "@h/t" },
		"client id":      func(c *credentials.OAuth2) { c.ClientID = "" },
		"client secret":  func(c *credentials.OAuth2) { c.ClientSecret = credentials.Place{} },
		"none of basic":  func(c *credentials.OAuth2) { c.Style = "auto" },
		"style get only": func(c *credentials.OAuth2) { c.Member = "token" },
	} {
		c := good
		change(&c)
		_, err := credentials.NewOAuth2Tokens(c, credentials.Options{})
		require.ErrorContains(t, err, wants)
		require.NotContains(t, err.Error(), canary)
	}
}
