package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/driver/payload"
)

// A target may have a least price (section 8). If it refuses the first order, the order may be too
// cheap, or have a form that the target does not take, or both.

// leastPrice is the part of a session that finds the first order that a target takes.
type leastPrice struct{ *Session }

// firstOrder finds a form in which the target takes an order. If all forms are refused, it tries
// higher prices.
func (s leastPrice) firstOrder(ctx context.Context) (payload.Form, *Call, error) {
	f, answer, err := s.discover(ctx, payload.OrderTolerances, func(f payload.Form) (*Call, error) {
		return s.Orders.TryOrder(ctx, f)
	})
	if err != nil || !answer.IsRefused() || answer.Response == nil {
		return f, answer, err
	}
	taken, err := s.orderAtHigherPrice(ctx, f)
	if err == nil && taken == nil {
		f, taken, err = s.formAtHighestPrice(ctx, f)
	}
	if err != nil || taken == nil {
		return f, answer, err
	}
	s.Calls.JudgeByNoRule(answer)
	s.Calls.SetPlain(taken)
	s.people.employeeBuyers.Leave() // the attempts have used up the OTPs of these buyers, or verified a low cart value
	s.people.selfEmployedBuyers.Leave()
	return f, taken, nil
}

// formAtHighestPrice tries all forms at a price that no least price of a target exceeds, and then
// the form that it takes at lower prices. A target may have a least price, and take only another
// form than the first. It may also have a highest price, so a lower one is tried after that. It
// returns no call if the target takes none.
func (s leastPrice) formAtHighestPrice(ctx context.Context, first payload.Form) (payload.Form, *Call, error) {
	highest := s.highestAffordable()
	for _, price := range []int64{highest, higherPrices[len(higherPrices)/2]} {
		if price == 0 || price > highest {
			break
		}
		f, answer, err := s.discover(ctx, payload.OrderTolerances, func(f payload.Form) (*Call, error) { return s.Orders.tryOrderAt(ctx, f, price) })
		if err != nil {
			return first, nil, err
		}
		if !answer.OK() {
			s.Calls.JudgeByNoRule(answer) // the order at an everyday price is judged
			continue
		}
		if cheaper, err := s.orderAtHigherPrice(ctx, f); err != nil || cheaper != nil {
			return f, cheaper, err
		}
		return f, answer, nil
	}
	return first, nil, nil
}

// higherPrices are the prices of the next attempts if the target refuses the first order at an
// everyday price.
var higherPrices = []int64{100, 200, 500, 1_000, 2_500, 5_000, 10_000, 25_000}

// highestAffordable returns the highest of these prices that the customer with the highest limit
// can pay four times; 0 if there is none. A target scores people as it likes (section 1), so the
// customer whose limit bounds the other prices of the run may have a lower one.
func (s leastPrice) highestAffordable() (highest int64) {
	if s.Customers.ExistingAreListed() {
		return 0
	}
	for _, price := range higherPrices {
		if price <= s.people.most.Highest()/4 {
			highest = price
		}
	}
	return highest
}

// orderAtHigherPrice tries the plainest order at higher prices, as long as a customer can pay
// four such orders. It returns the first order that the target takes, or nil if it takes none.
func (s leastPrice) orderAtHigherPrice(ctx context.Context, f payload.Form) (*Call, error) {
	tried, highest := s.Orders.distinctDigitsPrice(s.Rand("order base price")), s.highestAffordable()
	for _, price := range higherPrices {
		switch {
		case price > highest:
			return nil, nil
		case price <= tried:
			continue
		}
		answer, err := s.Orders.tryOrderAt(ctx, f, price)
		if err != nil || answer.OK() {
			return answer, err
		}
		if !answer.RefusedForCertain() {
			return nil, nil
		}
	}
	return nil, nil
}
