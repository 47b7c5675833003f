package result

import "github.com/tidwall/gjson"

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
