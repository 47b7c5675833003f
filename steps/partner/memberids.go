package partner

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/steps/partner/written"
)

// memberIDs are the member ids that lookups returned, by what else is known of the
// customer (sections 2.10 and 4.5). Which ids the operator gives is not shown: a phone
// number may be one, until the service says that its owner has another.
type memberIDs struct {
	known    map[string]bool
	byNumber map[string]string       // the number of an ID, to the member id
	byPhone  map[string][]phoneOwner // by written.PhoneKey
}

type phoneOwner struct{ phone, id string }

func newMemberIDs() memberIDs {
	return memberIDs{known: make(map[string]bool), byNumber: make(map[string]string), byPhone: make(map[string][]phoneOwner)}
}

// learnMember takes in the answer to a lookup by another field than memberId: what a
// service makes of a member id that it does not know says nothing.
func (m *memberIDs) learnMember(q *request, data gjson.Result) {
	field, value, profile := q.text("queryFieldEnum"), q.text("value"), data.Get("baseInfo")
	member := data.Get("creditLimitInfo.memberId").String()
	if member == "" {
		member = profile.Get("memberId").String()
	}
	if member == "" || q.cut(member) || len(m.known) >= maxSendings {
		return
	}
	member = strings.Clone(member)
	m.known[member] = true
	if field == "memberId" {
		return
	}
	numbers, phones := []string{profile.Get("nationalIdNo").String()}, []string{profile.Get("mobile").String()}
	if field == "NATIONAL_ID" {
		numbers = append(numbers, value)
	} else if slices.Contains(phoneFields, field) {
		phones = append(phones, value)
	}
	for _, number := range numbers {
		if number != "" && !q.cut(number) {
			m.byNumber[strings.Clone(number)] = member
		}
	}
	for _, phone := range phones {
		key := written.PhoneKey(phone)
		if owner := (phoneOwner{phone, member}); written.IsPhone(phone) && !q.cut(phone) && !slices.Contains(m.byPhone[key], owner) {
			m.byPhone[key] = append(m.byPhone[key], phoneOwner{strings.Clone(phone), member})
		}
	}
}

// otherMember tells a value that is no member id, since the service returned another one
// for the customer whose phone number or id number it is.
func (m *memberIDs) otherMember(value string) (expected, actual string) {
	const memberID = "the memberId that the service returned for this customer"
	switch {
	case m.known[value]:
		return "", ""
	case m.byNumber[value] != "":
		return memberID, "the id_number of the customer"
	}
	for _, owner := range m.byPhone[written.PhoneKey(value)] {
		if written.IsPhone(value) && written.SamePhone(owner.phone, value) {
			return memberID, "the phone_number of the customer"
		}
	}
	return "", ""
}
