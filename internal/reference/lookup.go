package reference

import (
	"bytes"
	"io"
	"net/http"
)

const (
	currency  = "KES"
	productNo = "REGULAR"
)

// lookUp serves 4.5.
func (s *Service) lookUp(c *call) (answer, error) {
	if err := s.checkSignature(c); err != nil {
		return answer{}, err
	}
	f := newForm(c.body)
	field, value := f.choice("queryFieldEnum", queryFields), f.text("value")
	if err := f.err(); err != nil {
		return answer{}, err
	}
	found := answer{status: http.StatusOK, message: "success"}
	if field == byMemberID {
		value = s.memberID(value)
	}
	if owner, known := s.store.lookUp(field, value); known && owner.limit.granted() {
		credit, profile := creditOf(owner), profileOf(owner)
		credit.MemberID, profile.MemberID = s.memberID(owner.id), s.memberID(owner.id)
		found.data = lookupResult{CreditLimitInfo: credit, BaseInfo: profile}
	} else {
		found.data = lookupResult{RedirectURL: &s.options.SignupURL}
	}
	return found, nil
}

// memberID returns the member id of a customer id, and the customer id of a member id. No section
// says that the two ids are the same.
func (s *Service) memberID(text string) string {
	id, ok := canonicalID(text)
	if !ok || !s.options.OwnMemberIDs {
		return text
	}
	return otherID(id)
}

// checkSignature requires the three headers of section 5. It also calls Options.Verify, if that
// is set.
func (s *Service) checkSignature(c *call) error {
	for _, name := range []string{"Noncestr", "Sign", "Timestamp"} {
		if c.request.Header.Get(name) == "" {
			return refuse(http.StatusBadRequest, "the header %s must be there", name)
		}
	}
	if s.options.Verify == nil {
		return nil
	}
	signed := c.request.Clone(c.request.Context())
	signed.Body = io.NopCloser(bytes.NewReader(c.raw))
	if err := s.options.Verify(signed); err != nil {
		return refuse(http.StatusUnprocessableEntity, "the signature is not valid: %v", err)
	}
	return nil
}

// lookUp finds a customer by one of the fields of section 4.5.
func (s *store) lookUp(field, value string) (found customer, known bool) {
	switch field {
	case byMobile, byPhoneNumber:
		return s.find(s.byPhone, phoneDigits(value))
	case byNationalID:
		return s.find(s.byIDNumber, value)
	case byEmail:
		return s.find(s.byEmail, emailKey(value))
	case byPassport:
		return s.find(s.byPassport, value)
	}
	id, _ := canonicalID(value)
	return s.find(s.customers, id)
}

func creditOf(owner customer) *creditLimitInfo {
	return &creditLimitInfo{
		CreditLimitNo:  owner.limit.id,
		ApplicationNo:  owner.limit.applicationNo,
		ProductNo:      productNo,
		CreditLimit:    owner.limit.ceiling,
		UsedLimit:      owner.limit.used,
		AvailableLimit: owner.limit.available(),
		Currency:       currency,
	}
}

func profileOf(owner customer) *baseInfo {
	info := &baseInfo{
		CountryID:     owner.country.M49(),
		Email:         owner.email,
		FirstName:     owner.firstName,
		LastName:      owner.lastName,
		Mobile:        owner.phone,
		NationalIDNo:  owner.idNumber,
		Gender:        numberOf(genders, owner.gender),
		MaritalStatus: numberOf(maritalStatuses, owner.marital),
		Birthday:      owner.born.UnixMilli(),
		RegisterTime:  owner.registered.UnixMilli(),
		CreateTime:    owner.registered.UnixMilli(),
	}
	if owner.passport != "" {
		info.PassportNo = &owner.passport
	}
	return info
}

// numberOf returns the position of a value in a list, counted from 1, or 0 if the list does not
// have it.
func numberOf(list []string, value string) int {
	for i, each := range list {
		if each == value {
			return i + 1
		}
	}
	return 0
}
