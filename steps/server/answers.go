package server

import (
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// RecordedResponses reads the answers that a service gave to somebody else's requests.
// What of the server's side can be judged by an answer and its request alone,
// its checks judge by the same sentences that judge the suite's own calls; the
// rest they leave untested. Add is for one goroutine. After the last Add, the other
// methods are safe for concurrent use.
type RecordedResponses struct {
	run     *driver.Run
	left    map[string]int // answers left out, by why
	unclear map[string]int // of those, by endpoint: may be a refusal, may be broken
}

// Why answers are left out. What a service does with a request that is wrong,
// how it refuses, and with what, the specification leaves open (section 7).
const (
	notAsked    = "to a request that is not as documented"
	notServed   = "a refusal, or no answer at all"
	notReadable = "beyond what the suite reads"
	notClaimed  = "an HTTP success with a body that does not confirm it"
)

// NewRecordedResponses prepares the reading.
func NewRecordedResponses(set *schemas.Set, settings schemas.Settings) *RecordedResponses {
	return &RecordedResponses{
		run:  driver.New(driver.Config{Schemas: set, Settings: settings, Signed: true}),
		left: make(map[string]int), unclear: make(map[string]int),
	}
}

// Add reads one exchange, of which the request was judged already, and keeps it
// where its answer is one to judge.
func (r *RecordedResponses) Add(e *recording.Exchange, request judgement.Request) {
	c := &driver.Call{Answer: call.Answer{Exchange: e, Endpoint: request.Endpoint, Kind: call.Special}}
	switch {
	case request.Flawed:
		r.left[notAsked]++
		return
	case !c.AnsweredSuccess():
		r.left[notServed]++
		return
	case packed(e.Response), e.Response.Cut > 0:
		r.left[notReadable]++
		r.unclear[c.Endpoint]++
		return
	}
	c.Read(r.run.Config.Schemas)
	switch {
	case c.Sound.Unjudged:
		r.left[notReadable]++
		r.unclear[c.Endpoint]++
	case c.IsJSON && c.Refused:
		r.left[notServed]++
	case c.IsJSON && (!confirmsSuccess(c) || hasRefusalStatus(c)), mayBeNewcomers(c):
		r.left[notClaimed]++
		r.unclear[c.Endpoint]++
	default:
		labelCall(c, request)
		r.run.Calls.Add(c)
	}
}

// Left tells how many answers were left out, by why.
func (r *RecordedResponses) Left() map[string]int { return r.left }

// Judged counts the answers that are judged.
func (r *RecordedResponses) Judged() int { return len(r.run.Calls.All) }

// Trials tells which readings the answers were seen to use, and where.
func (r *RecordedResponses) Trials() []judgement.Trial { return r.run.Trials() }

// Held tells whether the service was seen to keep an aspect.
func (r *RecordedResponses) Held(a judgement.Aspect) bool { return r.run.Held(a) }

// packed tells a body that is compressed in a way that the recorder could not
// undo: it says nothing of what the service wrote.
func packed(answer *recording.Response) bool {
	switch coding := strings.ToLower(answer.Header.Get("Content-Encoding")); coding {
	case "", "identity":
		return false
	case "gzip":
		return strings.HasPrefix(string(answer.Body), "\x1f\x8b")
	}
	return true
}

// confirmsSuccess tells whether the body of an HTTP success says that it is one: it has
// data, or success is true. Without, it may be a refusal: no section shows how that looks.
func confirmsSuccess(c *driver.Call) bool {
	data := c.Body.Get("data")
	return (data.Exists() && data.Type != gjson.Null) || c.Body.Get("success").Type == gjson.True
}

// mayBeNewcomers tells whether an answer to verify says nothing of a limit: so may that to
// a person who has none (section 4.2 does not show it).
func mayBeNewcomers(c *driver.Call) bool {
	data := c.Body.Get("data")
	if c.Endpoint != spec.VerifyOTP || data.Get("id").Exists() || data.Get("credit_limit").Exists() || data.Get("available_limit").Exists() {
		return false
	}
	return !data.Get("credit_limit_status").Exists() && !data.Get("payment_terms").Exists()
}

// hasRefusalStatus tells whether the body of an HTTP success has the status of a refusal,
// though its data may be those of a success: it may be either.
func hasRefusalStatus(c *driver.Call) bool {
	status := c.Body.Get("status")
	return status.Type == gjson.Number && (status.Num < 200 || status.Num > 299)
}

// labelCall adds to a recorded call what the suite knows of the calls that it makes itself.
func labelCall(c *driver.Call, request judgement.Request) {
	switch c.Endpoint {
	case spec.SendOTP:
		if request.NewCustomer {
			c.Variant = call.NewCustomerVariant
		}
	case spec.CreateLimit:
		c.Variant = workOf(request.Body).Variant()
	case spec.CustomerLookup:
		c.Variant = call.WithLimit
		if c.Body.Get("data.redirectUrl").Type == gjson.String && c.Body.Get("data.creditLimitInfo").Type == gjson.Null {
			c.Variant = call.WithoutLimit
		}
	case spec.CreatePurchases:
		if allForPickUp(request.Body) {
			c.Labels = []string{driver.StorePickupLabel}
		}
	case spec.UpdatePurchases:
		for _, sent := range request.Body.Get("items").Array() {
			if sent.Get("facility_status").String() == driver.Collected {
				c.Items = append(c.Items, &driver.Item{ID: sent.Get("id").String()})
			}
		}
	case spec.CancelPurchase:
		c.Items = []*driver.Item{{ID: request.ID}}
	}
}

// workOf tells a limit request's customer by what it says of their work.
func workOf(request gjson.Result) customer.Kind {
	switch {
	case request.Get(spec.SelfEmployedDetail).Exists():
		return customer.SelfEmployed
	case request.Get(spec.EmployedDetail+".employer_sector").String() == spec.GovernmentSector:
		return customer.Government
	}
	return customer.Employed
}

// allForPickUp tells whether section 3 says in which state every item of an
// order begins.
func allForPickUp(order gjson.Result) bool {
	items := order.Get("items").Array()
	for _, i := range items {
		if i.Get("delivery_option").String() != spec.StorePickup || i.Get("preferred_option").String() != spec.PickUp {
			return false
		}
	}
	return len(items) > 0
}

// onlyDocumented tells whether an answer of create limit has the documented status.
// Which one comes to who has a limit already is not shown (4.3), and who that
// is, a recording does not show.
func onlyDocumented(c *driver.Call) bool {
	return c.Endpoint != spec.CreateLimit || c.Status() == http.StatusCreated
}
