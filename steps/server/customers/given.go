package customers

import (
	"context"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Givens contains the sentences that prepare customers, and calls for them.
type Givens struct{ *scenario.Scenario }

var kinds = map[string]customer.Kind{
	"customer": customer.Employed, "employed customer": customer.Employed,
	"government employee": customer.Government, "self-employed customer": customer.SelfEmployed,
}

func (s Givens) ACustomerWithALimit(ctx context.Context, kind string) (err error) {
	s.Customer, err = s.Session.Customers.SharedCustomer(ctx, kinds[kind])
	return err
}

func (s Givens) ACustomerOfTheirOwn(ctx context.Context, kind string) (err error) {
	wanted := kinds[kind]
	if kind == "customer" {
		wanted = customer.Anybody
	}
	s.Customer, err = s.OwnCustomer(ctx, wanted)
	return err
}

// ACustomerWhoBoughtNothing prepares a customer that is shared by checks of a limit as it was
// given. The customer asks for it with the large amounts that most customers have. Listed customers
// buy things, and are few, so with listed customers each check leases its own.
func (s Givens) ACustomerWhoBoughtNothing(ctx context.Context, kind string) (err error) {
	if s.Session.Customers.ExistingAreListed() {
		return Givens(s).ACustomerOfTheirOwn(ctx, kind)
	}
	s.Customer, err = driver.Shared(ctx, s.Session.Run, "who bought nothing, "+kind, func(ctx context.Context) (*customer.Customer, error) {
		return s.Session.Customers.NewCustomerWithLimit(ctx, kinds[kind])
	})
	return err
}

func (s Givens) AnotherCustomer(ctx context.Context) (err error) {
	s.Other, err = s.OwnCustomer(ctx, customer.Anybody)
	return err
}

func (s Givens) ACustomerWithoutALimit(ctx context.Context) (err error) {
	s.Customer, err = s.Session.Customers.CustomerWithoutLimit(ctx)
	return err
}

// ANewcomer prepares a new customer, with one detail changed to the given value.
func (s Givens) ANewcomer(kind, member, value string) (err error) {
	details := map[string]any{member: typed(member, value)}
	if value == scenario.DrawnAmount {
		details[member] = identity.RandomAmount(s.Session.Rand("amount " + s.Check.Key))
	}
	if member == "date_of_birth" {
		return s.aNewcomerBornOn(kinds[kind], value)
	}
	s.Customer, err = s.Session.Customers.NewCustomer(s.Check.Key, kinds[kind], details)
	return err
}

// aNewcomerBornOn prepares a new customer with the same day of birth in all requests. Listed people
// cannot be used, because they have their own days of birth.
func (s Givens) aNewcomerBornOn(kind customer.Kind, day string) (err error) {
	if s.Session.Customers.NewAreListed() {
		return call.Inapplicable("listed people have days of birth of their own")
	}
	if s.Customer, err = s.Session.Customers.NewCustomer(s.Check.Key, kind, nil); err != nil {
		return err
	}
	s.Customer.Who, err = s.Customer.Who.BornOn(day)
	s.Customer.Details = map[string]any{"date_of_birth": s.Customer.Who.Birth.MonthFirst()}
	return err
}

func (s Givens) ANewcomerNamed(first, last string) (err error) {
	rng := s.Session.Rand("names " + s.Check.Key)
	for _, name := range []*string{&first, &last} {
		switch *name {
		case scenario.DrawnName:
			*name = identity.RandomName(rng)
		case scenario.LongName:
			*name = payload.LongName()
		}
	}
	details := map[string]any{"first_name": first, "last_name": last}
	if s.Customer, err = s.Session.Customers.NewCustomer(s.Check.Key, customer.Employed, details); err != nil {
		return err
	}
	s.Customer.Who.FirstName, s.Customer.Who.LastName, s.Customer.Renamed = first, last, true
	return nil
}

// ANewcomerWithALongEmail prepares a new customer with an address that a target may refuse or
// truncate.
func (s Givens) ANewcomerWithALongEmail() (err error) {
	if s.Session.Customers.NewAreListed() {
		return call.Inapplicable("listed people have addresses of their own")
	}
	if s.Customer, err = s.Session.Customers.NewCustomer(s.Check.Key, customer.Employed, nil); err != nil {
		return err
	}
	local, domain, _ := strings.Cut(s.Customer.Who.Email, "@")
	s.Customer.Who.Email = local + strings.Repeat(".of-the-store", 3) + "@" + domain
	return nil
}

// ANewcomerWithLettersInTheID prepares a new customer whose id number is no number. Section 2.4 names
// no form of it. A target may refuse it, also where it sends OTPs, but must not change it.
func (s Givens) ANewcomerWithLettersInTheID(ctx context.Context) (err error) {
	switch {
	case s.Session.Customers.NewAreListed():
		return call.Inapplicable("listed people have id numbers of their own")
	case !s.Session.Combinations.GivesUnasked(ctx, customer.Employed):
		return call.Inapplicable("the target gives limits only after an OTP, and need not send one for such an id number")
	}
	if s.Customer, err = s.Session.Customers.NewCustomer(s.Check.Key, customer.Employed, nil); err != nil {
		return err
	}
	s.Customer.Who.IDNumber = customer.WithLetters(s.Customer.Who.IDNumber)
	s.Session.Personal.AddDetail(s.Customer.Who.IDNumber)
	return nil
}

// typed gives a value of an example the type of its member in section 2.
func typed(member, value string) any {
	switch member {
	case "net_income", "expenses", "loan_amount", "gross_monthly_revenue",
		"average_monthly_expenses", "average_monthly_personal_expense":
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			return n
		}
	case "business_registered":
		return value == "true"
	}
	return value
}

func (s Givens) AnOTPWasSent(ctx context.Context) error {
	return s.Session.OTPs.SendAndRead(ctx, s.Customer)
}

// AnOTPWasSentToAnother sends an OTP to a second customer. It tries up to three times to get one
// that differs from the first customer's, because the two may be equal by chance.
func (s Givens) AnOTPWasSentToAnother(ctx context.Context) error {
	other, err := s.OwnCustomer(ctx, customer.Anybody)
	if err != nil {
		return err
	}
	s.Other = other
	for range 3 {
		if err := s.Session.OTPs.SendAndRead(ctx, other); err != nil {
			return err
		}
		if other.OTP != s.Customer.OTP {
			return nil
		}
	}
	return nil
}

func (s Givens) AnothersOTPWasVerified(ctx context.Context) error {
	other, err := s.OwnCustomer(ctx, customer.Anybody)
	if err != nil {
		return err
	}
	s.Other = other
	if err := s.Session.OTPs.SendAndRead(ctx, other); err != nil {
		return err
	}
	answer, err := s.VerifyAs(ctx, other, call.Plain, other.OTP, other.CartValue())
	if err != nil {
		return err
	}
	return answer.Served()
}

func (s Givens) AnOTPWasSentToACustomer(ctx context.Context) error {
	err := s.Session.RequireServedCall(ctx, spec.SendOTP, "", func(ctx context.Context) (*driver.Call, error) {
		c, err := s.aCustomerUnasked(ctx)
		if err != nil {
			return nil, err
		}
		return s.Session.OTPs.SendOTPToExisting(ctx, c)
	})
	return s.orServedBefore(err, spec.SendOTP, sentToACustomer)
}

// orServedBefore ignores an untested error if customers are listed and such a call was served
// earlier in the run. A target may limit the number of these calls for a listed customer.
func (s Givens) orServedBefore(err error, endpoint string, such func(*driver.Call) bool) error {
	if s.Session.Customers.ExistingAreListed() && call.IsUntested(err) && len(s.Session.Calls.Of(endpoint, such)) > 0 {
		return nil
	}
	return err
}

func sentToACustomer(c *driver.Call) bool { return c.Variant != call.NewCustomerVariant && c.OK() }

// aCustomerUnasked returns a customer to whom no OTP was sent so far. If customers are listed, it
// returns the one with the fewest.
func (s Givens) aCustomerUnasked(ctx context.Context) (*customer.Customer, error) {
	if s.Session.Customers.ExistingAreListed() {
		return s.OwnCustomer(ctx, customer.Anybody)
	}
	return s.Session.Customers.NewCustomerWithLimit(ctx, customer.Anybody)
}

func (s Givens) AnOTPWasSentToSomebodyNew(ctx context.Context) error {
	err := s.Session.RequireServedCall(ctx, spec.SendOTP, call.NewCustomerVariant, func(ctx context.Context) (*driver.Call, error) {
		c, err := s.Session.Customers.OTPOnlyCustomer()
		if err != nil {
			return nil, err
		}
		return s.Session.OTPs.SendOTPToNew(ctx, c)
	})
	return s.orServedBefore(err, spec.SendOTP, sentToSomebodyNew)
}

func (s Givens) AnOTPWasVerified(ctx context.Context) error {
	err := s.Session.RequireServedCall(ctx, spec.VerifyOTP, "", func(ctx context.Context) (*driver.Call, error) {
		c, err := s.aCustomerUnasked(ctx)
		if err != nil {
			return nil, err
		}
		if err := s.Session.OTPs.SendAndRead(ctx, c); err != nil {
			return nil, err
		}
		return s.VerifyAs(ctx, c, call.Plain, c.OTP, c.CartValue())
	})
	return s.orServedBefore(err, spec.VerifyOTP, (*driver.Call).OK)
}

func sentToSomebodyNew(c *driver.Call) bool { return c.Variant == call.NewCustomerVariant && c.OK() }

func (s Givens) ALimitWasFetched(ctx context.Context) error {
	return s.Session.RequireServedCall(ctx, spec.FetchLimit, "", func(ctx context.Context) (*driver.Call, error) {
		c, err := s.Session.Customers.SharedCustomer(ctx, customer.Employed)
		if err != nil {
			return nil, err
		}
		return s.Session.Limits.FetchLimit(ctx, c)
	})
}

func (s Givens) ACustomerWasLookedUp(ctx context.Context) error {
	return s.Session.RequireServedCall(ctx, spec.CustomerLookup, call.WithLimit, func(ctx context.Context) (*driver.Call, error) {
		c, err := s.Session.Customers.SharedCustomer(ctx, customer.Employed)
		if err != nil {
			return nil, err
		}
		return s.Session.Limits.LookedUp(ctx, c)
	})
}

func (s Givens) SomebodyWithoutALimitWasLookedUp(ctx context.Context) error {
	_, err := driver.Shared(ctx, s.Session.Run, "a customer without a limit looked up", func(ctx context.Context) (*driver.Call, error) {
		c, err := s.Session.Customers.CustomerWithoutLimit(ctx)
		if err != nil {
			return nil, err
		}
		return s.Session.Limits.LookedUp(ctx, c)
	})
	return err
}

func (s Givens) AnotherWasLookedUp(ctx context.Context) error {
	other, err := s.OwnCustomer(ctx, customer.Anybody)
	if err != nil {
		return err
	}
	_, err = s.Session.Limits.LookedUp(ctx, other)
	return err
}
