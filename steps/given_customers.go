package steps

import (
	"context"
	"strconv"

	"github.com/credit-partner/assay/internal/drawn"
	"github.com/credit-partner/assay/internal/spec"
)

var kinds = map[string]customerKind{
	"customer": employed, "employed customer": employed,
	"government employee": government, "self-employed customer": selfEmployed,
}

func (s *Scenario) aCustomerWithALimit(ctx context.Context, kind string) (err error) {
	s.customer, err = s.run.resident(ctx, s.by(), kinds[kind])
	return err
}

func (s *Scenario) aCustomerOfTheirOwn(ctx context.Context, kind string) (err error) {
	wanted := kinds[kind]
	if kind == "customer" {
		wanted = anybody
	}
	s.customer, err = s.leaseOwn(ctx, wanted)
	return err
}

// aCustomerWhoBoughtNothing is one whom checks share that look at a limit as it was
// given, with the large amounts that most customers ask for it by. Listed customers
// buy, and are few: there it is one as they stand now.
func (s sharing) aCustomerWhoBoughtNothing(ctx context.Context, kind string) (err error) {
	if s.run.roll != nil {
		return s.aCustomerOfTheirOwn(ctx, kind)
	}
	s.customer, err = shared(ctx, s.run, "who bought nothing, "+kind, func(ctx context.Context) (*customer, error) {
		return s.run.newCustomerWithLimit(ctx, s.by(), kinds[kind])
	})
	return err
}

func (s *Scenario) anotherCustomer(ctx context.Context) (err error) {
	s.other, err = s.leaseOwn(ctx, anybody)
	return err
}

func (s *Scenario) aCustomerWithoutALimit(ctx context.Context) (err error) {
	s.customer, err = s.run.withoutLimit(ctx, s.by())
	return err
}

// aNewcomer invents a customer with one detail bent to the value at hand.
func (s *Scenario) aNewcomer(kind, member, value string) (err error) {
	details := map[string]any{member: typed(member, value)}
	if value == drawnAmount {
		details[member] = drawn.Amount(s.run.rng("amount " + s.check.Key))
	}
	s.customer, err = s.run.newCustomer(s.check.Key, kinds[kind], details)
	return err
}

func (s *Scenario) aNewcomerNamed(first, last string) (err error) {
	rng := s.run.rng("names " + s.check.Key)
	for _, name := range []*string{&first, &last} {
		if *name == drawnName {
			*name = drawn.Name(rng)
		}
	}
	details := map[string]any{"first_name": first, "last_name": last}
	if s.customer, err = s.run.newCustomer(s.check.Key, employed, details); err != nil {
		return err
	}
	s.customer.who.firstName, s.customer.who.lastName, s.customer.renamed = first, last, true
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

func (s *Scenario) anOTPWasSent(ctx context.Context) error {
	return s.run.sendAndRead(ctx, s.by(), s.customer)
}

// anOTPWasSentToAnother sends a second customer an OTP that differs from the
// first one's; by chance the two could be equal, and prove nothing.
func (s *Scenario) anOTPWasSentToAnother(ctx context.Context) error {
	other, err := s.leaseOwn(ctx, anybody)
	if err != nil {
		return err
	}
	s.other = other
	for range 3 {
		if err := s.run.sendAndRead(ctx, s.by(), other); err != nil {
			return err
		}
		if other.otp != s.customer.otp {
			return nil
		}
	}
	return untested("the target sends two customers the same OTP %s: a swapped OTP cannot be told from the right one", "each time")
}

func (s *Scenario) anothersOTPWasVerified(ctx context.Context) error {
	other, err := s.leaseOwn(ctx, anybody)
	if err != nil {
		return err
	}
	s.other = other
	if err := s.run.sendAndRead(ctx, s.by(), other); err != nil {
		return err
	}
	answer, err := s.verifyAs(ctx, other, plain, other.otp, other.cartValue())
	if err != nil {
		return err
	}
	return answer.served()
}

func (s *Scenario) anOTPWasSentToACustomer(ctx context.Context) error {
	err := s.run.oneServed(ctx, sendOTP, "", func(ctx context.Context) (*call, error) {
		c, err := s.aCustomerUnasked(ctx)
		if err != nil {
			return nil, err
		}
		return s.run.sendOTPToExisting(ctx, s.by(), c)
	})
	return s.orServedBefore(err, sendOTP, sentToACustomer)
}

// orServedBefore does without another call where a listed customer has had all
// that a target may bound, and such a call was served earlier in the run.
func (s *Scenario) orServedBefore(err error, endpoint string, such func(*call) bool) error {
	if s.run.roll != nil && isUntested(err) && len(s.run.calls.of(endpoint, such)) > 0 {
		return nil
	}
	return err
}

func sentToACustomer(c *call) bool { return c.variant != newCustomerVariant && c.ok() }

// aCustomerUnasked is somebody to whom no OTP was sent as a customer so far or,
// of those listed, who has had the fewest.
func (s *Scenario) aCustomerUnasked(ctx context.Context) (*customer, error) {
	if s.run.roll != nil {
		return s.leaseOwn(ctx, anybody)
	}
	return s.run.newCustomerWithLimit(ctx, s.by(), anybody)
}

func (s *Scenario) anOTPWasSentToSomebodyNew(ctx context.Context) error {
	err := s.run.oneServed(ctx, sendOTP, newCustomerVariant, func(ctx context.Context) (*call, error) {
		c, err := s.run.novice()
		if err != nil {
			return nil, err
		}
		return s.run.sendOTPToNew(ctx, s.by(), c)
	})
	return s.orServedBefore(err, sendOTP, sentToSomebodyNew)
}

func (s *Scenario) anOTPWasVerified(ctx context.Context) error {
	err := s.run.oneServed(ctx, verifyOTP, "", func(ctx context.Context) (*call, error) {
		c, err := s.aCustomerUnasked(ctx)
		if err != nil {
			return nil, err
		}
		if err := s.run.sendAndRead(ctx, s.by(), c); err != nil {
			return nil, err
		}
		return s.verifyAs(ctx, c, plain, c.otp, c.cartValue())
	})
	return s.orServedBefore(err, verifyOTP, (*call).ok)
}

func sentToSomebodyNew(c *call) bool { return c.variant == newCustomerVariant && c.ok() }

// verifyAs verifies an OTP at the path that the target serves.
func (s *Scenario) verifyAs(ctx context.Context, c *customer, k kind, otp string, value int64) (*call, error) {
	path, err := s.run.pathOfVerify(ctx, s.by())
	if err != nil {
		return nil, err
	}
	return s.run.verify(ctx, s.by(), c, k, verification{reading: path, otp: otp, value: value})
}

func (s *Scenario) aLimitWasFetched(ctx context.Context) error {
	return s.run.oneServed(ctx, fetchLimit, "", func(ctx context.Context) (*call, error) {
		c, err := s.run.resident(ctx, s.by(), employed)
		if err != nil {
			return nil, err
		}
		return s.run.fetchLimit(ctx, s.by(), c)
	})
}

// fetchLimit makes the call of section 4.4.
func (r *Run) fetchLimit(ctx context.Context, by string, c *customer) (*call, error) {
	return r.fetchLimitAs(ctx, by, c, plain)
}

func (r *Run) fetchLimitAs(ctx context.Context, by string, c *customer, k kind) (*call, error) {
	return r.perform(ctx, by, &call{endpoint: fetchLimit, kind: k, customer: c},
		request{path: spec.Of(fetchLimit).At(c.id)})
}

func (s *Scenario) aCustomerWasLookedUp(ctx context.Context) error {
	return s.run.oneServed(ctx, lookup, withLimit, func(ctx context.Context) (*call, error) {
		c, err := s.run.resident(ctx, s.by(), employed)
		if err != nil {
			return nil, err
		}
		return s.run.lookedUp(ctx, s.by(), c)
	})
}

func (s *Scenario) somebodyWithoutALimitWasLookedUp(ctx context.Context) error {
	_, err := shared(ctx, s.run, "a customer without a limit looked up", func(ctx context.Context) (*call, error) {
		c, err := s.run.withoutLimit(ctx, s.by())
		if err != nil {
			return nil, err
		}
		return s.run.lookedUp(ctx, s.by(), c)
	})
	return err
}

func (s *Scenario) anotherWasLookedUp(ctx context.Context) error {
	other, err := s.leaseOwn(ctx, anybody)
	if err != nil {
		return err
	}
	_, err = s.run.lookedUp(ctx, s.by(), other)
	return err
}
