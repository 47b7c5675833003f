package probes

import (
	"context"
	"slices"
	"strconv"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// OddOrders contains the sentences about orders with values that are so large that the target may
// refuse them (section 8). If it takes one, its records must show the values.
type OddOrders struct{ *scenario.Scenario }

// oddOrders place such orders, by the words of the feature.
var oddOrders = map[string]func(OddOrders, context.Context) (*driver.Call, error){
	"worth far more than the limit":       OddOrders.farBeyondTheLimit,
	"whose order_id has seventeen digits": OddOrders.ofSeventeenDigits,
}

// IsPlaced places an order, once for all checks.
func (s OddOrders) IsPlaced(ctx context.Context, what string) error {
	if s.Session.Customers.ExistingAreListed() {
		return call.Inapplicable("the limits of listed customers are not used up for this")
	}
	answer, err := driver.Shared(ctx, s.Session.Run, "odd order "+what, func(ctx context.Context) (*driver.Call, error) {
		if err := s.Session.Orders.FindPrices(ctx); err != nil {
			return nil, err
		}
		defer s.DrawnAs("odd order " + what)()
		return oddOrders[what](s, ctx)
	})
	s.Answers = nil
	if call.IsUntested(err) {
		return call.Inapplicable("no customer of the run can place such an order")
	}
	if err != nil {
		return err
	}
	if !scenario.LooksServed(answer) {
		return call.Inapplicable("the target refuses such an order, which it may")
	}
	s.Session.Calls.JudgeByAllRules(answer)
	return s.SetAnswer(answer, nil)
}

// ItsItemIsFetched fetches the item of such an order. A service may answer create from the request,
// and get from what it stored.
func (s OddOrders) ItsItemIsFetched(ctx context.Context, what string) error {
	if err := s.IsPlaced(ctx, what); err != nil {
		return err
	}
	placed := s.Answers[0]
	if err := placed.Known(placed.Items[0]); err != nil {
		return err
	}
	return s.SetAnswer(s.Session.Orders.Fetch(ctx, placed.Items[0], call.Plain))
}

// farBeyondTheLimit buys an item at a price that numbers of 32 bits cannot hold, if the target takes
// a smaller one beyond the limit.
func (s OddOrders) farBeyondTheLimit(ctx context.Context) (*driver.Call, error) {
	if err := Unspecified(s).IsTried(ctx, spec.CreatePurchases, beyondLimit); err != nil {
		return nil, err
	}
	const beyond32Bits = 6_442_450_943
	tried := s.Answers[0]
	if !scenario.LooksServed(tried) {
		return tried, nil
	}
	buyer, err := s.Session.Customers.NewCustomerWithLimit(ctx, customer.Anybody) // no other check looks at this limit
	if err != nil {
		return nil, err
	}
	price := max(customer.Spendable(buyer.Limit)*3, beyond32Bits) | 1 // a float of 32 bits rounds an odd number
	item := s.Session.Orders.NewItem(s.Session.Rand("item "+s.Check.Key), nil, price)
	return s.Session.Orders.Buy(ctx, driver.Cart{Buyer: buyer, Items: []*driver.Item{item}, Kind: call.Probe, SameBuyer: true})
}

// ofSeventeenDigits places an order whose number is a string of more digits than a float of 64 bits
// keeps. A number of JSON need not be that exact (RFC 8259, section 6), so the target must take
// strings.
func (s OddOrders) ofSeventeenDigits(ctx context.Context) (*driver.Call, error) {
	if !slices.Contains(s.Session.PermittedReadings(payload.OrderID), payload.AsString) {
		return nil, call.Inapplicable("the configuration permits no order_id in a string")
	}
	asString, err := purchases.TryOrderReading(ctx, s.Session, payload.OrderID, payload.AsString)
	if err != nil || !scenario.LooksServed(asString) {
		return asString, err
	}
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return nil, err
	}
	const least = 10_000_000_000_000_000
	items := s.Items(1, nil)
	number := (least + s.Session.Rand("order number "+s.Check.Key).Int64N(9*least)) | 1 // an odd number is rounded
	placed, err := s.Session.Orders.Place(ctx, driver.Cart{Items: items, Kind: call.Probe, OrderID: number}, f.With(payload.OrderID, payload.AsString))
	if err == nil {
		s.noteDigits(placed, number, least)
	}
	return placed, err
}

// noteDigits notes whether the target takes so many digits. It notes nothing if another customer
// placed the order, under another number.
func (s OddOrders) noteDigits(placed *driver.Call, number, least int64) {
	const name = spec.CreatePurchases + " order_id"
	sent, _ := placed.SentString("order_id")
	switch {
	case sent != strconv.FormatInt(number, 10):
	case scenario.LooksServed(placed):
		s.Session.Bounds.Take(name, least)
	case call.IsRefusedByValidation(&placed.Answer) && placed.RefusedForCertain():
		s.Session.Bounds.Refuse(name, least, &placed.Answer)
	}
}

// FortyItems contains the sentences about an order that the target was free to refuse, because the
// specification does not say how many items one order may have (section 8).
type FortyItems struct{ *scenario.Scenario }

// TheLastIsFetched fetches the last item of the order, once for all checks.
func (s FortyItems) TheLastIsFetched(ctx context.Context) error {
	items, err := s.bought(ctx)
	if err != nil {
		return err
	}
	return s.SetAnswer(driver.Shared(ctx, s.Session.Run, "the last of forty items", func(ctx context.Context) (*driver.Call, error) {
		return s.Session.Orders.Fetch(ctx, items[len(items)-1], call.Plain)
	}))
}

// AllAreUpdated updates all items of the order in one call, after the last one was fetched. The
// target may refuse so many. If it serves the call, no item may be left out (section 4.8).
func (s FortyItems) AllAreUpdated(ctx context.Context) error {
	if err := s.TheLastIsFetched(ctx); err != nil {
		return err
	}
	items, err := s.bought(ctx)
	if err != nil {
		return err
	}
	updated, err := s.Session.Orders.Update(ctx, items, driver.Collected, call.Probe)
	if err != nil {
		return err
	}
	if updated.Response == nil && !updated.Unanswered {
		return judgement.Errored("%s was not answered: %v", spec.Line(spec.UpdatePurchases), updated.Err)
	}
	if !updated.OK() || len(updated.Records()) == 0 {
		return call.Inapplicable("the target refuses an update of so many items, which it may")
	}
	return s.SetAnswer(updated, nil)
}

// bought returns the items of the order.
func (s FortyItems) bought(ctx context.Context) ([]*driver.Item, error) {
	if s.Session.Customers.ExistingAreListed() {
		return nil, call.Inapplicable("what a listed customer buys is cancelled before anybody looks at it")
	}
	return driver.Shared(ctx, s.Session.Run, "forty items", func(ctx context.Context) ([]*driver.Item, error) {
		if err := Unspecified(s).IsTried(ctx, spec.CreatePurchases, manyItems); err != nil {
			return nil, err
		}
		placed := s.Answers[0]
		s.Answers = nil
		records := placed.Records()
		if !scenario.LooksServed(placed) || len(records) == 0 || !judgement.IsUUID(records[len(records)-1].Get("id").String()) {
			return nil, call.Inapplicable("the target refuses so many items, which it may")
		}
		sent, _ := placed.SentString("order_id")
		number, err := strconv.ParseInt(sent, 10, 64)
		if err != nil {
			return nil, judgement.Errored("order_id %q of the order of forty items is no number: %v", sent, err)
		}
		var items []*driver.Item
		for n, record := range records {
			items = append(items, &driver.Item{
				ID: record.Get("id").String(), OrderID: number, Buyer: placed.Customer, ItemsInOrder: len(records),
				Details: map[string]any{"item_code": record.Get("item_code").String()},
				Record:  driver.RecordBefore{Raw: record.Raw, By: placed, At: placed.RecordPath(n)},
			})
		}
		return items, nil
	})
}

// LaterOrders contains the sentence about an order that has the item_code of an item that moved. A
// target that finds the item by its code puts it back to the status of a new one (section 3).
type LaterOrders struct{ *scenario.Scenario }

// ACollectedItemIsFetched fetches a collected item after an order with its item_code. The
// specification does not say that item_code is unique, so the target may refuse the order.
func (s LaterOrders) ACollectedItemIsFetched(ctx context.Context) error {
	if s.Session.Customers.ExistingAreListed() {
		return call.Inapplicable("purchases of listed customers are cancelled soon")
	}
	bought, err := boughtAndCollected(ctx, s.Session, 1)
	if err != nil {
		return err
	}
	collected := bought.Items[0]
	later, buyer := s.Items(1, nil)[0], collected.Buyer
	later.Details["item_code"] = collected.Details["item_code"]
	if err := s.Session.Customers.Spend(buyer, later.Price); err != nil {
		return err
	}
	placed, err := s.Session.Orders.Buy(ctx, driver.Cart{Buyer: buyer, Items: []*driver.Item{later}, Kind: call.Probe, DoNotExplainRefusal: true, SameBuyer: true})
	switch {
	case err != nil:
		return err
	case placed.Response == nil:
		return judgement.Errored("%s was not answered: %v", spec.Line(spec.CreatePurchases), placed.Err)
	case !placed.OK() || len(placed.Records()) == 0:
		return call.Inapplicable("the target refuses such an order, which it may")
	}
	return s.SetAnswer(s.Session.Orders.Fetch(ctx, collected, call.Special))
}
