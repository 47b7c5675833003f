package sequences

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// noteSystematic takes the members that a person may fill in like this once, and only a program
// fills in like this for all customers, orders or items.
func (s *Comparisons) noteSystematic(q *requests.Request) {
	switch q.Endpoint {
	case spec.SendOTP, spec.CreateLimit:
		s.noteNames(q)
		s.misplaced.noteNumbers(q)
		noteSwappedNumbers(s, q)
		s.noteDefaultBirth(q)
		s.noteCountryCode(q)
		s.noteLoan(q)
	case spec.CreatePurchases:
		s.noteCodesAndPrices(q)
		s.noteLoanOrder(q)
		s.noteSeveral(q)
	case spec.UpdatePurchases:
		s.noteStatuses(q)
	}
}

func (s *Comparisons) noteNames(q *requests.Request) {
	for _, member := range []string{"first_name", "last_name"} {
		name := q.Sound(member)
		if name == "" {
			continue
		}
		var details []detail
		switch {
		case formats.IsNotApplicable(name) && !formats.IsNotApplicable(q.Sound(otherName[member])): // some people have one name
		case formats.IsPlaceholderText(name): // one person may have such a name
			details = append(details, detail{"a word for no value", personOf(q)})
		case len(name) > 2 && strings.HasPrefix(name, `"`) && strings.HasSuffix(name, `"`):
			details = append(details, detail{"a text in quotes", name})
		case len(name) >= minNumber && judgement.Digits(name) == name:
			details = append(details, detail{"a number", name})
		case slices.Contains([]string{"male", "female"}, strings.ToLower(name)):
			details = append(details, detail{"a gender", personOf(q)})
		}
		s.misplaced.see(q, member, aName, details)
		s.misplaced.noteBothNames(q, member, name)
	}
}

// aName is what a first_name or a last_name is (sections 2.4 and 4.1).
const aName = "a name, as the ID has it"

// noteBothNames takes a name that may contain the other one, too.
func (m misplacedValues) noteBothNames(q *requests.Request, member, name string) {
	other := strings.TrimSpace(q.Sound(otherName[member]))
	if other == "" {
		return
	}
	var details []detail
	isOneName := strings.EqualFold(name, other) && strings.Contains(strings.TrimSpace(name), " ") // both are "Amina Otieno"
	if isOneName || hasBothNames(name, other) {
		details = append(details, detail{"both names of the customer", personOf(q)})
	}
	m.seeAs(q, q.Endpoint+" "+member+" with both names", member, aName, details)
}

// otherName is the other name of a customer, by member.
var otherName = map[string]string{"first_name": "last_name", "last_name": "first_name"}

// hasBothNames reports whether a name begins or ends with the other name of the customer, and has more.
func hasBothNames(name, other string) bool {
	name, other = strings.ToLower(name), strings.ToLower(other)
	return strings.HasPrefix(name, other+" ") || strings.HasSuffix(name, " "+other)
}

// noteNumbers takes an id number that is a word or a code of the same request, and a phone number that
// is the date of birth or has no country code (2.4, 4.1). The form of an id number is not shown, but the gender of a customer
// is not the number of their ID.
func (m misplacedValues) noteNumbers(q *requests.Request) {
	if phone := q.Sound("phone_number"); phone != "" {
		var details []detail
		switch {
		case formats.IsDate(phone, q.Text("date_of_birth")):
			details = []detail{{"the date_of_birth of the customer", personOf(q)}}
		case q.Endpoint == spec.SendOTP && formats.LacksCountryCode(phone):
			details = []detail{{"a number without a country code", phone}}
		}
		if len(details) > 0 || !q.HasFault("date_of_birth") {
			m.see(q, "phone_number", "the number of the customer's phone", details)
		}
	}
	id := q.Sound("id_number")
	if id == "" || q.Text("gender")+q.Text("country_code") == "" { // the request of a known customer has neither (4.1)
		return
	}
	var details []detail
	owner := q.Text("phone_number") + " " + q.Text("first_name") + " " + q.Text("last_name")
	for _, member := range []string{"gender", "marital_status", "country_code"} {
		if strings.EqualFold(id, strings.TrimSpace(q.Text(member))) {
			details = append(details, detail{"the " + member + " of the customer", owner})
		}
	}
	if len(details) == 0 && judgement.Digits(id) == "" && strings.IndexFunc(id, func(r rune) bool { return r > unicode.MaxASCII }) < 0 { // other scripts have digits of their own
		details = append(details, detail{"a text without a digit", owner})
	}
	m.see(q, "id_number", "the number of the customer's ID", details)
}

// noteSwappedNumbers takes the numbers of a limit. Earlier requests may have the id number as a phone number,
// and the phone number as an id number (2.4, 4.1).
func noteSwappedNumbers(s *Comparisons, q *requests.Request) {
	id, phone := q.Sound("id_number"), q.Sound("phone_number")
	if q.Endpoint != spec.CreateLimit || id == "" || phone == "" || formats.IsOneNumber(id, phone) {
		return
	}
	var details []detail
	if s.People.HasPhone(id) && s.People.HasID(judgement.Digits(phone)) {
		details = []detail{{"the phone_number of other requests", id}}
	}
	s.misplaced.seeAs(q, q.Endpoint+" id_number of a phone", "id_number", "the number of the customer's ID", details)
}

// noteDefaultBirth takes the day that a program has for an unset date.
func (s *Comparisons) noteDefaultBirth(q *requests.Request) {
	birth := q.Sound("date_of_birth")
	if birth == "" {
		return
	}
	var details []detail
	if birth == "01/01/1970" {
		details = append(details, detail{"the first day of the clock of computers", personOf(q)})
	}
	s.misplaced.see(q, "date_of_birth", "the day of birth, as the ID has it", details)
}

// noteCountryCode takes the country of an OTP request. Section 4.1 shows a code only as an example.
// But a store that has the code of section 2.4 in its limits knows it.
func (s *Comparisons) noteCountryCode(q *requests.Request) {
	code := strings.TrimSpace(q.Sound("country_code"))
	isCode := s.settings.IsCountry(strings.ToUpper(code))
	switch {
	case code == "":
	case q.Endpoint == spec.CreateLimit:
		s.isCountryKnown = s.isCountryKnown || isCode
	default:
		var details []detail
		if !isCode {
			details = append(details, detail{noCountry, personOf(q)})
		}
		s.misplaced.see(q, "country_code", "a country code of ISO 3166-1, as in the limits", details)
	}
}

const noCountry = "no country code of ISO 3166-1"

// isOTP reports whether a number is an OTP that the service sent. A number has no leading zeros.
func (s *Comparisons) isOTP(number string) bool {
	const digits = 6
	return len(number) >= minTotal && len(number) <= digits && s.settings.Issued.OTPs[strings.Repeat("0", digits-len(number))+number]
}

// noteCodesAndPrices takes the codes and the prices of an order.
func (s *Comparisons) noteCodesAndPrices(q *requests.Request) {
	for path, code := range q.Each("items.#.item_code") {
		text := strings.TrimSpace(code.Str)
		if text == "" || q.IsCut(text) {
			continue
		}
		item := strings.TrimSuffix(path, "item_code")
		details := lostLetters(text, text)
		switch {
		case text == q.Get(item+"item_type").Str:
			details = append(details, detail{"the item_type", text})
		case text == strings.TrimSpace(q.Get(item+"item_brand").Str):
			details = append(details, detail{"the item_brand", text})
		case len(text) >= minTotal && text == q.Get(item+"item_value").String():
			details = append(details, detail{"the item_value", text})
		case isJSON(text):
			details = append(details, detail{"a text in JSON", text})
		}
		s.misplaced.see(q, path, "the unique identifier of the item", details)
	}
	order := q.Get("order_id").String()
	for path, price := range q.Each("items.#.item_value") {
		var details []detail
		if len(order) >= minTotal && price.String() == order {
			details = append(details, detail{asOrderID, order})
		}
		s.misplaced.see(q, path, "the price of the item", details)
	}
}

// isJSON reports whether a text is a text, a list or an object as JSON writes it.
func isJSON(text string) bool {
	return len(text) > 2 && strings.ContainsAny(text[:1], `"[{`) && strings.Contains(text, `"`) && gjson.Valid(text)
}

// lostLetters returns the loss of letters that a text shows. One article may be about such a sign.
func lostLetters(text, code string) []detail {
	switch {
	case formats.WhatLost(text) != "":
		return []detail{{"a text with letters that were lost or read in another encoding", code}}
	case formats.HasQuestionInWord(text):
		return []detail{{"a text with letters that were lost or read in another encoding", text}}
	}
	return nil
}

// escaped returns how a program escaped a text, which one article may be about.
func escaped(text string) []detail {
	if what := formats.WhatEscaped(text); what != "" {
		return []detail{{what, text}}
	}
	return nil
}

// translationKey matches the key of a text that was not translated.
var translationKey = regexp.MustCompile(`^[a-z]\w*(\.[\w-]+)*\.(label|title|name|brand|description|item_brand|item_description)(\.\w+)*$`)

// notText returns what the text of an item is that is no text: a word for no value, the key of a
// translation, or a value that the tables give for another member. A store may have no brand for an
// article, and write None or N/A. A brand may begin with this word, or be called Array.
func notText(member, text, brand, code string) []detail {
	isBrand := member == "item_brand" && (text == "None" || text == "Array" || formats.IsNotApplicable(text)) || brand != "None" && strings.HasPrefix(brand, "None")
	switch {
	case formats.IsPlaceholderText(text) && !isBrand && formats.MayBeTitle(text):
		return []detail{{"a word for no value", text}} // all articles may have it
	case formats.IsPlaceholderText(text) && !isBrand:
		return []detail{{"a word for no value", code}}
	case translationKey.MatchString(text):
		return []detail{{"the key of a translation", code}}
	case otherValues[text] != "":
		return []detail{{otherValues[text], code}}
	}
	return nil
}

// otherValues are values that the tables give for other members (2.2, 2.8). The full list of
// statuses is not shown, so one of them may be a status of one item.
var otherValues = map[string]string{
	"customer_store_pickup": "a delivery_option", "customer_provider_pickup": "a delivery_option", "store_delivery": "a delivery_option",
	"provider_delivery": "a delivery_option", "agent_delivery": "a delivery_option", "provider_regular_plan": "a facility_plan", "limit_active": "a credit_limit_status",
	"pick_up": "a preferred_option",
}

// noteStatuses takes the statuses of an update.
func (s *Comparisons) noteStatuses(q *requests.Request) {
	for path, status := range q.Each("items.#.facility_status") {
		if status.Type != gjson.String || q.IsCut(status.Str) {
			continue
		}
		of := itemOf(s, q, path)
		var details []detail
		switch what, text := otherValues[strings.TrimSpace(status.Str)], strings.ToLower(strings.TrimSpace(status.Str)); {
		case what != "":
			details = append(details, detail{what, of})
		case formats.IsPlaceholderText(status.Str):
			details = append(details, detail{"a word for no value", of})
		case s.settings.Issued.Items[text]:
			details = append(details, detail{"the id of an item", of})
		case text != "" && text == strings.ToLower(strings.TrimSpace(q.Get(strings.TrimSuffix(path, "facility_status")+"id").String())):
			details = append(details, detail{"what is in the place of the item's id", of})
		}
		s.misplaced.see(q, path, "a status", details)
	}
}

// itemOf returns the item that a member of an update is about: its id or, if the id is wrong, its
// place in the recording. Without an id, several updates cannot be about one item.
func itemOf(s *Comparisons, q *requests.Request, path string) string {
	id := strings.ToLower(q.Get(path[:strings.LastIndexByte(path, '.')] + ".id").String())
	if !judgement.IsUUID(id) || s.settings.IsClosed && !s.settings.Issued.Items[id] {
		return q.Exchange.ID + " " + path
	}
	return id
}

// noteSeveral keeps the items of an order with several items.
func (s *Comparisons) noteSeveral(q *requests.Request) {
	if !q.IsServed() {
		return
	}
	records := gjson.GetBytes(q.Exchange.Response.Body, "data").Array()
	for _, record := range records {
		if id := record.Get("id").String(); len(records) > 1 && len(s.several) < requests.MaxKept*10 {
			s.several[strings.ToLower(id)] = true
		}
	}
}

// notePath compares the id in the path of an update with the items of its body. Section 4.8 gives the
// same items in both. The only item of an order may be in the path for another reason.
func (s *Comparisons) notePath(q *requests.Request, id string, named map[string]bool) {
	switch {
	case !named[id] && s.settings.Issued.Items[id] && !areIssued(s, named): // a damaged id has a rule of its own
	case !named[id] && s.settings.Issued.Items[id]:
		s.misplaced.seeIn(q, q.Endpoint+" items", "items", "the item in the path", []detail{{"not the item in the path", id + " " + slices.Min(slices.Collect(maps.Keys(named)))}}, "in all requests")
	case !named[id]: // another rule judges an unknown id
	case s.several[id]:
		s.misplaced.seeIn(q, q.Endpoint+" items", "items", "the item in the path", nil, "in all requests")
	}
}

// areIssued reports whether the service returned the ids of all items.
func areIssued(s *Comparisons, items map[string]bool) bool {
	for id := range items {
		if !s.settings.Issued.Items[id] {
			return false
		}
	}
	return true
}

// headerTime is a Timestamp that may be a date of birth, or none that is such a date.
type headerTime struct {
	value string
	fail  func()
}

// noteBirthAsTime takes a Timestamp. The customers may become known later.
func (s *Comparisons) noteBirthAsTime(q *requests.Request) {
	value := strings.TrimSpace(q.Exchange.Request.Header.Get("Timestamp"))
	if value == "" || q.IsCut(value) || len(s.times) >= requests.MaxKept {
		return
	}
	now := headerTime{value: strings.Clone(value)}
	if (strings.Count(value, "/") == 2 || formats.DayOfDate(value) != "") && len(s.times) < requests.MaxFails {
		now.fail = q.DeferFailure("header Timestamp", "the time of the request", "the Timestamp is the date_of_birth of a customer, and so in all requests")
	}
	s.times = append(s.times, now)
}

// endBirthsAsTime reports the Timestamps if all are dates of birth of customers.
func (s *Comparisons) endBirthsAsTime() {
	days := make(map[string]bool)
	for _, t := range s.times {
		if !s.People.HasBirth(cmp.Or(formats.DayOfDate(t.value), t.value)) {
			return
		}
		days[t.value] = true
	}
	if len(days) < minOwners {
		return
	}
	for _, t := range s.times {
		if t.fail != nil {
			t.fail()
		}
	}
}

// personOf distinguishes the customers of requests, also if all have one id number or one phone.
func personOf(q *requests.Request) string {
	return q.Text("id_number") + " " + formats.PhoneDigits(q.Text("phone_number"))
}
