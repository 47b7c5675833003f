package probes

import (
	"context"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// SpecialDetails contains the sentences about customers with a detail that a target may refuse. Section
// 2.4 gives no form of it. But a target that gives such a customer a limit must find the customer by the
// detail, as the customer gave it.
type SpecialDetails struct{ *scenario.Scenario }

// ACapitalEmailIsLookedUp looks up a customer whose email has capital letters.
func (s SpecialDetails) ACapitalEmailIsLookedUp(ctx context.Context) error {
	return s.isLookedUp(ctx, "an email with capital letters", "email", func(c *customer.Customer) string {
		c.Who.Email = withCapitals(c.Who.Email)
		return c.Who.Email
	})
}

// AnIDWithLettersIsLookedUp looks up a customer whose id number has letters.
func (s SpecialDetails) AnIDWithLettersIsLookedUp(ctx context.Context) error {
	return s.isLookedUpByID(ctx, "an id number with letters", func(c *customer.Customer) {
		c.Who.IDNumber = customer.WithLetters(c.Who.IDNumber)
	})
}

// SomebodyFromAfarIsLookedUp looks up a customer from a country in which the people of the run do not
// live. A target may have tables of a few countries.
func (s SpecialDetails) SomebodyFromAfarIsLookedUp(ctx context.Context) error {
	return s.isLookedUpByID(ctx, "another country", func(c *customer.Customer) { c.Who.Country = "NZ" })
}

// isLookedUpByID looks a customer up by the id number. A target that gives limits only after an OTP need
// not send one to such a person.
func (s SpecialDetails) isLookedUpByID(ctx context.Context, what string, change func(*customer.Customer)) error {
	if !s.Session.Combinations.GivesUnasked(ctx, customer.Employed) {
		return call.Inapplicable("the target gives limits only after an OTP, and need not send one to such a person")
	}
	return s.isLookedUp(ctx, what, "NATIONAL_ID", func(c *customer.Customer) string {
		change(c)
		return c.Who.IDNumber
	})
}

// isLookedUp looks a customer up by a detail that change gives the customer. All checks share the lookup.
func (s SpecialDetails) isLookedUp(ctx context.Context, what, field string, change func(*customer.Customer) string) error {
	if s.Session.Customers.NewAreListed() {
		return call.Inapplicable("the details of a listed person are not changed")
	}
	return s.SetAnswer(driver.Shared(ctx, s.Session.Run, "lookup by "+what, func(ctx context.Context) (*driver.Call, error) {
		c, value, err := s.given(ctx, what, change)
		if err != nil {
			return nil, err
		}
		return s.Session.Limits.LookUp(ctx, c, field, value, call.Special)
	}))
}

// given returns a customer with such a detail who was given a limit, and the detail. If the limit is that
// of another person, the rule about two people judges it.
func (s SpecialDetails) given(ctx context.Context, what string, change func(*customer.Customer) string) (*customer.Customer, string, error) {
	base, err := s.Session.Limits.LimitForm(ctx, customer.Employed)
	if err != nil {
		return nil, "", err
	}
	c, err := s.Session.Customers.NewCustomer(what, customer.Employed, nil)
	if err != nil {
		return nil, "", err
	}
	value := change(c)
	s.Session.Personal.AddDetail(value)
	asked, _, err := s.Session.Combinations.AskAfterOTP(ctx, c, base.Form, call.Probe)
	if err != nil {
		return c, value, err
	}
	owner := asked.Data.Get("customer_details.id_number")
	isOfOther := owner.Exists() && owner.String() != c.Who.IDNumber
	if !scenario.LooksServed(asked) || isOfOther || c.KeepLimit(&asked.Answer) != nil {
		err = call.Inapplicable("the target gives no limit to a customer with %s, as it may", what)
	}
	return c, value, err
}
