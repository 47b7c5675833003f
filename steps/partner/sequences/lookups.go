package sequences

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// lookups are the lookups whose values have the right form. A value may still be another detail of
// a customer, as any earlier or later request or response of the recording can show.
type lookups struct {
	seen   *Comparisons
	held   []lookupHeld
	others map[string]string // the member that other requests have a value as, by value
}

// otherMembers are members whose values are no identifier of a customer.
var otherMembers = map[string][]string{
	spec.SendOTP: {"country_code"}, spec.VerifyOTP: {"otp", "item_value"}, spec.CreatePurchases: {"order_id", "items.#.item_code", "items.#.item_value"},
	spec.CreateLimit: {"country_code", "loan_amount", bodies.Employed + ".employer", bodies.SelfEmployed + ".business_name"},
}

// learn keeps what other members of a request have.
func (l *lookups) learn(q *requests.Request) {
	for _, member := range otherMembers[q.Endpoint] {
		for _, value := range q.Each(member) {
			if text := value.String(); (len(text) >= minTotal || member == "country_code") && !q.IsCut(text) && len(l.others) < requests.MaxKept {
				l.others[strings.Clone(text)] = bodies.LastName(member)
			}
		}
	}
}

// otherMember returns the member that all lookups by a field have the value of, or "". One such value
// may be chance.
func (l *lookups) otherMember(field string) (member string) {
	values := make(map[string]bool)
	for _, h := range l.held {
		if h.field != field {
			continue
		}
		isOwn := h.found || l.seen.People.HasID(h.value) || l.seen.People.HasPhone(h.value) || l.seen.settings.Issued.Members.Has(h.value)
		if member = l.others[h.value]; member == "" || isOwn {
			return ""
		}
		values[h.value] = true
	}
	if len(values) < minOwners {
		return ""
	}
	return member
}

type lookupHeld struct {
	field, value string
	fail         func(expected, actual string)
	found        bool // the lookup itself returned the value as memberId
}

// Hold keeps a lookup until the recording ends. prepare keeps its failure, and the function that it
// returns reports it. Hold reports whether the lookup is already known to be wrong.
func (l *lookups) Hold(field, value string, isFound bool, prepare func() func(expected, actual string)) (isWrong bool) {
	now := lookupHeld{field: strings.Clone(field), value: strings.Clone(value), found: isFound}
	_, actual, _ := now.misfit(l.seen)
	if len(l.held) < requests.MaxKept {
		now.fail = prepare()
		l.held = append(l.held, now)
	}
	return actual != ""
}

// few is the part of all lookups by one field that may have a value from the wrong box.
const few = 8

// end judges the lookups that were kept. A clerk may type a detail into the wrong box, so one such
// value beside right ones of the same field is only noted, and so are a few beside many. Nobody types an
// id that the service returned.
func (l *lookups) end() {
	right, wrong, slips := make(map[string]int), make(map[string]int), make(map[string]map[string]bool)
	for _, h := range l.held {
		switch _, actual, isTyped := h.misfit(l.seen); {
		case actual == "":
			right[h.field]++
		case isTyped:
			wrong[h.field]++
			if slips[h.field] == nil {
				slips[h.field] = make(map[string]bool)
			}
			slips[h.field][h.value] = true
		}
	}
	isNumber, other := l.areNumbers(), make(map[string]string)
	for field := range right {
		other[field] = l.otherMember(field)
	}
	for _, h := range l.held {
		switch expected, actual, isTyped := h.misfit(l.seen); {
		case actual == "" && other[h.field] != "":
			h.fail("the value of "+h.field, "what other requests have as "+other[h.field]+", as in all lookups by "+h.field)
		case actual == "" && isNumber && h.field == "memberId":
			h.fail("a memberId that the service returned", "a phone_number or an id_number of other requests, as in all lookups by memberId")
		case actual == "":
		case isTyped && len(slips[h.field]) == 1 && wrong[h.field] <= right[h.field]:
			l.seen.note(spec.CustomerLookup, actual+" as "+h.field+", once beside other values")
		case isTyped && few*wrong[h.field] <= right[h.field]:
			l.seen.note(spec.CustomerLookup, actual+" as "+h.field+", beside many other values")
		default:
			h.fail(expected, actual)
		}
	}
	l.held = nil
}

// areNumbers reports whether all lookups by memberId have a phone number or an id number that other
// requests have as such, and there are several. The specification does not say which ids the
// operator gives. But a fresh service returned no such id, so the build cannot know it (2.10).
func (l *lookups) areNumbers() bool {
	const several = 2
	s, values := l.seen, make(map[string]bool)
	for _, h := range l.held {
		if h.field != "memberId" {
			continue
		}
		if !s.People.HasID(h.value) && !s.People.HasPhone(h.value) || h.found || s.settings.Issued.Members.Has(h.value) {
			return false
		}
		values[h.value] = true
	}
	return s.settings.IsClosed && len(values) >= several
}

// unclearLookups says which lookups other requests would decide: those by an id with a text without a
// digit that is no known id, which may be a name, and those by a phone number that is also an id
// number.
type unclearLookups struct{ names, phones bool }

func (l *lookups) unclear() (how unclearLookups) {
	people := l.seen.People
	for _, h := range l.held {
		isText := !strings.ContainsAny(h.value, "0123456789") && !h.found && !people.HasID(h.value)
		how.names = how.names || isText && slices.Contains(formats.IDFields, h.field)
		how.phones = how.phones || slices.Contains(formats.PhoneFields, h.field) && people.IsPhoneOf(h.value) && (people.HasID(h.value) || !formats.IsMobile(h.value))
	}
	return how
}

// misfit returns what a field should contain and what it contains. Both are "" if the value is
// possible for the field. The last result reports whether a person may have typed the value.
func (h *lookupHeld) misfit(s *Comparisons) (expected, actual string, isTyped bool) {
	if expected, actual = formats.WrongForField(h.field, h.value, s.settings.Issued.Items, nil); actual != "" {
		return expected, actual, formats.IsOfOtherBox(h.field, h.value)
	}
	if expected, actual = h.otherID(s); actual != "" {
		return expected, actual, h.field == "memberId" && !judgement.IsUUID(h.value)
	}
	if expected, actual = s.otherDetail(h.field, h.value); actual != "" {
		return expected, actual, !judgement.IsUUID(h.value)
	}
	return "", "", false
}

// otherID finds an id that the service did not return as the id of a member, and a memberId for
// which the service returned another one.
func (h *lookupHeld) otherID(s *Comparisons) (expected, actual string) {
	if !slices.Contains(formats.IDFields, h.field) {
		return "", ""
	}
	isMember := s.settings.Issued.Members.Has(h.value)
	if other := s.settings.Issued.Others.OfNoMember(h.value); other != "" && !h.found && !isMember && !s.settings.Issued.Customers[strings.ToLower(h.value)] {
		return "the id of a customer, as queryFieldEnum says", "what the service returned as " + other
	}
	switch {
	case h.field == "memberId":
		return s.settings.Issued.Members.Other(h.value)
	case isMember && judgement.IsUUID(h.value):
		return ofAnID, "the memberId of a customer"
	}
	return "", ""
}

// otherDetail finds a value that requests and answers show to be another detail of a customer. The
// ids that the operator gives may look like a phone number or an id number. So for a memberId that
// is only noted, unless the service returned another one.
func (s *Comparisons) otherDetail(field, value string) (expected, actual string) {
	isID, isNumberOfID := slices.Contains(formats.IDFields, field), field == "NATIONAL_ID" || field == "PASSPORT"
	isNumber := s.People.HasID(value)
	switch {
	case isID && !isNumber && s.Lookups.isStoreKey(value):
		return "an id, as queryFieldEnum says", "the store key"
	case isNumberOfID && !isNumber && (s.Lookups.others[value] == "country_code" || isCountryCode(value)):
		return ofAnID, "a country code"
	case slices.Contains(formats.PhoneFields, field) && s.People.HasBirth(value):
		return "a phone number, as queryFieldEnum says", "the date_of_birth of a customer"
	case isNumber && slices.Contains(formats.PhoneFields, field) && !s.People.IsPhoneOf(value):
		return "a phone number, as queryFieldEnum says", "the id_number of a customer"
	case isNumber: // whatever else it is
		return "", ""
	case isID && s.People.HasName(value) && !s.settings.Issued.Customers[strings.ToLower(value)]:
		return "an id, as queryFieldEnum says", "the name of a customer"
	case isNumberOfID && judgement.IsUUID(value) && s.settings.Issued.Customers[strings.ToLower(value)]:
		return ofAnID, "the id of a customer"
	case isID && s.People.HasBirth(value):
		return "an id, as queryFieldEnum says", "the date_of_birth of a customer"
	case isNumberOfID && s.People.IsDialled(value):
		return ofAnID, "the phone_number of a customer"
	case isNumberOfID && formats.IsInternationalPhone(value):
		return ofAnID, "a phone number in international form"
	}
	return "", ""
}

// isCountryCode reports whether a value has the form of a country code (section 2.4), which no number
// of an ID has.
func isCountryCode(value string) bool {
	return (len(value) == 2 || len(value) == 3) && strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// isStoreKey reports whether a value is the store key. A test may have a short one.
func (l *lookups) isStoreKey(value string) bool {
	return len(value) >= minNumber && (value == l.seen.settings.StoreKey || value == l.seen.store)
}

const ofAnID = "the number of an ID, as queryFieldEnum says"
