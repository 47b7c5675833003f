package dialect

import (
	"strconv"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// size is one way to measure a request. Section 8 names no largest amount, no longest text and
// no largest number of items, so a service may have bounds of its own.
type size struct {
	endpoint, name string
	paths          []string
	of             func(gjson.Result) (int64, bool)
}

// sizes are the measurements of both sides. Texts are measured in characters and in bytes,
// because a service may bound either.
var sizes = []size{
	{spec.SendOTP, "length of a name", names, length},
	{spec.SendOTP, "octets of a name", names, octets},
	{spec.VerifyOTP, "item_value", []string{"item_value"}, amount},
	{spec.CreateLimit, "length of a name", names, length},
	{spec.CreateLimit, "octets of a name", names, octets},
	{spec.CreateLimit, "loan_amount", []string{"loan_amount"}, amount},
	{spec.CreateLimit, "net_income", []string{spec.EmployedDetail + ".net_income"}, amount},
	{spec.CreateLimit, "gross_monthly_revenue", []string{spec.SelfEmployedDetail + ".gross_monthly_revenue"}, amount},
	{spec.CreatePurchases, "order_id", []string{"order_id"}, amount},
	{spec.CreatePurchases, "items", []string{"items"}, count},
	{spec.CreatePurchases, "item_value", []string{"items.#.item_value"}, amount},
	{spec.CreatePurchases, "length of item_brand", []string{"items.#.item_brand"}, length},
	{spec.CreatePurchases, "octets of item_brand", []string{"items.#.item_brand"}, octets},
	{spec.CreatePurchases, "length of item_code", []string{"items.#.item_code"}, length},
	{spec.CreatePurchases, "octets of item_code", []string{"items.#.item_code"}, octets},
	{spec.CreatePurchases, "length of item_description", descriptions, length},
	{spec.CreatePurchases, "octets of item_description", descriptions, octets},
	{spec.UpdatePurchases, "items", []string{"items"}, count},
}

var (
	names        = []string{"first_name", "last_name"}
	descriptions = []string{"items.#.item_description", "items.#." + spec.MisspeltDescription}
)

// OrdersOfOne is a size that no single request shows: how many orders one customer places. A
// service may bound only the open ones.
const OrdersOfOne = "orders of one customer"

// Measure adds the sizes of the values of one request to a dialect.
func Measure(d *result.FullDialect, endpoint string, body gjson.Result) {
	for _, s := range sizes {
		if s.endpoint != endpoint {
			continue
		}
		for _, path := range s.paths {
			s.measure(d, body.Get(path))
		}
	}
}

func (s size) measure(d *result.FullDialect, found gjson.Result) {
	all := []gjson.Result{found}
	if found.IsArray() && s.name != "items" {
		all = found.Array()
	}
	for _, v := range all {
		if n, ok := s.of(v); ok {
			d.AddSize(result.SizeUse{Name: s.name, Endpoint: s.endpoint, Most: n})
		}
	}
}

func length(v gjson.Result) (int64, bool) {
	return int64(utf8.RuneCountInString(v.Str)), v.Type == gjson.String
}

func octets(v gjson.Result) (int64, bool) { return int64(len(v.Str)), v.Type == gjson.String }

func count(v gjson.Result) (int64, bool) { return int64(len(v.Array())), v.IsArray() }

func amount(v gjson.Result) (int64, bool) {
	switch v.Type {
	case gjson.Number:
		return int64(v.Num), true
	case gjson.String:
		n, err := strconv.ParseInt(v.Str, 10, 64)
		return n, err == nil
	}
	return 0, false
}
