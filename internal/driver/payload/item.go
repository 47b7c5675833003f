package payload

import (
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
