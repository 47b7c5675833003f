package purchases

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// storageFaults answer create from the request, and all later calls from a column that holds
// another value. Causes are columns that are too short, rounding, collations, trimming and nulls.
func storageFaults() []faults.Fault {
	return slices.Concat(columnFaults(), inputFaults())
}

// columnFaults damage the values that later calls read back.
func columnFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, edit func(*faults.Call, *faults.Answer)) {
		breaks, shown := "GET-08", ""
		if strings.HasPrefix(id, "type-") || strings.HasPrefix(id, "delivery-") || strings.HasPrefix(id, "preferred-") {
			breaks, shown = "GET-07", "GET-08" // the value that comes back is no longer a documented value
		}
		all = append(all, faults.Fault{ID: "column-" + id, Breaks: breaks, ShownBy: shown, Why: why, Mutator: faults.On(faults.GetItem, edit)})
	}
	words := func(id, why, member string, by func(string) string) {
		add(id, why, faults.EditText("data."+member, by))
	}
	words("code-lower", "item_code comes back in lower case", "item_code", strings.ToLower)
	words("brand-lower", "item_brand comes back in lower case", "item_brand", strings.ToLower)
	words("type-capitals", "item_type comes back as the name of an enum", "item_type", strings.ToUpper)
	words("delivery-capitals", "delivery_option comes back as the name of an enum", "delivery_option", strings.ToUpper)
	words("type-spaced", "item_type comes back with a space in place of the underscore", "item_type", func(s string) string { return strings.ReplaceAll(s, "_", " ") })
	words("preferred-cut", "preferred_option comes back from a column of seven characters", "preferred_option", func(s string) string { return faults.CutText(s, 7) })
	words("delivery-cut-20", "delivery_option comes back from a column of 20 characters", "delivery_option", func(s string) string { return faults.CutText(s, 20) })
	for _, n := range []struct {
		id   string
		most int
	}{{"64", 64}, {"100", 100}, {"255", 255}, {"500", 500}} {
		words("description-cut-"+n.id, "item_description comes back from a column of "+n.id+" characters", "item_description", func(s string) string { return faults.CutText(s, n.most) })
	}
	words("code-cut-12", "item_code comes back from a column of twelve characters", "item_code", func(s string) string { return faults.CutText(s, 12) })
	words("code-digits", "item_code comes back without what is no letter and no digit", "item_code", func(s string) string { return strings.ReplaceAll(s, "-", "") })
	words("code-padded", "item_code comes back padded with blanks, as from CHAR(32)", "item_code", func(s string) string { return s + strings.Repeat(" ", max(0, 32-len(s))) })
	words("brand-ampersand", "item_brand comes back with its & escaped twice", "item_brand", func(s string) string { return strings.ReplaceAll(s, "&", "&amp;") })
	number := func(id, why, member string, by func(float64) float64) {
		add(id, why, faults.Compute("data."+member, by))
	}
	number("price-smallint", "item_value comes back from a column of 16 bits", "item_value", func(f float64) float64 { return math.Min(f, 32767) })
	number("price-float32", "item_value comes back from a float of 32 bits with three decimals lost", "item_value", func(f float64) float64 { return float64(float32(f)) + map[bool]float64{true: 0.5, false: 0}[f > 65536] })
	number("fees-whole", "upfront_fees comes back without its fraction, from a column of integers", "upfront_fees", func(f float64) float64 {
		return math.Floor(f) - map[bool]float64{true: 1, false: 0}[f == math.Floor(f)]
	})
	add("plan-of-product", "facility_plan comes back as the number of the row, create gave that of the plan", faults.Put("data.facility_plan", json.Number("4711")))
	add("brand-by-join", "item_brand comes back from the wrong table: as item_type", func(c *faults.Call, a *faults.Answer) {
		faults.Put("data.item_brand", faults.Get(a.Body(), "data.item_type"))(c, a)
	})
	add("store-by-join", "store_name comes back as the id of the store", func(c *faults.Call, a *faults.Answer) {
		faults.Put("data.store_name", faults.Get(a.Body(), "data.partner_store_id"))(c, a)
	})
	return append(all,
		faults.Fault{ID: "column-ids-swapped", Breaks: "GET-08", Why: "get swaps loan_product_id and partner_store_id, two columns of one type", Mutator: faults.On(faults.GetItem, func(_ *faults.Call, a *faults.Answer) {
			r := a.Touch().Records()[0]
			r["loan_product_id"], r["partner_store_id"] = r["partner_store_id"], r["loan_product_id"]
		})},
		faults.Fault{ID: "column-null-topup-ref", Breaks: "GET-07", Why: "an empty topup_ref is stored as null, and comes back so", Mutator: faults.On(faults.GetItem, faults.Put("data.topup_ref", nil))},
		faults.Fault{ID: "column-topup-as-string", Breaks: "GET-07", Why: "a decimal column comes back as a string", Mutator: faults.On(faults.GetItem, faults.Put("data.item_topup", "0.00"))},
		faults.Fault{ID: "column-price-as-string", Breaks: "GET-07", Why: "item_value comes back as the string of a decimal column", Mutator: faults.On(faults.GetItem, func(_ *faults.Call, a *faults.Answer) {
			faults.Change(a.Touch().Body(), "data.item_value", func(v any) any { return faults.Text(v) })
		})},
		faults.Fault{ID: "column-stamp-without-zone", Breaks: "GET-07", Why: "created_at comes back as the database prints it", Mutator: faults.On(faults.GetItem, faults.EditText("data.created_at", databaseTime))},
		faults.Fault{ID: "column-update-stamp-without-zone", Breaks: "UPD-07", Why: "an update answers updated_at as the database prints it", Mutator: faults.On(faults.UpdateItems, faults.EditText("data.*.updated_at", databaseTime))},
		faults.Fault{ID: "column-limit-as-string", Breaks: "FLM-06", Why: "credit_limit comes back as the string of a decimal column", Mutator: faults.On(faults.FetchLimit, func(_ *faults.Call, a *faults.Answer) {
			faults.Change(a.Touch().Body(), "data.credit_limit_details.credit_limit", func(v any) any { return faults.Text(v) })
		})},
		faults.Fault{ID: "column-names-lower", Breaks: "FLM-07", Why: "fetch gives names in lower case", Mutator: faults.On(faults.FetchLimit, faults.EditText(faults.CustomerDetails+"last_name", strings.ToLower))},
		faults.Fault{ID: "column-email-null", Breaks: "FLM-06", Why: "fetch gives email null", Mutator: faults.On(faults.FetchLimit, faults.Put(faults.CustomerDetails+"email", nil))},
		faults.Fault{ID: "column-limit-smallint", Breaks: "FLM-07", Why: "fetch gives a limit from a column of 16 bits", Mutator: faults.On(faults.FetchLimit, faults.Compute("data.credit_limit_details.credit_limit", func(f float64) float64 { return math.Min(f, 65535) }))},
	)
}

func databaseTime(s string) string {
	return strings.TrimSuffix(strings.Replace(s, "T", " ", 1), "Z")
}

// inputFaults change the values of a request before they are stored, so that all answers agree
// with each other.
func inputFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, member, why string, by func(string) string) {
		all = append(all, faults.Fault{ID: "stored-" + id, Breaks: "PUR-14", ShownBy: "PUR-12", Why: why, Mutator: faults.StoreEdited(member, by)})
	}
	add("code-lower", "item_code", "item_code is stored in lower case", strings.ToLower)
	add("code-as-number", "item_code", "an item_code of digits is stored as a number and loses its leading zeros", func(s string) string {
		if strings.Trim(s, "0123456789") == "" {
			return strings.TrimLeft(s, "0")
		}
		return s
	})
	add("code-as-decimal", "item_code", "an item_code that looks like a decimal number loses its last zero", func(s string) string {
		if _, err := strconv.ParseFloat(s, 64); err == nil && strings.Contains(s, ".") {
			return strings.TrimRight(s, "0")
		}
		return s
	})
	add("code-without-hyphens", "item_code", "item_code is stored without its hyphens", func(s string) string { return strings.ReplaceAll(s, "-", "") })
	add("code-cut", "item_code", "item_code is stored in twelve characters", func(s string) string { return faults.CutText(s, 12) })
	add("code-plus-as-blank", "item_code", "the + of an item_code is stored as a blank, as a form decodes it", func(s string) string { return strings.ReplaceAll(s, "+", " ") })
	add("code-slash", "item_code", "item_code ends before its slash", func(s string) string { return strings.Split(s, "/")[0] })
	add("description-one-line", "item_description", "a blank after a comma in item_description is lost", func(s string) string { return strings.ReplaceAll(s, ", ", ",") })
	add("description-cut-64", "item_description", "item_description is stored in 64 characters", func(s string) string { return faults.CutText(s, 64) })
	add("description-cut-100", "item_description", "item_description is stored in 100 characters", func(s string) string { return faults.CutText(s, 100) })
	add("description-plain-spaces", "item_description", "a space of an item_description that does not break becomes one that does", func(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") })
	add("description-no-quotes", "item_description", "quotation marks are left out of item_description", faults.TextWithoutQuotes.By)
	add("description-no-percent", "item_description", "the % of an item_description is taken for the start of an escape", func(s string) string { return strings.ReplaceAll(s, " %", "") })
	add("brand-no-ampersand", "item_brand", "item_brand ends before its &", func(s string) string { return strings.Split(s, " & ")[0] })
	add("brand-title", "item_brand", "item_brand is stored in capitals and small letters", faults.TextCapitalized.By)
	add("brand-one-letter-null", "item_brand", "an item_brand of one letter is stored as unknown", func(s string) string {
		if len(s) == 1 {
			return "unknown"
		}
		return s
	})
	return all
}
