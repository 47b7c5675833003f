package credentials

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/md5" // what a target demands is not ours to choose
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

// recipe computes Sign of a request with a secret.
type recipe func(in client.SignInput, secret string) string

var recipes = map[string]recipe{
	"sorted-md5":         sortedMD5,
	"concat-md5":         concatMD5,
	"concat-sha256":      concatSHA256,
	"hmac-sha256":        hmacSHA256,
	"hmac-sha256-base64": hmacSHA256Base64,
}

// Recipes are the names of the built-in ways to sign, sorted. None is what the
// specification prescribes: it does not show how Sign is made (section 5, rule
// 4). The functions sortedMD5, concatMD5, concatSHA256 and hmacSHA256 say each
// to the letter.
func Recipes() []string { return slices.Sorted(maps.Keys(recipes)) }

// Recipe returns the signer of that name. All use the fresh nonce and timestamp
// that the client sends as Noncestr and Timestamp. The secret is got when the
// first lookup is signed.
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

// sortedMD5 signs pairs. They are the members at the top of the JSON body, and
// Noncestr and Timestamp with the values of these headers, which take the place
// of members so named. A member that is null or an empty string is left out.
// Text stands for itself, without quotes and escapes; everything else stands as
// in the body, without white space between its tokens. Of a name that stands
// twice the last counts. A body that is no JSON object gives no pairs.
//
// The pairs, each name=value, sorted by name in ascending order of octets, are
// joined by &, then &key= and the secret are appended. Sign is the MD5 of
// these octets in 32 hexadecimal digits, upper case.
func sortedMD5(in client.SignInput, secret string) string {
	pairs := pairsOf(in.Body)
	pairs["Noncestr"], pairs["Timestamp"] = in.Nonce, in.Timestamp
	sum := md5.Sum([]byte(joined(pairs) + "&key=" + secret))
	return strings.ToUpper(hex.EncodeToString(sum[:]))
}

// concatMD5 is the MD5, in 32 hexadecimal digits, lower case, of these octets
// with nothing between them: nonce, timestamp, body, secret.
func concatMD5(in client.SignInput, secret string) string {
	sum := md5.Sum(concat(in, secret))
	return hex.EncodeToString(sum[:])
}

// concatSHA256 is as concatMD5, with SHA-256: 64 hexadecimal digits, lower case.
func concatSHA256(in client.SignInput, secret string) string {
	sum := sha256.Sum256(concat(in, secret))
	return hex.EncodeToString(sum[:])
}

func concat(in client.SignInput, secret string) []byte {
	return []byte(in.Nonce + in.Timestamp + string(in.Body) + secret)
}

// hmacSHA256 is the HMAC-SHA256 (RFC 2104), in 64 hexadecimal digits, lower
// case, with the octets of the secret as key, of five lines joined by a line
// feed, with none at the end:
//
//	the method, in capitals: POST
//	the path as on the request line, with prefix and query, if any
//	the timestamp
//	the nonce
//	the SHA-256 of the body, in 64 hexadecimal digits, lower case
//
// A request without a body has the SHA-256 of no octets.
func hmacSHA256(in client.SignInput, secret string) string {
	return hex.EncodeToString(macOf(in, secret))
}

// hmacSHA256Base64 is as hmacSHA256, written in base64 (RFC 4648, section 4,
// with padding) in place of hexadecimal digits: 44 characters.
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

// pairsOf reads the members at the top of a JSON object, as sortedMD5 wants
// them.
func pairsOf(body []byte) map[string]string {
	pairs := make(map[string]string)
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return pairs // no object: a check sends what it likes
	}
	for name, raw := range members {
		if value := plain(raw); value != "" {
			pairs[name] = value
		}
	}
	return pairs
}

// plain is the value of a member as it is signed; empty for null.
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
		return "" // not reached: it is part of a whole that was parsed
	}
	return compact.String()
}

// joined sorts pairs by name and writes them as a=b&c=d, nothing escaped.
func joined(pairs map[string]string) string {
	lines := make([]string, 0, len(pairs))
	for _, name := range slices.Sorted(maps.Keys(pairs)) {
		lines = append(lines, name+"="+pairs[name])
	}
	return strings.Join(lines, "&")
}
