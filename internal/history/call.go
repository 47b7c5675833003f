package history

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Call is one exchange together with what the suite meant by it.
type Call struct {
	call.Answer
	Customer *customer.Customer // on whose behalf; nil where there is none
	Items    []*Item            // the items that it names or creates, in the order of the request
	Before   []RecordBefore     // records of items, as they were before the call
	Labels   []string           // what else a gathering may ask for
	Late     bool               // cut off, and answered only when it was made again

	Keep func() // what the items learn from an answer that is a success; nil: nothing

	answers []*Item // the item that each record of an order answers
}

// IsOfSeveral tells whether a call is about several items, or fetches one that was
// ordered with others.
func (c *Call) IsOfSeveral() bool {
	return len(c.Items) > 1 || (c.Endpoint == spec.GetPurchase && len(c.Items) == 1 && c.Items[0].ItemsInOrder > 1)
}

// ItemOf finds the item that a record answers: by its id, or, in the answer
// that first gives the ids, by its item_code.
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

// Known returns nil if the target gave the item an id; without one nothing
// further can be asked of it.
func (c *Call) Known(i *Item) error {
	switch {
	case i.missingInCreate && !c.Malformed("data"):
		return c.Breaks(judgement.CountAspect, "data", fmt.Sprintf("%d records, one for each item", len(c.Items)), fmt.Sprintf("%d records", len(c.Records())))
	case i.ID != "" && !judgement.IsUUID(i.ID): // the rule of the record tells
	case i.DuplicateID:
		return c.Breaks(judgement.IDAspect, "data.#.id", "an id of its own for every item", i.ID+", which another item has")
	case i.ID != "":
		return nil
	}
	return c.Breaks(judgement.DataAspect, "data.#.id", "a record with an id for every item", judgement.Show(c.Data))
}

// OfAnother is what breaks where a served answer gives, at a path, the id of somebody other
// than its customer; nil where it does not.
func (c *Call) OfAnother(path, aspect string) error {
	id := c.Body.Get(path)
	if !c.OK() || id.Type != gjson.String || strings.EqualFold(id.Str, c.Customer.ID) {
		return nil
	}
	other := call.Differing(path, gjson.Result{Type: gjson.String, Str: c.Customer.ID}, id, spec.Of(c.Endpoint).Section)
	return &call.BreakError{Break: judgement.Break{Aspect: c.Aspect(aspect), Failure: c.Fault(other)}}
}

// Answered returns nil if an update was served and holds the record of each of its
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

// otherID is what breaks where the one record of an answer has another id than its item.
func (c *Call) otherID(aspect, id string) error {
	path := c.RecordPath(0) + ".id"
	return &call.BreakError{Break: judgement.Break{Aspect: c.Aspect(aspect), Failure: c.Fault(result.Failure{
		Path: path, Section: spec.Of(c.Endpoint).Section, Want: result.ExpectEqual, Wanted: judgement.Quoted(id),
		Expected: "a record with the id " + id, Actual: judgement.Show(c.Body.Get(path)), Message: "the record has another id than its item",
	})}}
}

// Found tells whether a lookup gave the profile of the customer it asked for.
func (c *Call) Found() bool { return c.OK() && c.IsAbout(c.Customer) }

// IsAbout tells whether a lookup found the customer: somebody in whose profile
// nothing at all is the customer's is somebody else.
func (c *Call) IsAbout(who *customer.Customer) bool {
	profile := c.Body.Get("data.baseInfo")
	return profile.IsObject() && (call.SameDetail("email", who.SentMember("email"), profile.Get("email").String()) ||
		call.SameDetail("mobile", who.SentMember("phone_number"), profile.Get("mobile").String()) ||
		who.SentMember("id_number") == profile.Get("nationalIdNo").String())
}
