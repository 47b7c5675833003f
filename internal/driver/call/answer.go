package call

import (
	"strconv"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// Kind says how a call may be judged.
type Kind int

const (
	// Plain is a valid call without anything special: the target must serve it.
	Plain Kind = iota
	// Special is a valid call that changes one value. The rule that changed the value judges a
	// refusal; every rule judges a success.
	Special
	// Probe is a call that the target may refuse or must refuse. Only the rule that made the
	// call judges the answer.
	Probe
)

// Answer is the target's answer to one call, together with the facts that the call was made
// with.
type Answer struct {
	*recording.Exchange
	Endpoint string
	Variant  string // the case of the call, if a rule judges that case separately
	Kind     Kind
	Content

	Credentials string      // for a call without the valid token: the credentials that it sent instead
	Unanswered  bool        // got no answer, although the target answers other calls
	Ambiguous   string      // why the answer shows nothing about the target
	MayBeSecond bool        // the same call, or a similar one, may have taken effect before
	OnlyLimits  func() bool // reports whether the endpoint has answered only with 429; nil: not known

	items  sentItems
	faults schemaFaults
}

// Content is the parsed body of an answer.
type Content struct {
	Doc     *schemas.Document
	Sound   schemas.Report // the faults of the body as JSON
	Body    gjson.Result
	Data    gjson.Result // the member data of the envelope
	IsJSON  bool
	Refused bool // the HTTP status is a success, but the body refuses the call
}

// sentItems are the items in the request of an order, by item_code.
type sentItems struct {
	once sync.Once
	all  map[string]gjson.Result
}

// schemaFaults are the paths at which a body breaks its schemas.
type schemaFaults struct {
	once  sync.Once
	paths []string
}

// OK reports whether the target served the call: the HTTP status is a success, and the body does
// not refuse the call. The form of a refusal is not documented (section 7), so a refusal may
// come with any HTTP status.
func (a *Answer) OK() bool { return a.AnsweredSuccess() && !a.Refused }

// RefusesInBody reports whether the body of an answer with a success status refuses the call. A
// lookup refuses with its member success, all other answers with a member status that is no
// success. If the data of a success come with such a status, the call is served and the member
// status is wrong. The same is true for a status that HTTP does not have, in the answer to a
// plain call.
func (a *Answer) RefusesInBody() bool {
	if spec.Of(a.Endpoint).HasOwnEnvelope() {
		return a.Body.Get("success").Type == gjson.False
	}
	if a.Body.Get("success").Type == gjson.False && !a.HasServedData(true) { // in the form that the lookup uses
		return true
	}
	status := a.Body.Get("status")
	switch {
	case hasNoEnvelope(a.Body) && (a.Kind == Probe || namesError(a.Body)):
		return true
	case status.Type != gjson.Number || (status.Num >= 200 && status.Num < 300):
		return false
	case a.Kind == Plain && !isHTTPStatus(status.Num):
		return false
	}
	return !a.HasServedData(status.Num >= 400 && status.Num < 600)
}

// hasNoEnvelope reports whether a body has none of the members of a success (section 1), but others.
func hasNoEnvelope(body gjson.Result) bool {
	isIn := func(name string) bool { return body.Get(name).Exists() }
	return body.IsObject() && body.Raw != "{}" && !isIn("apiVersion") && !isIn("status") && !isIn("data")
}

// namesError reports whether a body names an error, as a refusal does.
func namesError(body gjson.Result) bool {
	for _, name := range []string{"error", "errors"} {
		if e := body.Get(name); e.Exists() && e.Type != gjson.Null && e.Type != gjson.False {
			return true
		}
	}
	return false
}

func isHTTPStatus(n float64) bool { return n >= 100 && n < 600 }

// HasServedData reports whether the answer contains the data of a success: at least half of the
// members that section 2 lists, in any form. For an endpoint that only returns a message, any
// data are enough, unless the status is one that HTTP has for refusals (refusal).
func (a *Answer) HasServedData(refusal bool) bool {
	members := successMembers[a.Endpoint]
	if len(members) == 0 {
		return !refusal && a.HasAnyData()
	}
	for _, record := range a.Records() {
		there := 0
		for _, name := range members {
			if record.Get(name).Exists() {
				there++
			}
		}
		if 2*there >= len(members) {
			return true
		}
	}
	return false
}

// Status is the HTTP status of the answer, or 0 if there is no answer.
func (a *Answer) Status() int {
	if a.Response == nil {
		return 0
	}
	return a.Response.Status
}

// AnsweredSuccess reports whether the HTTP status is a success.
func (a *Answer) AnsweredSuccess() bool {
	return a.Response != nil && a.Response.Status >= 200 && a.Response.Status < 300
}

// Records returns the purchase item records of the answer, in the order of the answer.
func (a *Answer) Records() []gjson.Result {
	if a.Data.IsObject() {
		return []gjson.Result{a.Data}
	}
	return a.Data.Array()
}

// Aspect returns the aspect of the call's endpoint and variant with this name.
func (a *Answer) Aspect(name string) judgement.Aspect {
	return judgement.Aspect{Endpoint: a.Endpoint, Variant: a.Variant, Name: name}
}

// RecordPath is the path of the n-th record in the answer.
func (a *Answer) RecordPath(n int) string {
	if a.Data.IsArray() {
		return "data." + strconv.Itoa(n)
	}
	return "data"
}

// HasAnyData reports whether the member data is not empty. A target may answer any call with an
// empty success.
func (a *Answer) HasAnyData() bool {
	data := a.Body.Get("data")
	switch {
	case data.IsObject():
		return len(data.Map()) > 0
	case data.IsArray():
		return len(data.Array()) > 0
	default:
		return data.String() != ""
	}
}

// successMembers are the members of data, or of each of its records, by which a success differs
// from a refusal (sections 2.3 and 2.8 to 2.10). An endpoint whose data is only a message has
// none.
var successMembers = map[string][]string{
	spec.VerifyOTP:   {"id", "credit_limit", "available_limit", "credit_limit_status", "payment_terms"},
	spec.CreateLimit: limitObjects, spec.FetchLimit: limitObjects,
	spec.CustomerLookup:  {"creditLimitInfo", "baseInfo"},
	spec.CreatePurchases: RecordMembers, spec.GetPurchase: RecordMembers, spec.UpdatePurchases: RecordMembers,
}

var limitObjects = []string{"customer_details", "credit_limit_details", "payment_terms"}

// SentItem returns the item with a code from the request of an order.
func (a *Answer) SentItem(code string) gjson.Result {
	a.items.once.Do(func() {
		a.items.all = make(map[string]gjson.Result)
		for _, sent := range gjson.GetBytes(a.Request.Body, "items").Array() {
			if other := sent.Get("item_code").String(); !a.items.all[other].Exists() {
				a.items.all[other] = sent
			}
		}
	})
	return a.items.all[code]
}

// SentString reads a string member of the request body.
func (a *Answer) SentString(path string) (string, bool) {
	v := gjson.GetBytes(a.Request.Body, path)
	return v.String(), v.Exists()
}

// AgainVariant marks a limit request for a customer that has a limit already, or an OTP that is
// sent again. Section 1 states that the limit request is served, but not with which success
// status.
const AgainVariant = "again"

const (
	WithLimit    = "with-limit"
	WithoutLimit = "without-limit"
)

const NewCustomerVariant = "new-customer"

// These are the cases of a limit request with values that a rule lists. That rule is to blame if
// the target refuses one of its values together with any other values.
const (
	PersonalCase   = "personal"
	OccupationCase = "occupation"
	JobGroupCase   = "job-group"
	FunctionCase   = "job-function"
	IndustryCase   = "business-industry"
	BusinessCase   = "business"
)

// These are the cases of an order. Each has its own rule that judges whether the target takes
// such an order, so that no other rule is blamed for it.
const (
	SeveralItems = "several-items"
	ItemTypeCase = "item-type"
	DeliveryCase = "delivery"
	TextCase     = "text"
	PriceCase    = "price"
	OrderIDCase  = "order-id"
)
