package endpoints

import (
	"bytes"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// isOrder reports whether a body creates purchases (section 4.6), whatever its method and its
// syntax are. No update has a customer_id or an order_id.
func isOrder(body []byte) bool {
	return holds(body, "customer_id", "order_id") && !holds(body, "facility_status")
}

// isUpdate reports whether a body updates purchases (section 4.8). An update has nothing but items,
// and they have no member whose name begins with item_ (section 2.2).
func isUpdate(body []byte) bool {
	if holds(body, "facility_status") {
		return !holds(body, "customer_id", "item_type")
	}
	items := gjson.GetBytes(body, "items")
	return items.Exists() && (!items.IsArray() || items.Get("0").Exists()) && !holds(body, "customer_id", "order_id", "item_", "store_key")
}

// holds reports whether a body contains one of the names. It need not be JSON.
func holds(body []byte, names ...string) bool {
	if escapedASCII.Match(body) { // otherwise a large body would be copied
		body = escapedASCII.ReplaceAllFunc(body, func(escape []byte) []byte {
			code, _ := strconv.ParseUint(string(escape[2:]), 16, 7) // the pattern has seven bits only
			return []byte{byte(code)}
		})
	}
	return slices.ContainsFunc(names, func(name string) bool { return bytes.Contains(body, []byte(name)) })
}

// escapedASCII is an escape in JSON of a character that needs none. A name may be written with it.
var escapedASCII = regexp.MustCompile(`\\u00[2-7][0-9A-Fa-f]`)

// isLimit reports whether a request has a body that creates a limit (section 2.4), whatever its
// path is.
func isLimit(q *recording.Request) bool {
	return !reads(q) && holdsLimit(q.Body)
}

// creates reports whether a request has the body of the endpoint that creates something, whatever
// its method is. Without an id in its path, it can fetch and cancel nothing.
func creates(q *recording.Request, endpoint string) bool {
	return endpoint == spec.CreateLimit && holdsLimit(q.Body) || endpoint == spec.CreatePurchases && isOrder(q.Body)
}

// holdsLimit reports whether a body creates a limit (section 2.4).
func holdsLimit(body []byte) bool {
	return holds(body, "loan_amount", "referral_source", "marital_status")
}

// reads reports whether the body of a request has no effect, because of its method.
func reads(q *recording.Request) bool {
	return slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodDelete}, strings.ToUpper(q.Method))
}

// onlyReads reports whether the method of a request changes nothing.
func onlyReads(q *recording.Request) bool {
	return slices.Contains([]string{http.MethodGet, http.MethodHead}, strings.ToUpper(q.Method))
}

// wholeBodies are sets of members that only the requests of one endpoint have together. More
// specific sets come first.
var wholeBodies = []struct {
	endpoint string
	members  []string
}{
	{spec.CustomerLookup, []string{"queryFieldEnum", "value"}},
	{spec.CreateLimit, []string{"id_number", "loan_amount"}},
	{spec.CreateLimit, []string{"id_number", "referral_source"}}, // the other one may be missing by mistake
	{spec.CreateLimit, []string{"id_number", "employed"}},
	{spec.VerifyOTP, []string{"id_number", "phone_number", "otp"}},
	{spec.VerifyOTP, []string{"id_number", "phone_number", "item_value"}},
	{spec.SendOTP, []string{"id_number", "phone_number"}},
	{spec.CreatePurchases, []string{"customer_id", "items"}},
	{spec.UpdatePurchases, []string{"items.0.id", "items.0.facility_status"}},
}

// byBody returns the endpoint whose members a body has, whatever its path is, or "" if there is
// none. The body may be cut off in the recording.
func byBody(q *recording.Request) string {
	if reads(q) {
		return ""
	}
	missing := func(v gjson.Result) bool { return !v.Exists() }
	body := unwrapped(q.Body)
	for _, whole := range wholeBodies {
		if !slices.ContainsFunc(gjson.GetManyBytes(body, whole.members...), missing) {
			return whole.endpoint
		}
	}
	return ""
}

// telling are names of members by which a body is recognised, although it lacks others or is no
// JSON. More specific sets come first.
var telling = []struct {
	endpoint string
	names    []string
}{
	{spec.CustomerLookup, []string{"queryFieldEnum", "value"}},
	{spec.CreateLimit, []string{"loan_amount", "referral_source", "marital_status", "employed", "gender", "email"}},
	{spec.CreatePurchases, []string{"customer_id", "order_id", "item_type", "item_brand", "item_code", "store_key"}},
	{spec.UpdatePurchases, []string{"items", "facility_status"}},
	{spec.VerifyOTP, []string{"otp", "item_value"}},
	{spec.VerifyOTP, []string{"otp", "id_number"}},
	{spec.VerifyOTP, []string{"otp", "phone_number"}},
	{spec.VerifyOTP, []string{"item_value", "id_number"}},
	{spec.VerifyOTP, []string{"item_value", "phone_number"}},
	{spec.SendOTP, []string{"id_number", "phone_number", "first_name", "last_name", "date_of_birth"}},
}

// byNames returns the endpoint of which a body has two telling names, or "" if there is none. That
// is sufficient at an address that serves nothing but the service.
func byNames(q *recording.Request) string {
	if reads(q) {
		return ""
	}
	const enough = 2
	words := strings.FieldsFunc(string(q.Body), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) })
	for _, t := range telling {
		found := 0
		for _, name := range t.names {
			if slices.Contains(words, name) {
				found++
			}
		}
		if found >= enough {
			return t.endpoint
		}
	}
	return ""
}

// unwrapped returns the object of a body that stands in an array or in a string.
func unwrapped(body []byte) []byte {
	whole := gjson.ParseBytes(body)
	switch first := whole.Get("0"); {
	case first.IsObject():
		return []byte(first.Raw)
	case whole.Type == gjson.String:
		return []byte(whole.Str)
	}
	return body
}

// Misplaced says why an object has none of the members of the endpoint's requests: they are all
// inside one of its members, or it is the body of another endpoint. It returns "" if neither is so.
// names are the endpoint's members at the top level.
func Misplaced(q *recording.Request, endpoint string, names []string) string {
	body := gjson.ParseBytes(q.Body)
	if endpoint == spec.CreateLimit && isOnlySending(body) {
		return "the body of " + spec.Line(spec.SendOTP)
	}
	if endpoint == spec.SendOTP && isOnlyVerifying(body) {
		return "the body of " + spec.Line(spec.VerifyOTP)
	}
	if !body.IsObject() || has(body, names) > mayBeForeign(names) {
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

// mayBeForeign returns how many members of an endpoint a body of another endpoint may have. An id
// that a program adds to every body does not make it the body of the endpoint.
func mayBeForeign(names []string) int {
	const several = 3
	if len(names) < several {
		return 0
	}
	return 1
}

// sendingMembers are the members of the two forms of a send OTP request (section 4.1). Limit
// requests have them too.
var sendingMembers = []string{"id_number", "phone_number", "first_name", "last_name", "country_code", "date_of_birth"}

// isOnlySending reports whether a body has exactly the members of a send OTP request, in one of the
// two forms.
func isOnlySending(body gjson.Result) bool {
	members, known := membersOf(body), has(body, sendingMembers)
	return body.IsObject() && members == known && (known == len(sendingMembers) || known == 2 && has(body, sendingMembers[:2]) == 2)
}

// verifyingMembers are the members of a verify OTP request (section 4.2).
var verifyingMembers = []string{"id_number", "phone_number", "otp", "item_value"}

// isOnlyVerifying reports whether a body has only members of a verify OTP request, with an OTP. One of
// them may be missing.
func isOnlyVerifying(body gjson.Result) bool {
	members := membersOf(body)
	return body.IsObject() && members >= len(verifyingMembers)-1 && has(body, verifyingMembers) == members && body.Get("otp").String() != ""
}

// membersOf counts the members of an object.
func membersOf(body gjson.Result) int {
	n := 0
	body.ForEach(func(_, _ gjson.Result) bool { n++; return true })
	return n
}

// has counts the members with some names.
func has(body gjson.Result, names []string) int {
	n := 0
	for _, name := range names {
		if body.Get(name).Exists() {
			n++
		}
	}
	return n
}

// The effort to judge a body grows with its members and elements. These constants limit how many
// are judged in all bodies together, so that judging ends soon after the traffic does. judgedRoom
// is the fixed part, and judgedShare is added for each request.
const (
	judgedRoom  = 1_000_000
	judgedShare = 200
)

// JudgingBudget counts how many members and elements may still be judged.
type JudgingBudget struct {
	Remaining     int
	SkippedBodies int // how many bodies did not fit into it
}

// Takes reports whether the budget is enough for a body, and takes the body's size from it.
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

// NewJudgingBudget returns the full budget.
func NewJudgingBudget() JudgingBudget { return JudgingBudget{Remaining: judgedRoom} }
