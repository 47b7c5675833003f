package server

import (
	"context"
	"fmt"
	"slices"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/combination"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// everyCombinationIsSent sends the combinations of documented values that the run has not sent yet.
func (s combinations) everyCombinationIsSent(ctx context.Context, name string) error {
	for _, kind := range []customer.Kind{customer.Employed, customer.Government, customer.SelfEmployed} {
		if name != combination.OrderedItem && combination.BodyOfKind(kind) == name {
			if _, err := s.Session.Limits.LimitForm(ctx, kind); err != nil {
				return err
			}
		}
	}
	b, err := s.Session.Combinations.Body(ctx, name)
	if err != nil {
		return err
	}
	*scenario.State[*combination.Body](s.Scenario) = b
	if s.Session.Config.Strength > 0 {
		err = s.complete(ctx, b)
	}
	s.Answers = nil
	for _, said := range s.Session.SentRows(b) {
		if n := len(s.Answers); n == 0 || s.Answers[n-1] != said.Call {
			s.Answers = append(s.Answers, said.Call)
		}
	}
	return err
}

func (s combinations) complete(ctx context.Context, b *combination.Body) error {
	pending, err := s.unsentRows(ctx, b)
	if err != nil {
		return err
	}
	if b.Endpoint == spec.CreatePurchases {
		return s.orderAll(ctx, b, pending)
	}
	return s.inParallel(ctx, len(pending), func(n int) error {
		v := pending[n]
		by := fmt.Sprint("combination ", v.Key())
		base, err := s.Session.Limits.LimitForm(ctx, b.Kind(v))
		if err != nil {
			return err
		}
		c, err := s.Session.Customers.NewCustomer(by, b.Kind(v), nil)
		if err != nil {
			return err
		}
		answer, err := s.Session.Combinations.AskWith(ctx, c, base.Form, b, v)
		if err == nil && answer.IsRefused() {
			s.Session.CombinationLog.Refuse(b, v, answer)
		}
		return err
	})
}

// orderAll buys an item for each row, with as many items in one order as the target takes.
func (s combinations) orderAll(ctx context.Context, b *combination.Body, rows []combination.Row) error {
	size, err := s.Session.Orders.CartSize(ctx, driver.Many)
	if err != nil {
		return err
	}
	texts := longTexts{Scenario: s.Scenario, done: make(map[string]bool)}
	for chunk := range slices.Chunk(rows, max(size, 1)) {
		if served, err := texts.order(ctx, b, chunk); err != nil || served {
			if err != nil {
				return err
			}
			continue
		}
		if err := s.orderRows(ctx, b, chunk); err != nil {
			return err
		}
	}
	return nil
}

// orderRows buys items in one order. If the order is refused, each half is ordered separately, down
// to the single item that is refused.
func (s combinations) orderRows(ctx context.Context, b *combination.Body, rows []combination.Row) error {
	answer, err := orderOf(ctx, s.Session, b, rows)
	switch {
	case err != nil || !answer.IsRefused():
		return err
	case len(rows) == 1:
		s.Session.CombinationLog.Refuse(b, rows[0], answer)
		return nil
	}
	if err := s.orderRows(ctx, b, rows[:len(rows)/2]); err != nil {
		return err
	}
	return s.orderRows(ctx, b, rows[len(rows)/2:])
}
