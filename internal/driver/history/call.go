package history

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Call is one exchange, with the data that the suite knows about it.
type Call struct {
	call.Answer
	Customer *customer.Customer // the customer of the call; nil if there is none
	Items    []*Item            // the items that the call names or creates, in the order of the request
	Before   []RecordBefore     // the records of the items before the call
	Labels   []string           // labels by which a step can select calls
	Late     bool               // the connection was cut, and only a repeated call was answered

	Keep func() // stores the records of a successful answer in the items; nil: nothing to store

	answers []*Item // the item of each record in the answer to an order
}

// IsOfSeveral reports whether a call is about several items, or fetches an item that was ordered
// together with others.
func (c *Call) IsOfSeveral() bool {
	return len(c.Items) > 1 || (c.Endpoint == spec.GetPurchase && len(c.Items) == 1 && c.Items[0].ItemsInOrder > 1)
}

// ItemOf finds the item that a record belongs to. It compares ids; in the answer to an order,
// which returns the ids first, it compares item_codes.
func (c *Call) ItemOf(record gjson.Result, n int) (*Item, RecordBefore) {
	if c.Endpoint == spec.CreatePurchases {
		if n < len(c.answers) {
			return c.answers[n], RecordBefore{}
		}
		return nil, RecordBefore{}
	}
	for k, i := range c.Items {
		if strings.EqualFold(record.Get("id").String(), i.ID) && i.ID != "" {
			return i, c.beforeOf(k)
		}
	}
	if len(c.Items) == 1 && len(c.Records()) == 1 {
		return c.Items[0], c.beforeOf(0)
	}
	return nil, RecordBefore{}
}

func (c *Call) beforeOf(k int) RecordBefore {
	if k < len(c.Before) {
		return c.Before[k]
	}
	return RecordBefore{}
}

// Known returns nil if the target gave the item an id of its own. Without an id no later call
// can name the item.
func (c *Call) Known(i *Item) error {
	switch {
	case i.missingInCreate && !c.Malformed("data"):
		return c.Breaks(judgement.CountAspect, "data", fmt.Sprintf("%d records, one for each item", len(c.Items)), fmt.Sprintf("%d records", len(c.Records())))
	case i.ID != "" && !judgement.IsUUID(i.ID): // another rule judges this record
	case i.DuplicateID:
		return c.Breaks(judgement.IDAspect, "data.#.id", "an id of its own for every item", i.ID+", which another item has")
	case i.ID != "":
		return nil
	}
	return c.Breaks(judgement.DataAspect, "data.#.id", "a record with an id for every item", judgement.Show(c.Data))
}

// OfAnother returns a fault if a served answer contains, at a path, the id of a person other
// than its customer. Otherwise it returns nil.
func (c *Call) OfAnother(path, aspect string) error {
	id := c.Body.Get(path)
	if !c.OK() || id.Type != gjson.String || strings.EqualFold(id.Str, c.Customer.ID) {
		return nil
	}
	other := call.Differing(path, gjson.Result{Type: gjson.String, Str: c.Customer.ID}, id, spec.Of(c.Endpoint).Section)
	return &call.BreakError{Break: judgement.Break{Aspect: c.Aspect(aspect), Failure: c.Fault(other)}}
}

// Answered returns nil if an update was served and its answer contains the record of each of its
// items.
func (c *Call) Answered() error {
	if err := c.Served(); err != nil {
		return err
	}
	for _, i := range c.Items {
		if !i.missingInUpdate {
			continue
		}
		aspect := judgement.CountAspect
		for n := range c.Records() {
			if c.Malformed(c.RecordPath(n) + ".id") {
				aspect = judgement.DataAspect
			}
		}
		if c.Malformed("data") {
			aspect = judgement.DataAspect
		}
		if len(c.Items) == 1 && len(c.Records()) == 1 {
			return c.otherID(aspect, i.ID)
		}
		return c.Breaks(aspect, "data.#.id", "a record with the id "+i.ID, judgement.Show(c.Data))
	}
	return nil
}

// otherID is the fault that the only record of an answer has another id than its item.
func (c *Call) otherID(aspect, id string) error {
	path := c.RecordPath(0) + ".id"
	return &call.BreakError{Break: judgement.Break{Aspect: c.Aspect(aspect), Failure: c.Fault(result.Failure{
		Path: path, Section: spec.Of(c.Endpoint).Section, Want: result.ExpectEqual, Wanted: judgement.Quoted(id),
		Expected: "a record with the id " + id, Actual: judgement.Show(c.Body.Get(path)), Message: "the record has another id than its item",
	})}}
}

// Found reports whether a lookup returned the profile of the customer that it asked for.
func (c *Call) Found() bool { return c.OK() && c.IsAbout(c.Customer) }

// IsAbout reports whether a lookup found the customer. If no detail of the profile is the
// customer's, it is the profile of another person.
func (c *Call) IsAbout(who *customer.Customer) bool {
	profile := c.Body.Get("data.baseInfo")
	return profile.IsObject() && (call.SameDetail("email", who.SentMember("email"), profile.Get("email").String()) ||
		call.SameDetail("mobile", who.SentMember("phone_number"), profile.Get("mobile").String()) ||
		who.SentMember("id_number") == profile.Get("nationalIdNo").String())
}
