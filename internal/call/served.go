package call

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// BreakError carries a Break out of a step.
type BreakError struct{ judgement.Break }

func (e *BreakError) Error() string {
	return fmt.Sprintf("%s: %s", e.Aspect, e.Failure.Message)
}

// InapplicableError says that nothing is documented of the case at hand.
type InapplicableError struct{ Reason string }

func (e *InapplicableError) Error() string { return e.Reason }

func IsBreak(err error) bool { var b *BreakError; return errors.As(err, &b) }

func IsUntested(err error) bool { var u *judgement.UntestedError; return errors.As(err, &u) }

// IsRateLimited tells whether the call was refused with 429 to the last attempt.
func IsRateLimited(a *Answer) bool { return client.IsRateLimited(a.Exchange) }

// RateLimited says that a call was too many, which shows nothing else.
func RateLimited(a *Answer) error {
	return judgement.Errored("%s was answered with 429: the target limits the rate, which the specification does not define; lower --concurrency, or set limits.rate", spec.Line(a.Endpoint))
}

// Served returns nil if the target served the call, and otherwise what broke:
// nothing further can be learnt from a call that was not served.
func (a *Answer) Served() error {
	e := spec.Of(a.Endpoint)
	switch {
	case a.Ambiguous != "":
		return judgement.Errored("%s", a.Ambiguous)
	case a.Unanswered:
		return &BreakError{judgement.Break{Aspect: a.Aspect(judgement.StatusAspect), Failure: a.UnansweredFailure()}}
	case a.Response == nil:
		return judgement.Errored("%s was not answered: %v", spec.Line(a.Endpoint), a.Err)
	case IsRateLimited(a) && (a.OnlyLimits == nil || !a.OnlyLimits()):
		return RateLimited(a)
	case !a.AnsweredSuccess(), a.Response.Status != e.Success && len(a.Response.Body) == 0: // 204 has no body to be judged
		return &BreakError{judgement.Break{Aspect: a.Aspect(judgement.StatusAspect), Failure: a.Fault(result.Failure{
			Path: "status", Section: e.Section, Want: result.ExpectStatus, Wanted: strconv.Itoa(e.Success),
			Expected: fmt.Sprintf("HTTP status %d", e.Success),
			Actual:   fmt.Sprintf("HTTP status %d, %s", a.Response.Status, judgement.Excerpt(a.Response.Body)),
			Message:  "a valid call is not served",
		})}}
	}
	if !a.IsJSON {
		return &BreakError{judgement.Break{Aspect: a.Aspect(judgement.JSONAspect), Failure: a.Fault(a.noObject())}}
	}
	if e.HasOwnEnvelope() && !a.HasLookupEnvelope() {
		return a.notOfEnvelope()
	}
	if !a.OK() {
		return a.takenBack(e)
	}
	return nil
}

// notOfEnvelope names the first member that the envelope of a lookup lacks or, where it has
// them all, the one whose type is another than HasLookupEnvelope needs.
func (a *Answer) notOfEnvelope() error {
	for _, name := range []string{"code", "msg", "data", "success"} {
		if !a.Body.Get(name).Exists() {
			return a.Breaks(judgement.EnvelopeAspect, name, "an object with code, msg, data and success", judgement.Excerpt(a.Response.Body))
		}
	}
	return a.Breaks(judgement.EnvelopeAspect, "success", "true or false", judgement.Show(a.Body.Get("success")))
}

// noObject says what is wrong with a body that is no JSON object.
func (a *Answer) noObject() result.Failure {
	if len(a.Sound.Violations) > 0 {
		return Violating(a.Sound.Violations[0], "1")
	}
	return result.Failure{
		Section: "1", Expected: "a JSON object", Want: result.ExpectObject, Actual: judgement.Excerpt(a.Response.Body),
		Message: "the response is not a JSON object",
	}
}

// takenBack is what breaks when the body of an HTTP success refuses the call. One
// that says so by a status which HTTP does not have may say it whatever it means:
// the rule of that member is asked first.
func (a *Answer) takenBack(e spec.Endpoint) error {
	aspect, path, expected := judgement.StatusAspect, "status", "a success"
	switch said := a.Body.Get("status"); {
	case e.HasOwnEnvelope():
		aspect, path, expected = judgement.SuccessAspect, "success", "true"
	case !isHTTPStatus(said.Num):
		aspect = judgement.EnvelopeStatusAspect
	}
	return &BreakError{judgement.Break{Aspect: a.Aspect(aspect), Failure: a.Fault(result.Failure{
		Path: path, Section: e.Section, Expected: expected, Kind: result.NotServed, Want: result.ExpectServed,
		Actual: judgement.Excerpt(a.Response.Body), Message: "a valid call is refused in the response body",
	})}}
}

// Value takes one value from a served answer; what is missing, or of another
// type, breaks the aspect that owns the members of data.
func (a *Answer) Value(path string, want gjson.Type) (gjson.Result, error) {
	if err := a.Served(); err != nil {
		return gjson.Result{}, err
	}
	v := a.Body.Get(path)
	if v.Exists() && v.Type == want {
		return v, nil
	}
	return v, a.Breaks(judgement.DataAspect, path, typeName(want), judgement.Show(v))
}

// Breaks says that something which the rest builds on is not there.
func (a *Answer) Breaks(aspect, path, expected, actual string) error {
	kind := result.KindOf(result.ExpectThere, a.Body.Get(path))
	if kind == result.WrongValue {
		kind = result.WrongType
	}
	return &BreakError{judgement.Break{Aspect: a.Aspect(aspect), Failure: a.Fault(result.Failure{
		Path: path, Expected: expected, Actual: actual, Kind: kind, Want: result.ExpectThere,
		Message: "a member that later calls need is not as documented",
		Section: spec.Of(a.Endpoint).Section,
	})}}
}

// Fault ties a failure to its exchange, and says of what kind it is.
func (a *Answer) Fault(f result.Failure) result.Failure {
	f.Exchange, f.Endpoint, f.Credentials = a.ID, spec.Line(a.Endpoint), a.Credentials
	if f.Kind == "" {
		f.Kind = a.kindOf(f)
	}
	return f
}

// kindOf says in which way an answer deviates.
func (a *Answer) kindOf(f result.Failure) result.FailureKind {
	kind := result.KindOf(f.Want, a.Body.Get(f.Path))
	switch {
	case kind != result.NotServed:
	case a.Response == nil:
		return result.Unanswered
	case f.Want != result.ExpectStatus && a.AnsweredSuccess():
		return result.Unreadable
	}
	return kind
}

func typeName(t gjson.Type) string {
	switch t {
	case gjson.String:
		return "a string"
	case gjson.Number:
		return "a number"
	case gjson.JSON:
		return "an object or an array"
	case gjson.Null:
		return "null"
	default:
		return "a boolean"
	}
}
