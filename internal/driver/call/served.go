package call

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// BreakError returns a Break as the error of a step.
type BreakError struct{ judgement.Break }

func (e *BreakError) Error() string {
	return fmt.Sprintf("%s: %s", e.Aspect, e.Failure.Message)
}

// InapplicableError says that the obligation of a check does not apply to this target, or that the
// specification states nothing about the case.
type InapplicableError struct{ Reason string }

func (e *InapplicableError) Error() string { return e.Reason }

// Inapplicable returns the error of a check whose obligation does not apply to this target.
func Inapplicable(format string, args ...any) error {
	return &InapplicableError{Reason: fmt.Sprintf(format, args...)}
}

func IsBreak(err error) bool { var b *BreakError; return errors.As(err, &b) }

func IsUntested(err error) bool { var u *judgement.UntestedError; return errors.As(err, &u) }

// IsRateLimited reports whether the last attempt of the call was refused with 429.
func IsRateLimited(a *Answer) bool { return client.IsRateLimited(a.Exchange) }

// RateLimited is the error of a call that got 429: such an answer shows nothing else.
func RateLimited(a *Answer) error {
	remedy := ""
	if a.Endpoint == spec.SendOTP {
		remedy = "; if the target limits how many OTPs it sends to one person, let it send more in the test environment"
	}
	return judgement.Errored("%s was answered with 429: the target limits the rate, which the specification does not define; lower --concurrency, or set limits.rate%s", spec.Line(a.Endpoint), remedy)
}

// alwaysTaken is a size, in octets, that no target refuses as too large: that of an order of three items.
const alwaysTaken = 2_000

// Served returns nil if the target served the call. Otherwise it returns the fault, or why the
// call shows nothing: a call that was not served cannot be judged further.
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
	case a.Response.Status == http.StatusRequestEntityTooLarge && len(a.Request.Body) > alwaysTaken:
		return Inapplicable("the target refuses a request of %d octets with 413, and no section gives a limit (section 8)", len(a.Request.Body))
	case !a.AnsweredSuccess(), a.Response.Status != e.Success && len(a.Response.Body) == 0: // a 204 has no body to judge
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
		return a.refusedInBody(e)
	}
	return nil
}

// notOfEnvelope returns the fault of the first member that the envelope of a lookup lacks. If it
// has all of them, the type of success is wrong.
func (a *Answer) notOfEnvelope() error {
	for _, name := range []string{"code", "msg", "data", "success"} {
		if !a.Body.Get(name).Exists() {
			return a.Breaks(judgement.EnvelopeAspect, name, "an object with code, msg, data and success", judgement.Excerpt(a.Response.Body))
		}
	}
	return a.Breaks(judgement.EnvelopeAspect, "success", "true or false", judgement.Show(a.Body.Get("success")))
}

// noObject is the failure of a body that is not a JSON object.
func (a *Answer) noObject() result.Failure {
	if len(a.Sound.Violations) > 0 {
		return Violating(a.Sound.Violations[0], "1")
	}
	return result.Failure{
		Section: "1", Expected: "a JSON object", Want: result.ExpectObject, Actual: judgement.Excerpt(a.Response.Body),
		Message: "the response is not a JSON object",
	}
}

// refusedInBody is the fault of a body that refuses the call although the HTTP status is a
// success. If the body's status is one that HTTP does not have, its meaning is not clear: then
// the aspect is that of the member status, whose rule is asked first.
func (a *Answer) refusedInBody(e spec.Endpoint) error {
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

// Value returns one value of a served answer. A missing value, or one of another type, is a
// fault of the aspect that owns the members of data.
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

// Breaks is the fault that a member is missing or wrong that later calls need.
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

// Fault adds the exchange and the kind to a failure.
func (a *Answer) Fault(f result.Failure) result.Failure {
	f.Exchange, f.Endpoint, f.Credentials = a.ID, spec.Line(a.Endpoint), a.Credentials
	if f.Kind == "" {
		f.Kind = a.kindOf(f)
	}
	return f
}

// kindOf returns the way in which an answer deviates.
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
