package result

// TokenRefused is the cause of a set-up in which every endpoint refuses the token.
const TokenRefused = "token-refused"

// Setup says why a run ended before its first check: the set-up is wrong, and
// says nothing of the build.
type Setup struct {
	Cause   string `json:"cause"` // "token-refused", "not-found" …
	Problem string `json:"problem"`
	Remedy  string `json:"remedy"`
	Calls   int    `json:"calls"` // that were made to find it out
}

// Refuses tells whether it is the access token that is wrong.
func (s *Setup) Refuses() bool { return s.Cause == TokenRefused }
