package partner

import "github.com/credit-partner/assay/internal/faults"

// Maskings are the faults of clients that do not show beside another fault.
var Maskings = faults.Maskings{
	{"customer-lookup/phone-as-national-id", "send-otp/phone_number-*", "no request says that the number is a phone number"},
	{"customer-lookup/national-phone-as-national-id", "send-otp/phone_number-*", "no request says that the number is a phone number"},
	{"verify-otp/cart-in-cents", "verify-otp/*", noOrder},
	{"verify-otp/cart-in-cents", "create-purchases/*", noOrder},
	{"create-purchases/customer-before", "create-purchases/*", noOrder},
	{"create-purchases/customer-before", "verify-otp/*", noOrder},
	{"create-purchases/customer-of-*", "create-purchases/*", noOrder},
	{"create-purchases/customer-of-*", "verify-otp/*", noOrder},
	{"create-purchases/*-code-*", "create-purchases/*", "the items differ in nothing else that can be read"},
	{"create-limit/loan-in-cents", "verify-otp/*", "no verify says what the cart of the customer is"},
	{"create-limit/loan-in-cents", "create-limit/*", noPerson},
	{"create-limit/names-swapped", "create-limit/*", noPerson},
	{"create-limit/names-swapped", "send-otp/*", noPerson},
	{"create-limit/name-escaped", "create-limit/*", noPerson},
	{"create-limit/name-escaped", "send-otp/*", noPerson},
	{"create-limit/letters-as-question-marks", "create-limit/*", noPerson},
	{"create-limit/letters-as-question-marks", "send-otp/*", noPerson},
	{"create-limit/name-in-another-encoding", "create-limit/*", noPerson},
	{"create-limit/name-in-another-encoding", "send-otp/*", noPerson},
	{"cancel-purchase/by-post", "cancel-purchase/in-capitals", "a POST to a path in capitals is as near to an order as to a cancel"},
	{"cancel-purchase/in-capitals", "cancel-purchase/by-post", "a POST to a path in capitals is as near to an order as to a cancel"},
	{"create-limit/person-before", "create-limit/*", noPerson},
	{"create-limit/person-before", "send-otp/*", noPerson},
	{"send-otp/birth-as-last-name", "send-otp/names-only", "the request has no date of birth"},
	{"customer-lookup/name-as-member", "send-otp/as-a-string", "no request says that the text is a name"},
	{"create-limit/birth-a-day-early", "create-limit/*", noPerson},
	{"create-limit/birth-a-day-early", "send-otp/*", noPerson},
	{"send-otp/one-person-for-all", "create-limit/*", noPerson},
	{"send-otp/one-person-for-all", "send-otp/*", noPerson},
	{"send-otp/phone-and-id-swapped", "verify-otp/*", "no verify has the two numbers in their places"},
	{"send-otp/phone-and-id-swapped", "send-otp/*", "the two numbers are not those of the customer any more"},
	{"customer-lookup/phone-as-national-id-first", "send-otp/*", "no request says that the number is a phone number"},
	{"create-limit/phone-as-name", "create-limit/phone_number-*", "the name is not the phone number of the request any more"},
	{"verify-otp/otp-in-address", "verify-otp/otp-*", noOTP},
	{"verify-otp/otp-by-another-name", "verify-otp/otp-*", noOTP},
	{"send-otp/id-as-name", "send-otp/id_number-*", "the name is not the id number of the request any more"},
	{"send-otp/id-as-name", "send-otp/shop-id", "the name is not the id number of the request any more"},
	{"send-otp/phone-as-name", "send-otp/shop-phone", "the name is not the phone number of the request any more"},
	{"create-limit/name-as-id", "create-limit/last_name-*", "the id number is not the name of the request any more"},
	{"create-limit/names-as-id", "create-limit/*_name-*", "the id number is not the names of the request any more"},
	{"create-limit/names-as-id", "create-limit/*-as-name", mixed},
	{"create-limit/*-as-name", "create-limit/names-as-id", mixed},
	{"customer-lookup/customer-as-member", "verify-otp/*", "no verify says whose the id of the customer is"},
	{"create-limit/id-as-name", "create-limit/id_number-*", "the name is not the id number of the request any more"},
	{"send-otp/customer-before", "create-limit/*", noPerson},
	{"send-otp/customer-before", "send-otp/*", noPerson},
	{"create-limit/phone-before", "create-limit/*", noPerson},
	{"create-limit/phone-before", "send-otp/*", noPerson},
	{"create-limit/id-of-service", "create-limit/*", noPerson},
	{"create-limit/id-of-service", "create-purchases/*", "the request has no id that the service gave"},
	{"verify-otp/cart-is-*", "verify-otp/*", "the cart value is not the other member of the request any more"},
	{"verify-otp/cart-is-*", "send-otp/*", "no verify follows"},
	{"get-purchase/by-*", "get-purchase/path", noItem},
	{"get-purchase/path", "get-purchase/by-*", noItem},
	{"fetch-limit/by-query", "fetch-limit/member-id", "the id of the member is in the path"},
	{"fetch-limit/order-matters", "create-limit/no-body", "a store without a limit fetches none"},
	{"update-purchases/as-an-order", "update-purchases/items-*", anOrder},
	{"update-purchases/items-*", "update-purchases/as-an-order", anOrder},
}

// mixed is the reason why changed names do not show if the id number was made from them.
const mixed = "the name and the id number are of one text, and neither is what the other was"

// noItem is the reason why a get with another method, at the path of an order, is not recognized
// as a get.
const noItem = "without an id and with another method, it is as near to an order as to a get"

// anOrder is the reason why an update without items at the path of an order is not recognized as
// an update.
const anOrder = "at the path of an order, and without items that have a status, it is an order"

// noOTP is the reason why a parameter reveals no OTP if another fault has replaced the OTP.
const noOTP = "what is in the address is no OTP any more"

// noOrder is the reason why amounts and customers of an order cannot be compared with a cart.
const noOrder = "no order is known to follow the cart of its customer"

// noPerson is the reason why two requests for one customer cannot be compared.
const noPerson = "no id number and no detail is in both requests"
