package call

import (
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
)

// MayBeRefusedForHeader reports whether the target refused a call with a status that may be about
// its form: which statuses mean what is not shown (section 7). These are never about it: a token
// that is not valid, and too many requests.
func MayBeRefusedForHeader(a *Answer) bool {
	status := a.Response.Status
	return a.AnsweredSuccess() || status >= 400 && status < 500 && !slices.Contains([]int{401, 408, 425, 429}, status)
}

// IsFormRefusal reports whether the status is one that programs use for a wrong form.
func IsFormRefusal(a *Answer) bool {
	return a.AnsweredSuccess() || slices.Contains([]int{400, 406, 411, 415, 422}, a.Response.Status)
}

// AnswersWithData reports whether an answer is a success. A refusal may come with any HTTP
// status (section 7): a JSON object without data is a refusal. If the body is not a JSON object,
// the rules of the endpoint judge it.
func AnswersWithData(answer *recording.Response) bool {
	if answer.Status < 200 || answer.Status > 299 {
		return false
	}
	return !gjson.ParseBytes(answer.Body).IsObject() || gjson.GetBytes(answer.Body, "data").IsObject()
}
