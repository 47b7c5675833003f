package payload

import (
	"fmt"
	"maps"
	"slices"

	"github.com/credit-partner/assay/internal/spec"
)

// ItemProfiles are the plain values of an item, by profile.
var ItemProfiles = [allProfiles]map[string]any{
	{"item_type": "phone", "delivery_option": spec.StorePickup, "preferred_option": spec.PickUp},
	{"item_type": "laptop", "delivery_option": "store_delivery", "preferred_option": "delivery"},
	{"item_type": "fridge", "delivery_option": "provider_delivery", "preferred_option": "delivery"},
	{"item_type": "other", "delivery_option": "agent_delivery", "preferred_option": "pick_up"},
	{"item_type": "tv", "delivery_option": "customer_provider_pickup", "preferred_option": "pick_up"},
	{"item_type": "tablet", "delivery_option": "store_delivery", "preferred_option": "delivery"},
	{"item_type": "cooker", "delivery_option": "agent_delivery", "preferred_option": "delivery"},
	{"item_type": "furniture", "delivery_option": "provider_delivery", "preferred_option": "pick_up"},
}

// StorePickup is the only combination for which the first status is documented (section 3).
var StorePickup = map[string]any{"delivery_option": spec.StorePickup, "preferred_option": spec.PickUp}

// ItemRequest returns an item of an order in a form (section 2.2).
func ItemRequest(details map[string]any, price int64, f Form) map[string]any {
	body := maps.Clone(ItemProfiles[f.Profile])
	maps.Copy(body, details)
	body["item_value"] = Integer(price, f.Readings[ItemValue])
	if f.Readings[ItemDescription] == OtherSpelling {
		body["item_decriptionn"] = body["item_description"]
		delete(body, "item_description")
	}
	for tolerance, member := range map[string]string{itemTopup: "item_topup", topupRef: "topup_ref"} {
		if _, given := details[member]; f.Readings[tolerance] == AsString && !given {
			body[member] = ""
		}
	}
	for tolerance, member := range map[string]string{deliveryOption: "delivery_option", preferredOption: "preferred_option"} {
		if _, chosen := details[member]; f.Readings[tolerance] == absent && !chosen {
			delete(body, member)
		}
	}
	return body
}

// Without returns a form that leaves out an option of an item, unless the item chose one itself.
// It returns false if the settings do not permit that.
func Without(member string, f Form, permitted func(tolerance string) []string) (Form, bool) {
	tolerance := map[string]string{"delivery_option": deliveryOption, "preferred_option": preferredOption}[member]
	return f.With(tolerance, absent), slices.Contains(permitted(tolerance), absent)
}

// OrderTolerances are the inconsistencies that concern an order.
var OrderTolerances = []string{OrderID, ItemValue, ItemDescription, itemTopup, topupRef, deliveryOption, preferredOption}

func IsStorePickup(items []any) bool {
	for _, i := range items {
		for member, value := range StorePickup {
			if i.(map[string]any)[member] != value {
				return false
			}
		}
	}
	return true
}

// documentedMembers are the members of an item with documented values. Those of one row are refused together.
var documentedMembers = [][]string{{"item_type"}, {"delivery_option", "preferred_option"}}

// DocumentedDetails returns those details of an item that have documented values, one row at a time.
func DocumentedDetails(details map[string]any) []map[string]any {
	var all []map[string]any
	for _, members := range documentedMembers {
		some := make(map[string]any)
		for _, member := range members {
			if value, sent := details[member]; sent {
				some[member] = value
			}
		}
		if len(some) > 0 {
			all = append(all, some)
		}
	}
	return all
}

// codes is the number of item_codes that end in five digits. It has no common factor with 61803,
// so the multiplication gives no code twice.
const codes = 100_000

// ItemCode returns the n-th item_code of a run with a mark. It is short, and contains only digits after the
// prefix, because a target may bound the length and the characters (section 7).
func ItemCode(prefix string, mark, n int64) string {
	if n < codes {
		n = n * 61803 % codes // the codes do not ascend, so a target that sorts items by code changes their order visibly
	}
	return fmt.Sprintf("%s%05d%05d", prefix, mark, n)
}

// ordersPerRun keeps the order numbers of two runs apart. It is so small that the numbers of the
// highest mark (100,000) have at most nine digits, because a target may take no longer numbers
// and none beyond 32 bits.
const ordersPerRun = 9_000

// OrderNumber returns the n-th order number of a run with a mark.
func OrderNumber(mark, n int64) int64 { return (mark+1)*ordersPerRun + n }
