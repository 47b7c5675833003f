package steps

import (
	"context"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// noTwoCustomersShare compares the limits of all customers of the run; a
// customer who asked again is one customer.
func (s *Scenario) noTwoCustomersShare(path string) error {
	seen := make(map[string]*call)
	asked := make(map[*customer]bool)
	err := s.each(func(c *call) {
		if c.variant != againVariant {
			asked[c.customer] = true
			s.unlike(seen, c, path, c.body.Get(path))
		}
	})
	if err == nil && s.run.roll != nil && len(asked) < 2 {
		return untested("this needs two new customers, and one alone asked for a limit: list more people under identities.new")
	}
	return err
}

func (s *Scenario) isTheCustomersID(path string) error {
	return s.each(func(c *call) {
		if got := c.body.Get(path); !strings.EqualFold(got.String(), c.customer.id) {
			s.differs(c, path, gjson.Result{Type: gjson.String, Str: c.customer.id, Raw: `"` + c.customer.id + `"`}, got, "2.9")
		}
	})
}

// agreesWithTheLimit compares members of data with those of the same name in
// the limit that the customer was given.
func (s *Scenario) agreesWithTheLimit(ctx context.Context, members string) error {
	return s.each(func(c *call) {
		found := len(s.report.Failures)
		defer func() { s.leaveMistoldLimit(ctx, c.customer, found) }()
		for _, name := range strings.Split(members, ", ") {
			s.same(c, "data."+name, "credit_limit_details."+name, "2.9")
		}
	})
}

func (s *Scenario) isTheLimit(members string) error {
	return s.each(func(c *call) {
		for _, name := range strings.Split(members, ", ") {
			s.same(c, "data."+name, name, "2.8")
		}
	})
}

// same holds a value of an answer against that of the limit which the customer
// was given, an object by every documented member. Where the limit itself was
// not given in the documented form, the rule of that form is asked first.
func (s *Scenario) same(c *call, path, inLimit, section string) {
	s.shows(largeAmounts, unusualNames)
	want, got := c.customer.limit.Get(inLimit), c.body.Get(path)
	if want.IsObject() {
		for _, name := range limitMembers {
			if want.Get(name).Exists() {
				s.same(c, path+"."+name, inLimit+"."+name, section)
			}
		}
	}
	origin := c.customer.created
	f := differing(path, want, got, section)
	switch {
	case origin != nil && len(origin.malformedBelow("data."+inLimit)) > 0:
		s.unreadable(c, origin.aspect(DataAspect), f)
	case want.IsObject() || (got.Exists() && judgement.Equal(want, got)):
	case origin != nil && origin.malformed("data."+inLimit):
		s.unreadable(c, origin.aspect(DataAspect), f)
	case c.customer.sentAs(path, got):
		s.unreadable(c, echoOfDetails, f)
	default:
		s.wrong(c, f)
	}
}

// sentAs tells whether a detail that differs from what create told is the one
// that the customer sent: then create is wrong, and the rule about what it
// repeats says so.
func (c *customer) sentAs(path string, got gjson.Result) bool {
	name, ok := strings.CutPrefix(path, "data.customer_details.")
	sent, known := c.sentDetails()[name]
	return ok && known && c.opened() && got.Type == gjson.String && sameDetail(name, sent, got.String())
}

// differs notes that a value is another than it should be.
func (s *Scenario) differs(c *call, path string, want, got gjson.Result, section string) {
	s.wrong(c, differing(path, want, got, section))
}

func differing(path string, want, got gjson.Result, section string) result.Failure {
	return result.Failure{
		Path: path, Section: section, Expected: show(want), Actual: show(got),
		Message: path + " is not what it should be",
	}
}

// repeatsTheDetails compares customer_details with what the customer sent.
func (s *Scenario) repeatsTheDetails() error {
	s.shows(unusualNames)
	return s.each(func(c *call) {
		if c.customer.regular && c.endpoint == createLimit {
			return // the limit is an older one, and so may its details be
		}
		for name, wanted := range c.customer.sentDetails() {
			path := "data.customer_details." + name
			if got := c.body.Get(path); got.Type != gjson.String || !sameDetail(name, wanted, got.String()) {
				s.detailDiffers(c, name, wanted, result.Failure{
					Path: path, Section: "2.8", Expected: wanted, Actual: got.String(),
					Message: name + " is not what the customer sent",
				})
			}
		}
	})
}

// sentDetails are the details of the limit request that the record repeats.
func (c *customer) sentDetails() map[string]string {
	details := map[string]string{"mobile_number": c.sentMember("phone_number")}
	for _, name := range []string{"first_name", "last_name", "email", "id_number", "referral_source"} {
		if _, known := c.request[name]; known {
			details[name] = c.sentMember(name)
		}
	}
	return details
}

// sameDetail compares as the detail's own nature has it: a phone number may be
// written in several ways, and the case of an email address carries no meaning
// that the specification speaks of.
func sameDetail(name, sent, got string) bool {
	switch name {
	case "mobile_number", "mobile":
		return samePhone(sent, got)
	case "email":
		return strings.EqualFold(sent, got)
	}
	return sent == got
}

func (s *Scenario) theCustomerIsFound() error {
	return s.each(func(c *call) {
		if !c.data.Exists() || c.malformed("data") {
			aspect := map[bool]string{true: DataAspect, false: EnvelopeAspect}[c.data.Type == gjson.Null]
			s.take(c.breaks(aspect, "data", "an object", show(c.data)))
			return
		}
		if c.isAbout(c.customer) {
			return
		}
		profile := c.body.Get("data.baseInfo")
		f := result.Failure{
			Path: "data.baseInfo", Section: "4.5", Expected: "the customer's profile", Actual: show(profile),
			Message: "a customer with a limit is not found by this query field",
		}
		if profile.IsObject() && slices.ContainsFunc(personMembers, func(name string) bool { return c.malformed("data.baseInfo." + name) }) {
			s.unreadable(c, c.aspect(DataAspect), f)
			return
		}
		s.fail(c, f)
	})
}

// personMembers are the members of a profile that tell whose it is.
var personMembers = []string{"email", "mobile", "nationalIdNo"}

// isAbout tells whether a lookup found the customer: somebody in whose profile
// nothing at all is the customer's is somebody else.
func (c *call) isAbout(who *customer) bool {
	profile := c.body.Get("data.baseInfo")
	return profile.IsObject() && (sameDetail("email", who.sentMember("email"), profile.Get("email").String()) ||
		sameDetail("mobile", who.sentMember("phone_number"), profile.Get("mobile").String()) ||
		who.sentMember("id_number") == profile.Get("nationalIdNo").String())
}

// foundOrTreatedAs is for a field that the customer may have no value in: then
// the target must still treat it as a query field, that is, as it treats
// another one when asked for somebody whom it does not know.
func (s *Scenario) foundOrTreatedAs(ctx context.Context, other string) error {
	answer := s.subject[0]
	if answer.kind != probe {
		return s.theCustomerIsFound()
	}
	if answer.ok() {
		s.decides()
		return nil
	}
	unknown, err := s.run.lookUp(ctx, s.by(), nil, other, s.run.stranger(s.run.rng(s.check.Key)).idNumber, probe)
	if err != nil {
		return err
	}
	if unknown.Response == nil || unknown.ok() || answer.Response == nil || differsInKind(answer, unknown) {
		return s.lookupRefusal(answer)
	}
	s.decides()
	return nil
}

func (s *Scenario) lookupRefusal(answer *call) error {
	if err := s.run.lookupServed(answer); err != nil {
		return err
	}
	return answer.served()
}

// differsInKind tells whether two refusals are of different sorts.
func differsInKind(a, b *call) bool {
	return a.Response.Status != b.Response.Status || a.body.Get("code").Num != b.body.Get("code").Num
}

// recorded is the name that a member of a lookup's profile has in a limit record.
var recorded = map[string]string{
	"firstName": "first_name", "lastName": "last_name", "email": "email", "mobile": "mobile_number", "nationalIdNo": "id_number",
}

// detailDiffers notes that a detail is not the one that was sent. Where create
// told it in the same wrong way, it was stored so, and the rule about what
// create repeats is to say that.
func (s *Scenario) detailDiffers(c *call, name, sent string, f result.Failure) {
	created := c.customer.created
	if created == nil || created == c || created.endpoint != createLimit {
		s.wrong(c, f)
		return
	}
	told := created.body.Get("data.customer_details." + name)
	if told.Type == gjson.String && !sameDetail(name, sent, told.String()) && sameDetail(name, told.String(), f.Actual) {
		s.unreadable(c, echoOfDetails, f)
		return
	}
	s.wrong(c, f)
}

// theProfileIsTheCustomers compares baseInfo with what the customer gave.
func (s *Scenario) theProfileIsTheCustomers() error {
	s.shows(unusualNames)
	return s.each(func(c *call) {
		for name, sent := range map[string]string{
			"firstName": "first_name", "lastName": "last_name", "email": "email",
			"mobile": "phone_number", "nationalIdNo": "id_number",
		} {
			wanted, got := c.customer.sentMember(sent), c.body.Get("data.baseInfo."+name)
			if _, known := c.customer.request[sent]; !known {
				continue
			}
			if got.Type != gjson.String || !sameDetail(name, wanted, got.String()) {
				s.detailDiffers(c, recorded[name], wanted, result.Failure{
					Path: "data.baseInfo." + name, Section: "2.10", Expected: wanted, Actual: got.String(),
					Message: name + " is not what the customer gave",
				})
			}
		}
	})
}

func (s *Scenario) theReportedLimitIsTheCustomers(ctx context.Context) error {
	return s.each(func(c *call) {
		found := len(s.report.Failures)
		defer func() { s.leaveMistoldLimit(ctx, c.customer, found) }()
		for name, member := range map[string]string{"creditLimit": "credit_limit", "availableLimit": "available_limit"} {
			s.same(c, "data.creditLimitInfo."+name, "credit_limit_details."+member, "2.10")
		}
	})
}

func (s *Scenario) areEqual(path, other string) error {
	return s.each(func(c *call) {
		if want, got := c.body.Get(other), c.body.Get(path); !got.Exists() || !judgement.Equal(want, got) {
			s.agree(c, path, other, want, got)
		}
	})
}

// agree notes that two members of one answer do not agree. Either may be the one
// that is malformed.
func (s *Scenario) agree(c *call, path, other string, want, got gjson.Result) {
	f := differing(path, want, got, spec.Of(c.endpoint).Section)
	if c.malformed(other) {
		s.unreadable(c, c.formAspect(other), f)
		return
	}
	s.wrong(c, f)
}
