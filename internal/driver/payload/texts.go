package payload

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// These are texts that every target takes: they have letters, digits and spaces only, because which
// other characters a target takes is not shown (section 7). Two brands differ only in case, because
// a table of brands may take them for one.
var (
	brands       = []string{"Sonara", "SONARA", "Kilele", "Bahari", "bahari", "Twiga Electronics", "Simba and Co"}
	descriptions = []string{"64 GB black", "with a 2 year guarantee", "dual SIM", "energy class A", "refurbished grade A"}
)

// PlainTexts returns a brand and a description that every target takes.
func PlainTexts(rng *rand.Rand) (brand, description string) {
	return brands[rng.IntN(len(brands))], descriptions[rng.IntN(len(descriptions))]
}

// LongText is a description that is longer than many programs expect, and that the specification
// does not forbid.
func LongText() string { return strings.Repeat("a sturdy thing, well made, ", 156) + "end" }

// LongName is a last name that is longer than the columns of many tables, and that the
// specification does not forbid.
func LongName() string {
	return "van der Berg " + strings.Repeat("Wolfeschlegelsteinhausenbergerdorff-", 7) + "Rosenthal"
}

// UnusualItem says whether items have unusual texts, and which top-up they have; "" is none.
type UnusualItem struct {
	Texts bool
	Topup string
}

// UnusualItems are the unusual items that a target is tried with, until it takes one. A top-up with
// cents has a reference with letters, and a whole one has a reference of digits: a target may take only
// one of them, because the meaning of both is not shown (section 2.1).
var UnusualItems = []UnusualItem{{true, centTopup}, {true, wholeTopup}, {true, ""}, {false, centTopup}, {false, wholeTopup}}

const centTopup, wholeTopup = "2.50", "25"

// leastWithTopup is the price of the cheapest item that gets a top-up.
const leastWithTopup = 100

// Each of these texts contains all unusual characters: a target that takes one brand or one
// description takes the other. A description also contains a no-break space. A brand has at most
// 20 characters, and a description at most 30, because a target may bound both (section 8).
var (
	unusualBrands       = []string{`D'Čik <"小米"> & ö𝒜😀`, `S'ñe & <"电子"> č𝒜😀`}
	unusualDescriptions = []string{`10" Ταβ т'«ñ» – & <𝒜> 5 % 😀ทटש`, `тв 55" & ß's «ω» – <𝒜> 5% 😀ทटש`}
)

// Change gives an item the unusual texts and the top-up. The specification does not say what a
// top-up means. A later response must only show it in the same way as create did.
func (u UnusualItem) Change(details map[string]any, price int64, rng *rand.Rand) {
	if u.Texts {
		details["item_brand"] = unusualBrands[rng.IntN(len(unusualBrands))]
		details["item_description"] = unusualDescriptions[rng.IntN(len(unusualDescriptions))]
	}
	code := fmt.Sprint(details["item_code"])
	switch topup := u.Topup; {
	case price < leastWithTopup: // a target may take none that is worth as much as the item
	case topup == centTopup:
		details["item_topup"], details["topup_ref"] = u.Topup, "TOPUP-"+code
	case topup == wholeTopup:
		details["item_topup"], details["topup_ref"] = u.Topup, "7"+code[max(0, len(code)-5):]
	}
}
