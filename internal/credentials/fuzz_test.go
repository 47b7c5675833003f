package credentials

import (
	"encoding/json"
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
		require.LessOrEqual(t, g.life, longestLife)
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
