package server

import (
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// RecordedResponses reads the answers that a service gave to the requests of others. Some rules of
// the server's side can be judged by an answer and its request alone. The checks judge these with
// the same sentences that judge assay's own calls, and leave the other rules untested. Only one
// goroutine may call Add. After the last Add, the other methods are safe for concurrent use.
type RecordedResponses struct {
	run     *driver.Run
	left    map[string]int // how many answers were left out, by reason
	unclear map[string]int // how many of those may be a refusal or a broken answer, by endpoint
}

// Reasons why answers are left out. The specification leaves open what a service does with a wrong
// request, and how it refuses one (section 7).
const (
	notAsked    = "to a request that is not as documented"
	notServed   = "a refusal, or no answer at all"
	notReadable = "beyond what the suite reads"
	notClaimed  = "an HTTP success with a body that does not confirm it"
)

// NewRecordedResponses returns a RecordedResponses that has read nothing yet.
func NewRecordedResponses(set *schemas.Set, settings schemas.Settings) *RecordedResponses {
	return &RecordedResponses{
		run:  driver.New(driver.Config{Schemas: set, Settings: settings, Signed: true}),
		left: make(map[string]int), unclear: make(map[string]int),
	}
}

// Add reads one exchange whose request was judged already. It keeps the exchange if its answer can
// be judged.
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

// Left returns how many answers were left out, by reason.
func (r *RecordedResponses) Left() map[string]int { return r.left }

// Judged returns how many answers are judged.
func (r *RecordedResponses) Judged() int { return len(r.run.Calls.All) }

// Trials returns the readings that the answers used, and where.
func (r *RecordedResponses) Trials() []judgement.Trial { return r.run.Trials() }

// Held reports whether the service was seen to comply with an aspect.
func (r *RecordedResponses) Held(a judgement.Aspect) bool { return r.run.Held(a) }

// packed reports whether a body is compressed and the recorder could not decompress it. Then it
// does not show what the service wrote.
func packed(answer *recording.Response) bool {
	switch coding := strings.ToLower(answer.Header.Get("Content-Encoding")); coding {
	case "", "identity":
		return false
	case "gzip":
		return strings.HasPrefix(string(answer.Body), "\x1f\x8b")
	}
	return true
}

// confirmsSuccess reports whether the body of an HTTP success has data, or success is true. Any
// other body may be a refusal, because no section shows the form of refusals.
func confirmsSuccess(c *driver.Call) bool {
	data := c.Body.Get("data")
	return (data.Exists() && data.Type != gjson.Null) || c.Body.Get("success").Type == gjson.True
}

// mayBeNewcomers reports whether an answer to verify contains nothing about a limit. The answer to
// a person without a limit may look like that (section 4.2 does not show it).
func mayBeNewcomers(c *driver.Call) bool {
	data := c.Body.Get("data")
	if c.Endpoint != spec.VerifyOTP || data.Get("id").Exists() || data.Get("credit_limit").Exists() || data.Get("available_limit").Exists() {
		return false
	}
	return !data.Get("credit_limit_status").Exists() && !data.Get("payment_terms").Exists()
}

// hasRefusalStatus reports whether the body of an HTTP success has the status of a refusal. Even if
// its data look like those of a success, it may be either.
func hasRefusalStatus(c *driver.Call) bool {
	status := c.Body.Get("status")
	return status.Type == gjson.Number && (status.Num < 200 || status.Num > 299)
}

// labelCall adds to a recorded call what assay knows of its own calls.
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

// workOf returns the kind of the customer of a limit request, by the occupation in the request.
func workOf(request gjson.Result) customer.Kind {
	switch {
	case request.Get(spec.SelfEmployedDetail).Exists():
		return customer.SelfEmployed
	case request.Get(spec.EmployedDetail+".employer_sector").String() == spec.GovernmentSector:
		return customer.Government
	}
	return customer.Employed
}

// allForPickUp reports whether section 3 gives the first status of every item of an order.
func allForPickUp(order gjson.Result) bool {
	items := order.Get("items").Array()
	for _, i := range items {
		if i.Get("delivery_option").String() != spec.StorePickup || i.Get("preferred_option").String() != spec.PickUp {
			return false
		}
	}
	return len(items) > 0
}

// onlyDocumented reports whether the status of an answer is documented. For create limit, the
// status for a customer who already has a limit is not (4.3), and a recording does not show who has
// one. So only 201 counts.
func onlyDocumented(c *driver.Call) bool {
	return c.Endpoint != spec.CreateLimit || c.Status() == http.StatusCreated
}
