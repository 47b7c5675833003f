package purchases

import (
	"context"
	"hash/fnv"
	"slices"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// A rule about moves applies to items of any type (section 2.2). Most checks can use any item, so
// each check takes another type. Together they test all types without extra calls.

// ItemTypes finds out which types of items the target takes.
type ItemTypes struct{ *scenario.Scenario }

// Details returns the details of count items for a check, each with another type. The first type
// depends on the check. The details are empty if the target refuses a type or an order of two
// types, which other rules report.
func (s ItemTypes) Details(ctx context.Context, count int) ([]map[string]any, error) {
	types := spec.ItemTypes()
	h := fnv.New32a()
	_, _ = h.Write([]byte(s.Check.Key)) // never fails
	return s.from(ctx, types[int(h.Sum32()%uint32(len(types)))], count)
}

// from does the same as Details, with the first type given by the caller.
func (s ItemTypes) from(ctx context.Context, first string, count int) ([]map[string]any, error) {
	types := spec.ItemTypes()
	wanted := make([]string, count)
	for n := range wanted {
		wanted[n] = types[(slices.Index(types, first)+n)%len(types)]
	}
	return s.Taken(ctx, wanted)
}

// Taken returns the details for items of some types. They are empty if the target refuses one of
// the types.
func (s ItemTypes) Taken(ctx context.Context, types []string) ([]map[string]any, error) {
	plain, details := make([]map[string]any, len(types)), make([]map[string]any, len(types))
	if len(types) > 1 {
		if served, err := s.areTakenTogether(ctx); err != nil || !served {
			return plain, err
		}
	}
	for n, t := range types {
		if served, err := s.isTaken(ctx, t); err != nil || !served {
			return plain, err
		}
		details[n] = map[string]any{"item_type": t}
	}
	return details, nil
}

// isTaken reports whether the target serves an order of one item of a type, with the plain values
// beside it. The rule about the types uses the same order.
func (s ItemTypes) isTaken(ctx context.Context, itemType string) (bool, error) {
	defer s.asBefore()()
	err := SharedOrders(s).TheCustomerBuysWhose(ctx, "item_type", itemType)
	if call.IsUntested(err) || call.IsBreak(err) {
		return false, nil
	}
	if err != nil || s.Answers[0].Served() != nil {
		return false, err
	}
	_, withOthers := s.Answers[0].Items[0].Details["delivery_option"]
	return !withOthers, nil
}

// areTakenTogether reports whether the target serves an order of two types. The rule about several
// items uses the same order.
func (s ItemTypes) areTakenTogether(ctx context.Context) (bool, error) {
	defer s.asBefore()()
	m, err := SharedOrders(s).mixed(ctx)
	if call.IsUntested(err) || call.IsBreak(err) {
		return false, nil
	}
	return err == nil && m.placed.Served() == nil, err
}

// asBefore returns a function that restores the current order and answers of the check.
func (s ItemTypes) asBefore() func() {
	order, answers := s.Order, s.Answers
	return func() { s.Order, s.Answers = order, answers }
}
