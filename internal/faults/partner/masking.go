package partner

import "path"

// Some faults mask others, although requests still differ: put together they make a client
// that does not deviate in the way of one of them. A proof counts a masked fault as not
// shown, and names it.

// maskings say which fault another one masks, and why. A star stands for any text without
// a slash.
var maskings = []struct{ fault, by, why string }{
	{"customer-lookup/phone-as-national-id", "send-otp/phone_number-*", "no request says that the number is a phone number"},
	{"send-otp/id-as-name", "send-otp/id_number-*", "the name is not the id number of the request any more"},
	{"create-limit/id-as-name", "create-limit/id_number-*", "the name is not the id number of the request any more"},
	{"update-purchases/as-an-order", "update-purchases/items-*", anOrder},
	{"update-purchases/items-*", "update-purchases/as-an-order", anOrder},
}

// anOrder is why an update without its items, at the path of an order, shows as neither.
const anOrder = "at the path of an order, and without items that have a status, it is an order"

// MaskedBy says why a fault cannot show beside another one; empty where it can.
func MaskedBy(fault, other string) string {
	for _, m := range maskings {
		if matches(m.fault, fault) && matches(m.by, other) {
			return m.why
		}
	}
	return ""
}

func matches(pattern, id string) bool {
	ok, err := path.Match(pattern, id)
	return err == nil && ok
}
