package credentials

import (
	"crypto/hmac"
	"crypto/md5" // what a target demands is not ours to choose
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/credit-partner/assay/internal/client"
)

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
