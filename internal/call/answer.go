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

// Kind says how much may be expected of a call.
type Kind int

const (
	// Plain is a valid call of the plainest sort: the target must serve it.
	Plain Kind = iota
	// Special is a valid call that changes one value; the rule that changed it
	// judges a refusal, every rule judges the answer.
	Special
	// Probe is a call that the target may legally refuse, or must refuse: no
	// rule but the one that made it looks at the answer.
	Probe
)

// Answer is what a target gave to one call, and what was expected of it.
type Answer struct {
	*recording.Exchange
	Endpoint string
	Variant  string // the case of the call, where a rule judges it apart
	Kind     Kind
	Content

	Credentials string      // of a call without the valid token: what it had in its place
	Unanswered  bool        // not answered, by a target that answers others
	Ambiguous   string      // why the answer shows nothing of the target
	MayBeSecond bool        // one like it, or the same, may have taken effect before
	OnlyLimits  func() bool // whether its endpoint has answered with 429 and nothing else; nil: nobody knows

	items  sentItems
	faults schemaFaults
}

// Content is the body of an answer as it was read.
type Content struct {
	Doc     *schemas.Document
	Sound   schemas.Report // what is wrong with the body as JSON
	Body    gjson.Result
	Data    gjson.Result // what the envelope wraps
	IsJSON  bool
	Refused bool // the body of an HTTP success says that it is none
}

// sentItems are the items of the request of an order, by item_code.
type sentItems struct {
	once sync.Once
	all  map[string]gjson.Result
}

// schemaFaults are the paths below which a body is not as its schemas ask.
type schemaFaults struct {
	once  sync.Once
	paths []string
}

// OK tells whether the target served the call: a success in HTTP that its body
// does not take back. How a refusal looks is not documented (section 7), so it
// may come with any HTTP status.
func (a *Answer) OK() bool { return a.AnsweredSuccess() && !a.Refused }

// RefusesInBody tells whether the body of an HTTP success says that it is none:
// a lookup by success, any other by a status that is no success, unless the data
// of a success come with it. Then it is the status that is wrong, and so is one that
// HTTP does not have in the answer to a call that must be served.
func (a *Answer) RefusesInBody() bool {
	if spec.Of(a.Endpoint).HasOwnEnvelope() {
		return a.Body.Get("success").Type == gjson.False
	}
	if a.Body.Get("success").Type == gjson.False && !a.HasServedData(true) { // as the lookup says it
		return true
	}
	status := a.Body.Get("status")
	switch {
	case status.Type != gjson.Number || (status.Num >= 200 && status.Num < 300):
		return false
	case a.Kind == Plain && !isHTTPStatus(status.Num):
		return false
	}
	return !a.HasServedData(status.Num >= 400 && status.Num < 600)
}

func isHTTPStatus(n float64) bool { return n >= 100 && n < 600 }

// HasServedData tells whether the answer holds the data of a success: most of the
// members that section 2 gives them, in whatever form. A message alone proves
// nothing where the status is one that HTTP has for refusals.
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

// Status is the HTTP status of the answer, 0 where there is none.
func (a *Answer) Status() int {
	if a.Response == nil {
		return 0
	}
	return a.Response.Status
}

// AnsweredSuccess tells whether the HTTP status is a success.
func (a *Answer) AnsweredSuccess() bool {
	return a.Response != nil && a.Response.Status >= 200 && a.Response.Status < 300
}

// Records are the purchase item records of the answer, in its order.
func (a *Answer) Records() []gjson.Result {
	if a.Data.IsObject() {
		return []gjson.Result{a.Data}
	}
	return a.Data.Array()
}

// Aspect names something that the call's endpoint must do.
func (a *Answer) Aspect(name string) judgement.Aspect {
	return judgement.Aspect{Endpoint: a.Endpoint, Variant: a.Variant, Name: name}
}

// RecordPath is where the n-th record stands in the answer.
func (a *Answer) RecordPath(n int) string {
	if a.Data.IsArray() {
		return "data." + strconv.Itoa(n)
	}
	return "data"
}

// HasAnyData tells whether a success has anything to say: an empty one may be
// given to whatever is asked.
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

// successMembers are the members of data, or of each of its records, that tell a
// success from a refusal (sections 2.3 and 2.8 to 2.10). Where data is but a
// message, there are none.
var successMembers = map[string][]string{
	spec.VerifyOTP:   {"id", "credit_limit", "available_limit", "credit_limit_status", "payment_terms"},
	spec.CreateLimit: limitObjects, spec.FetchLimit: limitObjects,
	spec.CustomerLookup:  {"creditLimitInfo", "baseInfo"},
	spec.CreatePurchases: RecordMembers, spec.GetPurchase: RecordMembers, spec.UpdatePurchases: RecordMembers,
}

var limitObjects = []string{"customer_details", "credit_limit_details", "payment_terms"}

// SentItem is the item of a code as the request of an order has it.
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

// AgainVariant marks the request of somebody who has a limit: that it is served
// is stated (section 1), with which success status is not.
const AgainVariant = "again"

const (
	WithLimit    = "with-limit"
	WithoutLimit = "without-limit"
)

const NewCustomerVariant = "new-customer"

// The cases of a limit request whose values a rule lists: that rule is to blame
// where a value is refused whatever stands beside it.
const (
	PersonalCase   = "personal"
	OccupationCase = "occupation"
	JobGroupCase   = "job-group"
	FunctionCase   = "job-function"
	IndustryCase   = "business-industry"
	BusinessCase   = "business"
)

// The cases of an order. Each has a rule of its own that judges whether such an
// order is taken, so that no other rule is blamed for it.
const (
	SeveralItems = "several-items"
	ItemTypeCase = "item-type"
	DeliveryCase = "delivery"
	TextCase     = "text"
	PriceCase    = "price"
)
