package server

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// bigValueFaults damage a value at one place only, while every other place returns it unchanged.
// The values are large amounts, decimal texts, texts with foreign characters, and top-ups.
func bigValueFaults() []faults.Fault {
	all := append(bigAmountFaults(), bigDecimalFaults()...)
	all = append(all, foreignTextFaults()...)
	all = append(all, storedNameFaults()...)
	return append(all, topupFaults()...)
}

// place is a value in the answer of one endpoint, and the requirement that compares it.
type place struct{ endpoint, path, breaks string }

// shrinkings are the changes that narrow number types make to a large amount.
var shrinkings = []struct {
	id, why string
	by      func(f float64) float64
}{
	{"wraps-at-31-bits", "is cut to a signed number of 32 bits", func(f float64) float64 { return float64(int32(int64(f))) }},
	{"stops-at-31-bits", "stops at the largest signed number of 32 bits", func(f float64) float64 { return math.Min(f, math.MaxInt32) }},
	{"wraps-at-32-bits", "is cut to an unsigned number of 32 bits", func(f float64) float64 { return float64(uint32(int64(f))) }},
	{"loses-digits", "goes through a float of 32 bits from a million on", func(f float64) float64 {
		if f < faults.Million {
			return f
		}
		return float64(float32(f))
	}},
	{"shows-six-digits", "shows six digits of what is above a million", func(f float64) float64 {
		if f < faults.Million {
			return f
		}
		short, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 6, 64), 64)
		return short
	}},
}

func bigAmountFaults() []faults.Fault {
	places := []place{
		{faults.CreateOrder, "data.*.item_value", "PUR-15"}, {faults.GetItem, "data.item_value", "GET-08"}, {faults.UpdateItems, "data.*.item_value", "UPD-11"},
		{faults.FetchLimit, "data.credit_limit_details.credit_limit", "FLM-07"}, {faults.FetchLimit, "data.credit_limit_details.available_limit", "FLM-07"},
		{faults.CreateLimit, "data.credit_limit_details.credit_limit", "FLM-07"},
		{faults.VerifyOTP, "data.credit_limit", "VER-08"}, {faults.VerifyOTP, "data.available_limit", "VER-08"},
		{faults.Lookup, faults.LookupCredit + "creditLimit", "LKP-09"}, {faults.Lookup, faults.LookupCredit + "availableLimit", "LKP-09"},
	}
	var all []faults.Fault
	for n, p := range places {
		name := p.path[strings.LastIndexByte(p.path, '.')+1:]
		for m, s := range shrinkings {
			if n >= 3 && (n+m)%2 == 1 {
				continue // plant every second combination for limits: each place and each change still occurs
			}
			edit := faults.Compute(p.path, s.by)
			all = append(all, faults.Fault{ID: faults.Kebab(p.endpoint + "-" + s.id + "-" + name), Breaks: p.breaks,
				Why: name + " of " + p.endpoint + " " + s.why, Mutator: faults.On(p.endpoint, func(c *faults.Call, a *faults.Answer) {
					if p.endpoint != faults.Lookup || faults.Found(c, a) {
						edit(c, a)
					}
				})})
		}
	}
	for _, p := range []place{{faults.CreateOrder, "data.*.item_value", "PUR-07"}, {faults.GetItem, "data.item_value", "GET-07"}, {faults.UpdateItems, "data.*.item_value", "UPD-07"},
		{faults.FetchLimit, "data.credit_limit_details.credit_limit", "FLM-06"}, {faults.VerifyOTP, "data.credit_limit", "VER-06"}} {
		shown := "PUR-15"
		if p.endpoint == faults.UpdateItems {
			shown = "UPD-11"
		}
		all = append(all, faults.Fault{ID: faults.Kebab(p.endpoint + "-writes-large-amounts-as-text"), Breaks: p.breaks, ShownBy: shown,
			Why: "an amount above a million is the text 1e+06 in " + p.endpoint, Mutator: faults.On(p.endpoint, func(_ *faults.Call, a *faults.Answer) {
				faults.Change(a.Touch().Body(), p.path, func(v any) any {
					if f, ok := number(v); ok && f >= faults.Million {
						return strconv.FormatFloat(f, 'e', 6, 64)
					}
					return v
				})
			})})
	}
	return append(all, feeFaults()...)
}

func number(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

// feeFaults lose the fraction of an amount at one place (2.3: decimal numbers).
func feeFaults() []faults.Fault {
	var all []faults.Fault
	for _, p := range []place{{faults.GetItem, "data.upfront_fees", "GET-08"}, {faults.UpdateItems, "data.*.upfront_fees", "UPD-11"}} {
		all = append(all,
			faults.Fault{ID: p.endpoint + "-drops-cents", Breaks: p.breaks, Why: "upfront_fees of " + p.endpoint + " have no fraction", Mutator: faults.On(p.endpoint, faults.Compute(p.path, math.Floor))},
			faults.Fault{ID: p.endpoint + "-one-fraction-digit", Breaks: p.breaks, Why: "upfront_fees of " + p.endpoint + " are rounded to tenths",
				Mutator: faults.On(p.endpoint, faults.Compute(p.path, func(f float64) float64 { return math.Round(f*10) / 10 }))})
	}
	return all
}

// bigDecimalFaults change the format of the decimal texts of payment_terms if the amounts are
// large (2.8).
func bigDecimalFaults() []faults.Fault {
	ways := []struct {
		id, why string
		by      func(whole, fraction string) string
	}{
		{"groups-thousands", "has commas between thousands", func(w, f string) string { return grouped(w) + "." + f }},
		{"writes-exponents", "has an exponent", func(w, _ string) string { return w[:1] + "." + w[1:3] + "e+" + strconv.Itoa(len(w)-1) }},
		{"drops-decimals", "has no fraction digits", func(w, _ string) string { return w }},
		{"one-decimal", "has one fraction digit", func(w, f string) string { return w + "." + f[:1] }},
	}
	var all []faults.Fault
	for _, p := range []place{{faults.CreateLimit, "", "LIM-08"}, {faults.FetchLimit, "", "FLM-06"}, {faults.VerifyOTP, "", "VER-06"}} {
		shown := map[string]string{faults.FetchLimit: "FLM-07", faults.VerifyOTP: "VER-09"}[p.endpoint]
		for _, way := range ways {
			all = append(all, faults.Fault{ID: p.endpoint + "-" + way.id, Breaks: p.breaks, ShownBy: shown, Why: "a payment term of " + p.endpoint + " above a million " + way.why,
				Mutator: onTerms(p.endpoint, func(text string) string {
					whole, fraction, _ := strings.Cut(text, ".")
					if len(whole) < 7 {
						return text
					}
					return way.by(whole, fraction)
				})})
		}
	}
	return append(all, faults.Fault{ID: "fetch-limit-terms-lose-cents", Breaks: "FLM-07", Why: "a payment term that is fetched went through a float of 32 bits",
		Mutator: onTerms(faults.FetchLimit, func(text string) string {
			f, _ := strconv.ParseFloat(text, 64)
			return new(big.Float).SetFloat64(float64(float32(f))).Text('f', 2)
		})})
}

// onTerms changes the texts of payment_terms.
func onTerms(endpoint string, by func(string) string) faults.Mutator {
	return faults.On(endpoint, func(c *faults.Call, a *faults.Answer) {
		for _, name := range []string{"principal_amount", "upfront_fees", "first_installment", "minimum_payment"} {
			faults.EditText("data.payment_terms."+name, by)(c, a)
		}
	})
}

func grouped(whole string) string {
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	return whole
}

// foreignTextFaults damage a text at one of the places that return it.
func foreignTextFaults() []faults.Fault {
	mojibake, escaping := faults.ScriptFaults[2], faults.ScriptFaults[3]
	short := faults.TextFault{ID: "cuts-short", Why: "is cut after 20 characters", By: func(s string) string { return faults.CutText(s, 20) }}
	var all []faults.Fault
	for _, t := range []struct {
		place
		ways []faults.TextFault
	}{
		{place{faults.CreateLimit, faults.CustomerDetails + "last_name", "LIM-09"}, []faults.TextFault{faults.TextQuestionsEmoji, faults.TextEndsAtEmoji, faults.TextReplacesEmoji, faults.TextKeepsLatin1}},
		{place{faults.FetchLimit, faults.CustomerDetails + "first_name", "FLM-07"}, []faults.TextFault{mojibake, faults.TextInCapitals}},
		{place{faults.FetchLimit, faults.CustomerDetails + "last_name", "FLM-07"}, []faults.TextFault{faults.TextQuestionsEmoji, faults.TextEndsAtEmoji, faults.TextReplacesEmoji, faults.TextKeepsLatin1, mojibake, escaping, faults.TextDoublesApostrophes}},
		{place{faults.Lookup, faults.LookupProfile + "firstName", "LKP-08"}, []faults.TextFault{mojibake, faults.TextInCapitals}},
		{place{faults.Lookup, faults.LookupProfile + "lastName", "LKP-08"}, []faults.TextFault{faults.TextQuestionsEmoji, faults.TextEndsAtEmoji, faults.TextReplacesEmoji, faults.TextKeepsLatin1, mojibake, escaping, faults.TextDoublesApostrophes, faults.TextInCapitals}},
		{place{faults.CreateOrder, "data.*.item_brand", "PUR-14"}, []faults.TextFault{faults.TextShortInCapitals, faults.TextQuestionsEmoji, faults.TextEndsAtEmoji, faults.TextReplacesEmoji, faults.TextKeepsLatin1}},
		{place{faults.CreateOrder, "data.*.item_description", "PUR-14"}, []faults.TextFault{faults.TextQuestionsEmoji, faults.TextEndsAtEmoji, faults.TextKeepsLatin1}},
		{place{faults.GetItem, "data.item_brand", "GET-08"}, []faults.TextFault{faults.TextQuestionsEmoji, faults.TextEndsAtEmoji, faults.TextKeepsLatin1, mojibake, escaping, faults.TextInCapitals}},
		{place{faults.GetItem, "data.item_description", "GET-08"}, []faults.TextFault{faults.TextEndsAtEmoji, faults.TextReplacesEmoji, faults.TextKeepsLatin1, escaping, short}},
		{place{faults.UpdateItems, "data.*.item_brand", "UPD-11"}, []faults.TextFault{faults.TextQuestionsEmoji, faults.TextEndsAtEmoji, faults.TextKeepsLatin1, mojibake, escaping, faults.TextInCapitals}},
		{place{faults.UpdateItems, "data.*.item_description", "UPD-11"}, []faults.TextFault{faults.TextQuestionsEmoji, faults.TextEndsAtEmoji, faults.TextReplacesEmoji, faults.TextKeepsLatin1, mojibake, escaping, faults.TextWithoutQuotes, short}},
	} {
		name := t.path[strings.LastIndexByte(t.path, '.')+1:]
		for _, m := range t.ways {
			edit := faults.EditText(t.path, m.By)
			all = append(all, faults.Fault{ID: faults.Kebab(t.endpoint + "-alone-" + m.ID + "-" + name), Breaks: t.breaks,
				Why: name + " of " + t.endpoint + ", and of it alone: it " + m.Why, Mutator: faults.On(t.endpoint, func(c *faults.Call, a *faults.Answer) {
					if t.endpoint != faults.Lookup || faults.Found(c, a) {
						edit(c, a)
					}
				})})
		}
	}
	return all
}

// storedNameFaults store another name than the customer sent, so that every place returns the
// same wrong name. Others refuse the name with an error.
func storedNameFaults() []faults.Fault {
	var all []faults.Fault
	for _, m := range []faults.TextFault{faults.TextQuestionsEmoji, faults.TextEndsAtEmoji, faults.TextKeepsLatin1, faults.ScriptFaults[2], faults.ScriptFaults[3]} {
		all = append(all, faults.Fault{ID: "create-limit-stores-" + m.ID, Breaks: "LIM-09", Why: "a stored last_name " + m.Why, Mutator: func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				if c.Endpoint == faults.CreateLimit && c.Body != nil {
					faults.Change(c.Body, "last_name", faults.Edited(m.By))
					c.Touch()
				}
				return next(c)
			}
		}})
	}
	beyond := func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r > 0xffff }) }
	refused := func(c *faults.Call) bool { return beyond(c.Text("first_name")) || beyond(c.Text("last_name")) }
	anyItem := func(c *faults.Call) bool {
		return beyond(strings.Join(append(c.Values("items.item_brand"), c.Values("items.item_description")...), " "))
	}
	return append(all,
		faults.Fault{ID: "create-limit-fails-on-rare-han", Breaks: "LIM-09", Why: "a name with a character beyond the basic plane ends in an error", Mutator: faults.Refusing(faults.CreateLimit, 500, refused)},
		faults.Fault{ID: "create-purchases-fails-on-emoji", Breaks: "PUR-14", Why: "an item with a character beyond the basic plane ends in an error", Mutator: faults.Refusing(faults.CreateOrder, 500, anyItem)})
}

// topupFaults lose, at one place, a top-up that create has recorded (2.3).
func topupFaults() []faults.Fault {
	var all []faults.Fault
	for _, p := range []place{{faults.GetItem, "data.", "GET-08"}, {faults.UpdateItems, "data.*.", "UPD-11"}} {
		add := func(id, why string, edit func(*faults.Call, *faults.Answer)) {
			all = append(all, faults.Fault{ID: p.endpoint + "-" + id, Breaks: p.breaks, Why: why + " in " + p.endpoint, Mutator: faults.On(p.endpoint, edit)})
		}
		add("loses-topup", "a top-up that was given is 0", faults.Put(p.path+"item_topup", json.Number("0")))
		add("rounds-topup", "a top-up that was given has no fraction", faults.Compute(p.path+"item_topup", math.Floor))
		add("topup-in-cents", "a top-up that was given is in hundredths", faults.Scale(p.path+"item_topup", 100))
		add("loses-topup-ref", "the reference of a top-up that was given is empty", faults.Put(p.path+"topup_ref", ""))
	}
	return all
}
