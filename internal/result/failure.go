package result

import (
	"regexp"

	"github.com/tidwall/gjson"
)

// FailureKind says in which way something deviates from what was wanted.
type FailureKind string

// The kinds of failures.
const (
	NotRefused FailureKind = "served"     // what must be refused is served
	Effect     FailureKind = "effect"     // what is refused has an effect all the same
	NotServed  FailureKind = "refused"    // what must be served is refused
	Unanswered FailureKind = "unanswered" // what must be served is not answered
	Unreadable FailureKind = "unreadable" // an answer of a success status that cannot be taken as one
	NotJSON    FailureKind = "not-json"
	Missing    FailureKind = "missing" // a member, or a header
	IsNull     FailureKind = "null"
	WrongType  FailureKind = "type"  // of another type or form
	WrongValue FailureKind = "value" // of the documented form, and another than it should be
	WrongTime  FailureKind = "time"
	WrongCount FailureKind = "count" // another number of records than items
	LeadsTo    FailureKind = "step"  // nothing deviates: a call that a failure after it builds on
)

// KindOf says in which way a value deviates, of which the form is not judged. The value
// is that at the place of the failure.
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

// RefusedTogether begins the message of values that are refused together: the rest of the
// message names them.
const RefusedTogether = "refused with "

// Cause is what several failures have in common and one change would fix.
type Cause struct {
	Title    string   `json:"title"`    // "request_id is missing from the answers of 4 endpoints"
	Severity Severity `json:"severity"` // causes are listed by it, the worst first
	// Requirements are those that failed by it. One requirement may have failed
	// by several causes.
	Requirements []string `json:"requirements"`
	Blocks       []string `json:"blocks,omitempty"` // requirements that could not be judged because of these
	Endpoints    []string `json:"endpoints,omitempty"`
	Sections     []string `json:"sections"`
	Findings     int      `json:"findings"` // in how many places the suite saw it
	Example      Example  `json:"example"`
}

// Severity says what is at stake.
type Severity string

// The severities, the worst first.
const (
	Access  Severity = "access"  // a call is served that must not be, or somebody else's data is given
	Money   Severity = "money"   // an amount is wrong
	State   Severity = "state"   // what was stored or changed is not there, or not as it was
	Service Severity = "service" // a valid call is not served
	Form    Severity = "form"    // an answer, or a request, is not of the documented form
)

// Severities are all severities, the worst first.
var Severities = []Severity{Access, Money, State, Service, Form}

// Example is one failure of a cause, and where it stands.
type Example struct {
	Requirement string `json:"requirement"`
	Check       string `json:"check,omitempty"`
	Failure
}

var anyIndex = regexp.MustCompile(`\b[0-9]+\b`)

// WithoutIndexes puts # for every number of a path or of a text: what is found in several
// items of an array is then one text.
func WithoutIndexes(text string) string { return anyIndex.ReplaceAllString(text, "#") }
