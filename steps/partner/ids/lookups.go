package ids

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
)

// SentLookup is a lookup that used a nonce.
type SentLookup struct {
	Place       string // where it is in the evidence, for people
	Fingerprint string // of all that it holds
	IsOpen      bool   // nobody processed it, or no answer reached its client
	Connection  string // that it came by, where that is known
}

// MayBeLost tells whether the client of a lookup may have got no answer that it could use,
// when another one came. Who calls again by another connection may have lost the first; a
// recording need not show the connections.
func (l SentLookup) MayBeLost(again SentLookup, isRecording bool) bool {
	isKnown := l.Connection != "" && again.Connection != ""
	return l.IsOpen || isKnown && l.Connection != again.Connection || !isKnown && isRecording
}

// repeatable are the statuses after which a client may send the same request again: the
// service redirected it, or refused it before it looked at what the request asks for (RFC
// 9110, sections 15.4.2, 15.4.3, 15.4.8, 15.4.9, 15.5.2 and 15.5.9; RFC 6585, section 4; RFC 8470).
var repeatable = []int{
	http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect, http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests,
}

// IsUnprocessed tells a lookup that had no answer, or one that says that nobody looked it
// up. Section 7 shows an invalid token as code 500 in a body, and no HTTP status.
func IsUnprocessed(lookup *recording.Exchange) bool {
	answer := lookup.Response
	if lookup.Err != nil || answer == nil || answer.Status == 0 || answer.Status >= http.StatusInternalServerError || slices.Contains(repeatable, answer.Status) {
		return true
	}
	return gjson.GetBytes(answer.Body, "success").Type == gjson.False && gjson.GetBytes(answer.Body, "code").Int() >= http.StatusInternalServerError
}

// FindsMember tells whether the answer to a lookup has its value as memberId.
func FindsMember(answer []byte, value string) bool {
	return strings.EqualFold(gjson.GetBytes(answer, "data.creditLimitInfo.memberId").String(), value)
}
