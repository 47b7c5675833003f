package reference

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
)

// authorized tells whether the one Authorization header carries the accepted
// bearer token (section 5). Hashes are compared, in constant time, so that
// neither length nor prefix of the token shows.
func (s *Service) authorized(header http.Header) bool {
	values := header.Values("Authorization")
	if len(values) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	given := sha256.Sum256([]byte(strings.TrimSpace(token)))
	same := subtle.ConstantTimeCompare(given[:], s.tokenHash[:]) == 1
	return same && strings.EqualFold(scheme, "Bearer")
}

// invalidToken is the refusal of a call without the accepted token; on the
// lookup its body is the one of section 7.
func (s *Service) invalidToken(f family) error {
	if f == foreign {
		return &refusal{
			status:  s.options.InvalidTokenStatus,
			code:    http.StatusInternalServerError,
			message: "invalid token",
		}
	}
	return refuse(http.StatusUnauthorized, "Authorization must carry a valid bearer token")
}
