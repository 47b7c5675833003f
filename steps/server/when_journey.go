package server

import (
	"context"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
)

// journeys are the sentences about the whole way from an OTP to a delivered purchase.
type journeys struct{ *Scenario }

// theCustomerGoesTheWholeWay makes the calls that a store makes for a customer,
// each plain, so that every rule of the run judges them too. It ends at the
// first call that is not served.
func (s journeys) theCustomerGoesTheWholeWay(ctx context.Context) error {
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
func (s journeys) proveThePhone(ctx context.Context) error {
	switch err := s.session.OTPs.SendAndRead(ctx, s.customer); {
	case call.IsUntested(err):
		return nil
	case err != nil:
		return err
	}
	return s.leg(s.verifyAs(ctx, s.customer, call.Plain, s.customer.OTP, s.customer.CartValue()))
}

// leg keeps one call of the journey, and ends it where the call is not served.
func (s journeys) leg(c *driver.Call, err error) error {
	if err != nil {
		return err
	}
	s.answers = append(s.answers, c)
	return c.Served()
}

func (s journeys) fetchOwnLimit(ctx context.Context) error {
	return s.leg(s.session.Limits.FetchLimit(ctx, s.customer))
}

func (s journeys) buyTwo(ctx context.Context) (err error) {
	s.order, err = s.purchaseBy(ctx, s.customer, 2)
	return s.leg(s.order, err)
}

func (s journeys) fetchFirst(ctx context.Context) error {
	return s.leg(s.session.Orders.Fetch(ctx, s.order.Items[0], call.Plain))
}

func (s journeys) collectFirst(ctx context.Context) error {
	return s.leg(s.session.Orders.Update(ctx, s.order.Items[:1], driver.Collected, call.Plain))
}

func (s journeys) cancelSecond(ctx context.Context) error {
	return s.leg(s.session.Orders.Cancel(ctx, s.order.Items[1], call.Plain))
}
