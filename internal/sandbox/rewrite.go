package sandbox

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// pair is a member of an object, in its JSON notation.
type pair struct{ name, value string }

// rewritten rewrites a JSON body and applies change to the members of every object. It returns a
// body that is not JSON unchanged.
func rewritten(body []byte, change func([]pair) []pair) []byte {
	if !gjson.ValidBytes(body) {
		return bytes.Clone(body)
	}
	return []byte(rewrite(gjson.ParseBytes(body), change))
}

func rewrite(v gjson.Result, change func([]pair) []pair) string {
	switch {
	case v.IsObject():
		var members []pair
		v.ForEach(func(name, value gjson.Result) bool {
			members = append(members, pair{name.Raw, rewrite(value, change)})
			return true
		})
		return object(change(members))
	case v.IsArray():
		var elements []string
		for _, element := range v.Array() {
			elements = append(elements, rewrite(element, change))
		}
		return "[" + strings.Join(elements, ",") + "]"
	}
	return v.Raw
}

func object(members []pair) string {
	var parts []string
	for _, m := range members {
		parts = append(parts, m.name+":"+m.value)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func withExtra(members []pair) []pair {
	return append([]pair{{`"added_later"`, `{"note":"no table names this","list":[1,null]}`}}, append(members, pair{`"added_too"`, `null`})...)
}

func backwards(members []pair) []pair {
	members = slices.Clone(members)
	slices.Reverse(members)
	return members
}

// amounts are the members that the tables describe as decimal, or as a number that is not an
// integer.
var amounts = []string{
	`"item_value"`, `"item_topup"`, `"upfront_fees"`, `"interest_rate"`, `"credit_limit"`, `"available_limit"`,
	`"creditLimit"`, `"usedLimit"`, `"frozenLimit"`, `"availableLimit"`,
}

func withFractions(members []pair) []pair {
	members = slices.Clone(members)
	for i, m := range members {
		if slices.Contains(amounts, m.name) && !strings.ContainsAny(m.value, `.eE"`) {
			members[i].value += ".00"
		}
	}
	return members
}
