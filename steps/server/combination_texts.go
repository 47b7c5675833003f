package server

import (
	"context"
	"fmt"
	"maps"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/combination"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// longTexts gives one item of each type the longest texts that the target took in other orders. A
// target may keep the items of one type in a place of their own, which cuts texts.
type longTexts struct {
	*scenario.Scenario
	done map[string]bool // the types that had such texts
}

// order places the order of some rows with long texts. It reports whether the target served it. The
// target may bound the size of a request (section 8), so it may refuse the order.
func (s longTexts) order(ctx context.Context, b *combination.Body, rows []combination.Row) (served bool, err error) {
	long := s.longest()
	if len(long) == 0 {
		return false, nil
	}
	cart, err := cartOf(ctx, s.Session, b, rows)
	if err != nil {
		return false, err
	}
	cart.Kind = call.Probe
	changed := false
	for _, i := range cart.Items {
		if kind := fmt.Sprint(i.Details["item_type"]); !s.done[kind] {
			maps.Copy(i.Details, long)
			s.done[kind], changed = true, true
		}
	}
	if !changed {
		return false, nil
	}
	placed, err := s.Session.Orders.Buy(ctx, cart)
	if err != nil || !scenario.LooksServed(placed) {
		return false, err
	}
	s.Session.Calls.JudgeByAllRules(placed)
	return true, nil
}

// longest returns the longest texts that the target took. Each is cut to a thousand characters, so
// that an order stays small.
func (s longTexts) longest() map[string]any {
	const most = 1_000
	texts := make(map[string]any)
	orders := []*driver.Call{{Answer: call.Answer{Endpoint: spec.CreatePurchases}}}
	for _, placed := range s.Session.Calls.WithServedProbes(orders) {
		for _, i := range placed.Items {
			for _, member := range []string{"item_brand", "item_description"} {
				text, _ := i.Details[member].(string)
				known, _ := texts[member].(string)
				if placed.OK() && len(text) > len(known) {
					texts[member] = history.CutTo(text, most)
				}
			}
		}
	}
	return texts
}
