package sequences

import (
	"strings"
	"time"

	"github.com/credit-partner/assay/steps/partner/requests"
)

// signed are the headers of the lookups (section 5, rule 2).
type signed struct {
	nonces map[string]string // the Noncestr that a Sign had first, by Sign
	times  map[string]sentAt // by Timestamp
}

// sentAt is the lookup that had a Timestamp first.
type sentAt struct {
	nonce string
	at    time.Time
}

// noteSign notes a Sign that stays the same while the nonce changes. The specification does not
// show how it is computed (section 5, rule 4), but a signature must depend on what it signs.
func (s *Comparisons) noteSign(q *requests.Request) {
	sign, nonce := q.Exchange.Request.Header.Get("Sign"), q.Exchange.Request.Header.Get("Noncestr")
	if sign == "" || nonce == "" || q.IsCut(sign) || q.IsCut(nonce) {
		return
	}
	if first, known := s.signed.nonces[sign]; known && first != nonce {
		s.note(q.Endpoint, "the Sign of an earlier lookup with another Noncestr")
	} else if len(s.signed.nonces) < requests.MaxKept {
		s.signed.nonces[strings.Clone(sign)] = strings.Clone(nonce)
	}
}

// noteTimestamp notes a Timestamp that stays the same for seconds. The specification does not show
// its format (section 5, rule 4), and it may count days.
func (s *Comparisons) noteTimestamp(q *requests.Request) {
	const long = 2 * time.Second
	header, now := q.Exchange.Request.Header, q.Exchange.Started
	value, nonce := header.Get("Timestamp"), header.Get("Noncestr")
	if strings.TrimSpace(value) == "" || q.IsCut(value) || now.IsZero() {
		return
	}
	first, known := s.signed.times[value]
	switch {
	case known && first.nonce != nonce && now.Sub(first.at) >= long:
		s.note(q.Endpoint, "the Timestamp of an earlier lookup, seconds after it")
	case !known && len(s.signed.times) < requests.MaxKept:
		s.signed.times[strings.Clone(value)] = sentAt{strings.Clone(nonce), now}
	}
}
