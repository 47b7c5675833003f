package variants

import "github.com/credit-partner/assay/internal/faults"

// Incompatible lists legal variants that make no legal build together, because one changes what the
// other is about. Each entry was found by judging builds of several variants, and was then examined.
var Incompatible = faults.Maskings{
	{Fault: "refusal-hang-up", By: "*", Why: "a reading, an amount or a customer that the build refuses without an answer looks like a failure"},
	{Fault: "refusal-500", By: "*", Why: "a reading, an amount or a customer that the build refuses with 500 looks like a failure"},
	{Fault: "pending-moves-on", By: "times-with-a-short-offset", Why: "the move does not change a time that it cannot read"},
	{Fault: "otp-refused-in-200", By: "otp-path-*", Why: "a path that the build does not have is answered like a wrong OTP"},
	{Fault: "otp-refused-in-200", By: "verify-new-refused", Why: "a person without a limit is answered like a wrong OTP"},
	{Fault: "otp-refused-in-200", By: "carts-*", Why: "a cart value that the build refuses is answered like a wrong OTP"},
	{Fault: "otp-locked-after-*", By: "otp-path-*", Why: "a path that the build does not have counts as a wrong OTP"},
	{Fault: "otp-locked-after-*", By: "verify-new-refused*", Why: "a person without a limit counts as a wrong OTP"},
	{Fault: "otp-locked-after-*", By: "carts-*", Why: "a cart value that the build refuses counts as a wrong OTP"},
	{Fault: "least-price-and-order-id-string", By: "order-id-integer", Why: "the build takes no order_id"},
	{Fault: "fetched-terms-of-the-limit", By: "exponents", Why: "the terms are made from the digits before the exponent"},
	{Fault: "fetched-terms-of-the-limit", By: "*limits-of-*", Why: "the terms are those of the limit before it was lowered"},
	{Fault: "unknown-*", By: "refusal-404", Why: "every refusal becomes a record"},
	{Fault: "limits-of-900-for-employees", By: "least-price-and-order-id-string", Why: "no employee can buy anything"},
}
