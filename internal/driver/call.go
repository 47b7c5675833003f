package driver

import (
	"slices"
	"strconv"
	"strings"
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
	// Special is a valid call that bends one value; the rule that bent it
	// judges a refusal, every rule judges the answer.
	Special
	// Probe is a call that the target may legally refuse, or must refuse: no
	// rule but the one that made it looks at the answer.
	Probe
)

// Call is one exchange together with what the suite meant by it.
type Call struct {
	*recording.Exchange
	Endpoint string
	Variant  string
	Kind     Kind
	Customer *Customer      // on whose behalf; nil where there is none
	Items    []*Item        // the items that it names or creates, in the order of the request
	Before   []RecordBefore // records of items, as they were before the call
	answers  []*Item        // the item that each record of an order answers
	Labels   []string       // what else a gathering may ask for
	Doc      *schemas.Document
	Sound    schemas.Report // what is wrong with the body as JSON
	Body     gjson.Result
	Data     gjson.Result // what the envelope wraps
	IsJSON   bool
	Refused  bool   // the body of an HTTP success says that it is none
	keep     func() // what the items learn from an answer that is a success

	Unanswered bool             // not answered, by a target that answers others
	ambiguous  string           // why the answer shows nothing of the target
	traffic    *endpointTraffic // what became of all calls of its endpoint

	reading sync.Once
	sent    map[string]gjson.Result // the items of the request, by item_code

	faulty sync.Once
	faults []string // paths below which the body is not as its schemas ask
}

// RecordBefore is a record as some call gave it.
type RecordBefore struct {
	Raw string
	By  *Call
	At  string // where it stood in that call's answer, "data.0"
}

// Malformed tells whether a value of the answer, or what holds it, is not of the
// documented type and form. The rule of its schema fails for it.
func (c *Call) Malformed(path string) bool {
	return slices.ContainsFunc(c.malformedPaths(), func(at string) bool {
		return path == at || at == "" || strings.HasPrefix(path, at+".")
	})
}

// MalformedBelow lists the values at or below a path that are malformed.
func (c *Call) MalformedBelow(path string) []string {
	var all []string
	for _, at := range c.malformedPaths() {
		if strings.HasPrefix(at, path+".") {
			all = append(all, at)
		}
	}
	return all
}

// malformedPaths are the paths below which the body is not as its schemas ask.
func (c *Call) malformedPaths() []string {
	c.faulty.Do(func() {
		for _, name := range c.memberSchemas() {
			for _, v := range c.Doc.Validate(name).Violations {
				c.faults = append(c.faults, v.Path)
			}
		}
	})
	return c.faults
}

// memberSchemas are the schemas of the members that other rules compare.
func (c *Call) memberSchemas() []string {
	switch {
	case c.Endpoint == spec.CustomerLookup && c.Variant == WithoutLimit:
		return []string{"lookup-without-limit"}
	case c.Endpoint == spec.CreatePurchases || c.Endpoint == spec.GetPurchase:
		return []string{spec.Of(c.Endpoint).DataSchema(), "order-id"}
	case c.Endpoint == spec.UpdatePurchases || c.Endpoint == spec.CancelPurchase || c.Endpoint == spec.CustomerLookup:
		return []string{spec.Of(c.Endpoint).DataSchema()}
	}
	return []string{spec.Of(c.Endpoint).DataSchema(), "request-id"}
}

// FormAspect names the aspect that the form of a value belongs to.
func (c *Call) FormAspect(path string) judgement.Aspect {
	switch path {
	case "order_id":
		return c.Aspect(judgement.OrderIDAspect)
	case "request_id":
		return c.Aspect(judgement.RequestIDAspect)
	}
	return c.Aspect(judgement.DataAspect)
}

// Malformed tells the same of a member of the record.
func (k RecordBefore) Malformed(member string) bool {
	return k.By != nil && k.By.Malformed(k.At+"."+member)
}

// OK tells whether the target served the call: a success in HTTP that its body
// does not take back. How a refusal looks is not documented (section 7), so it
// may come with any HTTP status.
func (c *Call) OK() bool { return c.AnsweredSuccess() && !c.Refused }

// refusesInBody tells whether the body of an HTTP success says that it is none:
// a lookup by success, any other by a status that is no success, unless the data
// of a success come with it. Then it is the status that is wrong, and so is one that
// HTTP does not have in the answer to a call that must be served.
func (c *Call) refusesInBody() bool {
	if spec.Of(c.Endpoint).HasOwnEnvelope() {
		return c.Body.Get("success").Type == gjson.False
	}
	status := c.Body.Get("status")
	switch {
	case status.Type != gjson.Number || (status.Num >= 200 && status.Num < 300):
		return false
	case c.Kind == Plain && !isHTTPStatus(status.Num):
		return false
	}
	return !c.HasServedData(status.Num >= 400 && status.Num < 600)
}

func isHTTPStatus(n float64) bool { return n >= 100 && n < 600 }

// HasServedData tells whether the answer holds the data of a success: most of the
// members that section 2 gives them, in whatever form. A message alone proves
// nothing where the status is one that HTTP has for refusals.
func (c *Call) HasServedData(refusal bool) bool {
	members := successMembers[c.Endpoint]
	if len(members) == 0 {
		return !refusal && c.HasAnyData()
	}
	for _, record := range c.Records() {
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
func (c *Call) Status() int {
	if c.Response == nil {
		return 0
	}
	return c.Response.Status
}

// AnsweredSuccess tells whether the HTTP status is a success.
func (c *Call) AnsweredSuccess() bool {
	return c.Response != nil && c.Response.Status >= 200 && c.Response.Status < 300
}

// Records are the purchase item records of the answer, in its order.
func (c *Call) Records() []gjson.Result {
	if c.Data.IsObject() {
		return []gjson.Result{c.Data}
	}
	return c.Data.Array()
}

// Aspect names something that the call's endpoint must do.
func (c *Call) Aspect(name string) judgement.Aspect {
	return judgement.Aspect{Endpoint: c.Endpoint, Variant: c.Variant, Name: name}
}

func RecordPath(c *Call, n int) string {
	if c.Data.IsArray() {
		return "data." + strconv.Itoa(n)
	}
	return "data"
}

// HasAnyData tells whether a success has anything to say: an empty one may be
// given to whatever is asked.
func (c *Call) HasAnyData() bool {
	data := c.Body.Get("data")
	switch {
	case data.IsObject():
		return len(data.Map()) > 0
	case data.IsArray():
		return len(data.Array()) > 0
	default:
		return data.String() != ""
	}
}
