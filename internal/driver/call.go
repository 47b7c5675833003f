package driver

import (
	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/spec"
)

// Call is one exchange together with what the suite meant by it.
type Call struct {
	call.Answer
	Customer *customer.Customer // on whose behalf; nil where there is none
	Items    []*Item            // the items that it names or creates, in the order of the request
	Before   []RecordBefore     // records of items, as they were before the call
	Labels   []string           // what else a gathering may ask for

	answers []*Item // the item that each record of an order answers
	keep    func()  // what the items learn from an answer that is a success
}

// IsOfSeveral tells whether a call is about several items, or fetches one that was
// ordered with others.
func (c *Call) IsOfSeveral() bool {
	return len(c.Items) > 1 || (c.Endpoint == spec.GetPurchase && len(c.Items) == 1 && c.Items[0].company > 1)
}

// RecordBefore is a record as some call gave it.
type RecordBefore struct {
	Raw string
	By  *Call
	At  string // where it stood in that call's answer, "data.0"
}

// Malformed tells the same of a member of the record.
func (k RecordBefore) Malformed(member string) bool {
	return k.By != nil && k.By.Malformed(k.At+"."+member)
}
