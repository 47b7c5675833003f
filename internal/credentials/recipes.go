package credentials

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/md5" // the target decides which hash it needs
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/client"
)

// recipe computes the value of Sign for a request, with a secret.
type recipe func(in client.SignInput, secret string) string

var recipes = map[string]recipe{
	"sorted-md5":         sortedMD5,
	"concat-md5":         concatMD5,
	"concat-sha256":      concatSHA256,
	"hmac-sha256":        hmacSHA256,
	"hmac-sha256-base64": hmacSHA256Base64,
}

// Recipes returns the names of the built-in ways to sign, sorted. The specification prescribes
// none of them: it does not say how Sign is made (section 5, rule 4). The comments of sortedMD5,
// concatMD5, concatSHA256, hmacSHA256 and hmacSHA256Base64 define each of them exactly.
func Recipes() []string { return slices.Sorted(maps.Keys(recipes)) }

// Recipe returns the signer with that name. All signers use the new nonce and timestamp that the
// client sends as Noncestr and Timestamp. The signer gets the secret when it signs the first
// lookup.
func Recipe(name string, secret Place, o Options) (client.Signer, error) {
	compute, ok := recipes[name]
	if !ok {
		return nil, fmt.Errorf("there is no signing recipe %q; it is one of %s", name, strings.Join(Recipes(), ", "))
	}
	if err := secret.check(); err != nil {
		return nil, fmt.Errorf("signing recipe %s: %w", name, err)
	}
	o = o.withDefaults()
	keeper := newKeeper(o, func(ctx context.Context) (grant, error) {
		text, err := secret.read(ctx, o)
		return grant{secret: text}, err
	})
	return &recipeSigner{name: name, compute: compute, secret: keeper, learn: o.Learn}, nil
}

type recipeSigner struct {
	name    string
	compute recipe
	secret  *keeper
	learn   func(string)
}

func (s *recipeSigner) Sign(ctx context.Context, in client.SignInput) (http.Header, error) {
	secret, err := s.secret.get(ctx)
	if err != nil {
		return nil, fmt.Errorf("secret of the signing recipe %s: %w", s.name, err)
	}
	sign := s.compute(in, secret)
	s.learn(sign)
	return http.Header{"Sign": {sign}}, nil
}

// sortedMD5 signs pairs of names and values. The pairs are the members at the top of the JSON
// body, and Noncestr and Timestamp with the values of these headers. These two replace members
// with the same names. A member that is null or an empty string is left out. The value of a string
// is its text, without quotes and escapes. Every other value is as in the body, without white
// space between its tokens. If a name is there twice, the last value counts. A body that is no
// JSON object gives no pairs.
//
// The pairs, each as name=value, are sorted by name in ascending order of octets and joined by &.
// Then &key= and the secret are appended. Sign is the MD5 of these octets in 32 hexadecimal
// digits, upper case.
func sortedMD5(in client.SignInput, secret string) string {
	pairs := pairsOf(in.Body)
	pairs["Noncestr"], pairs["Timestamp"] = in.Nonce, in.Timestamp
	sum := md5.Sum([]byte(joined(pairs) + "&key=" + secret))
	return strings.ToUpper(hex.EncodeToString(sum[:]))
}

// concatMD5 returns the MD5, in 32 hexadecimal digits, lower case, of the concatenation of nonce,
// timestamp, body and secret.
func concatMD5(in client.SignInput, secret string) string {
	sum := md5.Sum(concat(in, secret))
	return hex.EncodeToString(sum[:])
}

// concatSHA256 is like concatMD5, with SHA-256: 64 hexadecimal digits, lower case.
func concatSHA256(in client.SignInput, secret string) string {
	sum := sha256.Sum256(concat(in, secret))
	return hex.EncodeToString(sum[:])
}

func concat(in client.SignInput, secret string) []byte {
	return []byte(in.Nonce + in.Timestamp + string(in.Body) + secret)
}

// hmacSHA256 returns the HMAC-SHA256 (RFC 2104), in 64 hexadecimal digits, lower case. The key is
// the octets of the secret. The message is five lines, joined by line feeds, with no line feed at
// the end:
//
//	the method, in capitals: POST
//	the path as on the request line, with prefix and query, if any
//	the timestamp
//	the nonce
//	the SHA-256 of the body, in 64 hexadecimal digits, lower case
//
// For a request without a body, the last line is the SHA-256 of no octets.
func hmacSHA256(in client.SignInput, secret string) string {
	return hex.EncodeToString(macOf(in, secret))
}

// hmacSHA256Base64 is like hmacSHA256, but in base64 (RFC 4648, section 4, with padding) instead
// of hexadecimal digits: 44 characters.
func hmacSHA256Base64(in client.SignInput, secret string) string {
	return base64.StdEncoding.EncodeToString(macOf(in, secret))
}

func macOf(in client.SignInput, secret string) []byte {
	body := sha256.Sum256(in.Body)
	lines := []string{strings.ToUpper(in.Method), in.Path, in.Timestamp, in.Nonce, hex.EncodeToString(body[:])}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(strings.Join(lines, "\n"))) // never fails, see hash.Hash
	return mac.Sum(nil)
}

// pairsOf returns the members at the top of a JSON object, in the form that sortedMD5 uses.
func pairsOf(body []byte) map[string]string {
	pairs := make(map[string]string)
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return pairs // the body is no object: a check may send anything
	}
	for name, raw := range members {
		if value := plain(raw); value != "" {
			pairs[name] = value
		}
	}
	return pairs
}

// plain returns the value of a member in the form that is signed. It is empty for null.
func plain(raw json.RawMessage) string {
	var text *string
	if json.Unmarshal(raw, &text) == nil {
		if text == nil {
			return ""
		}
		return *text
	}
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return "" // not reached: raw is part of JSON that was parsed
	}
	return compact.String()
}

// joined sorts pairs by name and writes them as a=b&c=d, without escapes.
func joined(pairs map[string]string) string {
	lines := make([]string, 0, len(pairs))
	for _, name := range slices.Sorted(maps.Keys(pairs)) {
		lines = append(lines, name+"="+pairs[name])
	}
	return strings.Join(lines, "&")
}
