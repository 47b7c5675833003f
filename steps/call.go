package steps

import (
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// kind says how much may be expected of a call.
type kind int

const (
	// plain is a valid call of the plainest sort: the target must serve it.
	plain kind = iota
	// special is a valid call that bends one value; the rule that bent it
	// judges a refusal, every rule judges the answer.
	special
	// probe is a call that the target may legally refuse, or must refuse: no
	// rule but the one that made it looks at the answer.
	probe
)

// call is one exchange together with what the suite meant by it.
type call struct {
	*recording.Exchange
	endpoint string
	variant  string
	kind     kind
	customer *customer // on whose behalf; nil where there is none
	items    []*item   // the items that it names or creates, in the order of the request
	before   []kept    // records of items, as they were before the call
	answers  []*item   // the item that each record of an order answers
	labels   []string  // what else a gathering may ask for
	doc      *schemas.Document
	sound    schemas.Report // what is wrong with the body as JSON
	body     gjson.Result
	data     gjson.Result // what the envelope wraps
	isJSON   bool
	refused  bool   // the body of an HTTP success says that it is none
	keep     func() // what the items learn from an answer that is a success

	unanswered bool             // not answered, by a target that answers others
	ambiguous  string           // why the answer shows nothing of the target
	traffic    *endpointTraffic // what became of all calls of its endpoint

	reading sync.Once
	sent    map[string]gjson.Result // the items of the request, by item_code

	faulty sync.Once
	faults []string // paths below which the body is not as its schemas ask
}

// kept is a record as some call gave it.
type kept struct {
	raw string
	by  *call
	at  string // where it stood in that call's answer, "data.0"
}

// malformed tells whether a value of the answer, or what holds it, is not of the
// documented type and form. The rule of its schema fails for it.
func (c *call) malformed(path string) bool {
	return slices.ContainsFunc(c.malformedPaths(), func(at string) bool {
		return path == at || at == "" || strings.HasPrefix(path, at+".")
	})
}

// malformedBelow lists the values at or below a path that are malformed.
func (c *call) malformedBelow(path string) []string {
	var all []string
	for _, at := range c.malformedPaths() {
		if strings.HasPrefix(at, path+".") {
			all = append(all, at)
		}
	}
	return all
}

// malformedPaths are the paths below which the body is not as its schemas ask.
func (c *call) malformedPaths() []string {
	c.faulty.Do(func() {
		for _, name := range c.memberSchemas() {
			for _, v := range c.doc.Validate(name).Violations {
				c.faults = append(c.faults, v.Path)
			}
		}
	})
	return c.faults
}

// memberSchemas are the schemas of the members that other rules compare.
func (c *call) memberSchemas() []string {
	switch {
	case c.endpoint == lookup && c.variant == withoutLimit:
		return []string{"lookup-without-limit"}
	case c.endpoint == createOrder || c.endpoint == getItem:
		return []string{spec.Of(c.endpoint).DataSchema(), "order-id"}
	case c.endpoint == updateItems || c.endpoint == cancelItem || c.endpoint == lookup:
		return []string{spec.Of(c.endpoint).DataSchema()}
	}
	return []string{spec.Of(c.endpoint).DataSchema(), "request-id"}
}

// formAspect names the aspect that the form of a value belongs to.
func (c *call) formAspect(path string) Aspect {
	switch path {
	case "order_id":
		return c.aspect(OrderIDAspect)
	case "request_id":
		return c.aspect(RequestIDAspect)
	}
	return c.aspect(DataAspect)
}

// malformed tells the same of a member of the record.
func (k kept) malformed(member string) bool { return k.by != nil && k.by.malformed(k.at+"."+member) }

// ok tells whether the target served the call: a success in HTTP that its body
// does not take back. How a refusal looks is not documented (section 7), so it
// may come with any HTTP status.
func (c *call) ok() bool { return c.answeredSuccess() && !c.refused }

// saysNo tells whether the body of an HTTP success says that it is none:
// a lookup by success, any other by a status that is no success, unless the data
// of a success come with it. Then it is the status that is wrong, and so is one that
// HTTP does not have in the answer to a call that must be served.
func (c *call) saysNo() bool {
	if spec.Of(c.endpoint).HasOwnEnvelope() {
		return c.body.Get("success").Type == gjson.False
	}
	status := c.body.Get("status")
	switch {
	case status.Type != gjson.Number || (status.Num >= 200 && status.Num < 300):
		return false
	case c.kind == plain && !isHTTPStatus(status.Num):
		return false
	}
	return !c.bearsData(status.Num >= 400 && status.Num < 600)
}

func isHTTPStatus(n float64) bool { return n >= 100 && n < 600 }

// bearsData tells whether the answer holds the data of a success: most of the
// members that section 2 gives them, in whatever form. A message alone proves
// nothing where the status is one that HTTP has for refusals.
func (c *call) bearsData(refusal bool) bool {
	members := successMembers[c.endpoint]
	if len(members) == 0 {
		return !refusal && c.carriesData()
	}
	for _, record := range c.records() {
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

// status is the HTTP status of the answer, 0 where there is none.
func (c *call) status() int {
	if c.Response == nil {
		return 0
	}
	return c.Response.Status
}

// answeredSuccess tells whether the HTTP status is a success.
func (c *call) answeredSuccess() bool {
	return c.Response != nil && c.Response.Status >= 200 && c.Response.Status < 300
}

// records are the purchase item records of the answer, in its order.
func (c *call) records() []gjson.Result {
	if c.data.IsObject() {
		return []gjson.Result{c.data}
	}
	return c.data.Array()
}

// aspect names something that the call's endpoint must do.
func (c *call) aspect(name string) Aspect {
	return Aspect{Endpoint: c.endpoint, Variant: c.variant, Name: name}
}
