package partner

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/ids"
)

// lookups are those of a day whose values have the right form. A value may be another detail
// of a customer, as any request or answer of the day shows, be it an earlier or a later one.
type lookups struct{ held []lookupHeld }

type lookupHeld struct {
	field, value string
	fail         func(expected, actual string)
	found        bool // the lookup itself returned the value as memberId
}

// hold keeps a lookup until the day is over. What is known to be wrong already is answered
// as such.
func (l *lookups) hold(q *request, field, value string) {
	now := lookupHeld{field: strings.Clone(field), value: strings.Clone(value), found: q.exchange.Response != nil && ids.FindsMember(q.exchange.Response.Body, value)}
	if _, actual, _ := now.misfit(q.run); actual != "" {
		q.flawed = true
	}
	if len(l.held) == maxSendings {
		return
	}
	found, isForm := q.run.findings.at(obligation{q.endpoint, fitObligation}), q.run.formTrace.form
	at := placed(q, misfit(now.field, "", ""))
	now.fail = func(expected, actual string) {
		f := at
		f.Expected, f.Actual = expected, actual
		if isForm != "" {
			f.Actual += ", only with responses in the form " + isForm
		}
		found.fail(f)
	}
	l.held = append(l.held, now)
}

// end judges what was held. A clerk may type a detail into the wrong box: one such value
// beside right ones of the same field is noted. An id that the service gave nobody types.
func (l *lookups) end(r *Run) {
	right, wrong, slips := make(map[string]int), make(map[string]int), make(map[string]map[string]bool)
	for _, h := range l.held {
		switch _, actual, isTyped := h.misfit(r); {
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
	for _, h := range l.held {
		switch expected, actual, isTyped := h.misfit(r); {
		case actual == "":
		case isTyped && len(slips[h.field]) == 1 && wrong[h.field] <= right[h.field]:
			r.undocumented.note(spec.CustomerLookup, actual+" as "+h.field+", once beside other values")
		default:
			h.fail(expected, actual)
		}
	}
	l.held = nil
}

// misfit says what a field should have and what it has; both are empty where the value may
// be one of the field. The last value tells whether a person may have typed it.
func (h *lookupHeld) misfit(r *Run) (expected, actual string, isTyped bool) {
	if expected, actual = ids.Unfit(h.field, h.value, r.issued.items); actual != "" {
		return expected, actual, false
	}
	if expected, actual = h.otherID(r); actual != "" {
		return expected, actual, h.field == "memberId" && !judgement.IsUUID(h.value)
	}
	if expected, actual = r.undocumented.otherDetail(h.field, h.value, r.issued.customers); actual != "" {
		return expected, actual, !judgement.IsUUID(h.value)
	}
	return "", "", false
}

// otherID tells an id that the service returned as something else than the id of a member,
// and a memberId where it returned another one.
func (h *lookupHeld) otherID(r *Run) (expected, actual string) {
	if !slices.Contains(ids.IDFields, h.field) {
		return "", ""
	}
	isMember := r.issued.members.Has(h.value)
	if other := r.issued.others.OfNoMember(h.value); other != "" && !h.found && !isMember && !r.issued.customers[strings.ToLower(h.value)] {
		return "the id of a customer, as queryFieldEnum says", "what the service returned as " + other
	}
	switch {
	case h.field == "memberId":
		return r.issued.members.Other(h.value)
	case isMember && judgement.IsUUID(h.value):
		return ofAnID, "the memberId of a customer"
	}
	return "", ""
}

// otherDetail tells a value that requests and answers show to be another detail of a
// customer. Ids that the operator gives may look like a phone number or an id number: of a
// memberId that is noted, unless the service returned another one. The customers are those
// that the service returned.
func (s *sequences) otherDetail(field, value string, customers map[string]bool) (expected, actual string) {
	isID, isNumberOfID := slices.Contains(ids.IDFields, field), field == "NATIONAL_ID" || field == "PASSPORT"
	isNumber := s.people.HasID(value)
	switch {
	case isNumber && slices.Contains(ids.PhoneFields, field) && !s.people.IsPhoneOf(value):
		return "a phone number, as queryFieldEnum says", "the id_number of a customer"
	case isNumber: // whatever else it is
		return "", ""
	case isID && s.people.HasName(value) && !customers[strings.ToLower(value)]:
		return "an id, as queryFieldEnum says", "the name of a customer"
	case isNumberOfID && judgement.IsUUID(value) && customers[strings.ToLower(value)]:
		return ofAnID, "the id of a customer"
	case isNumberOfID && s.people.IsDialled(value):
		return ofAnID, "the phone_number of a customer"
	case isNumberOfID && formats.IsInternationalPhone(value):
		return ofAnID, "a phone number in international form"
	}
	return "", ""
}

const ofAnID = "the number of an ID, as queryFieldEnum says"
