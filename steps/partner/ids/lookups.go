package ids

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/steps/partner/formats"
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

// WrongForField says what a query field should have, and what it has; both are empty where the
// value may be one of the field. The items are those that the service returned. A value is not repeated: it may be personal.
func WrongForField(field, value string, items map[string]bool) (expected, actual string) {
	switch {
	case formats.IsPlaceholder(value), strings.EqualFold(value, field):
		return "the value of " + field, "a placeholder"
	case strings.TrimFunc(value, formats.IsUnseen) != value:
		return "the value of " + field + " alone", "a value with blanks around it"
	case field == "email" && (!formats.IsEmail(value) || formats.IsEmailWithoutDomain(value)):
		return "an email address, as queryFieldEnum says", otherForm
	case slices.Contains(PhoneFields, field) && !formats.IsPhone(value):
		return "a phone number, as queryFieldEnum says", otherForm
	case slices.Contains(IDFields, field) && strings.Contains(value, "@"):
		return "an id, as queryFieldEnum says", "a text with an @, as email addresses have it"
	case (field == "NATIONAL_ID" || field == "PASSPORT") && formats.IsMasked(value):
		return "the whole number of the ID", "a number of which a part is hidden"
	case (field == "NATIONAL_ID" || field == "PASSPORT") && formats.IsPrintedNumber(value):
		return "the number of the ID", "a number as a program prints it"
	case slices.Contains(IDFields, field) && items[strings.ToLower(value)]:
		return "the id of a customer, as queryFieldEnum says", "the id of a purchase item"
	}
	return "", ""
}

const otherForm = "a text of another form"

// PhoneFields and IDFields are the query fields that a phone number or an id is the value of.
var (
	PhoneFields = []string{"mobile", "phoneNumber"}
	IDFields    = []string{"memberId", "NATIONAL_ID", "PASSPORT"}
)
