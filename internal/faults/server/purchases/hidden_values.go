package purchases

import (
	"strconv"

	"github.com/credit-partner/assay/internal/faults"
)

// hiddenValueFaults damage values that a service need not take: long numbers of orders, and long
// texts.
func hiddenValueFaults() []faults.Fault {
	all := []faults.Fault{
		{ID: "create-purchases-rounds-long-order-id", Breaks: "PUR-10", Why: "an order_id of more than 15 digits goes through a float of 64 bits",
			Mutator: faults.On(faults.CreateOrder+" "+faults.GetItem, faults.EditText("order_id", throughFloat))},
		{ID: "get-purchase-rounds-long-order-id", Breaks: "GET-09", Why: "get reads an order_id of more than 15 digits as a float of 64 bits",
			Mutator: faults.On(faults.GetItem, faults.EditText("order_id", throughFloat))},
		{ID: "create-purchases-cuts-description-at-thousand", Breaks: "PUR-14", Why: "an item_description is cut after a thousand characters",
			Mutator: faults.StoreEdited("item_description", func(s string) string { return faults.CutText(s, 1000) })},
	}
	for _, t := range []struct{ itemType, member string }{{"fridge", "item_description"}, {"cooker", "item_description"}, {"home_theater", "item_brand"}} {
		all = append(all, faults.Fault{ID: faults.Kebab("create-purchases-cuts-" + t.itemType + "-" + t.member), Breaks: "PUR-14", ShownBy: "PUR-20",
			Why: t.member + " of a " + t.itemType + ", and of no other item, is cut after a hundred characters", Mutator: faults.EditItems(func(item faults.Object) {
				if item["item_type"] == t.itemType {
					faults.Change(item, t.member, faults.Edited(func(s string) string { return faults.CutText(s, 100) }))
				}
			})})
	}
	return all
}

func throughFloat(s string) string {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || len(s) <= 15 {
		return s
	}
	return strconv.FormatFloat(f, 'f', 0, 64)
}
