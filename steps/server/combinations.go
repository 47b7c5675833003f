package server

import (
	"context"
	"fmt"
	"slices"

	"github.com/credit-partner/assay/internal/combination"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/spec"
)

// everyCombinationIsSent sends what combinations of documented values the run has
// not sent yet.
func (s combinations) everyCombinationIsSent(ctx context.Context, name string) error {
	for _, kind := range []customer.Kind{customer.Employed, customer.Government, customer.SelfEmployed} {
		if name != combination.OrderedItem && combination.BodyOfKind(kind) == name {
			if _, err := s.session.Limits.LimitBase(ctx, kind); err != nil {
				return err
			}
		}
	}
	b, err := s.session.Combos.Body(ctx, name)
	if err != nil {
		return err
	}
	s.body = b
	if s.session.Config.Strength > 0 {
		err = s.complete(ctx, b)
	}
	s.answers = nil
	for _, said := range s.session.SentRows(b) {
		if n := len(s.answers); n == 0 || s.answers[n-1] != said.Call {
			s.answers = append(s.answers, said.Call)
		}
	}
	return err
}

func (s combinations) complete(ctx context.Context, b *combination.Body) error {
	pending, err := s.session.Combos.Pending(ctx, b)
	if err != nil {
		return err
	}
	if b.Endpoint == spec.CreatePurchases {
		return s.orderAll(ctx, b, pending)
	}
	return s.session.Combos.SideBySide(ctx, len(pending), func(n int) error {
		v := pending[n]
		by := fmt.Sprint("combination ", v.Key())
		base, err := s.session.Limits.LimitBase(ctx, b.Kind(v))
		if err != nil {
			return err
		}
		c, err := s.session.Customers.NewCustomer(by, b.Kind(v), nil)
		if err != nil {
			return err
		}
		answer, err := s.session.Combos.AskWith(ctx, c, base.Form, b, v)
		if err == nil && answer.IsRefused() {
			s.session.CombinationLog.Refuse(b, v, answer)
		}
		return err
	})
}

// orderAll buys an item for each row, as many in one order as the target takes.
func (s combinations) orderAll(ctx context.Context, b *combination.Body, rows []combination.Row) error {
	size, err := s.session.Orders.CartSize(ctx, driver.Many)
	if err != nil {
		return err
	}
	for chunk := range slices.Chunk(rows, max(size, 1)) {
		if err := s.orderRows(ctx, b, chunk); err != nil {
			return err
		}
	}
	return nil
}

// orderRows buys items in one order. Where it is refused, each half of it is
// ordered alone, down to the item that is refused by itself.
func (s combinations) orderRows(ctx context.Context, b *combination.Body, rows []combination.Row) error {
	answer, err := s.session.Combos.OrderOf(ctx, b, rows)
	switch {
	case err != nil || !answer.IsRefused():
		return err
	case len(rows) == 1:
		s.session.CombinationLog.Refuse(b, rows[0], answer)
		return nil
	}
	if err := s.orderRows(ctx, b, rows[:len(rows)/2]); err != nil {
		return err
	}
	return s.orderRows(ctx, b, rows[len(rows)/2:])
}

// buyDetailed buys an item with details that a rule lists. Where that is refused,
// it is bought with the other plain values beside them.
func (s combinations) buyDetailed(ctx context.Context, details map[string]any) error {
	if err := purchaseCalls(s).buyItems(ctx, s.items(1, details), details); err != nil {
		return err
	}
	refused := s.answers[0]
	if !refused.IsRefused() {
		return nil
	}
	beside, err := s.session.Orders.Beside(ctx, details)
	if err != nil {
		return err
	}
	if err := purchaseCalls(s).buyItems(ctx, s.items(1, beside), details); err != nil {
		return err
	}
	if s.answers[0].IsRefused() {
		s.session.CombinationLog.RefuseAlone(details)
		s.answers = []*driver.Call{refused}
		return nil
	}
	b, err := combination.NewBody(combination.OrderedItem, nil)
	if err != nil {
		return err
	}
	s.session.CombinationLog.Refuse(b, b.Sent(refused.Request.Body)[0], refused)
	return nil
}
