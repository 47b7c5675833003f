package partner

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// These rules find the texts that a program writes for a missing value, and texts that were damaged
// on their way. A template that was not filled in is never a value. A word such as null may be one:
// people are called Null. Damage to a text is only noted, because no section says how a text is
// written.

// freeTexts are the members in which people write what they like (sections 2.2, 2.5 and 2.6).
var freeTexts = map[string]bool{
	"items.#.item_brand": true, "items.#.item_description": true, bodies.Employed + ".employer": true, bodies.SelfEmployed + ".business_name": true,
}

// isUnfilled reports whether a text is a template. In doubt, it is one only if the text in its
// brackets is the name of a member. An article may be called <new>.
func isUnfilled(value string) bool {
	return formats.IsCertainTemplate(value) || slices.ContainsFunc(formats.NamesInTemplates(value), bodies.IsName)
}

// texts are the members whose meaning the tables give, but not their form (sections 2.2, 2.4 to
// 2.6, 4.1, 4.2).
var texts = map[string][]string{
	spec.SendOTP:   {"id_number", "first_name", "last_name"},
	spec.VerifyOTP: {"id_number"},
	spec.CreateLimit: {
		"first_name", "last_name", "id_number", bodies.Employed + ".employer", bodies.SelfEmployed + ".business_name",
		bodies.SelfEmployed + ".business_location", bodies.SelfEmployed + ".business_industry",
	},
	spec.CreatePurchases: {"items.#.item_brand", "items.#.item_description", "items.#.item_code"},
}

// minToken is the minimum length of a token that is searched for in texts. A test may have a word
// as its token.
const minToken = 12

// isToken reports whether a text is the access token: the one of the request, or the one that the
// partner was given.
func isToken(q *request, text string) bool {
	_, token, _ := strings.Cut(strings.TrimSpace(q.exchange.Request.Header.Get("Authorization")), " ")
	return text == strings.TrimSpace(token) || text == q.run.cfg.Token
}

// addMisplaced adds faults for texts that are the access token, or the id of a customer or an item
// (sections 2.3, 2.8 and 5). Nobody types such a text.
func addMisplaced(q *request) {
	for _, name := range texts[q.Endpoint] {
		if name == "id_number" || hiddenBy(&q.Body, name) != "" {
			continue // a rule of its own judges it
		}
		for path, value := range q.Each(name) {
			text := strings.TrimSpace(value.Str)
			id := strings.ToLower(text)
			switch {
			case text == "" || q.IsCut(text) || q.IsFaulty(name, path) || len(q.Faulty[name]) >= maxFailures:
			case len(text) >= minToken && isToken(q, text):
				addFault(q, name, path, "the "+bodies.LastName(name), "the access token")
			case name != "items.#.item_code" && (q.run.issued.customers[id] || q.run.issued.items[id]):
				addFault(q, name, path, "the "+bodies.LastName(name), "an id that the service returned")
			}
		}
	}
}

// addStatuses adds a fault for each facility_status that is the id of its item (section 4.8), or the
// documented status in another spelling (section 3). The full list of statuses is not shown, but nobody gives
// an item its id as a status, and no service has two statuses that differ only in case or in signs.
func addStatuses(q *request) {
	const status = "items.#.facility_status"
	if q.Endpoint != spec.UpdatePurchases || hiddenBy(&q.Body, status) != "" {
		return
	}
	for path, value := range q.Each(status) {
		if value.Type != gjson.String || q.IsCut(value.Str) || q.IsFaulty(status, path) || len(q.Faulty[status]) >= maxFailures {
			continue
		}
		switch id := q.Get(strings.TrimSuffix(path, "facility_status") + "id").String(); {
		case formats.IsMisspelt(value.Str, spec.CollectedByAgent):
			addFault(q, status, path, spec.CollectedByAgent+", exactly as it is documented", "this status in another spelling")
		case isItsID(value.Str, id):
			addFault(q, status, path, "a status", "the id of the item")
		}
	}
}

// isItsID reports whether the status of an item is the id of the item.
func isItsID(status, id string) bool {
	const least = 4
	status = strings.TrimSpace(status)
	return len(status) >= least && strings.ContainsAny(status, "0123456789") && strings.EqualFold(status, strings.TrimSpace(id))
}

// noteTexts notes texts that may be placeholders or that were damaged. It does not note the texts
// themselves, which may be personal.
func noteTexts(q *request) {
	for _, name := range texts[q.Endpoint] {
		for path, value := range q.Each(name) {
			if value.Type != gjson.String || q.IsCut(value.Str) || formats.IsTemplate(value.Str) && q.IsFaulty(name, path) {
				continue // the failure says what it is
			}
			if freeTexts[name] && formats.IsTemplate(value.Str) {
				noteOf(q, "what may be a placeholder in "+name)
				continue
			}
			if what := formats.Damage(value.Str); what != "" {
				noteOf(q, what+" in "+name)
			}
		}
	}
}
