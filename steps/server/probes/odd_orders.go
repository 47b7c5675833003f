package probes

import (
	"context"
	"slices"
	"strconv"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
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
		return &call.InapplicableError{Reason: "the limits of listed customers are not used up for this"}
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
		return &call.InapplicableError{Reason: "no customer of the run can place such an order"}
	}
	if err != nil {
		return err
	}
	if !scenario.LooksServed(answer) {
		return &call.InapplicableError{Reason: "the target refuses such an order, which it may"}
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
		return nil, &call.InapplicableError{Reason: "the configuration permits no order_id in a string"}
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
