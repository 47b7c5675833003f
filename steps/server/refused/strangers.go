package refused

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/customers"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// strangeValues returns values of query fields that belong to no customer. Most of them are a part
// of a customer's value or contain a part of it, such as the same phone number in another country
// or the same address in another domain. Some are the customer's value of another field.
func (s UnknownIDs) strangeValues(memberID string) []struct{ field, value string } {
	who := s.Customer.Who
	all := []struct{ field, value string }{
		{"PASSPORT", "ASSAY-NOBODY"}, // a target that shows the newest customer does so only if that one has a limit, so it is asked twice
		{"mobile", s.Session.Customers.Stranger(s.Session.Rand("stranger " + s.Check.Key)).Phone},
	}
	part := func(field, whole string, from, to int) {
		if len(whole) > from+to+3 {
			all = append(all, struct{ field, value string }{field, whole[from : len(whole)-to]})
		}
	}
	part("email", who.Email, 2, 0)
	part("email", who.Email, 0, 3)
	part("NATIONAL_ID", who.IDNumber, 0, 1)
	part("mobile", who.Phone, 0, 1)
	part("mobile", endOf(who.Phone), 0, 0)
	all = append(all, []struct{ field, value string }{
		{"email", likePattern(who.Email)}, {"NATIONAL_ID", likePattern(who.IDNumber)}, {"mobile", "%"}, // the last one finds anybody
	}...)
	if local, domain, ok := strings.Cut(who.Email, "@"); ok {
		for _, address := range []string{local + "@another." + domain, local + "+other@" + domain, "@" + domain} {
			all = append(all, struct{ field, value string }{"email", address})
		}
	}
	if len(who.Phone) > 9 {
		all = append(all, struct{ field, value string }{"mobile", who.PhoneAbroad()}, struct{ field, value string }{"phoneNumber", who.PhoneAbroad()})
	}
	for _, longer := range []string{who.IDNumber + "x", "0" + who.IDNumber} { // equal if it is read as a number
		all = append(all, struct{ field, value string }{"NATIONAL_ID", longer})
	}
	if memberID != "" {
		all = append(all, struct{ field, value string }{"memberId", memberID + "abc"}) // equal if it is parsed up to the first character that is no digit
	}
	if n := len(memberID); n > 1 {
		all = append(all, struct{ field, value string }{"memberId", memberID[:n-1]})
	}
	return append(all, []struct{ field, value string }{
		{"mobile", ""}, {"email", " "}, {"email", "x' or '1'='1"}, {"mobile", "1" + who.Phone}, // an empty one, a blank one, one that SQL takes for a condition, and one that ends like the customer's
		{"NATIONAL_ID", who.Email}, {"NATIONAL_ID", who.Phone}, {"email", who.Phone}, {"mobile", who.IDNumber}, {"memberId", who.IDNumber}, {"PASSPORT", "ASSAY-NOBODY"}, {"memberId", "999999999999999999"},
		{"shoeSize", "41"}, // no field of the list, so nobody has it
		{"phoneNumber", s.Session.Customers.Stranger(s.Session.Rand("another stranger " + s.Check.Key)).Phone},
	}...)
}

// endOf returns the last four digits of a phone number. It returns "" if there are no others: the config
// need not list the phone of a customer.
func endOf(phone string) string {
	const digits = 4
	if len(phone) <= digits {
		return ""
	}
	return phone[len(phone)-digits:]
}

// likePattern returns a value with which a LIKE search finds only the customer with the whole text.
// The value itself belongs to no customer (section 4.5).
func likePattern(whole string) string {
	if len(whole) < 3 {
		return "%"
	}
	return "%" + whole[1:len(whole)-1] + "%"
}

func (s UnknownIDs) StrangersAreLookedUp(ctx context.Context) error {
	known, err := s.Session.Limits.LookedUp(ctx, s.Customer)
	if err != nil {
		return err
	}
	s.noteUnstoredDetails(known)
	for _, v := range s.strangeValues(known.Body.Get("data.baseInfo.memberId").Str) {
		s.Session.Personal.AddDetail(v.value)
		if err := s.add(s.Session.Limits.LookUp(ctx, nil, v.field, v.value, call.Probe)); err != nil {
			return err
		}
	}
	for _, value := range []any{nil, payload.NoValue{}} { // a program that builds a condition from what is there finds anybody
		if err := s.add(s.Session.Limits.LookUp(ctx, nil, "NATIONAL_ID", value, call.Probe)); err != nil {
			return err
		}
	}
	lookups := customers.Lookups{Scenario: s.Scenario}
	return errors.Join(lookups.FindsBy(ctx, "email", s.Customer.Who.Email), lookups.FindsBy(ctx, "NATIONAL_ID", s.Customer.Who.IDNumber))
}

// noteUnstoredDetails notes that a part of the customer's values can find nobody, because the target
// does not have the values.
func (s UnknownIDs) noteUnstoredDetails(known *driver.Call) {
	if !known.Found() {
		found := judgement.Aspect{Endpoint: known.Endpoint, Variant: call.WithLimit, Name: judgement.DataAspect}
		s.NoteMissingEvidence(judgement.Break{Aspect: found, Failure: known.Fault(call.Differing("data.baseInfo", gjson.Result{}, known.Body.Get("data.baseInfo"), "2.10"))})
		return
	}
	who := s.Customer.Who
	for member, own := range map[string]string{"mobile": who.Phone, "email": who.Email, "nationalIdNo": who.IDNumber} {
		path := "data.baseInfo." + member
		got := known.Body.Get(path)
		if own == "" || got.Type != gjson.String || call.SameDetail(member, own, got.Str) {
			continue // the config need not list every detail of a customer
		}
		for _, owner := range []judgement.Aspect{driver.EchoOfDetails, scenario.OwnIDs} { // create stored another value, or gave another customer's limit
			s.NoteMissingEvidence(judgement.Break{Aspect: owner, Failure: known.Fault(call.Differing(path, gjson.Result{Type: gjson.String, Str: own}, got, "2.10"))})
		}
	}
}

// searched is the member of a profile that a query field searches.
var searched = map[string]string{"mobile": "mobile", "phoneNumber": "mobile", "memberId": "memberId", "email": "email", "NATIONAL_ID": "nationalIdNo", "PASSPORT": "passportNo"}

// NoProfileIsReturned judges the answer by its own content: if the searched member of a profile
// is not the value that was asked for, the profile belongs to another customer.
func (s UnknownIDs) NoProfileIsReturned() error {
	for _, c := range s.Answers {
		if c.Response == nil && !c.Unanswered {
			return judgement.Errored("%s was not answered: %v", spec.Line(c.Endpoint), c.Err)
		}
		s.Evidence.Decide(c)
		field, _ := c.SentString("queryFieldEnum")
		asked, _ := c.SentString("value")
		if searched[field] == "" { // nobody has a value of a field that is not in the list
			if c.OK() && scenario.HasCredit(c) {
				s.failForeign(c, "data.baseInfo", field, asked)
			}
			continue
		}
		if len(c.Data.Get("baseInfo").Map())+len(c.Data.Get("creditLimitInfo").Map()) == 0 {
			continue // nobody is shown
		}
		path := "data.baseInfo." + searched[field]
		got := c.Body.Get(path)
		if c.OK() && scenario.HasCredit(c) && got.Type != gjson.String && field != "PASSPORT" {
			found := judgement.Aspect{Endpoint: c.Endpoint, Variant: call.WithLimit, Name: judgement.DataAspect}
			s.BlockBy(c, found, call.Differing(path, gjson.Result{}, got, "2.10"))
			continue
		}
		without := got.Type != gjson.String || got.String() == "" // many people have no passport
		if field == "PASSPORT" && without && len(c.Data.Get("creditLimitInfo").Map()) > 0 {
			without, path = false, "data.baseInfo" // passportNo is null, as it is where nobody is found
		}
		if !c.OK() || without || call.SameDetail(searched[field], asked, got.String()) {
			continue
		}
		s.failForeign(c, path, searched[field], asked)
	}
	return nil
}

// failForeign says that a lookup shows a customer who does not have the value that was asked for.
func (s UnknownIDs) failForeign(c *driver.Call, path, name, asked string) {
	s.Fail(c, result.Failure{
		Path: path, Section: "4.5", Want: result.ExpectNobody, Expected: fmt.Sprintf("no customer, or a customer whose %s is %s", name, asked),
		Actual: judgement.Show(c.Body.Get(path)), Message: "a lookup returns the profile of another customer than requested",
	})
}
