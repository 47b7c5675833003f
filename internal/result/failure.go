package result

import (
	"regexp"
	"strings"

	"github.com/tidwall/gjson"
)

// FailureKind says how something deviates from what was expected.
type FailureKind string

// The kinds of failures.
const (
	NotRefused FailureKind = "served"     // something is served that must be refused
	Effect     FailureKind = "effect"     // a refused call has an effect
	NotServed  FailureKind = "refused"    // something is refused that must be served
	Unanswered FailureKind = "unanswered" // something is not answered that must be served
	Unreadable FailureKind = "unreadable" // an answer has a success status, but not the documented form of a success
	NotJSON    FailureKind = "not-json"
	Missing    FailureKind = "missing" // a member, or a header
	IsNull     FailureKind = "null"
	WrongType  FailureKind = "type"  // wrong type or form
	WrongValue FailureKind = "value" // a value of the documented form that is not the expected value
	WrongTime  FailureKind = "time"
	WrongCount FailureKind = "count" // the number of records is not the number of items
	LeadsTo    FailureKind = "step"  // no deviation: a call that a later failure builds on
)

// KindOf says how a value deviates. It does not judge the form of the value. v is the value at
// the place of the failure.
func KindOf(want ExpectKind, v gjson.Result) FailureKind {
	switch want {
	case ExpectRefused, ExpectNobody:
		return NotRefused
	case ExpectStatus, ExpectServed, ExpectAnyServed:
		return NotServed
	case ExpectObject, ExpectHeader:
		return NotJSON
	case ExpectCount:
		return WrongCount
	}
	switch {
	case !v.Exists():
		return Missing
	case v.Type == gjson.Null:
		return IsNull
	case want == ExpectNow:
		return WrongTime
	}
	return WrongValue
}

// RefusedTogether is the beginning of the message about values that are refused only together.
// The rest of the message names the values.
const RefusedTogether = "refused with "

// otherItems ends the message about a call that also changes or removes items that it does not
// name.
const otherItems = ", which the request does not name"

// EffectOnOthers says what a call about one item also does.
type EffectOnOthers string

// These are the effects of a call about one item on items that it does not name.
const (
	ChangesOthers  EffectOnOthers = "changes other items of its order"
	RemovesOthers  EffectOnOthers = "removes other items of its order"
	ChangesAnother EffectOnOthers = "changes the items of another customer's order"
	RemovesAnother EffectOnOthers = "removes the items of another customer's order"
)

// OfOtherItems is the message about such a call.
func OfOtherItems(call string, effect EffectOnOthers) string {
	return call + " of one item also " + string(effect) + otherItems
}

// IsOfOtherItems reports whether a message is about such a call.
func IsOfOtherItems(message string) bool { return strings.Contains(message, otherItems) }

// Cause is a common cause of several failures, which one change would fix.
type Cause struct {
	Title    string   `json:"title"`    // "request_id is missing from the answers of 4 endpoints"
	Severity Severity `json:"severity"` // causes are ordered by severity, the worst first
	// Requirements are the requirements that failed because of it. One requirement may have
	// failed because of several causes.
	Requirements []string `json:"requirements"`
	Blocks       []string `json:"blocks,omitempty"` // requirements that could not be judged because of Requirements
	Endpoints    []string `json:"endpoints,omitempty"`
	Sections     []string `json:"sections"`
	Findings     int      `json:"findings"` // the number of places where the suite found it
	Example      Example  `json:"example"`
}

// Severity says what is at risk.
type Severity string

// The severities, the worst first.
const (
	Access  Severity = "access"  // a call is served that must be refused, or the data of someone else is given
	Money   Severity = "money"   // an amount is wrong
	State   Severity = "state"   // something that was stored or changed does not exist, or has a wrong value
	Service Severity = "service" // a valid call is not served
	Form    Severity = "form"    // an answer or a request does not have the documented form
)

// Severities lists all severities, the worst first.
var Severities = []Severity{Access, Money, State, Service, Form}

// Example is one failure of a cause, with its place.
type Example struct {
	Requirement string `json:"requirement"`
	Check       string `json:"check,omitempty"`
	Failure
}

var anyIndex = regexp.MustCompile(`\b[0-9]+\b`)

// WithoutIndexes replaces every number in a path or a text by #, so that texts about several
// items of an array become equal.
func WithoutIndexes(text string) string { return anyIndex.ReplaceAllString(text, "#") }
