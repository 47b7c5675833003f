package history

import (
	"fmt"
	"strconv"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// NoteLostPrices notes that the responses of the target contain no large amounts, if the
// record of an expensive item shows a small price.
func (u *HiddenValues) NoteLostPrices(placed *Call) {
	const large = 1_000_000
	for n, record := range placed.Records() {
		price := record.Get("item_value")
		i, _ := placed.ItemOf(record, n)
		if i == nil || i.Price < large || !price.Exists() || price.Float() >= large {
			continue
		}
		path := placed.RecordPath(n) + ".item_value"
		u.Add(LargeAmounts, []string{spec.CreatePurchases}, judgement.Break{Aspect: placed.Aspect(judgement.PriceAspect), Failure: placed.Fault(result.Failure{
			Path: path, Section: spec.Of(spec.CreatePurchases).Section, Want: result.ExpectEqual, Wanted: strconv.FormatInt(i.Price, 10),
			Expected: fmt.Sprintf("the price of the item, %d", i.Price), Actual: judgement.Show(price), Message: "a large price is not given back",
		})})
	}
}

// NoteUnknown notes that the run cannot fetch or update several items, if the answer to their
// order lacks the record of an item, or an id of its own. Then no other call can name that item.
func (u *HiddenValues) NoteUnknown(placed *Call, sort ValueSort) {
	if !placed.OK() {
		return
	}
	for _, i := range placed.Items {
		if err := placed.Known(i); err != nil {
			u.AddError(sort, []string{spec.GetPurchase, spec.UpdatePurchases}, err)
		}
	}
}

// NoteSeveralRefused notes that the run sees no responses about several items, if the target
// refuses a call that names several.
func (u *HiddenValues) NoteSeveralRefused(c *Call, from []string) {
	if c.IsRefused() {
		several := judgement.Aspect{Endpoint: c.Endpoint, Variant: call.SeveralItems, Name: judgement.StatusAspect}
		u.Add(SeveralAtOnce, from, c.RefusedFor(several, "several items at once are refused"))
	}
}
