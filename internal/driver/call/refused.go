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

// RefusedForCertain reports whether a refusal certainly comes from the target and is about this
// call. A refusal by a proxy or with 429 does not count. Neither does the refusal of a call that
// was repeated because no answer came: its first attempt may have used up the OTP or created the
// limit.
func (a *Answer) RefusedForCertain() bool {
	twice := a.Retry == recording.AfterNoAnswer || a.Retry == recording.AfterUnavailable
	return !twice && !a.MayBeSecond && !a.Unavailable() && !IsRateLimited(a)
}

// IsSurelyRefused reports whether a call was refused, and the refusal shows something about the target.
func IsSurelyRefused(a *Answer) bool { return a.IsRefused() && a.RefusedForCertain() }

// DoubtRefusal marks the answer to a call that was repeated, because the first attempt may have
// taken effect: it may have used up an OTP or cancelled an item. Then a refusal shows nothing.
// If the first attempt may have created a limit, the answer is judged like that to a repeated
// limit request: the target must return the existing limit.
func (a *Answer) DoubtRefusal(first *recording.Exchange) {
	looks := first.Request.Method == http.MethodGet || a.Endpoint == spec.CustomerLookup // a call that only reads may be repeated
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

// UnansweredFailure is the failure of a call that the target does not answer.
func (a *Answer) UnansweredFailure() result.Failure {
	return a.Fault(result.Failure{
		Path: "status", Section: spec.Of(a.Endpoint).Section, Want: result.ExpectStatus, Wanted: strconv.Itoa(spec.Of(a.Endpoint).Success),
		Expected: fmt.Sprintf("HTTP status %d", spec.Of(a.Endpoint).Success), Actual: fmt.Sprintf("no answer to any attempt: %v", a.Err),
		Message: "the target does not answer a valid call, but answers others",
	})
}

// IsRefused reports whether the target refused the request because of its values, or did not
// answer it although it answers other calls. A proxy's error or a 429 says nothing about the
// values, so it is no refusal.
func (a *Answer) IsRefused() bool {
	if a.Response == nil {
		return a.Unanswered
	}
	return !a.OK() && !a.Unavailable() && !IsRateLimited(a)
}

// IsRefusedByValidation reports whether the target refused a call as it may (section 7): it
// answered, and not with a server error.
func IsRefusedByValidation(a *Answer) bool {
	return a.Response != nil && a.IsRefused() && !a.IsServerError()
}

// RefusesThisTime reports whether an answer may refuse a call because of earlier calls: with 429,
// or as a service refuses values.
func RefusesThisTime(a *Answer) bool { return IsRateLimited(a) || IsRefusedByValidation(a) }

// IsServerError reports whether the target answered with a server error. An error of a proxy in
// front of it (502, 503, 504) does not count.
func (a *Answer) IsServerError() bool {
	return a.Status() >= http.StatusInternalServerError && !a.Unavailable()
}

// Refusal says in words how a call was refused.
func (a *Answer) Refusal() string {
	if a.Response == nil {
		return fmt.Sprintf("no answer: %v", a.Err)
	}
	return fmt.Sprintf("HTTP status %d, %s", a.Status(), judgement.Excerpt(a.Response.Body))
}

// NotRefused is the failure of a call that the target should have refused.
func (a *Answer) NotRefused() result.Failure {
	return a.Fault(result.Failure{
		Path: "status", Section: spec.Of(a.Endpoint).Section, Want: result.ExpectRefused,
		Expected: "a refusal", Actual: judgement.Show(a.Body),
		Message: "a call that must be refused is served",
	})
}

// RefusesSignature reports whether the target may have refused the Sign: with a client error
// about credentials, or with a refusal in the lookup's own envelope. A missing route, a server
// error, or an answer that contains the customer is no such refusal.
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

// Unavailable reports whether a proxy answered instead of the target (502, 503, 504). Such an
// answer says nothing about the target, unless the target always gives it.
func (a *Answer) Unavailable() bool { return client.IsUnavailable(a.Exchange) }

// MayHaveOrdered reports whether a call is an order that may have arrived although no answer of
// the target came. It is not sent again; another order is placed instead.
func (a *Answer) MayHaveOrdered() bool {
	return a.Endpoint == spec.CreatePurchases && (a.Broken() || a.Unavailable())
}

// Broken reports whether the target was reached, but no complete answer came over the
// connection.
func (a *Answer) Broken() bool { return client.IsBroken(a.Err) }

// RefusedFor returns the fault that the target refuses values that a rule says it must take.
func (a *Answer) RefusedFor(aspect judgement.Aspect, message string) judgement.Break {
	return judgement.Break{Aspect: aspect, Failure: a.Fault(result.Failure{
		Path: "status", Section: spec.Of(a.Endpoint).Section, Expected: "a success", Want: result.ExpectServed, Actual: a.Refusal(), Message: message,
	})}
}
