package formats

import (
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
)

// SentLookup is a lookup that used a nonce.
type SentLookup struct {
	Place       string // where it is in the evidence, for the reader
	Fingerprint string // of its whole content
	IsOpen      bool   // it was not processed, or no answer reached its client
	Connection  string // the connection that it used, if that is known
}

// MayBeLost reports whether the client of a lookup may have got no usable answer before it sent the
// lookup again. A client that uses another connection may have lost the first answer. A recording
// may not show the connections.
func (l SentLookup) MayBeLost(again SentLookup, isRecording bool) bool {
	isKnown := l.Connection != "" && again.Connection != ""
	return l.IsOpen || isKnown && l.Connection != again.Connection || !isKnown && isRecording
}

// repeatable are the statuses after which a client may send the same request again: the service
// redirected it, or refused it before it processed the content of the request (RFC 9110, sections
// 15.4.2, 15.4.3, 15.4.8, 15.4.9, 15.5.2 and 15.5.9; RFC 6585, section 4; RFC 8470).
var repeatable = []int{
	http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect, http.StatusUnauthorized, http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests,
}

// IsUnprocessed reports whether a lookup had no answer, or one that shows that it was not
// processed. Section 7 shows an invalid token as code 500 in a body, and no HTTP status.
func IsUnprocessed(lookup *recording.Exchange) bool {
	answer := lookup.Response
	if lookup.Err != nil || answer == nil || answer.Status == 0 || answer.Status >= http.StatusInternalServerError || slices.Contains(repeatable, answer.Status) {
		return true
	}
	return gjson.GetBytes(answer.Body, "success").Type == gjson.False && gjson.GetBytes(answer.Body, "code").Int() >= http.StatusInternalServerError
}

// FindsMember reports whether the answer to a lookup has its value as memberId.
func FindsMember(answer []byte, value string) bool {
	return strings.EqualFold(gjson.GetBytes(answer, "data.creditLimitInfo.memberId").String(), value)
}

// WrongForField returns what a query field should contain and what it contains. Both are "" if the
// value is possible for the field. items are the ids of items that the service returned, and headers
// those of the lookup, if they are known. It does not return the value itself, which may be personal.
func WrongForField(field, value string, items map[string]bool, headers http.Header) (expected, actual string) {
	switch {
	case IsPlaceholder(value), IsPlaceholderText(value), strings.EqualFold(value, field):
		return "the value of " + field, "a placeholder"
	case slices.Contains(otherWords, strings.ToLower(value)):
		return "the value of " + field, "a word that the tables give for another member"
	case isToken(value, headers.Get("Authorization")):
		return "the value of " + field, "the access token"
	case len(value) >= minTime && value == headers.Get("Timestamp"):
		return "the value of " + field, "the Timestamp of the lookup"
	case strings.TrimFunc(value, IsUnseen) != value:
		return "the value of " + field + " alone", "a value with blanks around it"
	case field == "email" && (!IsEmail(value) || IsEmailWithoutDomain(value)):
		return "an email address, as queryFieldEnum says", otherForm
	case slices.Contains(PhoneFields, field) && !IsPhone(value):
		return "a phone number, as queryFieldEnum says", otherForm
	case slices.Contains(IDFields, field) && strings.Contains(value, "@"):
		return "an id, as queryFieldEnum says", textWithAt
	case slices.Contains(IDFields, field) && strings.Contains(value, "://"):
		return "an id, as queryFieldEnum says", "a URL"
	case (field == "NATIONAL_ID" || field == "PASSPORT") && IsMasked(value):
		return "the whole number of the ID", "a number of which a part is hidden"
	case (field == "NATIONAL_ID" || field == "PASSPORT") && IsPrintedNumber(value):
		return "the number of the ID", "a number as a program prints it"
	case slices.Contains(IDFields, field) && items[strings.ToLower(value)]:
		return "the id of a customer, as queryFieldEnum says", "the id of a purchase item"
	}
	return "", ""
}

const (
	otherForm  = "a text of another form"
	textWithAt = "a text with an @, as email addresses have it"
)

// IsOfOtherBox reports whether a value is wrong for its query field, and right for another one, or the
// name of a person. A clerk may type such a value into the wrong box of a form (section 4.5).
func IsOfOtherBox(field, value string) bool {
	_, actual := WrongForField(field, value, nil, nil)
	isName := strings.Trim(strings.ToLower(value), "abcdefghijklmnopqrstuvwxyz '-") == "" && len(value) > 1
	return (actual == otherForm || actual == textWithAt) && (IsEmail(value) || IsPhone(value) || isName)
}

// otherWords are values that the tables give for other members (2.4, 2.8, 4.5), in lower case. None of
// them is the number of an ID or of a member.
var otherWords = []string{"male", "female", "single", "married", "true", "false", "limit_active", "mobile", "memberid", "phonenumber", "national_id", "email", "passport"}

// minToken and minTime are the minimum lengths of a token and of a Timestamp that count. A test may
// have a word as its token.
const (
	minToken = 12
	minTime  = 10
)

// isToken reports whether a value is the token of an Authorization, alone or with its scheme.
func isToken(value, authorization string) bool {
	_, token, _ := strings.Cut(strings.TrimSpace(authorization), " ")
	return len(token) >= minToken && (value == token || value == authorization)
}

// PhoneFields and IDFields are the query fields whose value is a phone number or an id.
var (
	PhoneFields = []string{"mobile", "phoneNumber"}
	IDFields    = []string{"memberId", "NATIONAL_ID", "PASSPORT"}
)
