package client_test

import (
	"context"
	"encoding/base64"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
)

var allBadTokens = []client.BadToken{
	client.TokenWithoutLast, client.TokenWithoutFirst, client.TokenFirstHalf, client.TokenSecondHalf, client.TokenAndMore, client.MoreAndToken,
	client.TokenOfSameLength, client.TokenLastChanged, client.TokenStartChanged, client.TokenMiddleChanged, client.TokenOtherCase,
	client.TokenHalvesSwapped, client.TokenUnsigned, client.TokenOtherSigns,
}

// sentWith makes one call and gives the request as the target got it.
func sentWith(t *testing.T, token string, auth client.Auth) (*client.Client, *http.Request) {
	t.Helper()
	var got *http.Request
	c, err := client.New(client.Config{
		BaseURL: "http://target.local/prefix", Token: client.StaticToken(token),
		Transport: inprocess.Transport(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r })),
	})
	require.NoError(t, err)
	e := c.Do(t.Context(), client.Call{Method: http.MethodGet, Path: "/api/v2/limits/1?a=b", Auth: auth})
	require.NoError(t, e.Err)
	return c, got
}

func TestBadTokensAreMadeOfTheGoodOneAndNeverEqualIt(t *testing.T) {
	for name, token := range map[string]string{
		"a word":     "reference-token",
		"a JWT":      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwYXJ0bmVyIn0.lvD0F4Fxa3RSBwWSLX8VPBmhZtPGTYzGGYgEvWPVJ8o",
		"all Z":      "ZZZZZZZZZZZZ",
		"eight":      "zZ9aA0-.",
		"digits":     "12345678901234",
		"a UUID":     "5f0c1c1e-0000-4000-8000-0000000000fe",
		"base64":     "c2VjcmV0LXRva2VuLW9mLXRoZQ==",
		"odd octets": `a$b"c'd\e` + "`f`$(g)",
	} {
		for _, how := range allBadTokens {
			t.Run(name+" "+string(how), func(t *testing.T) {
				c, _ := sentWith(t, token, client.NoAuth())
				if cannot := new(client.CannotMake); c.Makes(t.Context(), client.Bad(how)) != nil {
					require.ErrorAs(t, c.Makes(t.Context(), client.Bad(how)), &cannot)
					require.NotContains(t, cannot.Why, token)
					return
				}
				c, got := sentWith(t, token, client.Bad(how))
				bad, bearer := strings.CutPrefix(got.Header.Get("Authorization"), "Bearer ")
				require.True(t, bearer)
				require.NotEqual(t, token, bad)
				require.NotEmpty(t, bad)
				made := map[string]string{}
				c.EachBadToken(func(token, shell string) { made[token] = shell })
				require.Contains(t, made, bad)
				sh := exec.CommandContext(t.Context(), "sh", "-c", `printf %s "`+made[bad]+`"`)
				sh.Env = []string{"ASSAY_TOKEN=" + token, "PATH=/usr/bin:/bin"}
				out, err := sh.Output()
				require.NoError(t, err)
				require.Equal(t, bad, string(out))
			})
		}
	}
}

// A test server may have a short token. It must not be open to what resembles it.
func TestAShortTokenHasBadOnesToo(t *testing.T) {
	for how, want := range map[client.BadToken]string{
		client.TokenWithoutLast: "tok-", client.TokenOtherCase: "TOK-1", client.TokenHalvesSwapped: "k-1to",
	} {
		_, sent := sentWith(t, "tok-1", client.Bad(how))
		require.Equal(t, "Bearer "+want, sent.Header.Get("Authorization"), how)
	}
}

func TestWhatCannotBeMadeOfAToken(t *testing.T) {
	for name, test := range map[string]struct {
		token string
		how   client.BadToken
		why   string
	}{
		"too short":                    {"123", client.TokenAndMore, "fewer than 4"},
		"too short a half":             {"1234567", client.TokenFirstHalf, "fewer than 4"},
		"digits have no case":          {"12345678-.~", client.TokenOtherCase, "nothing that this change affects"},
		"a UUID may be of either case": {"5f0c1c1e-0000-4000-8000-0000000000fe", client.TokenOtherCase, "either case"},
		"padding may be left out":      {"c2VjcmV0LXRva2Vu=", client.TokenWithoutLast, "padding"},
		"nothing to change":            {"--------", client.TokenOfSameLength, "nothing that this change affects"},
		"a JWT without a signature":    {"eyJhbGciOiJub25lIn0.eyJzdWIiOiJwYXJ0bmVyIn0.", client.TokenUnsigned, "without a signature"},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := sentWith(t, test.token, client.NoAuth())
			cannot := new(client.CannotMake)
			require.ErrorAs(t, c.Makes(t.Context(), client.Bad(test.how)), &cannot)
			require.Contains(t, cannot.Why, test.why)
			require.Error(t, c.Do(context.Background(), client.Call{Method: http.MethodGet, Path: "/", Auth: client.Bad(test.how)}).Err)
		})
	}
}

func TestAnUnsignedJWTHasTheClaimsOfTheSignedOne(t *testing.T) {
	for name, test := range map[string]struct{ token, claims string }{
		"a signed JWT":    {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwYXJ0bmVyIn0.lvD0F4Fxa3RSBwWSLX8VPBmhZtPGTYzGGYgEvWPVJ8o", `{"sub":"partner"}`},
		"no JWT":          {"reference.token.x", `{"sub":"assay","exp":4102444800}`},
		"a JWT cut short": {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwYXJ0bmVyIn0", `{"sub":"assay","exp":4102444800}`},
	} {
		t.Run(name, func(t *testing.T) {
			_, got := sentWith(t, test.token, client.Bad(client.TokenUnsigned))
			segments := strings.Split(strings.TrimPrefix(got.Header.Get("Authorization"), "Bearer "), ".")
			require.Len(t, segments, 3)
			require.Empty(t, segments[2])
			for at, want := range []string{`{"alg":"none","typ":"JWT"}`, test.claims} {
				text, err := base64.RawURLEncoding.DecodeString(segments[at])
				require.NoError(t, err)
				require.JSONEq(t, want, string(text))
			}
		})
	}
}

func TestTheLastCharacterChangesInBitsThatBase64Uses(t *testing.T) {
	for _, octets := range []string{"a secret token ", "a secret token 0", "a secret token 01"} { // with 0, 2 and 1 characters of padding
		for last := range 256 {
			token := base64.StdEncoding.EncodeToString(append([]byte(octets), byte(last)))
			c, _ := sentWith(t, token, client.NoAuth())
			if c.Makes(t.Context(), client.Bad(client.TokenLastChanged)) != nil {
				require.Contains(t, "+/", string(strings.TrimRight(token, "=")[len(strings.TrimRight(token, "="))-1]))
				continue
			}
			_, got := sentWith(t, token, client.Bad(client.TokenLastChanged))
			bad, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(got.Header.Get("Authorization"), "Bearer "))
			require.NoError(t, err)
			require.NotEqual(t, append([]byte(octets), byte(last)), bad)
		}
	}
}

func TestTheTokenWhereItDoesNotBelong(t *testing.T) {
	const token = "reference-token"
	_, got := sentWith(t, token, client.TokenInQuery())
	require.Empty(t, got.Header.Values("Authorization"))
	require.Equal(t, "a=b&access_token=reference-token", got.URL.RawQuery)
	require.Equal(t, "/prefix/api/v2/limits/1", got.URL.Path)
	_, got = sentWith(t, token, client.TokenInOtherHeaders())
	require.Empty(t, got.Header.Values("Authorization"))
	require.Equal(t, token, got.Header.Get("X-Access-Token"))
	require.Equal(t, "access_token="+token, got.Header.Get("Cookie"))
	_, got = sentWith(t, token, client.ProxyHeaders())
	require.Empty(t, got.Header.Values("Authorization"))
	require.Equal(t, "127.0.0.1", got.Header.Get("X-Forwarded-For"))
	require.Equal(t, "kube-probe/1.31", got.Header.Get("User-Agent"))
	_, got = sentWith(t, token, client.TokenAndWord())
	require.Equal(t, []string{"Bearer " + token + " assay"}, got.Header.Values("Authorization"))
	_, got = sentWith(t, token, client.TokenAlone())
	require.Equal(t, []string{token}, got.Header.Values("Authorization"))
}

func TestWithoutATokenNoneIsMade(t *testing.T) {
	c, err := client.New(client.Config{BaseURL: "http://target.local"})
	require.NoError(t, err)
	cannot := new(client.CannotMake)
	require.ErrorAs(t, c.Makes(t.Context(), client.Bad(client.TokenAndMore)), &cannot)
	require.NoError(t, c.Makes(t.Context(), client.NoAuth()))
}
