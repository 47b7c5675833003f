package partner

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/formats"
)

func TestWhatStandsForAValue(t *testing.T) {
	for text, is := range map[string]struct{ template, placeholder bool }{
		"{{first_name}}": {true, true}, "<ITEM_BRAND>": {true, true}, "${sku}": {true, true}, "[object Object]": {true, true}, "{name}": {true, true},
		" <VALUE> ": {true, true}, "undefined": {false, true}, "null": {false, true}, "NaN": {false, true}, "None": {false, true},
		"{5F0C1C1E-0000-4000-8000-000000000001}": {}, "Cable <3 m>": {}, "<3": {}, "AT&T": {}, "{}": {}, "O'Brien": {}, "": {}, "Nullarbor": {}, "[sic]": {},
	} {
		require.Equal(t, is.template, formats.IsTemplate(text), text)
		require.Equal(t, is.placeholder, formats.IsPlaceholder(text), text)
	}
	require.Empty(t, signingFault(&bodies.Body{Redacted: true}, "Sign", []string{"<redacted>"}, 2026), "a recorder has put it there")
	for value, fits := range map[string]bool{
		"17": true, "{0d6a4a3a-1f00-4b0f-9d55-7b5a3c9e5d0e}": true, "unsigned": true, "-1": true, "signature": true,
		"": false, " ": false, "<NONCE>": false, "<sign>": false, "SIGNATURE": false, "undefined": false, "{{sign}}": false, "[object Object]": false, "${ts}": false, "NaN": false, "%!x(MISSING)": false, "b'9f86'": false,
	} {
		require.Equal(t, fits, signingFault(&bodies.Body{}, "Sign", []string{value}, 2026) == "", value)
	}
}

// TestWhatAFreeTextMayBe holds that a word in brackets is a text, and the name of a member
// in them is none.
func TestWhatAFreeTextMayBe(t *testing.T) {
	const noted = "what may be a placeholder in items.#.item_description"
	for text, is := range map[string]struct{ failed, noted int }{
		"<new>": {0, 1}, "{blue}": {0, 1}, "{x}": {0, 1}, "${5}": {0, 1}, "<b>": {0, 1}, "<3": {}, "[new]": {}, "new": {}, "{5}": {},
		"{{item_description}}": {1, 0}, "{{ blue }}": {1, 0}, "[object Object]": {1, 0}, "${item_brand}": {1, 0}, "<item_description>": {1, 0}, "<ITEM DESCRIPTION>": {1, 0},
		"{itemDescription}": {1, 0}, "${item.description}": {1, 0}, "${cart.itemBrand}": {1, 0}, "<description>": {1, 0}, "{email}": {1, 0},
	} {
		r := partnerRun(t, Config{Closed: true})
		r.Add(otpCall(spec.CreatePurchases, `{"items":[{"item_description":"`+text+`"}]}`, `{}`))
		require.Equal(t, is.failed, r.findings.at(obligation{spec.CreatePurchases, "items.#.item_description"}).failed, text)
		require.Equal(t, is.noted, r.undocumented.seen[obligation{spec.CreatePurchases, noted}], text)
	}
	for text, is := range map[string]bool{
		"<brand>": true, "{employer}": true, "<BUSINESS_NAME>": true, "Brand: {{brand}}": true, "$item_code": true,
		"<Zebra>": false, "${5}": false, "$avvy": false, "100% value 50% off": false,
	} {
		require.Equal(t, is, isUnfilled(text), text)
	}
}

// TestAnItemWithBothSpellings holds that each spelling of a description is a string, and
// that two which differ are noted.
func TestAnItemWithBothSpellings(t *testing.T) {
	const what = "an item with two descriptions, one in each spelling"
	for both, is := range map[string]struct{ failed, noted int }{
		`"item_description":"A","item_decriptionn":"A"`:  {},
		`"item_description":"A","item_decriptionn":"B"`:  {0, 1},
		`"item_description":"A","item_decriptionn":5`:    {1, 1},
		`"item_description":null,"item_decriptionn":"B"`: {1, 1},
		`"item_decriptionn":"B"`:                         {},
	} {
		r := partnerRun(t, Config{Closed: true})
		r.Add(otpCall(spec.CreatePurchases, `{"items":[{`+both+`}]}`, `{}`))
		require.Equal(t, is.failed, r.findings.at(obligation{spec.CreatePurchases, "items.#.item_description"}).failed, both)
		require.Equal(t, is.noted, r.undocumented.seen[obligation{spec.CreatePurchases, what}], both)
	}
}

// TestManyPlaceholdersTakeLittleTime holds that what is wrong with a long order is not
// looked for again at each of its items.
func TestManyPlaceholdersTakeLittleTime(t *testing.T) {
	testsize.SkipIfShort(t) // one goroutine, and much work
	const item = `{"item_type":"tv","item_brand":"<BRAND>","store_key":"k","delivery_option":"store_delivery","preferred_option":"delivery","item_description":"A",` +
		`"item_decriptionn":1,"facility_plan":"provider_regular_plan","item_code":"{{c}}","item_value":1},`
	r := partnerRun(t, Config{Closed: true})
	order := otpCall(spec.CreatePurchases, `{"customer_id":"`+anID+`","order_id":1,"items":[`+strings.TrimSuffix(strings.Repeat(item, 10_000), ",")+`]}`, `{}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r.Add(order)
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<30), "the list of items was read again for every item")
	for _, name := range []string{"item_brand", "item_code", "item_description"} {
		require.Positive(t, r.findings.at(obligation{spec.CreatePurchases, "items.#." + name}).failed, name)
	}
}

func TestWhatOTPRequestsSayOddlyIsNoted(t *testing.T) {
	r := partnerRun(t, Config{Closed: true})
	for _, call := range []*recording.Exchange{
		otpCall(spec.SendOTP, `{"id_number":"1","phone_number":"722100417","first_name":"Kil\ud83d","country_code":"Kenya"}`, `{}`),
		otpCall(spec.VerifyOTP, `{"id_number":"1","phone_number":"+254722100417","item_value":"10","otp":"111111"}`, `{}`),
		otpCall(spec.SendOTP, `{"id_number":"2","phone_number":"254722100418","country_code":"KE"}`, `{}`),
		otpCall(spec.VerifyOTP, `{"id_number":"2","phone_number":"0722100418","item_value":"10","otp":"111111"}`, `{}`),
	} {
		r.Add(call)
	}
	for _, what := range []string{
		"a letter that was lost (U+FFFD) in first_name", "a country_code that is none of ISO 3166-1", "a phone_number without the country code that a later request has",
	} {
		require.Equal(t, 1, r.undocumented.seen[obligation{spec.SendOTP, what}], what)
	}
}
