package credentials

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever a signing command prints, what is taken can stand in a request.
func FuzzHeadersIn(f *testing.F) {
	for _, text := range []string{`{"Sign":"x"}`, `{"Sign":"x\r\ny"}`, `{"sign":1e5,"A b":"c"}`, "{}", "[", "\x00", `{"Sign":"é"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, out []byte) {
		h, err := headersIn(out)
		if err != nil {
			return
		}
		require.NotEmpty(t, h.Get("Sign"))
		for name, values := range h {
			require.False(t, strings.ContainsFunc(name, notInName))
			require.False(t, strings.ContainsAny(values[0], "\r\n\x00"))
		}
	})
}

// Whatever a token endpoint answers, what is taken for a life is one.
func FuzzPick(f *testing.F) {
	for _, text := range []string{`{"access_token":"x","expires_in":"60"}`, `{"a":{"access_token":"x","expires_in":1e99}}`, "[[[[", `{"access_token":1}`, "\xff"} {
		f.Add([]byte(text), "a.access_token")
		f.Add([]byte(text), "")
	}
	f.Fuzz(func(t *testing.T, body []byte, member string) {
		g, err := OAuth2{Member: member}.pick(body)
		if err != nil {
			require.Empty(t, g)
			return
		}
		require.NotEmpty(t, g.secret)
		require.GreaterOrEqual(t, g.life, lifeOf(nil))
		require.LessOrEqual(t, g.life, maxLifetime)
	})
}

// Whatever a body is, the pairs are those of a JSON object or none.
func FuzzPairsOf(f *testing.F) {
	for _, text := range []string{`{"a":1,"b":null,"c":[ 1 ]}`, `{"a":"\ud800"}`, "null", "{", `{"a":1}{`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		pairs := pairsOf(body)
		if !json.Valid(body) {
			require.Empty(t, pairs)
		}
		for name, value := range pairs {
			require.NotEmpty(t, value, name)
		}
	})
}

// Whatever an OTP command prints, what is taken is six digits.
func FuzzOTP(f *testing.F) {
	for _, text := range []string{"123456", " 123456\n", "12345", "1234567", "١٢٣٤٥٦", "123 456", "\x00", "123456\n654321"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, out string) {
		otp, err := Options{}.withDefaults().acceptOTP(strings.TrimSpace(out))
		if err != nil {
			require.Empty(t, otp)
			return
		}
		require.Len(t, otp, 6)
		require.Empty(t, strings.Trim(otp, "0123456789"))
	})
}

// Whatever a place of a token holds, what is taken can stand in a header.
func FuzzToken(f *testing.F) {
	for _, text := range []string{"abc", " abc\r\n", "Bearer abc", "a\r\nX-Injected: 1", "é", "\x00", "", "a\tb"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o := Options{LookupEnv: func(string) (string, bool) { return text, true }}.withDefaults()
		g, err := Place{Env: "TOKEN"}.token(t.Context(), o)
		if err != nil {
			require.Empty(t, g.secret)
			return
		}
		require.NotEmpty(t, g.secret)
		require.False(t, strings.ContainsFunc(g.secret, func(r rune) bool { return r <= ' ' || r > '~' }))
	})
}

// answering is a token endpoint that answers foreign bytes.
type answering struct {
	body []byte
	kind string
}

func (a answering) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: 200, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {a.kind}}, Body: io.NopCloser(bytes.NewReader(a.body)),
	}, nil
}

// Whatever a token endpoint of any style answers, what is taken for a token is
// one.
func FuzzTokenEndpoint(f *testing.F) {
	for _, text := range []string{`{"access_token":"x","expires_in":60}`, `{"access_token":"a b"}`, "access_token=x&expires_in=5", `{"error":"invalid_client"}`, "[", "\xff"} {
		for style := range uint8(3) {
			f.Add([]byte(text), style, "application/json")
			f.Add([]byte(text), style, "application/x-www-form-urlencoded")
		}
	}
	f.Fuzz(func(t *testing.T, body []byte, style uint8, kind string) {
		tokens, err := NewOAuth2Tokens(OAuth2{
			TokenURL: "http://login.example/token", ClientID: "me", ClientSecret: Place{Env: "SECRET"},
			Style: []Style{StyleBasic, StylePost, StyleGet}[style%3],
		}, Options{
			LookupEnv: func(string) (string, bool) { return "the-client-secret", true },
			Learn:     func(string) {}, Transport: answering{body, kind},
		})
		require.NoError(t, err)
		token, err := tokens.Token(t.Context())
		if err != nil {
			require.NotContains(t, err.Error(), "the-client-secret")
			return
		}
		require.NotEmpty(t, token)
		require.False(t, strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }))
	})
}
