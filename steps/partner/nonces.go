package partner

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
)

// lookupSent is a lookup that used a nonce.
type lookupSent struct {
	place       string // where it is in the evidence, for people
	fingerprint string // of all that it holds
	isOpen      bool   // nobody processed it, or no answer reached its client
	connection  string // that it came by, where that is known
}

// mayBeLost tells whether the client of a lookup may have got no answer that it could use,
// when another one came. Who calls again by another connection may have lost the first; a
// recording need not show the connections.
func (l lookupSent) mayBeLost(again lookupSent, isRecording bool) bool {
	isKnown := l.connection != "" && again.connection != ""
	return l.isOpen || isKnown && l.connection != again.connection || !isKnown && isRecording
}

// judgeNonce wants no other lookup of this run to have had the nonce. A service that was
// started afresh knows none: test data may be the same in each run.
func (q *request) judgeNonce(nonce string) {
	if q.cut(nonce) {
		q.unknown(nonceObligation, cutAway)
		return
	}
	q.judged(nonceObligation)
	sent := sentAs(q)
	first, used := q.run.nonces[nonce]
	switch {
	case used && first.fingerprint == sent.fingerprint && first.mayBeLost(sent, q.run.cfg.Cut): // a client that repeats it by itself changes nothing
		noteOf(q, "a lookup sent again as it was, and the first one may not have been processed, or its answer may be lost")
	case used:
		q.fail(nonceObligation, result.Failure{
			Path: "header Noncestr", Section: "5", Expected: "a value that no earlier request had", Actual: judgement.Excerpt([]byte(nonce)) + first.place,
			Message: "the Noncestr was used before",
		})
		return
	case q.evidence != "":
		sent.place = ", as in exchange " + q.evidence
	}
	q.run.nonces[strings.Clone(nonce)] = sent
}

func sentAs(q *request) lookupSent {
	header := q.exchange.Request.Header
	return lookupSent{
		fingerprint: fingerprint(strings.Join([]string{header.Get("Sign"), header.Get("Timestamp"), q.exchange.Request.URL, string(q.exchange.Request.Body)}, "\n")),
		isOpen:      isUnprocessed(q),
		connection:  q.exchange.Request.Connection,
	}
}

// repeatable are the statuses after which a client may send the same request again: the
// service redirected it, or refused it before it looked at what the request asks for (RFC
// 9110, sections 15.4.8, 15.4.9, 15.5.2 and 15.5.9; RFC 6585, section 4; RFC 8470).
var repeatable = []int{
	http.StatusTemporaryRedirect, http.StatusPermanentRedirect, http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests,
}

// isUnprocessed tells a lookup that had no answer, or one that says that nobody looked it
// up. Section 7 shows an invalid token as code 500 in a body, and no HTTP status.
func isUnprocessed(q *request) bool {
	answer := q.exchange.Response
	if q.exchange.Err != nil || answer == nil || answer.Status == 0 || answer.Status >= http.StatusInternalServerError || slices.Contains(repeatable, answer.Status) {
		return true
	}
	return gjson.GetBytes(answer.Body, "success").Type == gjson.False && gjson.GetBytes(answer.Body, "code").Int() >= http.StatusInternalServerError
}
