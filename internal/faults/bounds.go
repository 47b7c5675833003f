package faults

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// boundVariants put bounds of their own on what section 8 leaves open: the sizes
// of amounts, texts, numbers and orders.
func boundVariants() []Variant {
	v := func(id, field, why string, p plant) Variant { return Variant{ID: id, Field: field, Why: why, plant: p} }
	const none = "8: no bound is named, and none is denied"
	longer := func(endpoint string, most int, paths ...string) plant {
		return refusing(endpoint, 422, func(c *call) bool {
			for _, path := range paths {
				for _, text := range c.values(path) {
					if utf8.RuneCountInString(text) > most {
						return true
					}
				}
			}
			return false
		})
	}
	larger := func(endpoint string, most int64, paths ...string) plant {
		return refusing(endpoint, 422, func(c *call) bool {
			for _, path := range paths {
				for _, text := range c.values(path) {
					if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > most {
						return true
					}
				}
			}
			return false
		})
	}
	texts := []string{"items.item_brand", "items.item_description", "items.item_code"}
	names := []string{"first_name", "last_name"}
	incomes := []string{employment + "net_income", business + "gross_monthly_revenue"}
	several := func(most int) plant {
		return refusing(createOrder+" "+updateItems, 422, func(c *call) bool { return len(c.items()) > most })
	}
	return []Variant{
		v("texts-up-to-255", "text-bound", none, longer(createOrder, 255, texts...)),
		v("texts-up-to-100", "text-bound", none, longer(createOrder, 100, texts...)),
		v("texts-up-to-50", "text-bound", none, longer(createOrder, 50, texts...)),
		v("texts-up-to-255-octets", "text-bound", none, refusing(createOrder, 422, func(c *call) bool {
			return slices.ContainsFunc(append(c.values(texts[0]), c.values(texts[1])...), func(text string) bool { return len(text) > 255 })
		})),
		v("names-up-to-50-octets", "name-bound", none, refusing(createLimit, 422, func(c *call) bool {
			return len(c.text("first_name")) > 50 || len(c.text("last_name")) > 50
		})),
		v("names-up-to-50", "name-bound", none, longer(createLimit, 50, names...)),
		v("names-up-to-30", "name-bound", none, longer(createLimit, 30, names...)),
		v("names-up-to-30-everywhere", "name-bound", none, longer(createLimit+" "+sendOTP, 30, names...)),
		v("order-id-of-32-bits", "order-bound", none, larger(createOrder, 1<<31-1, "order_id")),
		v("at-most-three-items", "cart", none, several(3)),
		v("at-most-three-items-updated", "update-bound", none, refusing(updateItems, 413, func(c *call) bool { return len(c.items()) > 3 })),
		v("prices-up-to-200000", "price-bound", none, larger(createOrder, 200_000, "items.item_value")),
		v("prices-up-to-5000", "price-bound", none, larger(createOrder, 5_000, "items.item_value")),
		v("carts-up-to-100000", "cart-bound", none, larger(verifyOTP, 100_000, "item_value")),
		v("carts-up-to-2147483647", "cart-bound", none, larger(verifyOTP, 1<<31-1, "item_value")),
		v("incomes-up-to-a-million", "income-bound", none, larger(createLimit, million, incomes...)),
		v("incomes-up-to-ten-million", "income-bound", none, larger(createLimit, 10*million, incomes...)),
		v("incomes-of-32-bits", "income-bound", none, larger(createLimit, 1<<31-1, incomes...)),
		v("loans-up-to-a-million", "loan-bound", none, larger(createLimit, million, "loan_amount")),
		v("loans-up-to-five-million", "loan-bound", none, larger(createLimit, 5*million, "loan_amount")),
		v("no-topup-with-a-value", "topup", "2.2: the meaning of item_topup is not shown", pinned(createOrder, "items.item_topup", func(v any) bool { return text(v) == "" })),
	}
}

// passports show a passport number of every customer, and find them by it.
func passports() plant {
	const prefix = "P-"
	return func(next server) server {
		return onFound(func(_ *call, a *answer) {
			put(profile+"passportNo", prefix+text(get(a.body(), profile+"nationalIdNo")))(nil, a)
		})(seeking("PASSPORT", func(c *call) {
			if number := c.text("value"); len(number) > len(prefix) && number[:len(prefix)] == prefix {
				c.body["queryFieldEnum"], c.body["value"] = "NATIONAL_ID", number[len(prefix):]
			}
		})(next))
	}
}
