package steps

import (
	"context"
)

// theCustomerGoesTheWholeWay makes the calls that a store makes for a customer,
// each plain, so that every rule of the run judges them too. It ends at the
// first call that is not served.
func (s *Scenario) theCustomerGoesTheWholeWay(ctx context.Context) error {
	if err := s.proveThePhone(ctx); err != nil {
		return err
	}
	legs := []func(context.Context) error{s.fetchOwnLimit, s.buyTwo, s.fetchFirst, s.collectFirst, s.fetchFirst, s.cancelSecond}
	for _, leg := range legs {
		if err := leg(ctx); err != nil {
			return err
		}
	}
	return nil
}

// proveThePhone sends and verifies an OTP; one that nobody can read is no
// reason to stop.
func (s *Scenario) proveThePhone(ctx context.Context) error {
	switch err := s.run.sendAndRead(ctx, s.by(), s.customer); {
	case isUntested(err):
		return nil
	case err != nil:
		return err
	}
	return s.leg(s.verifyAs(ctx, s.customer, plain, s.customer.otp, s.customer.cartValue()))
}

// leg keeps one call of the journey, and ends it where the call is not served.
func (s *Scenario) leg(c *call, err error) error {
	if err != nil {
		return err
	}
	s.subject = append(s.subject, c)
	return c.served()
}

func (s *Scenario) fetchOwnLimit(ctx context.Context) error {
	return s.leg(s.run.fetchLimit(ctx, s.by(), s.customer))
}

func (s *Scenario) buyTwo(ctx context.Context) (err error) {
	s.order, err = s.purchaseBy(ctx, s.customer, 2)
	return s.leg(s.order, err)
}

func (s *Scenario) fetchFirst(ctx context.Context) error {
	return s.leg(s.run.fetch(ctx, s.by(), s.order.items[0], plain))
}

func (s *Scenario) collectFirst(ctx context.Context) error {
	return s.leg(s.run.update(ctx, s.by(), s.order.items[:1], collected, plain))
}

func (s *Scenario) cancelSecond(ctx context.Context) error {
	return s.leg(s.run.cancel(ctx, s.by(), s.order.items[1], plain))
}
