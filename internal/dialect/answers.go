package dialect

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// amounts are the members of an answer that are decimal in the tables, or numbers that need not
// be integers (2.3, 2.8 to 2.10).
var amounts = []string{
	"item_value", "item_topup", "upfront_fees", "interest_rate", "credit_limit", "available_limit",
	"creditLimit", "usedLimit", "frozenLimit", "availableLimit",
}

// HasFractions reports whether an answer contains an amount with a fraction or an exponent.
func HasFractions(answer gjson.Result) bool {
	found := false
	answer.ForEach(func(name, value gjson.Result) bool {
		switch {
		case value.IsObject() || value.IsArray():
			found = HasFractions(value)
		case value.Type == gjson.Number && slices.Contains(amounts, name.Str):
			found = strings.ContainsAny(value.Raw, ".eE")
		}
		return !found
	})
	return found
}
