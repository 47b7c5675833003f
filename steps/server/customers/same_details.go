package customers

import (
	"context"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// SameDetails contains the sentences about limit requests that have details in common.
type SameDetails struct{ *scenario.Scenario }

// sharedDetails are a customer, and the answer to a person who asked for a limit with some of the
// customer's details. No other check looks the customer up, because a lookup by an email that two
// people have may find either of them.
type sharedDetails struct {
	details string // in the words of the sentence
	first   *customer.Customer
	asked   *driver.Call
}

// ACustomerAndANamesake lets a person ask for a limit who has some details of a customer, and
// otherwise different ones. The checks of the person's limit and of the customer's limit share the
// calls.
func (s SameDetails) ACustomerAndANamesake(ctx context.Context, details string) error {
	if s.Session.Customers.ExistingAreListed() {
		return call.Inapplicable("listed people have nothing in common")
	}
	found, err := driver.Shared(ctx, s.Session.Run, "namesake with the same "+details, func(ctx context.Context) (*sharedDetails, error) {
		first, err := s.Session.Customers.NewCustomerWithLimit(ctx, customer.Employed)
		if err != nil {
			return nil, err
		}
		asked, err := s.namesakeAsks(ctx, first, details)
		return &sharedDetails{details, first, asked}, err
	})
	if err == nil {
		*scenario.State[sharedDetails](s.Scenario) = *found
		s.Customer = found.first
	}
	return err
}

// namesakeAsks asks for a limit for a person who shares some details with a customer.
func (s SameDetails) namesakeAsks(ctx context.Context, c *customer.Customer, details string) (*driver.Call, error) {
	base, err := s.Session.Limits.LimitForm(ctx, c.Kind)
	if err != nil {
		return nil, err
	}
	namesake, err := s.Session.Customers.NewCustomer("namesake with the same "+details, c.Kind, nil)
	if err != nil {
		return nil, err
	}
	copyDetails(&namesake.Who, c.Who, details)
	if !s.Session.Combinations.GivesUnasked(ctx, c.Kind) {
		if err := s.Session.Customers.VerifyPhoneAs(ctx, namesake, call.Probe); err != nil && !call.IsBreak(err) && !call.IsUntested(err) {
			return nil, err
		}
	}
	return s.Session.Customers.AskForLimit(ctx, namesake, base.Form, call.Probe)
}

// copyDetails copies the details that a sentence names from another person. Id numbers that are
// equal only in part are different, so their owners are different people.
func copyDetails(who *identity.Identity, theirs identity.Identity, details string) {
	switch details {
	case "id number, but another phone number":
		who.IDNumber = theirs.IDNumber
	case "phone number":
		who.Phone = theirs.Phone
	case "last digits of the id number":
		who.IDNumber = scenario.OtherDigit(theirs.IDNumber[0]) + theirs.IDNumber[1:]
	case "id number, plus a digit at the end":
		who.IDNumber = theirs.IDNumber + scenario.OtherDigit(theirs.IDNumber[0])
	case "id number, plus a zero at the front":
		who.IDNumber = "0" + theirs.IDNumber
	case "last six digits of the phone number, and email in capital letters":
		const digits = 6
		own := len(who.Phone) - digits
		who.Phone = who.Phone[:own-1] + scenario.OtherDigit(theirs.Phone[len(theirs.Phone)-digits-1]) + theirs.Phone[len(theirs.Phone)-digits:]
		who.Email = strings.ToUpper(theirs.Email)
	default:
		who.FirstName, who.LastName, who.Birth, who.Email = theirs.FirstName, theirs.LastName, theirs.Birth, theirs.Email
	}
}

// ThePersonAsks makes the person's answer the answer of the check. A target may refuse such a
// request.
func (s SameDetails) ThePersonAsks() error {
	n := scenario.State[sharedDetails](s.Scenario)
	if !n.asked.OK() || !n.asked.HasAnyData() {
		return call.Inapplicable("the target refuses such a request, which it may")
	}
	s.Other = n.first
	return s.SetAnswer(n.asked, nil)
}

// ThePersonAsked prepares such a request before the answer to judge.
func (s SameDetails) ThePersonAsked() error {
	err := s.ThePersonAsks()
	s.Answers = nil
	return err
}

// NoneIsTheCustomers checks that the ids differ from those of the customer's limit.
func (s SameDetails) NoneIsTheCustomers(paths string) error {
	return s.Each(func(c *driver.Call) {
		for _, path := range strings.Split(paths, ", ") {
			theirs, got := s.Other.Created().Body.Get(path), c.Body.Get(path)
			f := result.Failure{Path: path, Section: "2.8", Want: result.ExpectNot, Wanted: theirs.Raw, Expected: "a value of its own", Actual: judgement.Show(got) + ", as another customer's"}
			switch {
			case got.Type != gjson.String || theirs.Type != gjson.String:
				s.BlockBy(c, c.FormAspect(path), f)
			case strings.EqualFold(got.Str, theirs.Str):
				f.Message = "two people with the same " + scenario.State[sharedDetails](s.Scenario).details + " share " + path
				s.Fail(c, f)
			}
		}
	})
}

// bothHaveLimits returns the customer and the person, or nobody if the person has no limit of their
// own.
func (s SameDetails) bothHaveLimits() []*customer.Customer {
	n := scenario.State[sharedDetails](s.Scenario)
	second := n.asked.Customer
	if second.KeepLimit(&n.asked.Answer) != nil || second.ID == n.first.ID {
		return nil
	}
	return []*customer.Customer{n.first, second}
}

// EachIsLookedUp looks both up by the id number, which they do not share.
func (s SameDetails) EachIsLookedUp(ctx context.Context) error {
	s.Answers = nil
	for _, c := range s.bothHaveLimits() {
		answer, err := s.Session.Limits.LookUp(ctx, c, "NATIONAL_ID", c.SentMember("id_number"), call.Special)
		if err != nil {
			return err
		}
		s.Answers = append(s.Answers, answer)
	}
	if len(s.Answers) == 0 {
		return call.Inapplicable("the target gives the person no limit of their own, as it may")
	}
	return nil
}

// EachVerifiesAnOTP sends an OTP to the customer and verifies it, and then does the same for the
// person, who has a limit of their own. A target may send none, because the phone is tied to two
// accounts (section 4.1).
func (s SameDetails) EachVerifiesAnOTP(ctx context.Context) error {
	s.Answers = nil
	for _, c := range s.bothHaveLimits() {
		if err := s.verifyOwn(ctx, c); err != nil && !call.IsBreak(err) && !call.IsUntested(err) {
			return err
		}
	}
	if len(s.Answers) == 0 {
		return call.Inapplicable("the target sends no OTP to a phone that two customers have, which it may")
	}
	return nil
}

// verifyOwn sends an OTP to a customer, verifies it, and keeps the answer if it was served.
func (s SameDetails) verifyOwn(ctx context.Context, c *customer.Customer) error {
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return err
	}
	sent, err := s.Session.OTPs.SendExisting(ctx, c, f, &driver.Call{Answer: call.Answer{Kind: call.Probe, Variant: call.AgainVariant}})
	if err != nil || !sent.OK() {
		return err
	}
	if err := s.Session.OTPs.ReadOTP(ctx, c, sent); err != nil {
		return err
	}
	answer, err := s.VerifyAs(ctx, c, call.Probe, c.OTP, c.CartValue())
	if err == nil && answer.OK() {
		s.Answers = append(s.Answers, answer)
	}
	return err
}

// ANewCustomerAsksTwiceAtOnce sends one request twice at the same time, as a store does if a
// customer presses a button twice. The target may refuse one of them.
func (s SameDetails) ANewCustomerAsksTwiceAtOnce(ctx context.Context) error {
	if s.Session.Customers.ExistingAreListed() {
		return call.Inapplicable("a listed person asks once")
	}
	base, err := s.Session.Limits.LimitForm(ctx, customer.Employed)
	if err != nil {
		return err
	}
	if s.Customer, err = s.Session.Customers.NewApplicant(ctx, s.Check.Key, customer.Employed); err != nil {
		return err
	}
	s.Answers, err = s.Session.Limits.AskTogether(ctx, s.Customer, base.Form)
	return err
}

// AcceptedAnswersShareIDs checks that all served answers have the same ids.
func (s SameDetails) AcceptedAnswersShareIDs(members string) error {
	served := slices.DeleteFunc(slices.Clone(s.Answers), func(c *driver.Call) bool { return !c.OK() || !c.HasAnyData() })
	if len(served) == 0 {
		return s.Answers[0].Served()
	}
	s.Evidence.Decide(served[0])
	for _, c := range served[1:] {
		s.Evidence.Decide(c)
		for name := range strings.SplitSeq(members, ", ") {
			want, got := served[0].Data.Get(name), c.Data.Get(name)
			if !strings.EqualFold(want.String(), got.String()) {
				s.FailDiffers(c, "data."+name, want, got, "1")
			}
		}
	}
	return nil
}
