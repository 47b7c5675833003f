package call

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// RefusedForCertain tells a refusal that is the target's, and of a call that it
// cannot have carried out before: not that of a proxy, nor of one that was asked
// again because no answer came, whose OTP or limit may be used up.
func (a *Answer) RefusedForCertain() bool {
	twice := a.Again == recording.AfterNoAnswer || a.Again == recording.AfterUnavailable
	return !twice && !a.MayBeSecond && !a.Unavailable() && !IsRateLimited(a)
}

// DoubtRefusal says that nothing is shown by the refusal of a call that may have
// been carried out before: an OTP that it used up, an item that it cancelled. Who
// may have been given a limit before is answered as who asks again: with the limit
// that exists, and with no refusal.
func (a *Answer) DoubtRefusal(first *recording.Exchange) {
	looks := first.Request.Method == http.MethodGet || a.Endpoint == spec.CustomerLookup // twice is as good as once
	a.MayBeSecond = !looks
	switch {
	case looks || a.Kind == Probe:
	case a.Endpoint == spec.CreateLimit:
		if a.Status() != spec.Of(spec.CreateLimit).Success {
			a.Variant = AgainVariant
		}
	case !a.AnsweredSuccess():
		a.Ambiguous = fmt.Sprintf("%s may have taken effect although no response came, and the target refused the second attempt: run again when the target is stable", spec.Line(a.Endpoint))
	}
}

// UnansweredFailure is the failure of a call that the target leaves without an
// answer.
func (a *Answer) UnansweredFailure() result.Failure {
	return a.Fault(result.Failure{
		Path: "status", Section: spec.Of(a.Endpoint).Section, Want: result.ExpectStatus, Wanted: strconv.Itoa(spec.Of(a.Endpoint).Success),
		Expected: fmt.Sprintf("HTTP status %d", spec.Of(a.Endpoint).Success), Actual: fmt.Sprintf("no answer to any attempt: %v", a.Err),
		Message: "the target does not answer a valid call, but answers others",
	})
}

// IsRefused tells a refusal from what says nothing of the request's values. One
// that is left without an answer, by a target that answers others, is refused too.
func (a *Answer) IsRefused() bool {
	if a.Response == nil {
		return a.Unanswered
	}
	return !a.OK() && !a.Unavailable() && !IsRateLimited(a)
}

// IsRefusedByValidation tells whether the target has refused a call as it may (section
// 7): it answered, and did not break on it.
func IsRefusedByValidation(a *Answer) bool {
	return a.Response != nil && a.IsRefused() && !a.IsServerError()
}

// IsServerError tells whether the target broke on a call, and not only a proxy
// before it.
func (a *Answer) IsServerError() bool {
	return a.Status() >= http.StatusInternalServerError && !a.Unavailable()
}

// Refusal says how a call was refused.
func (a *Answer) Refusal() string {
	if a.Response == nil {
		return fmt.Sprintf("no answer: %v", a.Err)
	}
	return fmt.Sprintf("HTTP status %d, %s", a.Status(), judgement.Excerpt(a.Response.Body))
}

// NotRefused is the failure of a call that should have been refused.
func (a *Answer) NotRefused() result.Failure {
	return a.Fault(result.Failure{
		Path: "status", Section: spec.Of(a.Endpoint).Section, Want: result.ExpectRefused,
		Expected: "a refusal", Actual: judgement.Show(a.Body),
		Message: "a call that must be refused is served",
	})
}

// RefusesSignature tells whether an answer may mean that the Sign was refused:
// a client error about credentials, or a refusal in the lookup's own envelope.
// A route that is missing, or a server that breaks, is no such thing, and neither is an answer
// with the customer in it.
func (a *Answer) RefusesSignature() bool {
	if a.Response == nil {
		return false
	}
	switch a.Response.Status {
	case 404, 405, 501:
		return false
	}
	if a.IsJSON && a.Body.Get("success").Type == gjson.False {
		return len(a.Body.Get("data.baseInfo").Map()) == 0
	}
	switch a.Response.Status {
	case 400, 401, 403, 422:
		return true
	}
	return false
}

// Unavailable tells whether an answer is one that a proxy gives in the place of
// a target (502, 503, 504): it says nothing about the target, unless the target
// always gives it.
func (a *Answer) Unavailable() bool { return client.IsUnavailable(a.Exchange) }

// MayHaveOrdered tells whether a call is an order that may have arrived though no
// answer of the target came: it is not sent again, another is placed instead.
func (a *Answer) MayHaveOrdered() bool {
	return a.Endpoint == spec.CreatePurchases && (a.Broken() || a.Unavailable())
}

// Broken tells whether an answer was begun by a target that was reached: the
// connection stood, and no whole answer came over it.
func (a *Answer) Broken() bool { return client.IsBroken(a.Err) }

// RefusedFor is what breaks where a target refuses values that a rule has it take.
func (a *Answer) RefusedFor(aspect judgement.Aspect, message string) judgement.Break {
	return judgement.Break{Aspect: aspect, Failure: a.Fault(result.Failure{
		Path: "status", Section: spec.Of(a.Endpoint).Section, Expected: "a success", Want: result.ExpectServed, Actual: a.Refusal(), Message: message,
	})}
}
