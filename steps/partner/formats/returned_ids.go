package formats

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// MemberIDs are the member ids that lookups returned, by other details of the customer (sections
// 2.10 and 4.5). The specification does not say which ids the operator gives. A phone number may be
// one, until the service returns another one for its owner.
type MemberIDs struct {
	known    map[string]bool
	byNumber map[string]string       // the member id, by the number of an ID
	byPhone  map[string][]phoneOwner // by PhoneKey
	numbers  map[string]string       // the number of the ID, by customer id in lower case
}

// Limits for how many are kept, and for their length in bytes.
const (
	maxMembers = 1000
	longest    = 100
)

type phoneOwner struct{ phone, id string }

// NewMemberIDs returns MemberIDs without any id.
func NewMemberIDs() MemberIDs {
	return MemberIDs{known: make(map[string]bool), byNumber: make(map[string]string), byPhone: make(map[string][]phoneOwner), numbers: make(map[string]string)}
}

// Own takes the owner of a customer id: the number of the ID. isCut reports whether a recorder
// removed a value.
func (m *MemberIDs) Own(id, number string, isCut func(string) bool) {
	if id != "" && number != "" && len(id)+len(number) < longest && !isCut(id) && !isCut(number) && len(m.numbers) < maxMembers {
		m.numbers[strings.ToLower(id)] = strings.Clone(number)
	}
}

// Learn takes the data of the answer to a lookup. The answer for an unknown memberId shows nothing
// about other fields. isCut reports whether a recorder removed a value.
func (m *MemberIDs) Learn(field, value string, data gjson.Result, isCut func(string) bool) {
	profile := data.Get("baseInfo")
	member := data.Get("creditLimitInfo.memberId").String()
	if member == "" {
		member = profile.Get("memberId").String()
	}
	if member == "" || isCut(member) || len(m.known) >= maxMembers {
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
	} else if field == "mobile" || field == "phoneNumber" {
		phones = append(phones, value)
	}
	for _, number := range numbers {
		if number != "" && len(number) < longest && !isCut(number) {
			m.byNumber[strings.Clone(number)] = member
		}
	}
	for _, phone := range phones {
		key := PhoneKey(phone)
		if owner := (phoneOwner{phone, member}); IsPhone(phone) && !isCut(phone) && !slices.Contains(m.byPhone[key], owner) {
			m.byPhone[key] = append(m.byPhone[key], phoneOwner{strings.Clone(phone), member})
		}
	}
}

// Has reports whether the service returned a value as a member id.
func (m *MemberIDs) Has(value string) bool { return m.known[value] || m.known[strings.ToLower(value)] }

// IsApart reports whether the service returned another customer id for the customer of a member id.
func (m *MemberIDs) IsApart(member string) bool {
	for id, number := range m.numbers {
		if of := m.byNumber[number]; of != "" && strings.EqualFold(of, member) && !strings.EqualFold(of, id) {
			return true
		}
	}
	return false
}

// Other reports a value that is no member id, because it is the id, phone number or id number of a
// customer for whom the service returned another member id. It returns what is expected and what
// the value is, or "" twice.
func (m *MemberIDs) Other(value string) (expected, actual string) {
	const memberID = "the memberId that the service returned for this customer"
	switch {
	case m.known[value]:
		return "", ""
	case m.byNumber[value] != "":
		return memberID, "the id_number of the customer"
	}
	if member := m.byNumber[m.numbers[strings.ToLower(value)]]; member != "" && !strings.EqualFold(member, value) {
		return memberID, "the id of the customer"
	}
	for _, owner := range m.byPhone[PhoneKey(value)] {
		if IsDialled(value, owner.phone) {
			return memberID, "the phone_number of the customer"
		}
	}
	return "", ""
}
