package call

// OrderVariant returns the kind and the variant of an order. A plain order has one item without
// details of its own. Of several details, one with documented codes decides.
func OrderVariant(count int, details map[string]any) (Kind, string) {
	has := func(member string) bool { _, has := details[member]; return has }
	switch {
	case has("item_type"):
		return Special, ItemTypeCase
	case has("delivery_option"), has("preferred_option"):
		return Special, DeliveryCase
	case len(details) > 0:
		return Special, TextCase
	case count > 1:
		return Special, SeveralItems
	}
	return Plain, ""
}

// OfVariant turns a plain call into a special one if the call has a variant.
func (k Kind) OfVariant(variant string) Kind {
	if k == Plain && variant != "" {
		return Special
	}
	return k
}
