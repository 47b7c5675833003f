package partner

import "github.com/credit-partner/assay/internal/faults"

// Maskings are the faults of clients that do not show beside another fault, or on top of a legal variant.
var Maskings = faults.Maskings{
	{"[a-z]*/chosen-word-*", "create-limit/*", "no limit request that can be read has the password"},
	{"[a-z]*/code-*", "verify-otp/*", "no verify that can be read has the OTP"},
	{"create-limit/phone-of-the-next", "verify-otp/*", "no verify that can be read shows whether the limit or send OTP has the wrong phone number"},
	{"create-limit/phone-of-the-next", "send-otp/*", "no send OTP that can be read shows whose the phone number is"},
	{"create-limit/phone-of-the-next", "create-limit/loan-is-nothing", "most customers have their own phone number"},
	{"create-limit/phone-of-the-next", "create-purchases/*", "most customers have their own phone number"},
	{"create-purchases/code-is-type", "create-purchases/prices-are-the-total*", "the codes have numbers behind the type"},
	{"create-purchases/code-is-type*", "order/*-items", "all items are of one type"},
	{"create-purchases/prices-are-the-total*", "otp/not-before-a-limit", noCart},
	{"create-purchases/items-of-the-order-before*", "otp/not-before-a-limit", noCart},
	{"create-purchases/first-cart-for-all-*", "customers/otps-guessed-and-given-up", fewCarts},
	{"verify-otp/total-of-the-order-before*", "otp/not-before-a-limit", noCart},
	{"customer-lookup/birth-as-*", "otp/day-first-early-in-the-month", "the customer has another date of birth"},
	{"customer-lookup/phone-as-national-id", "send-otp/phone_number-*", "no request says that the number is a phone number"},
	{"customer-lookup/national-phone-as-national-id", "send-otp/phone_number-*", "no request says that the number is a phone number"},
	{"verify-otp/*", "verify-otp/to-be-sent", "no verify OTP request arrives at its path"},
	{"verify-otp/cart-in-cents", "verify-otp/*", noOrder},
	{"verify-otp/cart-in-cents*", "create-purchases/*", noOrder},
	{"create-purchases/customer-before", "create-purchases/*", noOrder},
	{"create-purchases/customer-before", "verify-otp/*", noOrder},
	{"create-purchases/customer-of-*", "create-purchases/*", noOrder},
	{"create-purchases/customer-of-*", "verify-otp/*", noOrder},
	{"create-purchases/*-code-*", "create-purchases/*", "the items differ in nothing else that can be read"},
	{"create-purchases/code-of-*", "create-purchases/*", "the items differ in nothing else that can be read"},
	{"create-purchases/order_id-is-*", "create-purchases/*", notAll},
	{"create-purchases/order_id-is-*", "send-otp/*", unknownDetail},
	{"create-purchases/order_id-is-*", "create-limit/*", unknownDetail},
	{"create-purchases/items.#.item_*-is-*", "create-purchases/*", notAll},
	{"create-purchases/items.#.item_*-is-*", "send-otp/*", unknownDetail},
	{"create-purchases/items.#.item_*-is-*", "create-limit/*", unknownDetail},
	{"create-purchases/item_description-is-store-key", "create-purchases/*", notAll},
	{"create-limit/*.employer-is-customer", "create-limit/*.employer-*", notAll},
	{"create-limit/*-is-phone*", "create-limit/phone*", notTheDetail},
	{"create-limit/*-is-job_function", "create-limit/*job_function-*", notTheDetail},
	{"create-limit/self-employed-phone-of-the-first", "send-otp/id-one-too-high", noThree},
	{"create-limit/*-is-id_number", "create-limit/*id*", notTheDetail},
	{"create-limit/*-is-email", "create-limit/email-*", notTheDetail},
	{"create-limit/income-is-loan", "verify-otp/*", noAmount},
	{"create-limit/revenue-is-loan", "verify-otp/*", noAmount},
	{"verify-otp/*id*", "verify-otp/id-lost-a-digit", notTheDetail},
	{"customer-lookup/sign-is-value", "customer-lookup/*-as-*", "every lookup has one value, so one Sign"},
	{"customer-lookup/sign-is-value", "customer-lookup/template", "every lookup has one value, so one Sign"},
	{"verify-otp/form-of-the-first", "send-otp/*", "no OTP request that can be read shows whose the verify should be"},
	{"create-limit/id-of-the-first-customer", "create-limit/person-before", "the limit has the names of the first customer, too"},
	{"create-purchases/cart-is-not-emptied", "customers/with-a-fee-item", "the fee of the order before is in the cart, too: PCP-10 fails, because one code names two items, and the fees hide the cart in the totals"},
	{"create-limit/country-of-the-store", "create-limit/*", noPerson},
	{"create-limit/country-of-the-store", "send-otp/*", noPerson},
	{"create-limit/first-name-initial", "create-limit/*", noPerson},
	{"create-limit/first-name-initial", "send-otp/*", noPerson},
	{"create-limit/birth-as-id", "create-limit/*birth*", notTheDetail},
	{"send-otp/birth-as-id", "send-otp/*birth*", notTheDetail},
	{"send-otp/birth-as-id", "send-otp/names-only", "the request has no date of birth"},
	{"create-limit/id-with-commas", "create-limit/*", noPerson},
	{"create-limit/id-with-commas", "send-otp/*", noPerson},
	{"customer-lookup/*-as-members", "customer-lookup/*", notAll},
	{"customer-lookup/*-as-members", "send-otp/*", unknownDetail},
	{"customer-lookup/phone-as-member", "customer-lookup/*-as-members", "no lookup succeeds, so the service returns no member id"},
	{"customer-lookup/nonce-as-*", "customer-lookup/*-Noncestr", "the Noncestr is another one"},
	{"customer-lookup/nonce-as-*", "customer-lookup/*nonce*", "the Noncestr is another one"},
	{"customer-lookup/time-as-Sign", "customer-lookup/*-Timestamp", "the Timestamp is another one"},
	{"send-otp/shop-*", "*-otp/*", noThree},
	{"send-otp/shop-*", "create-limit/*", noThree},
	{"send-otp/one-id-for-all", "*-otp/*", noThree},
	{"send-otp/one-id-for-all", "create-limit/*", noThree},
	{"send-otp/id-one-too-high", "*-otp/*", noThree},
	{"send-otp/id-one-too-high", "create-limit/*", noThree},
	{"send-otp/phone-of-another-field", "*-otp/*", noThree},
	{"send-otp/phone-of-another-field", "create-limit/*", noThree},
	{"send-otp/id_number-*", "send-otp/phone-and-id-swapped", "what was wrong is in the member of the phone number"},
	{"verify-otp/cart-is-*", "create-purchases/*", noOrder},
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
	{"create-limit/person-before", "create-limit/*", noPerson},
	{"create-limit/person-before", "send-otp/*", noPerson},
	{"send-otp/birth-as-last-name", "send-otp/names-only", "the request has no date of birth"},
	{"customer-lookup/name-as-member", "send-otp/as-a-string", "no request says that the text is a name"},
	{"create-limit/*birth-a-day-early", "create-limit/*", noPerson},
	{"create-purchases/cart-is-never-emptied-*", "create-limit/*", "no limit that can be read shows whose order it is"},
	{"verify-otp/*-of-new-customers", "create-limit/not-utf-8", "no limit that can be read shows who is a new customer"},
	{"verify-otp/*-of-returning-customers", "create-limit/not-utf-8", "no limit that can be read shows who is a new customer"},
	{"customer-lookup/birth-as-member", "create-limit/*birth*", notTheDetail},
	{"customer-lookup/time-is-birth", "create-limit/not-utf-8", notTheDetail},
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
	{"fetch-limit/by-query", "fetch-limit/member-id", "the id of the member is in the path"},
	{"fetch-limit/order-matters", "create-limit/no-body", "a store without a limit fetches none"},
	{"create-limit/loan-is-phone", "create-limit/phone*", notTheDetail},
	{"create-purchases/description-of-the-first-item", "create-purchases/*first-c*", "one description of all items may be that of the store"},
	{"create-limit/employed-twice", "create-limit/employed-dropped", onceLeft},
	{"create-limit/employed-dropped", "create-limit/employed-twice", onceLeft},
	{"create-purchases/customer_id-twice", "create-purchases/customer_id-dropped", onceLeft},
	{"create-purchases/customer_id-dropped", "create-purchases/customer_id-twice", onceLeft},
	{"verify-otp/otp-twice", "verify-otp/otp-dropped", onceLeft},
	{"verify-otp/otp-dropped", "verify-otp/otp-twice", onceLeft},
	{"customer-lookup/value-twice", "customer-lookup/value-dropped", onceLeft},
	{"customer-lookup/value-dropped", "customer-lookup/value-twice", onceLeft},
	{"send-otp/phone_number-twice", "send-otp/phone_number-dropped", onceLeft},
	{"send-otp/phone_number-dropped", "send-otp/phone_number-twice", onceLeft},
	{"create-purchases/*-loses-letters", "create-purchases/customer-*", notAll},
	{"create-purchases/*-loses-letters", "create-purchases/first-cart-*", notAll},
	{"create-purchases/*-loses-letters", "create-purchases/code-of-another-order", notAll},
	{"create-purchases/code-is-type*", "create-purchases/customer-*", notAll},
	{"create-purchases/price-is-order", "create-purchases/code-of-another-order", notAll},
	{"create-purchases/price-is-order", "create-purchases/customer-*", notAll},
	{"create-purchases/prices-are-the-total*", "create-purchases/items.#.item_value-*", "the prices are no numbers any more"},
	{"create-purchases/items-of-the-order-before*", "create-purchases/cart-*", "the items are those of another order"},
	{"create-purchases/as-a-limit", "create-purchases/by-another-name", noOrderAtAll},
	{"create-limit/milliseconds-or-no-sale", "create-limit/by-another-name", "no answer of a limit comes with or without milliseconds"},
	{"create-purchases/by-another-name", "create-purchases/as-a-limit", noOrderAtAll},
	{"create-limit/loan-of-the-customer-before", "create-purchases/customer-*", "other customers verify a cart in between"},
	{"get-purchase/by-query", "get-purchase/by-order", idIsInPath},
	{"get-purchase/by-query", "get-purchase/customer-id", idIsInPath},
	{"cancel-purchase/by-query", "cancel-purchase/by-code", idIsInPath},
	{"create-purchases/as-a-limit", "create-purchases/as-an-update", noOrderAtAll},
	{"create-purchases/as-an-update", "create-purchases/as-a-limit", noOrderAtAll},
	{"customer-lookup/needs-a-*", "customer-lookup/*-as-members", "the lookups find nobody with the plain responses either"},
	{"create-limit/*-is-*", "customer-lookup/needs-a-*", "the build stops before three customers of the kind have a limit"},
	{"customer-lookup/time-as-Sign", "customer-lookup/Timestamp-*", "the Timestamp is another one"},
	{"customer-lookup/time-is-birth", "*/id_number-*", unknownDetail},
	{"create-limit/self-employed-*", "create-limit/both-occupations", "no limit says which occupation its customer has"},
	{"get-purchase/method", "get-purchase/path", noItem},
	{"get-purchase/path", "get-purchase/method", noItem},
	{"create-purchases/code-is-type", "create-purchases/items.#.item_type-*", "the item_type is another one"},
	{"create-limit/loan-of-the-customer-before", "verify-otp/cart-is-constant", "all customers verify one cart value"},
	{"create-limit/loan-is-order", "verify-otp/cart-is-order", "the loan_amount is the verified cart value"},
	{"fetch-limit/milliseconds-or-no-sale", "fetch-limit/first-version", "no limit is fetched at its path"},
	{"fetch-limit/milliseconds-or-no-sale", "create-limit/byte-order-mark", "no limit is created, so none is fetched"},
	{"create-limit/loan-*", "create-limit/self-employed-loan-*", notAll},
	{"create-limit/self-employed-loan-*", "create-limit/loan*", notAll},
	{"create-limit/self-employed-loan-is-order", "create-purchases/*", "no order that can be read shows the order_id"},
	{"create-limit/self-employed-loan-is-revenue", "create-limit/*gross_monthly_revenue*", notTheDetail},
	{"create-purchases/item_*-is-*", "create-purchases/*", notAll},
	{"create-purchases/price-is-order", "create-purchases/prices-are-*", "the price is another one"},
	{"create-purchases/prices-are-*", "create-purchases/price-is-order", "the price is another one"},
	{"get-purchase/undashed", "get-purchase/all-zeros", "the id is another one"},
	{"update-purchases/as-an-order", "update-purchases/no-body", anOrder},
	{"update-purchases/no-body", "update-purchases/as-an-order", anOrder},
	{"update-purchases/as-an-order", "update-purchases/items-dropped", anOrder},
	{"update-purchases/items-dropped", "update-purchases/as-an-order", anOrder},
	{"create-purchases/cart-of-the-customer-before", "item/two-pieces", "each order has a piece more than the cart of any customer"},
	{"update-purchases/as-an-order", "update-purchases/no-items", anOrder},
	{"update-purchases/no-items", "update-purchases/as-an-order", anOrder},
}

// onceLeft is the reason why a member that occurs twice, and is also missing, is neither: the wrong
// value is left alone.
const onceLeft = "the member is there once, with the value that was added"

// noOrderAtAll is the reason why a call is not recognized as an order.
const noOrderAtAll = "with another method or path and the body of a limit, nothing of an order is left"

// idIsInPath is the reason why an id in a parameter is only something undocumented beside the id.
const idIsInPath = "the path has another id"

// notAll is the reason why a value that is wrong in all requests does not show if some have another.
const notAll = "not all requests have the value any more"

// notTheDetail is the reason why a value that is another detail does not show if that one changed.
const notTheDetail = "the value is not the other detail any more"

// unknownDetail is the reason why a value is not recognised as a detail of a customer.
const unknownDetail = "no request says whose detail the value is"

// noThree is the reason why a send OTP request that differs from the others cannot be recognised.
const noThree = "no verify or no limit has the numbers of the customer"

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

// noCart is the reason why orders cannot be compared with the carts of a store that verifies none.
const noCart = "no cart is verified"

// fewCarts is the reason why orders of a store cannot be compared whose customers guess their OTPs. The
// sandbox refuses them.
const fewCarts = "fewer than five customers verify a cart"

// noPerson is the reason why two requests for one customer cannot be compared.
const noPerson = "no id number and no detail is in both requests"

// noAmount is the reason why an amount that is the loan does not show.
const noAmount = "no verify that can be read shows which of the two amounts is right"
