package credentials_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/credentials"
	"github.com/credit-partner/assay/internal/inprocess"
)

func input() client.SignInput {
	return client.SignInput{
		Method: "POST", URL: "https://h/prefix/open/op/customer/detail", Path: "/prefix/open/op/customer/detail",
		Header: http.Header{"Authorization": {"Bearer " + canary}, "Content-Type": {"application/json"}},
		Body:   []byte(`{"value":"254712345678","queryFieldEnum":"mobile"}`),
		Nonce:  "0123456789abcdef0123456789abcdef", Timestamp: "1700000000123",
	}
}

const signSecret = "s3cret-Key"

func signWith(t *testing.T, name string, in client.SignInput) string {
	t.Helper()
	l := &learnt{}
	signer, err := credentials.Recipe(name, credentials.Place{Env: "S"}, credentials.Options{
		Learn: l.learn, LookupEnv: environment(map[string]string{"S": signSecret}),
	})
	require.NoError(t, err)
	h, err := signer.Sign(t.Context(), in)
	require.NoError(t, err)
	require.Len(t, h, 1)
	require.True(t, l.has(signSecret))
	require.True(t, l.has(h.Get("Sign")))
	return h.Get("Sign")
}

// The vectors come from md5sum, sha256sum and openssl, on
//
//	N=0123456789abcdef0123456789abcdef T=1700000000123 S=s3cret-Key
//	B='{"value":"254712345678","queryFieldEnum":"mobile"}'
//
//	printf %s "Noncestr=$N&Timestamp=$T&queryFieldEnum=mobile&value=254712345678&key=$S" | md5sum
//	printf %s "$N$T$B$S" | md5sum
//	printf %s "$N$T$B$S" | sha256sum
//	printf 'POST\n/prefix/open/op/customer/detail\n%s\n%s\n%s' $T $N $(printf %s "$B" | sha256sum | cut -c1-64) |
//	  openssl dgst -sha256 -hmac $S          and, with -binary, | base64
func TestRecipesGiveThePublishedVectors(t *testing.T) {
	vectors := map[string]string{
		"sorted-md5":         "36D47672D245153157FA23DDA201BE79",
		"concat-md5":         "8e1604eeba2262d25edef5a4e8ef38ee",
		"concat-sha256":      "60337903aac6e19e38d6cfcd5845dc5096a0a6e3154cd0f57e353666bd80f8f2",
		"hmac-sha256":        "c5a75e26eb0958f7b2a2e904c8266f6953887b937c79be922616f639443c10b9",
		"hmac-sha256-base64": "xadeJusJWPeyoukEyCZvaVOIe5N8eb6SJhb2OUQ8ELk=",
	}
	for _, name := range credentials.Recipes() {
		require.Contains(t, vectors, name)
		require.Equal(t, vectors[name], signWith(t, name, input()), name)
	}
}

// The edges of what the recipes are documented to do:
//
//	printf 'Noncestr=%s&Timestamp=%s&Z=true&a=2e3&b=ü"x&o={"k":[1,2]}&key=%s' $N $T $S | md5sum
//	printf 'Noncestr=%s&Timestamp=%s&key=%s' $N $T $S | md5sum
//	printf %s "$N$T$S" | md5sum
//	printf 'GET\n/x?q=%%2F\n%s\n%s\n%s' $T $N $(printf '' | sha256sum | cut -c1-64) | openssl dgst -sha256 -hmac $S
func TestRecipesAtTheirEdges(t *testing.T) {
	in := input()
	in.Body = []byte(`{"b":"\u00fc\"x","a":1.50,"Z":true,"n":null,"e":"","o":{ "k" : [1, 2] },"Noncestr":"mine","a":2e3}`)
	require.Equal(t, "EB2EB61CFF188E96635C92AD8496EAB8", signWith(t, "sorted-md5", in))
	for _, body := range []string{"", "[1]", `"a"`, "null", "{", `{"a":1} x`} {
		in.Body = []byte(body)
		require.Equal(t, "22C5BC620734E8469D0E3A4F3B0B2716", signWith(t, "sorted-md5", in), body)
	}
	in.Body = nil
	require.Equal(t, "177f30b8dade43b04af1bc676b472d6c", signWith(t, "concat-md5", in))
	in.Method, in.Path = "get", "/x?q=%2F"
	require.Equal(t, "a8621a2ac94ae601137c9b7a3c224938e41b481d79e61eff9c66dcf6531dfff0", signWith(t, "hmac-sha256", in))
}

// The config knows the recipes by name, and may not import this package.
func TestTheConfigOffersEveryRecipe(t *testing.T) {
	require.ElementsMatch(t, credentials.Recipes(), config.Recipes())
	// Its secrets and ours are the same type but for the name.
	require.Equal(t, credentials.Place{Env: "A"}, credentials.Place(config.Secret{Env: "A"}))
}

func TestWrongSigningIsRefusedAtOnce(t *testing.T) {
	_, err := credentials.Recipe("md4", credentials.Place{Env: "A"}, credentials.Options{})
	require.ErrorContains(t, err, "sorted-md5")
	_, err = credentials.Recipe("sorted-md5", credentials.Place{}, credentials.Options{})
	require.ErrorContains(t, err, "exactly one")
	_, err = credentials.Static("", "n", "t", credentials.Options{})
	require.ErrorContains(t, err, "sign is missing")
	_, err = credentials.SignCommand(nil, credentials.Options{})
	require.ErrorContains(t, err, "no program")
	signer, err := credentials.Recipe("sorted-md5", credentials.Place{Env: "NONE"}, credentials.Options{LookupEnv: environment(nil)})
	require.NoError(t, err)
	_, err = signer.Sign(t.Context(), input())
	require.ErrorContains(t, err, "secret of the signing recipe sorted-md5: environment variable NONE: it is not set")
}

func TestStaticSigning(t *testing.T) {
	l := &learnt{}
	signer, err := credentials.Static("signed", "", "17", credentials.Options{Learn: l.learn})
	require.NoError(t, err)
	h, err := signer.Sign(t.Context(), input())
	require.NoError(t, err)
	require.Equal(t, http.Header{"Sign": {"signed"}, "Timestamp": {"17"}}, h)
	require.True(t, l.has("signed"))
	h.Set("Sign", "changed")
	again, err := signer.Sign(t.Context(), input())
	require.NoError(t, err)
	require.Equal(t, "signed", again.Get("Sign"))
}

func TestSignCommandSeesTheRequest(t *testing.T) {
	dir, l := t.TempDir(), &learnt{}
	signer, err := credentials.SignCommand(sh(`cat >request; printf '{"sign": "made-here", "timestamp": 1700}\n'`), credentials.Options{Dir: dir, Learn: l.learn})
	require.NoError(t, err)
	h, err := signer.Sign(t.Context(), input())
	require.NoError(t, err)
	require.Equal(t, http.Header{"Sign": {"made-here"}, "Timestamp": {"1700"}}, h)
	require.True(t, l.has("made-here"))
	request, err := os.ReadFile(filepath.Join(dir, "request"))
	require.NoError(t, err)
	require.JSONEq(t, `{
		"method": "POST", "url": "https://h/prefix/open/op/customer/detail", "path": "/prefix/open/op/customer/detail",
		"headers": {"Authorization": "Bearer canary-8f1d2c", "Content-Type": "application/json"},
		"body": "{\"value\":\"254712345678\",\"queryFieldEnum\":\"mobile\"}",
		"body_base64": "eyJ2YWx1ZSI6IjI1NDcxMjM0NTY3OCIsInF1ZXJ5RmllbGRFbnVtIjoibW9iaWxlIn0=",
		"nonce": "0123456789abcdef0123456789abcdef", "timestamp": "1700000000123"}`, string(request))
}

func TestSignCommandThatGoesWrong(t *testing.T) {
	for script, wants := range map[string]string{
		`echo canary-8f1d2c`:                                  "one JSON object",
		`true`:                                                "one JSON object",
		`echo null`:                                           "one JSON object",
		`echo '{"Sign":"canary-8f1d2c"} {}'`:                  "one JSON object",
		`echo '{"Sgin":"canary-8f1d2c"}'`:                     "no header Sign",
		`echo '{"Sign":""}'`:                                  "no header Sign",
		`echo '{"Sign":["canary-8f1d2c"]}'`:                   "an invalid name or value",
		`printf %s '{"Sign":"canary-8f1d2c\r\nX: y"}'`:        "an invalid name or value",
		`echo '{"Sign":"canary-8f1d2c","canary-8f1d2c: ":1}'`: "an invalid name or value",
		`cat >&2; exit 1`:                                     "exit status 1; its output:",
	} {
		signer, err := credentials.SignCommand(sh(script), credentials.Options{})
		require.NoError(t, err)
		_, err = signer.Sign(t.Context(), input())
		require.ErrorContains(t, err, wants, script)
		require.ErrorContains(t, err, "command sh: ", script)
		require.NotContains(t, err.Error(), canary, script)
	}
	signer, err := credentials.SignCommand(sh("exec sleep 600"), credentials.Options{Timeout: 20 * time.Millisecond})
	require.NoError(t, err)
	_, err = signer.Sign(t.Context(), input())
	require.ErrorContains(t, err, "no signature within 20ms")
}

// What a target gets is what the signer made, with the client's fresh nonce.
func TestALookupIsSigned(t *testing.T) {
	signer, err := credentials.SignCommand(sh(`printf '{"Sign": "made-here"}'`), credentials.Options{})
	require.NoError(t, err)
	var seen http.Header
	c, err := client.New(client.Config{BaseURL: "http://h", Signer: signer, Transport: inprocess.Transport(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = r.Header }))})
	require.NoError(t, err)
	require.NoError(t, c.Do(t.Context(), client.Call{Method: "POST", Path: "/open/op/customer/detail", Body: []byte("{}"), Lookup: true}).Err)
	require.Equal(t, "made-here", seen.Get("Sign"))
	require.Len(t, seen.Get("Noncestr"), 32)
}
