package partner

import (
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// What a program writes where it has no value, or makes of a text on its way. A template
// that nobody filled in is never a value. A word such as null may be one: people are
// called Null. Damage to a text is noted only: no section says how a text is written.

// freeTexts are those in which people write what they like (sections 2.2, 2.5 and 2.6).
var freeTexts = map[string]bool{
	"items.#.item_brand": true, "items.#.item_description": true, ofTheEmployed + ".employer": true, ofTheSelfEmployed + ".business_name": true,
}

// isTemplateOf tells a template in a free text: what is in its brackets is the name of a
// member. An article may be called <new>.
func isTemplateOf(member, value string) bool {
	if !formats.IsTemplate(value) || formats.IsCertainTemplate(value) {
		return formats.IsTemplate(value)
	}
	named := lettersOf(value)
	_, short, _ := strings.Cut(lastName(member), "_")
	return named != "" && named == lettersOf(short) || memberWords[named] || memberWords[lettersOf(value[strings.LastIndexByte(value, '.')+1:])]
}

// memberWords are the members of all request bodies, as lettersOf writes them.
var memberWords = func() map[string]bool {
	all := make(map[string]bool)
	for _, names := range members {
		for _, name := range names {
			all[lettersOf(lastName(name))] = true
		}
	}
	return all
}()

func lastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// lettersOf are what the ways to write a name have in common: item_brand, itemBrand and
// ITEM BRAND.
func lettersOf(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// texts are the members of which the tables say what they are and not how they look
// (sections 2.2, 2.4 to 2.6, 4.1, 4.2).
var texts = map[string][]string{
	spec.SendOTP:   {"id_number", "first_name", "last_name"},
	spec.VerifyOTP: {"id_number"},
	spec.CreateLimit: {
		"first_name", "last_name", "id_number", ofTheEmployed + ".employer", ofTheSelfEmployed + ".business_name",
		ofTheSelfEmployed + ".business_location", ofTheSelfEmployed + ".business_industry",
	},
	spec.CreatePurchases: {"items.#.item_brand", "items.#.item_description", "items.#.item_code"},
}

// noteTexts notes texts that may stand for no value, or that were damaged. The texts
// themselves may be personal, and are not noted.
func noteTexts(q *request) {
	for _, name := range texts[q.endpoint] {
		for path, value := range q.each(name) {
			if value.Type != gjson.String || q.cut(value.Str) {
				continue
			}
			if freeTexts[name] && formats.IsTemplate(value.Str) && !q.isFaulty(name, path) {
				noteOf(q, "what may be a placeholder in "+name)
				continue
			}
			if what := formats.Damage(value.Str); what != "" {
				noteOf(q, what+" in "+name)
			}
		}
	}
}
