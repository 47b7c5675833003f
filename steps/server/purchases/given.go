package purchases

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Givens contains the sentences that prepare purchases.
type Givens struct{ *scenario.Scenario }

// APurchase prepares the purchase that is shared by all checks that only look at one.
func (s Givens) APurchase(ctx context.Context) (err error) {
	s.Order, err = driver.Shared(ctx, s.Session.Run, "purchase", func(ctx context.Context) (*driver.Call, error) {
		return s.Session.Orders.Purchase(ctx, 1, nil)
	})
	return err
}

func (s Givens) APurchaseOf(ctx context.Context, count string) (err error) {
	details, err := ItemTypes(s).Details(ctx, scenario.NumberOr1(count))
	if err != nil {
		return err
	}
	s.Order, err = s.Session.For(s.Check.Key).Orders.PurchaseOf(ctx, details)
	return err
}

// APurchaseForDelivery prepares an order whose items are all delivered.
func (s Givens) APurchaseForDelivery(ctx context.Context, count int) (err error) {
	details := make([]map[string]any, count)
	for n := range details {
		details[n] = deliveryDetails("provider_delivery", "delivery")
	}
	s.Order, err = s.Session.For(s.Check.Key).Orders.PurchaseOf(ctx, details)
	return err
}

// APurchaseOfIdenticalItems prepares an order whose items differ only in their item_code. A target
// that finds an item by its other details would move all of them.
func (s Givens) APurchaseOfIdenticalItems(ctx context.Context, count int) error {
	if err := s.Session.Orders.FindPrices(ctx); err != nil {
		return err
	}
	count, err := s.Session.Orders.CartSize(ctx, count)
	if err != nil {
		return err
	}
	items := Calls(s).alike(count, nil)
	s.Order, err = s.Session.Orders.RequireOrder(ctx, driver.Cart{Items: items, Kind: call.Special, Variant: call.SeveralItems})
	return err
}

// ItemsHaveTheStatusBeforeUpdate ends a check about a move that section 3 documents from one status
// only, if the target put the item into another status.
func (s Givens) ItemsHaveTheStatusBeforeUpdate(status string) error {
	for _, record := range s.Order.Records() {
		if got := record.Get("facility_status").String(); got != status {
			return call.Inapplicable("the item starts as %s, and no move from there is documented", got)
		}
	}
	return nil
}

// buyWorth buys one item at a price that depends on the customer's available limit. A refusal may
// have to do with earlier orders of the customer. So another customer tries the same price before
// smaller prices are tried.
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
			if buyer, err = s.OwnCustomer(ctx, customer.Anybody); err != nil {
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

// pricesFrom returns a price and the prices to try if it is refused: smaller ones or, if it is
// small, larger ones, including the price of the first order that was taken.
func (s Givens) pricesFrom(amount int64, buyer *customer.Customer) []int64 {
	first := s.Session.Orders.FirstPrice()
	larger := append([]int64{first}, history.LargerPrices...)
	slices.Sort(larger)
	return history.AndLarger(history.Sizes(amount, history.SmallerPrices), larger, max(first, buyer.Available()/4))
}

// buyerFor returns the customer that buys at a price in words, and the amount that the words mean
// for that customer.
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

// ownBuyer returns the customer that the check already has for itself, or leases one.
func (s Givens) ownBuyer(ctx context.Context) (*customer.Customer, error) {
	if slices.Contains(s.Leased, s.Customer) {
		return s.Customer, nil
	}
	s.Customer = nil // OwnCustomer may then also lease the customer that the check only looked at
	return s.OwnCustomer(ctx, customer.Anybody)
}

func (s Givens) APurchaseWas(ctx context.Context, which string) error {
	endpoint := map[string]string{"fetched": spec.GetPurchase, "updated": spec.UpdatePurchases, "cancelled": spec.CancelPurchase}[which]
	return s.Session.RequireServedCall(ctx, endpoint, "", func(ctx context.Context) (*driver.Call, error) {
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

// AllItemsWereUpdatedIfPermitted updates all items of the order. Section 3 documents the move from one
// status only, so the target may refuse it from another one. If it serves it, it must store it.
func (s Givens) AllItemsWereUpdatedIfPermitted(ctx context.Context, status string) error {
	undocumented := s.ItemsHaveTheStatusBeforeUpdate(spec.PendingCollection)
	if undocumented == nil {
		return s.AllItemsWereUpdated(ctx, status)
	}
	answer, err := s.Session.Orders.Update(ctx, s.Order.Items, status, call.Probe)
	if err != nil {
		return err
	}
	if !scenario.LooksServed(answer) {
		return undocumented
	}
	return answer.Answered()
}

func (s Givens) AllOtherItemsWereUpdated(ctx context.Context, status string) error {
	return s.updated(ctx, s.Second.Items, status)
}

func (s Givens) OneItemWasUpdated(ctx context.Context, nth, status string) error {
	return s.updated(ctx, []*driver.Item{scenario.Nth(s.Order, nth)}, status)
}

func (s Givens) updated(ctx context.Context, items []*driver.Item, status string) error {
	answers, err := UpdateInParts(ctx, s.Scenario, items, status)
	if err != nil {
		return err
	}
	for _, answer := range answers {
		if err := answer.Answered(); err != nil {
			return err
		}
	}
	return nil
}

// OneItemWasUpdatedAgain repeats an update, as a store does after a lost answer. The target may
// refuse it (section 3 gives no move from the new status).
func (s Givens) OneItemWasUpdatedAgain(ctx context.Context, nth, status string) error {
	answer, err := s.Session.Orders.Update(ctx, []*driver.Item{scenario.Nth(s.Order, nth)}, status, call.Probe)
	if err == nil && !answer.OK() {
		return call.Inapplicable("the target refuses a second update, as it may")
	}
	return err
}

func (s Givens) OneItemWasCancelled(ctx context.Context, nth string) error {
	answer, err := s.Session.Orders.Cancel(ctx, scenario.Nth(s.Order, nth), call.Plain)
	if err != nil {
		return err
	}
	return answer.Served()
}

// deliveryDetails returns the details that say how an item reaches the customer.
func deliveryDetails(delivery, preferred string) map[string]any {
	return map[string]any{"delivery_option": delivery, "preferred_option": preferred}
}

// detail returns the value that an example gives for a member. It makes each item_code new, because
// a target may accept a code only once and remember those of an earlier run.
func (s Givens) detail(member, value string) string {
	if member == "item_code" {
		whole, fraction, isDecimal := strings.Cut(value, ".")
		if isDecimal && value == judgement.Digits(whole)+"."+judgement.Digits(fraction) { // its last zero stays the last character
			return judgement.Digits(s.Session.Orders.NewItemCode(whole)) + "." + fraction
		}
		code := s.Session.Orders.NewItemCode(value)
		if value == judgement.Digits(value) { // a code of digits stays a code of digits
			return judgement.Digits(code)
		}
		return code
	}
	return s.Text(value)
}
