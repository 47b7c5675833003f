package customers

import (
	"context"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Namesakes are the sentences about requests for a limit that have much in common.
type Namesakes struct{ *scenario.Scenario }

// SomebodyWhoOnlyAsked is a customer whom no other check looks up: where two people
// have one email, a lookup by it may find either.
func (s Namesakes) SomebodyWhoOnlyAsked(ctx context.Context) (err error) {
	if s.Session.Customers.AreFew() {
		return &call.InapplicableError{Reason: "listed people have nothing in common"}
	}
	s.Customer, err = s.Session.Customers.NewCustomerWithLimit(ctx, customer.Employed)
	return err
}

// shared are what a sentence says that two people have in common.
type shared struct{ details string }

// ANamesakeAsksForALimit asks for somebody who has some details of the customer, and an id
// number and all else of their own. A target may refuse such a request; what it answers
// when it does not is judged.
func (s Namesakes) ANamesakeAsksForALimit(ctx context.Context, details string) error {
	base, err := s.Session.Limits.LimitBase(ctx, s.Customer.Kind)
	if err != nil {
		return err
	}
	namesake, err := s.Session.Customers.NewCustomer(s.Check.Key, s.Customer.Kind, nil)
	if err != nil {
		return err
	}
	scenario.State[shared](s.Scenario).details = details
	if theirs := s.Customer.Who; details == "phone number" {
		namesake.Who.Phone = theirs.Phone
	} else {
		namesake.Who.FirstName, namesake.Who.LastName, namesake.Who.Birth, namesake.Who.Email = theirs.FirstName, theirs.LastName, theirs.Birth, theirs.Email
	}
	if !s.Session.Combinations.GivesUnasked(ctx, s.Customer.Kind) {
		if err := s.Session.Customers.VerifyPhoneAs(ctx, namesake, call.Probe); err != nil && !call.IsBreak(err) && !call.IsUntested(err) {
			return err
		}
	}
	answer, err := s.Session.Customers.AskForLimit(ctx, namesake, base.Form, call.Probe)
	if err != nil {
		return err
	}
	if !answer.OK() || !answer.HasAnyData() {
		return &call.InapplicableError{Reason: "the target refuses such a request, which it may"}
	}
	s.Other = s.Customer
	return s.SetAnswer(answer, nil)
}

// NoneIsTheCustomers expects other ids than those of the customer's limit.
func (s Namesakes) NoneIsTheCustomers(paths string) error {
	return s.Each(func(c *driver.Call) {
		for _, path := range strings.Split(paths, ", ") {
			theirs, got := s.Other.Created().Body.Get(path), c.Body.Get(path)
			f := result.Failure{Path: path, Section: "2.8", Want: result.ExpectNot, Wanted: theirs.Raw, Expected: "a value of its own", Actual: judgement.Show(got) + ", as another customer's"}
			switch {
			case got.Type != gjson.String || theirs.Type != gjson.String:
				s.Unreadable(c, c.FormAspect(path), f)
			case strings.EqualFold(got.Str, theirs.Str):
				f.Message = "two people with the same " + scenario.State[shared](s.Scenario).details + " share " + path
				s.Fail(c, f)
			}
		}
	})
}

// ANewCustomerAsksTwiceAtOnce sends one request twice, as a store does whose customer
// presses a button twice. The target may refuse one of the two.
func (s Namesakes) ANewCustomerAsksTwiceAtOnce(ctx context.Context) error {
	if s.Session.Customers.AreFew() {
		return &call.InapplicableError{Reason: "a listed person asks once"}
	}
	base, err := s.Session.Limits.LimitBase(ctx, customer.Employed)
	if err != nil {
		return err
	}
	if s.Customer, err = s.Session.Customers.NewApplicant(ctx, s.Check.Key, customer.Employed); err != nil {
		return err
	}
	s.Answers, err = s.Session.Limits.AskTogether(ctx, s.Customer, base.Form)
	return err
}

// TheAcceptedWereGivenOne expects the same ids in all answers that were served.
func (s Namesakes) TheAcceptedWereGivenOne(members string) error {
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
