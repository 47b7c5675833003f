package endpoints

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// isOrder tells a body that creates purchases (section 4.6), whatever its method and
// however it is written: no update names a customer or an order.
func isOrder(body []byte) bool {
	return holds(body, "customer_id", "order_id") && !holds(body, "facility_status")
}

// isUpdate tells a body that updates purchases (section 4.8).
func isUpdate(body []byte) bool {
	return holds(body, "facility_status") && !holds(body, "customer_id", "item_type")
}

// holds tells whether a body names one of some members: it need not be JSON.
func holds(body []byte, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return bytes.Contains(body, []byte(name)) })
}

// isLimit tells a request with a body that creates a limit (section 2.4), whatever it is
// sent to.
func isLimit(q *recording.Request) bool {
	return !reads(q) && holds(q.Body, "loan_amount", "referral_source", "marital_status")
}

// reads tells a method that no body changes.
func reads(q *recording.Request) bool {
	return slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodDelete}, strings.ToUpper(q.Method))
}

// onlyReads tells a method that changes nothing.
func onlyReads(q *recording.Request) bool {
	return slices.Contains([]string{http.MethodGet, http.MethodHead}, strings.ToUpper(q.Method))
}

// wholeBodies are members that the requests of an endpoint have together, and those of no
// other one; an earlier one is the more special.
var wholeBodies = []struct {
	endpoint string
	members  []string
}{
	{spec.CustomerLookup, []string{"queryFieldEnum", "value"}},
	{spec.CreateLimit, []string{"id_number", "loan_amount"}},
	{spec.CreateLimit, []string{"id_number", "referral_source"}}, // one of them may be forgotten
	{spec.CreateLimit, []string{"id_number", "employed"}},
	{spec.VerifyOTP, []string{"id_number", "phone_number", "otp"}},
	{spec.SendOTP, []string{"id_number", "phone_number"}},
	{spec.CreatePurchases, []string{"customer_id", "items"}},
	{spec.UpdatePurchases, []string{"items.0.id", "items.0.facility_status"}},
}

// byBody names the endpoint whose members a body has, whatever its path; "" where it is that
// of none. A recording may hold only the beginning of it.
func byBody(q *recording.Request) string {
	if reads(q) {
		return ""
	}
	missing := func(v gjson.Result) bool { return !v.Exists() }
	body := q.Body
	if first := gjson.GetBytes(body, "0"); first.IsObject() { // in an array
		body = []byte(first.Raw)
	}
	for _, whole := range wholeBodies {
		if !slices.ContainsFunc(gjson.GetManyBytes(body, whole.members...), missing) {
			return whole.endpoint
		}
	}
	return ""
}

// Misplaced says why an object has none of the members that an endpoint's requests have:
// they are all in one member of it, or it is the body of another endpoint. It is empty where
// neither can be seen. The names are those of the endpoint's members, at the top.
func Misplaced(q *recording.Request, endpoint string, names []string) string {
	body := gjson.ParseBytes(q.Body)
	if !body.IsObject() || has(body, names) > 0 {
		return ""
	}
	within := ""
	body.ForEach(func(name, value gjson.Result) bool {
		if value.IsObject() && has(value, names) >= min(2, len(names)) {
			within = name.Str
		}
		return within == ""
	})
	if within != "" {
		return "an object with all members in " + strconv.Quote(within)
	}
	if other := byBody(q); other != "" && other != endpoint {
		return "the body of " + spec.Line(other)
	}
	return ""
}

func has(body gjson.Result, names []string) int {
	n := 0
	for _, name := range names {
		if body.Get(name).Exists() {
			n++
		}
	}
	return n
}

// What is judged of a body grows with its members and elements. These bound how
// many are judged of all bodies, so that judging ends soon after the traffic does:
// so many, and more for every request.
const (
	judgedRoom  = 1_000_000
	judgedShare = 200
)

// JudgingBudget counts what may still be judged.
type JudgingBudget struct {
	Remaining     int
	SkippedBodies int // bodies for which there was none
}

// Takes tells whether there is room for a body, and takes it.
func (r *JudgingBudget) Takes(body []byte) bool {
	r.Remaining += judgedShare
	size := bytes.Count(body, []byte(",")) + bytes.Count(body, []byte("{")) + bytes.Count(body, []byte("["))
	if size > r.Remaining {
		r.SkippedBodies++
		return false
	}
	r.Remaining -= size
	return true
}

// NewJudgingBudget has all of it.
func NewJudgingBudget() JudgingBudget { return JudgingBudget{Remaining: judgedRoom} }
