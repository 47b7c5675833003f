package certify_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/internal/testsize"
)

// accepting is the reference behind a token check of another kind.
func accepting(takes func(token string) bool) http.Handler {
	service := reference.New(reference.Options{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		r.Header.Del("Authorization")
		if bearer && takes(token) {
			r.Header.Set("Authorization", "Bearer "+reference.DefaultToken)
		}
		service.ServeHTTP(w, r)
	})
}

// signedToken is a token of the kind that services sign and do not keep.
func signedToken(key string) string {
	said := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256"}`)) + "." + base64.RawURLEncoding.EncodeToString([]byte(`{"sub":"partner"}`))
	return said + "." + base64.RawURLEncoding.EncodeToString(signatureOf(key, said))
}

func signatureOf(key, said string) []byte {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(said)) // never fails, see hash.Hash
	return mac.Sum(nil)
}

// lenient reads base64 as many libraries do: bits that are left over, padding
// and characters that are none of base64 are passed over.
func lenient(text string) []byte {
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", r) {
			return r
		}
		return -1
	}, text)
	decoded, _ := base64.RawURLEncoding.DecodeString(text[:len(text)-len(text)%4])
	rest, _ := base64.RawURLEncoding.DecodeString(text[len(text)-len(text)%4:])
	return append(decoded, rest...)
}

// ofTokens are the requirements that send what is no valid token.
var ofTokens = []string{"OTP-13", "LIM-22", "PUR-17", "LKP-11", "LKP-12"}

// TestAnyFormOfATokenIsFair holds that no bad token is another notation of the
// valid one, in services that take several.
func TestAnyFormOfATokenIsFair(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	const id, padded = "5f0c1c1e-0000-4000-8000-0000000000fe", "c2VjcmV0LXRva2VuLW9mLW91cnM="
	signed := signedToken("key")
	tests := map[string]struct {
		token string
		takes func(given string) bool
	}{
		"one character":             {"x", func(given string) bool { return given == "x" }},
		"short":                     {"abc-123", func(given string) bool { return given == "abc-123" }},
		"digits":                    {"31415926535", func(given string) bool { return given == "31415926535" }},
		"a UUID, in any case":       {id, func(given string) bool { return strings.EqualFold(given, id) }},
		"base64, without padding":   {padded, func(given string) bool { return strings.TrimRight(given, "=") == strings.TrimRight(padded, "=") }},
		"octets that base64 stands": {padded, func(given string) bool { return bytes.Equal(lenient(given), lenient(padded)) }},
		"signed, read leniently": {signed, func(given string) bool {
			said, signature, _ := cutLast(given, ".")
			return hmac.Equal(lenient(signature), signatureOf("key", said))
		}},
	}
	plan := withAllTokens(t)
	for _, name := range few(tests) {
		test := tests[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.True(t, test.takes(test.token))
			o := inProcess(accepting(test.takes))
			o.Token, o.Secrets = client.StaticToken(test.token), []string{test.token}
			requireNoFailure(t, certifyLightly(t.Context(), t, plan, o).Run)
		})
	}
}

// withAllTokens is the thin plan with all examples of what is no valid token.
func withAllTokens(t *testing.T) *suite.Plan {
	t.Helper()
	return whole(t).SampleOutlines(func(r *suite.Requirement) bool { return testsize.IsFull() || slices.Contains(ofTokens, r.ID) })
}

func cutLast(text, sep string) (before, after string, found bool) {
	if n := strings.LastIndex(text, sep); n >= 0 {
		return text[:n], text[n+len(sep):], true
	}
	return text, "", false
}

// TestASignatureThatIsNotLookedAtIsFound holds that a token which only says who
// it is is not enough.
func TestASignatureThatIsNotLookedAtIsFound(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	signed := signedToken("key")
	said, _, _ := cutLast(signed, ".")
	o := inProcess(accepting(func(given string) bool { before, _, _ := cutLast(given, "."); return before == said }))
	o.Token, o.Secrets = client.StaticToken(signed), []string{signed}
	require.ElementsMatch(t, []string{"OTP-13", "LIM-22", "PUR-17", "LKP-12"}, failed(certifyLightly(t.Context(), t, withAllTokens(t), o).Run))
}

// TestATokenThatSaysItIsUnsignedIsFound holds that a service is failed if it takes a token without a
// signature because the token itself says that it has none.
func TestATokenThatSaysItIsUnsignedIsFound(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	signed := signedToken("key")
	o := inProcess(accepting(func(given string) bool {
		header, _, _ := strings.Cut(given, ".")
		text, _ := base64.RawURLEncoding.DecodeString(header)
		return given == signed || strings.Contains(string(text), `"none"`) && strings.HasSuffix(given, ".")
	}))
	o.Token, o.Secrets = client.StaticToken(signed), []string{signed}
	run := certifyLightly(t.Context(), t, withAllTokens(t), o).Run
	require.ElementsMatch(t, []string{"OTP-13", "LIM-22", "PUR-17", "LKP-12"}, failed(run))
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			if len(c.Failures) > 0 {
				require.Contains(t, c.Name, "the token as an unsigned JWT")
			}
		}
	}
}
