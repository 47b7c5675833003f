// Package variants is the catalogue of the legal builds of the service. The suite must report no
// failure for any of them, nor for several of them combined.
package variants

import (
	"cmp"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/faults"
)

// All lists every variant, ordered by id. The caller may change the returned slice.
func All() []faults.Variant { return slices.Clone(variants()) }

var variants = sync.OnceValue(func() []faults.Variant {
	all := slices.Concat(optionVariants(), requestReadings(), answerVariants(), notationVariants(), valueVariants(), refusalVariants(), boundVariants(), letterVariants(), otpVariants(),
		identityVariants(), countVariants(), scoreVariants(), newcomerVariants(), clockVariants(), notedTimeVariants(), unshownVariants())
	slices.SortFunc(all, func(a, b faults.Variant) int { return cmp.Compare(a.ID, b.ID) })
	return all
})

// boundVariants set their own bounds where section 8 names none: the sizes of amounts, texts,
// numbers and orders.
func boundVariants() []faults.Variant {
	v := func(id, field, why string, p faults.Mutator) faults.Variant {
		return faults.Variant{ID: id, Field: field, Why: why, Mutator: p}
	}
	const none = "8: no bound is named, and none is denied"
	longer := func(endpoint string, most int, paths ...string) faults.Mutator {
		return faults.Refusing(endpoint, 422, func(c *faults.Call) bool {
			for _, path := range paths {
				for _, text := range c.Values(path) {
					if utf8.RuneCountInString(text) > most {
						return true
					}
				}
			}
			return false
		})
	}
	larger := func(endpoint string, most int64, paths ...string) faults.Mutator {
		return faults.Refusing(endpoint, 422, func(c *faults.Call) bool {
			for _, path := range paths {
				for _, text := range c.Values(path) {
					if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > most {
						return true
					}
				}
			}
			return false
		})
	}
	smaller := func(endpoint string, least int64, path string) faults.Mutator {
		return faults.Refusing(endpoint, 422, func(c *faults.Call) bool {
			return slices.ContainsFunc(c.Values(path), func(text string) bool {
				n, err := strconv.ParseInt(text, 10, 64)
				return err == nil && n < least
			})
		})
	}
	texts := []string{"items.item_brand", "items.item_description", "items.item_code"}
	names := []string{"first_name", "last_name"}
	incomes := []string{faults.Employment + "net_income", faults.Business + "gross_monthly_revenue"}
	several := func(most int) faults.Mutator {
		return faults.Refusing(faults.CreateOrder+" "+faults.UpdateItems, 422, func(c *faults.Call) bool { return len(c.Items()) > most })
	}
	return []faults.Variant{
		v("texts-up-to-255", "text-bound", none, longer(faults.CreateOrder, 255, texts...)),
		v("texts-up-to-100", "text-bound", none, longer(faults.CreateOrder, 100, texts...)),
		v("texts-up-to-50", "text-bound", none, longer(faults.CreateOrder, 50, texts...)),
		v("texts-up-to-255-octets", "text-bound", none, faults.Refusing(faults.CreateOrder, 422, func(c *faults.Call) bool {
			return slices.ContainsFunc(append(c.Values(texts[0]), c.Values(texts[1])...), func(text string) bool { return len(text) > 255 })
		})),
		v("requests-up-to-3500-octets", "cart", none, faults.Refusing(faults.CreateOrder+" "+faults.UpdateItems, 413, func(c *faults.Call) bool { return len(c.Raw) > 3500 })),
		v("errors-alone-with-200", "refusal", "7: the body and the status of a refusal are not shown", func(next faults.Responder) faults.Responder {
			bounded := longer(faults.CreateOrder, 255, texts...)(next)
			return func(c *faults.Call) *faults.Answer {
				a := bounded(c)
				if c.Endpoint != faults.Lookup && a.Status >= 400 {
					a = faults.Refusal(c, 200, "")
					a.Tree = faults.Object{"error": faults.Object{"message": "this call is refused"}}
				}
				return a
			}
		}),
		v("names-up-to-50-octets", "name-bound", none, faults.Refusing(faults.CreateLimit, 422, func(c *faults.Call) bool {
			return len(c.Text("first_name")) > 50 || len(c.Text("last_name")) > 50
		})),
		v("names-up-to-50", "name-bound", none, longer(faults.CreateLimit, 50, names...)),
		v("names-up-to-30", "name-bound", none, longer(faults.CreateLimit, 30, names...)),
		v("names-up-to-30-everywhere", "name-bound", none, longer(faults.CreateLimit+" "+faults.SendOTP, 30, names...)),
		v("order-id-of-nine-digits", "order-bound", none, larger(faults.CreateOrder, 999_999_999, "order_id")),
		v("order-id-of-32-bits", "order-bound", none, larger(faults.CreateOrder, 1<<31-1, "order_id")),
		v("at-most-three-items", "cart", none, several(3)),
		v("at-most-two-items", "cart", none, several(2)),
		v("at-most-three-items-updated", "update-bound", none, faults.Refusing(faults.UpdateItems, 413, func(c *faults.Call) bool { return len(c.Items()) > 3 })),
		v("at-most-two-items-updated", "update-bound", none, faults.Refusing(faults.UpdateItems, 413, func(c *faults.Call) bool { return len(c.Items()) > 2 })),
		v("prices-up-to-200000", "price-bound", none, larger(faults.CreateOrder, 200_000, "items.item_value")),
		v("prices-up-to-5000", "price-bound", none, larger(faults.CreateOrder, 5_000, "items.item_value")),
		v("prices-from-10", "price-bound", none, smaller(faults.CreateOrder, 10, "items.item_value")),
		v("prices-from-100", "price-bound", none, smaller(faults.CreateOrder, 100, "items.item_value")),
		v("prices-from-3000", "price-bound", none, smaller(faults.CreateOrder, 3_000, "items.item_value")),
		v("carts-from-100", "cart-bound", none, smaller(faults.VerifyOTP, 100, "item_value")),
		v("loans-from-5000", "loan-bound", none, smaller(faults.CreateLimit, 5_000, "loan_amount")),
		v("brands-up-to-20", "text-bound", none, longer(faults.CreateOrder, 20, "items.item_brand")),
		v("carts-up-to-100000", "cart-bound", none, larger(faults.VerifyOTP, 100_000, "item_value")),
		v("carts-up-to-2147483647", "cart-bound", none, larger(faults.VerifyOTP, 1<<31-1, "item_value")),
		v("incomes-up-to-a-million", "income-bound", none, larger(faults.CreateLimit, faults.Million, incomes...)),
		v("incomes-up-to-ten-million", "income-bound", none, larger(faults.CreateLimit, 10*faults.Million, incomes...)),
		v("incomes-of-32-bits", "income-bound", none, larger(faults.CreateLimit, 1<<31-1, incomes...)),
		v("loans-up-to-50000", "loan-bound", none, larger(faults.CreateLimit, 50_000, "loan_amount")),
		v("loans-up-to-30000", "loan-bound", none, larger(faults.CreateLimit, 30_000, "loan_amount")),
		v("loans-up-to-15000", "loan-bound", none, larger(faults.CreateLimit, 15_000, "loan_amount")),
		v("loans-up-to-1000", "loan-bound", none, larger(faults.CreateLimit, 1_000, "loan_amount")),
		v("loans-from-50000", "loan-bound", none, smaller(faults.CreateLimit, 50_000, "loan_amount")),
		v("loans-from-20000", "loan-bound", none, smaller(faults.CreateLimit, 20_000, "loan_amount")),
		v("loans-up-to-a-million", "loan-bound", none, larger(faults.CreateLimit, faults.Million, "loan_amount")),
		v("loans-up-to-five-million", "loan-bound", none, larger(faults.CreateLimit, 5*faults.Million, "loan_amount")),
		v("no-topup-with-a-value", "topup", "2.2: the meaning of item_topup is not shown", faults.TakeOnly(faults.CreateOrder, "items.item_topup", func(v any) bool { return faults.Text(v) == "" })),
	}
}

// passports shows a passport number for every customer, and finds the customer by it.
func passports() faults.Mutator {
	const prefix = "P-"
	return func(next faults.Responder) faults.Responder {
		return faults.OnFound(func(_ *faults.Call, a *faults.Answer) {
			faults.Put(faults.LookupProfile+"passportNo", prefix+faults.Text(faults.Get(a.Body(), faults.LookupProfile+"nationalIdNo")))(nil, a)
		})(faults.EditLookup("PASSPORT", func(c *faults.Call) {
			if number := c.Text("value"); len(number) > len(prefix) && number[:len(prefix)] == prefix {
				c.Body["queryFieldEnum"], c.Body["value"] = "NATIONAL_ID", number[len(prefix):]
			}
		})(next))
	}
}
