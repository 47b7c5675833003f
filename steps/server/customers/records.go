package customers

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// LimitRecords contains the sentences that judge the content of limits and lookups.
type LimitRecords struct{ *scenario.Scenario }

// NoTwoCustomersShare compares the limits of all customers of the run. A customer who asked again
// counts once.
func (s LimitRecords) NoTwoCustomersShare(path string) error {
	seen := make(map[string]*driver.Call)
	asked := make(map[*customer.Customer]bool)
	err := s.Each(func(c *driver.Call) {
		if c.Variant != call.AgainVariant {
			asked[c.Customer] = true
			s.ExpectUnique(seen, c, path, c.Body.Get(path), "two customers have the same "+strings.TrimPrefix(path, "data."))
		}
	})
	if err == nil && s.Session.Customers.ExistingAreListed() && len(asked) < 2 {
		return judgement.Untested("this needs two new customers, and one alone asked for a limit: list more people under identities.new")
	}
	return err
}

func (s LimitRecords) IsTheCustomersID(path string) error {
	return s.Each(func(c *driver.Call) {
		section := "2.9"
		if c.Endpoint == spec.FetchLimit {
			section = "2.8"
		}
		if got := c.Body.Get(path); !strings.EqualFold(got.String(), c.Customer.ID) {
			s.FailDiffers(c, path, gjson.Result{Type: gjson.String, Str: c.Customer.ID, Raw: `"` + c.Customer.ID + `"`}, got, section)
		}
	})
}

// IsNoOtherCustomersID compares the id in an answer to a person without a limit with the ids of the
// run's customers. The id may be anything else, because section 4.2 does not mention such a person.
func (s LimitRecords) IsNoOtherCustomersID(path string) error {
	owners := make(map[string]*customer.Customer)
	for _, c := range s.Session.Calls.Of(spec.CreateLimit, (*driver.Call).OK) {
		if id := c.Data.Get("customer_details.id").String(); c.Variant != call.AgainVariant && id != "" {
			owners[strings.ToLower(id)] = c.Customer
		}
	}
	return s.Each(func(c *driver.Call) {
		got := c.Body.Get(path)
		if owner := owners[strings.ToLower(got.String())]; owner != nil && owner != c.Customer {
			s.Fail(c, result.Failure{
				Path: path, Section: "2.9", Want: result.ExpectNobody, Expected: "the id of this customer, or none", Actual: judgement.Show(got),
				Message: "the answer contains the id of another customer",
			})
		}
	})
}

// AgreesWithTheLimit compares members of data with those of the same name in the limit that the
// customer was given.
func (s LimitRecords) AgreesWithTheLimit(ctx context.Context, members string) error {
	return s.Each(func(c *driver.Call) {
		found := len(s.Report.Failures)
		defer func() { scenario.AttributeIfFetchLimitDiffersToo(ctx, s.Scenario, c.Customer, found) }()
		for _, name := range strings.Split(members, ", ") {
			if name != "available_limit" || !s.isHeldByVerify(ctx, c) {
				s.same(c, "data."+name, "credit_limit_details."+name, "2.9")
			}
		}
	})
}

// IsALimitThatWasShown compares the credit limit in each response with those that create limit and
// fetch limit returned for the customer. A later request for a limit may change it (section 4.3).
func (s LimitRecords) IsALimitThatWasShown(ctx context.Context, path string) error {
	shown := make(map[*customer.Customer][]gjson.Result)
	for _, endpoint := range []string{spec.CreateLimit, spec.FetchLimit} {
		for _, c := range s.Session.Calls.Of(endpoint, (*driver.Call).OK) {
			if limit := c.Data.Get("credit_limit_details.credit_limit"); limit.Type == gjson.Number {
				shown[c.Customer] = append(shown[c.Customer], limit)
			}
		}
	}
	return s.Each(func(c *driver.Call) {
		got, all := c.Body.Get(path), shown[c.Customer]
		is := func(limit gjson.Result) bool { return judgement.Equal(limit, got) }
		if len(all) == 0 || slices.ContainsFunc(all, is) || isScoredSince(c, path, "credit_limit_details.credit_limit") {
			return
		}
		found := len(s.Report.Failures)
		s.FailDiffers(c, path, all[len(all)-1], got, "2.8")
		scenario.AttributeIfFetchLimitDiffersToo(ctx, s.Scenario, c.Customer, found)
	})
}

// isHeldByVerify reports whether a verify shows a lower available limit than the customer had, and
// fetch limit shows the same now. Section 4.2 does not say whether verifying a cart reserves its value.
func (s LimitRecords) isHeldByVerify(ctx context.Context, c *driver.Call) bool {
	const available = "credit_limit_details.available_limit"
	was, is := c.Customer.Limit.Get(available), c.Body.Get("data.available_limit")
	if was.Type != gjson.Number || is.Type != gjson.Number || is.Num < 0 || is.Num >= was.Num {
		return false
	}
	now, err := s.Session.Limits.FetchLimitAs(ctx, c.Customer, call.Probe)
	return err == nil && now.OK() && judgement.Equal(now.Body.Get("data."+available), is)
}

// IsTheSameEachTime compares members that must not change between the lookups of one customer. If a
// member does not have its documented type, the rule about types judges it.
func (s LimitRecords) IsTheSameEachTime(members, path string) error {
	var first *driver.Call
	return s.Each(func(c *driver.Call) {
		if first == nil {
			first = c
		}
		for name := range strings.SplitSeq(members, ", ") {
			was, is := first.Body.Get(path+"."+name), c.Body.Get(path+"."+name)
			if was.Type == is.Type && (is.Type == gjson.Number || is.Type == gjson.String) && !judgement.Equal(was, is) {
				s.FailDiffers(c, path+"."+name, was, is, "2.10")
			}
		}
	})
}

func (s LimitRecords) IsTheLimit(members string) error {
	return s.Each(func(c *driver.Call) {
		for _, name := range strings.Split(members, ", ") {
			s.same(c, "data."+name, name, "2.8")
		}
	})
}

// same compares a value of an answer with the limit that the customer was given. It compares each
// documented member of an object. If the limit was not given in the documented form, the rule about
// that form reports it first.
func (s LimitRecords) same(c *driver.Call, path, inLimit, section string) {
	s.JudgesValues(history.LargeAmounts, history.UnusualNames)
	if isScoredSince(c, path, inLimit) || s.mayBeHeld(c, path, inLimit) || hasTermsOfLimit(c, inLimit) {
		return
	}
	want, got := c.Customer.Limit.Get(inLimit), c.Body.Get(path)
	if want.IsObject() {
		for _, name := range call.LimitMembers {
			if want.Get(name).Exists() {
				s.same(c, path+"."+name, inLimit+"."+name, section)
			}
		}
	}
	origin := c.Customer.Created()
	f := call.Differing(path, want, got, section)
	switch {
	case origin != nil && len(origin.MalformedBelow("data."+inLimit)) > 0:
		s.BlockBy(c, origin.Aspect(judgement.DataAspect), f)
	case want.IsObject() || (got.Exists() && judgement.Equal(want, got)):
	case origin != nil && origin.Malformed("data."+inLimit):
		s.BlockBy(c, origin.Aspect(judgement.DataAspect), f)
	case sentAs(c.Customer, path, got):
		s.BlockBy(c, driver.EchoOfDetails, f)
	default:
		s.FailValue(c, f)
	}
}

// hasTermsOfLimit reports whether the payment terms of an answer are those of the whole limit, or of
// what is left of it. A fetch has no cart value, and section 2.8 does not say which amount its terms
// are for.
func hasTermsOfLimit(c *driver.Call, inLimit string) bool {
	if !strings.HasPrefix(inLimit, "payment_terms.") {
		return false
	}
	principal := c.Data.Get("payment_terms.principal_amount").Num
	if text := c.Data.Get("payment_terms.principal_amount"); text.Type == gjson.String {
		principal = gjson.Parse(text.Str).Num
	}
	limit := c.Data.Get("credit_limit_details")
	return principal > 0 && (principal == limit.Get("credit_limit").Num || principal == limit.Get("available_limit").Num)
}

// isScoredSince reports whether a limit was given with another status than active and has changed
// its status since. A target may score a customer later. The specification shows no other statuses
// or changes (section 3).
func isScoredSince(c *driver.Call, path, inLimit string) bool {
	const status, details = "credit_limit_status", "credit_limit_details."
	if !strings.HasPrefix(inLimit, details) || inLimit == details+"id" {
		return false
	}
	was, is := c.Customer.Limit.Get(details+status), c.Body.Get(path[:strings.LastIndexByte(path, '.')+1]+status)
	if was.Str == "" || was.Str == spec.LimitActive { // an empty text is no status
		return false
	}
	if c.Endpoint == spec.CustomerLookup { // a lookup shows no status
		return c.Customer.Limit.Get(details+"credit_limit").Num == 0
	}
	return is.Type == gjson.String && !strings.EqualFold(was.Str, is.Str)
}

// mayBeHeld reports whether the available limit of a customer may have changed because an OTP was
// verified since. Section 4.2 does not say whether verifying a cart reserves its value.
func (s LimitRecords) mayBeHeld(c *driver.Call, path, inLimit string) bool {
	if c.Endpoint != spec.FetchLimit && c.Endpoint != spec.CreateLimit || inLimit != "credit_limit_details.available_limit" {
		return false
	}
	all, is := c.Customer.Limit.Get("credit_limit_details.credit_limit"), c.Body.Get(path)
	return all.Type == gjson.Number && is.Type == gjson.Number && is.Num >= 0 && is.Num <= all.Num && s.Session.Calls.HasVerified(c.Customer)
}

// sentAs reports whether a detail that differs from the answer of create is the one that the
// customer sent. Then create is wrong, and the rule about the details that it repeats reports it.
func sentAs(c *customer.Customer, path string, got gjson.Result) bool {
	name, ok := strings.CutPrefix(path, "data.customer_details.")
	sent, known := sentDetails(c)[name]
	return ok && known && c.Opened() && got.Type == gjson.String && call.SameDetail(name, sent, got.String())
}

// RepeatsTheDetails compares customer_details with what the customer sent.
func (s LimitRecords) RepeatsTheDetails() error {
	s.JudgesValues(history.UnusualNames)
	return s.Each(func(c *driver.Call) {
		if c.Customer.Existing && c.Endpoint == spec.CreateLimit {
			return // the limit is an older one, so its details may be older too
		}
		for name, wanted := range sentDetails(c.Customer) {
			path := "data.customer_details." + name
			if got := c.Body.Get(path); got.Type != gjson.String || !call.SameDetail(name, wanted, got.String()) {
				s.detailDiffers(c, name, wanted, result.Failure{
					Path: path, Section: "2.8", Expected: wanted, Want: result.ExpectEqual, Wanted: judgement.Quoted(wanted), Actual: got.String(),
					Message: name + " is not what the customer sent",
				})
			}
		}
	})
}

// sentDetails returns the details of the limit request that the record repeats.
func sentDetails(c *customer.Customer) map[string]string {
	details := map[string]string{"mobile_number": c.SentMember("phone_number")}
	for _, name := range []string{"first_name", "last_name", "email", "id_number", "referral_source"} {
		if _, known := c.Request[name]; known {
			details[name] = c.SentMember(name)
		}
	}
	return details
}

func (s LimitRecords) TheCustomerIsFound() error {
	return s.Each(func(c *driver.Call) {
		if !c.Data.Exists() || c.Malformed("data") {
			aspect := map[bool]string{true: judgement.DataAspect, false: judgement.EnvelopeAspect}[c.Data.Type == gjson.Null]
			s.RecordError(c.Breaks(aspect, "data", "an object", judgement.Show(c.Data)))
			return
		}
		if c.IsAbout(c.Customer) {
			return
		}
		profile := c.Body.Get("data.baseInfo")
		f := result.Failure{
			Path: "data.baseInfo", Section: "4.5", Want: result.ExpectThere, Expected: "the customer's profile", Actual: judgement.Show(profile),
			Message: "a customer with a limit is not found by this query field",
		}
		if other := profile.Get("nationalIdNo"); other.Type == gjson.String {
			wanted := c.Customer.SentMember("id_number")
			f.Path, f.Expected, f.Actual = "data.baseInfo.nationalIdNo", wanted, other.String()
			f.Want, f.Wanted, f.Message = result.ExpectEqual, judgement.Quoted(wanted), "another customer is found than the one with this value of the query field"
		}
		if profile.IsObject() && slices.ContainsFunc(personMembers, func(name string) bool { return c.Malformed("data.baseInfo." + name) }) {
			s.BlockBy(c, c.Aspect(judgement.DataAspect), f)
			return
		}
		s.Fail(c, f)
	})
}

// personMembers are the members of a profile that identify its customer.
var personMembers = []string{"email", "mobile", "nationalIdNo"}

// FoundOrKnownField is for a query field in which the customer may have no value. The target may
// answer in its own way that nobody is found. It treats the field as no query field if it responds
// neither as to an unknown person, nor in another way than to a field that is not documented.
func (s LimitRecords) FoundOrKnownField(ctx context.Context) error {
	answer := s.Answers[0]
	if answer.Kind != call.Probe {
		return s.TheCustomerIsFound()
	}
	if answer.OK() {
		s.Decides()
		return nil
	}
	known, err := s.lookedUpByKnownField(ctx, answer)
	if err != nil {
		return err
	}
	if !known {
		return s.lookupRefusal(answer)
	}
	s.Decides()
	return nil
}

// lookedUpByKnownField reports whether the refusal of a lookup can be that of a person who is not
// found.
func (s LimitRecords) lookedUpByKnownField(ctx context.Context, answer *driver.Call) (bool, error) {
	if answer.Response == nil {
		return false, nil
	}
	stranger := s.Session.Customers.Stranger(s.Session.Rand(s.Check.Key)).IDNumber
	unknown, err := s.Session.Limits.LookUp(ctx, nil, "NATIONAL_ID", stranger, call.Probe)
	if err != nil || isSameRefusal(answer, unknown) {
		return err == nil, err
	}
	if answer.Response.Status >= http.StatusInternalServerError {
		return false, nil
	}
	undocumented, err := s.Session.Limits.LookUp(ctx, nil, "BIRTH_CERTIFICATE", stranger, call.Probe)
	return err == nil && undocumented.Response != nil && !isSameRefusal(answer, undocumented), err
}

func (s LimitRecords) lookupRefusal(answer *driver.Call) error {
	if err := s.Session.Limits.LookupServed(answer); err != nil {
		return err
	}
	return answer.Served()
}

// isSameRefusal reports whether two lookups were refused with the same status and code.
func isSameRefusal(a, b *driver.Call) bool {
	return b.Response != nil && !b.OK() && a.Response.Status == b.Response.Status && a.Body.Get("code").Num == b.Body.Get("code").Num
}

// recorded maps a member of a lookup's profile to its name in a limit record.
var recorded = map[string]string{
	"firstName": "first_name", "lastName": "last_name", "email": "email", "mobile": "mobile_number", "nationalIdNo": "id_number",
}

// detailDiffers notes that a detail is not the one that was sent. If create returned the same wrong
// value, it was stored like that, and the rule about the details that create repeats reports it.
func (s LimitRecords) detailDiffers(c *driver.Call, name, sent string, f result.Failure) {
	if s.Session.Calls.WasTakenFor(c.Customer, name, f.Actual) {
		return
	}
	created := c.Customer.Created()
	if created == nil || created == &c.Answer || created.Endpoint != spec.CreateLimit {
		s.FailValue(c, f)
		return
	}
	told := created.Body.Get("data.customer_details." + name)
	if told.Type == gjson.String && !call.SameDetail(name, sent, told.String()) && call.SameDetail(name, told.String(), f.Actual) {
		s.BlockBy(c, driver.EchoOfDetails, f)
		return
	}
	s.FailValue(c, f)
}

// TheProfileIsTheCustomers compares baseInfo with what the customer sent.
func (s LimitRecords) TheProfileIsTheCustomers() error {
	s.JudgesValues(history.UnusualNames)
	return s.Each(func(c *driver.Call) {
		for name, sent := range map[string]string{
			"firstName": "first_name", "lastName": "last_name", "email": "email",
			"mobile": "phone_number", "nationalIdNo": "id_number",
		} {
			wanted, got := c.Customer.SentMember(sent), c.Body.Get("data.baseInfo."+name)
			if _, known := c.Customer.Request[sent]; !known {
				continue
			}
			if got.Type != gjson.String || !call.SameDetail(name, wanted, got.String()) {
				s.detailDiffers(c, recorded[name], wanted, result.Failure{
					Path: "data.baseInfo." + name, Section: "2.10", Expected: wanted, Want: result.ExpectEqual, Wanted: judgement.Quoted(wanted), Actual: got.String(),
					Message: name + " is not what the customer gave",
				})
			}
		}
	})
}

func (s LimitRecords) TheReportedLimitIsTheCustomers(ctx context.Context) error {
	return s.Each(func(c *driver.Call) {
		found := len(s.Report.Failures)
		defer func() { scenario.AttributeIfFetchLimitDiffersToo(ctx, s.Scenario, c.Customer, found) }()
		for name, member := range map[string]string{"creditLimit": "credit_limit", "availableLimit": "available_limit"} {
			s.same(c, "data.creditLimitInfo."+name, "credit_limit_details."+member, "2.10")
		}
	})
}

func (s LimitRecords) AreEqual(path, other string) error {
	return s.Each(func(c *driver.Call) {
		if want, got := c.Body.Get(other), c.Body.Get(path); !got.Exists() || !judgement.Equal(want, got) {
			s.agree(c, path, other, want, got)
		}
	})
}

// agree notes that two members of one answer are not equal. Either of them may be malformed.
func (s LimitRecords) agree(c *driver.Call, path, other string, want, got gjson.Result) {
	f := call.Differing(path, want, got, spec.Of(c.Endpoint).Section)
	if c.Malformed(other) {
		s.BlockBy(c, c.FormAspect(other), f)
		return
	}
	s.FailValue(c, f)
}
