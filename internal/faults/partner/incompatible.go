package partner

import "github.com/credit-partner/assay/internal/faults"

// Incompatible lists legal variants that make no legal store together, because one changes what the
// other is about. Each entry was found by judging stores of several variants, and was then examined.
var Incompatible = faults.Maskings{
	{Fault: "create-limit/email=*", By: "customers/*", Why: "eight customers have one email address"},
	{Fault: "create-limit/id_number=*", By: "customers/*", Why: "eight customers have one id number in their limits, and others in their OTPs"},
	{Fault: "create-limit/id_number=*", By: "limit/income-as-large-as-the-cart", Why: "the store knows by the id number whose cart is as large"},
	{Fault: "otp/*-cart", By: "customers/*", Why: "eight customers verify one cart value, whatever they buy"},
	{Fault: "item/two-pieces", By: "customers/*", Why: "all customers order a piece more than they verified"},
	{Fault: "item/cheap", By: "customers/*", Why: "no customer pays the prices of the cart that was verified"},
	{Fault: "limit/large-loan", By: "customers/all-but-one-ask-for-one-amount", Why: "the one asks for the same amount, too, so that all do, whatever they buy"},
	{Fault: "create-purchases/items.#.item_code=*", By: "customers/*", Why: "different items have one code"},
}
