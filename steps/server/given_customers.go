package server

import (
	"context"
	"strconv"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/drawn"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// customerGivens are the sentences that prepare customers and what was done for them.
type customerGivens struct{ *Scenario }

var kinds = map[string]customer.Kind{
	"customer": customer.Employed, "employed customer": customer.Employed,
	"government employee": customer.Government, "self-employed customer": customer.SelfEmployed,
}

func (s customerGivens) aCustomerWithALimit(ctx context.Context, kind string) (err error) {
	s.customer, err = s.session.Customers.SharedCustomer(ctx, kinds[kind])
	return err
}

func (s customerGivens) aCustomerOfTheirOwn(ctx context.Context, kind string) (err error) {
	wanted := kinds[kind]
	if kind == "customer" {
		wanted = customer.Anybody
	}
	s.customer, err = s.ownCustomer(ctx, wanted)
	return err
}

// aCustomerWhoBoughtNothing is one whom checks share that look at a limit as it was
// given, with the large amounts that most customers ask for it by. Listed customers
// buy, and are few: there it is one as they stand now.
func (s sharedOrders) aCustomerWhoBoughtNothing(ctx context.Context, kind string) (err error) {
	if s.session.Roster != nil {
		return customerGivens(s).aCustomerOfTheirOwn(ctx, kind)
	}
	s.customer, err = driver.Shared(ctx, s.session.Run, "who bought nothing, "+kind, func(ctx context.Context) (*customer.Customer, error) {
		return s.session.Customers.NewCustomerWithLimit(ctx, kinds[kind])
	})
	return err
}

func (s customerGivens) anotherCustomer(ctx context.Context) (err error) {
	s.other, err = s.ownCustomer(ctx, customer.Anybody)
	return err
}

func (s customerGivens) aCustomerWithoutALimit(ctx context.Context) (err error) {
	s.customer, err = s.session.Customers.CustomerWithoutLimit(ctx)
	return err
}

// aNewcomer invents a customer with one detail bent to the value at hand.
func (s customerGivens) aNewcomer(kind, member, value string) (err error) {
	details := map[string]any{member: typed(member, value)}
	if value == drawnAmount {
		details[member] = drawn.Amount(s.session.Rand("amount " + s.check.Key))
	}
	s.customer, err = s.session.Customers.NewCustomer(s.check.Key, kinds[kind], details)
	return err
}

func (s customerGivens) aNewcomerNamed(first, last string) (err error) {
	rng := s.session.Rand("names " + s.check.Key)
	for _, name := range []*string{&first, &last} {
		if *name == drawnName {
			*name = drawn.Name(rng)
		}
	}
	details := map[string]any{"first_name": first, "last_name": last}
	if s.customer, err = s.session.Customers.NewCustomer(s.check.Key, customer.Employed, details); err != nil {
		return err
	}
	s.customer.Who.FirstName, s.customer.Who.LastName, s.customer.Renamed = first, last, true
	return nil
}

// typed gives a value of an example the type that its member has in section 2.
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

func (s customerGivens) anOTPWasSent(ctx context.Context) error {
	return s.session.OTPs.SendAndRead(ctx, s.customer)
}

// anOTPWasSentToAnother sends a second customer an OTP that differs from the
// first one's; by chance the two could be equal, and prove nothing.
func (s customerGivens) anOTPWasSentToAnother(ctx context.Context) error {
	other, err := s.ownCustomer(ctx, customer.Anybody)
	if err != nil {
		return err
	}
	s.other = other
	for range 3 {
		if err := s.session.OTPs.SendAndRead(ctx, other); err != nil {
			return err
		}
		if other.OTP != s.customer.OTP {
			return nil
		}
	}
	return judgement.Untested("the target sends two customers the same OTP %s: assay cannot distinguish a swapped OTP from the right one", "each time")
}

func (s customerGivens) anothersOTPWasVerified(ctx context.Context) error {
	other, err := s.ownCustomer(ctx, customer.Anybody)
	if err != nil {
		return err
	}
	s.other = other
	if err := s.session.OTPs.SendAndRead(ctx, other); err != nil {
		return err
	}
	answer, err := s.verifyAs(ctx, other, call.Plain, other.OTP, other.CartValue())
	if err != nil {
		return err
	}
	return answer.Served()
}

func (s customerGivens) anOTPWasSentToACustomer(ctx context.Context) error {
	err := s.session.OneServed(ctx, spec.SendOTP, "", func(ctx context.Context) (*driver.Call, error) {
		c, err := s.aCustomerUnasked(ctx)
		if err != nil {
			return nil, err
		}
		return s.session.OTPs.SendOTPToExisting(ctx, c)
	})
	return s.orServedBefore(err, spec.SendOTP, sentToACustomer)
}

// orServedBefore does without another call where a listed customer has had all
// that a target may bound, and such a call was served earlier in the run.
func (s customerGivens) orServedBefore(err error, endpoint string, such func(*driver.Call) bool) error {
	if s.session.Roster != nil && call.IsUntested(err) && len(s.session.Calls.Of(endpoint, such)) > 0 {
		return nil
	}
	return err
}

func sentToACustomer(c *driver.Call) bool { return c.Variant != call.NewCustomerVariant && c.OK() }

// aCustomerUnasked is somebody to whom no OTP was sent as a customer so far or,
// of those listed, who has had the fewest.
func (s customerGivens) aCustomerUnasked(ctx context.Context) (*customer.Customer, error) {
	if s.session.Roster != nil {
		return s.ownCustomer(ctx, customer.Anybody)
	}
	return s.session.Customers.NewCustomerWithLimit(ctx, customer.Anybody)
}

func (s customerGivens) anOTPWasSentToSomebodyNew(ctx context.Context) error {
	err := s.session.OneServed(ctx, spec.SendOTP, call.NewCustomerVariant, func(ctx context.Context) (*driver.Call, error) {
		c, err := s.session.OTPs.OTPOnlyCustomer()
		if err != nil {
			return nil, err
		}
		return s.session.OTPs.SendOTPToNew(ctx, c)
	})
	return s.orServedBefore(err, spec.SendOTP, sentToSomebodyNew)
}

func (s customerGivens) anOTPWasVerified(ctx context.Context) error {
	err := s.session.OneServed(ctx, spec.VerifyOTP, "", func(ctx context.Context) (*driver.Call, error) {
		c, err := s.aCustomerUnasked(ctx)
		if err != nil {
			return nil, err
		}
		if err := s.session.OTPs.SendAndRead(ctx, c); err != nil {
			return nil, err
		}
		return s.verifyAs(ctx, c, call.Plain, c.OTP, c.CartValue())
	})
	return s.orServedBefore(err, spec.VerifyOTP, (*driver.Call).OK)
}

func sentToSomebodyNew(c *driver.Call) bool { return c.Variant == call.NewCustomerVariant && c.OK() }

// verifyAs verifies an OTP at the path that the target serves.
func (s *Scenario) verifyAs(ctx context.Context, c *customer.Customer, k call.Kind, otp string, value int64) (*driver.Call, error) {
	path, err := s.session.OTPs.PathOfVerify(ctx)
	if err != nil {
		return nil, err
	}
	return s.session.OTPs.Verify(ctx, c, k, driver.Verification{Reading: path, OTP: otp, Value: value})
}

func (s customerGivens) aLimitWasFetched(ctx context.Context) error {
	return s.session.OneServed(ctx, spec.FetchLimit, "", func(ctx context.Context) (*driver.Call, error) {
		c, err := s.session.Customers.SharedCustomer(ctx, customer.Employed)
		if err != nil {
			return nil, err
		}
		return s.session.Limits.FetchLimit(ctx, c)
	})
}

func (s customerGivens) aCustomerWasLookedUp(ctx context.Context) error {
	return s.session.OneServed(ctx, spec.CustomerLookup, call.WithLimit, func(ctx context.Context) (*driver.Call, error) {
		c, err := s.session.Customers.SharedCustomer(ctx, customer.Employed)
		if err != nil {
			return nil, err
		}
		return s.session.Limits.LookedUp(ctx, c)
	})
}

func (s customerGivens) somebodyWithoutALimitWasLookedUp(ctx context.Context) error {
	_, err := driver.Shared(ctx, s.session.Run, "a customer without a limit looked up", func(ctx context.Context) (*driver.Call, error) {
		c, err := s.session.Customers.CustomerWithoutLimit(ctx)
		if err != nil {
			return nil, err
		}
		return s.session.Limits.LookedUp(ctx, c)
	})
	return err
}

func (s customerGivens) anotherWasLookedUp(ctx context.Context) error {
	other, err := s.ownCustomer(ctx, customer.Anybody)
	if err != nil {
		return err
	}
	_, err = s.session.Limits.LookedUp(ctx, other)
	return err
}
