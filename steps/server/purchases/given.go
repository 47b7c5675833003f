package purchases

import (
	"context"
	"slices"
	"strconv"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/history"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Givens are the sentences that prepare purchases.
type Givens struct{ *scenario.Scenario }

// APurchase is one that all checks share which only look at it.
func (s Givens) APurchase(ctx context.Context) (err error) {
	s.Order, err = driver.Shared(ctx, s.Session.Run, "purchase", func(ctx context.Context) (*driver.Call, error) {
		return s.Session.Orders.Purchase(ctx, 1, nil)
	})
	return err
}

func (s Givens) APurchaseOf(ctx context.Context, count string) (err error) {
	details, err := ItemTypes(s).details(ctx, scenario.NumberOr1(count))
	if err != nil {
		return err
	}
	s.Order, err = s.Session.For(s.Check.Key).Orders.PurchaseOf(ctx, details)
	return err
}

// APurchaseOfIdenticalItems is one whose items only their item_code tells apart: a move
// that finds an item by what it is moves the others as well.
func (s Givens) APurchaseOfIdenticalItems(ctx context.Context, count int) error {
	if err := s.Session.Orders.Priced(ctx); err != nil {
		return err
	}
	count, err := s.Session.Orders.CartSize(ctx, count)
	if err != nil {
		return err
	}
	items := Calls(s).alike(count, nil)
	buyer, err := s.Session.Customers.SharedBuyer(ctx, int64(count)*items[0].Price)
	if err != nil {
		return err
	}
	s.Order, err = s.Session.Orders.Bought(ctx, driver.Cart{Buyer: buyer, Items: items, Kind: call.Special, Variant: call.SeveralItems})
	return err
}

// OrNothingIsDocumented ends a check about a move that section 3 documents from
// one state only, where the target has put the item into another one.
func (s Givens) OrNothingIsDocumented(status string) error {
	for _, record := range s.Order.Records() {
		if got := record.Get("facility_status").String(); got != status {
			return &call.InapplicableError{Reason: "the item starts as " + got + ", and no move from there is documented"}
		}
	}
	return nil
}

// buyWorth buys one item at a price that depends on what its buyer may spend. What
// is refused may be refused for what became of the buyer before: so somebody else
// tries the same, before smaller prices are tried.
func (s Givens) buyWorth(ctx context.Context, price string) error {
	buyer, amount, err := s.buyerFor(ctx, price)
	if err != nil {
		return err
	}
	prices, tried := s.pricesFrom(amount, buyer), 0
	if !s.Session.Customers.ExistingAreListed() && len(prices) > 1 {
		prices = append([]int64{amount}, prices...)
	}
	return s.LargestTaken(ctx, "item_value", prices, func(size int64, k call.Kind) (*driver.Call, error) {
		if tried++; tried == 2 && !s.Session.Customers.ExistingAreListed() {
			if buyer, err = s.OwnCustomer(ctx, customer.AnyEmployee); err != nil {
				return nil, err
			}
			size = min(size, s.Amount(price, buyer.Available()))
			buyer.Touch()
		}
		bought := s.Session.Orders.NewItem(s.Session.Rand(s.Check.Key), nil, size)
		defer s.Session.Customers.NoteExpensive(buyer, bought)
		return s.Session.Orders.Buy(ctx, driver.Cart{Buyer: buyer, Items: []*driver.Item{bought}, Kind: k, Variant: call.PriceCase})
	})
}

// pricesFrom are a price, and what is tried where it is refused: smaller ones or, where it
// is small, larger ones, the price of the first order that was taken among them.
func (s Givens) pricesFrom(amount int64, buyer *customer.Customer) []int64 {
	first := s.Session.Orders.FirstPrice()
	larger := append([]int64{first}, history.LargerPrices...)
	slices.Sort(larger)
	return history.AndLarger(history.Sizes(amount, history.SmallerPrices), larger, max(first, buyer.Available()/4))
}

// buyerFor is who buys at a price in words, and the amount that it is for them.
func (s Givens) buyerFor(ctx context.Context, price string) (*customer.Customer, int64, error) {
	if _, err := strconv.Atoi(price); err == nil && !s.Session.Customers.ExistingAreListed() {
		base, err := s.Session.Limits.LimitForm(ctx, customer.Employed)
		if err != nil {
			return nil, 0, err
		}
		amount := s.Amount(price, base.First.Available())
		buyer, err := s.Session.Customers.SharedBuyer(ctx, amount)
		if !call.IsUntested(err) {
			return buyer, amount, err
		}
	}
	buyer, err := s.ownBuyer(ctx)
	if err != nil {
		return nil, 0, err
	}
	amount := s.Amount(price, buyer.Available())
	return buyer, amount, s.Session.Customers.Spend(buyer, amount)
}

// ownBuyer is the customer whom the check has for itself already, or another.
func (s Givens) ownBuyer(ctx context.Context) (*customer.Customer, error) {
	if slices.Contains(s.Leased, s.Customer) {
		return s.Customer, nil
	}
	s.Customer = nil // whoever the check only looked at may be lent as well
	return s.OwnCustomer(ctx, customer.AnyEmployee)
}

func (s Givens) APurchaseWas(ctx context.Context, which string) error {
	endpoint := map[string]string{"fetched": spec.GetPurchase, "updated": spec.UpdatePurchases, "cancelled": spec.CancelPurchase}[which]
	return s.Session.OneServed(ctx, endpoint, "", func(ctx context.Context) (*driver.Call, error) {
		bought, err := s.Session.Orders.Purchase(ctx, 1, nil)
		if err != nil {
			return nil, err
		}
		return s.makeCall(ctx, which, bought.Items[0])
	})
}

func (s Givens) makeCall(ctx context.Context, which string, i *driver.Item) (*driver.Call, error) {
	switch which {
	case "fetched":
		return s.Session.Orders.Fetch(ctx, i, call.Plain)
	case "updated":
		return s.Session.Orders.Update(ctx, []*driver.Item{i}, driver.Collected, call.Plain)
	default:
		return s.Session.Orders.Cancel(ctx, i, call.Plain)
	}
}

func (s Givens) AllItemsWereUpdated(ctx context.Context, status string) error {
	if !isToCollect(s.Order) {
		return s.updated(ctx, s.Order.Items, status)
	}
	if err := Calls(s).AllItemsAreUpdated(ctx, status); err != nil {
		return err
	}
	answer := s.Answers[0]
	s.Answers = nil
	return answer.Answered()
}

func (s Givens) AllOtherItemsWereUpdated(ctx context.Context, status string) error {
	return s.updated(ctx, s.Second.Items, status)
}

func (s Givens) OneItemWasUpdated(ctx context.Context, nth, status string) error {
	return s.updated(ctx, []*driver.Item{scenario.Nth(s.Order, nth)}, status)
}

func (s Givens) updated(ctx context.Context, items []*driver.Item, status string) error {
	answer, err := s.Session.Orders.Update(ctx, items, status, call.Plain)
	if err != nil {
		return err
	}
	return answer.Answered()
}

func (s Givens) OneItemWasCancelled(ctx context.Context, nth string) error {
	answer, err := s.Session.Orders.Cancel(ctx, scenario.Nth(s.Order, nth), call.Plain)
	if err != nil {
		return err
	}
	return answer.Served()
}

// deliveryDetails is how an item reaches the customer.
func deliveryDetails(delivery, preferred string) map[string]any {
	return map[string]any{"delivery_option": delivery, "preferred_option": preferred}
}

// detail is what an example says of an item. A target may want each item_code
// once only, and remember those of an earlier run.
func (s Givens) detail(member, value string) string {
	if member == "item_code" {
		code := s.Session.Orders.NewItemCode(value)
		if value == judgement.Digits(value) { // a code of digits stays one
			return judgement.Digits(code)
		}
		return code
	}
	return s.Text(value)
}
