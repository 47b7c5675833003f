package server

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/drawn"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/spec"
)

// purchaseGivens are the sentences that prepare purchases.
type purchaseGivens struct{ *Scenario }

// aPurchase is one that all checks share which only look at it.
func (s purchaseGivens) aPurchase(ctx context.Context) (err error) {
	s.order, err = driver.Shared(ctx, s.session.Run, "purchase", func(ctx context.Context) (*driver.Call, error) {
		return s.session.Orders.Purchase(ctx, 1, nil)
	})
	return err
}

func (s purchaseGivens) aPurchaseOf(ctx context.Context, count string) (err error) {
	s.order, err = s.session.For(s.check.Key).Orders.Purchase(ctx, counted(count), nil)
	return err
}

// anotherPurchaseOf is a purchase by a customer who shares nothing with the
// first one's.
func (s sharedOrders) anotherPurchaseOf(ctx context.Context, count int) error {
	buyer, err := s.anotherBuyer(ctx)
	if err != nil {
		return err
	}
	s.second, err = s.purchaseBy(ctx, buyer, count)
	return err
}

// anotherBuyer is a customer who buys what is to be somebody else's purchase, and
// nothing besides.
func (s sharedOrders) anotherBuyer(ctx context.Context) (*customer.Customer, error) {
	if s.session.Roster != nil {
		return s.ownCustomer(ctx, customer.Anybody)
	}
	return driver.Shared(ctx, s.session.Run, "another buyer", func(ctx context.Context) (*customer.Customer, error) {
		return s.session.Customers.NewCustomerWithLimit(ctx, customer.Anybody)
	})
}

func (s *Scenario) purchaseBy(ctx context.Context, buyer *customer.Customer, count int) (*driver.Call, error) {
	rng := s.session.Rand("purchase of another " + s.check.Key)
	items := make([]*driver.Item, count)
	for n := range items {
		items[n] = s.session.Orders.NewItem(rng, nil, s.session.Orders.SmallPrice(rng))
		if err := s.session.Customers.Book(buyer, items[n].Price); err != nil {
			return nil, err
		}
	}
	k, variant := driver.OrderVariant(count, nil)
	return s.session.Orders.Bought(ctx, driver.Cart{Buyer: buyer, Items: items, Kind: k, Variant: variant})
}

func (s sharedOrders) aPurchaseWhose(ctx context.Context, member, value string) error {
	return s.orderIs(s.theCustomerBuysWhose(ctx, member, value))
}

func (s sharedOrders) aPurchaseBy(ctx context.Context, delivery, preferred string) error {
	return s.orderIs(s.theCustomerBuysBy(ctx, delivery, preferred))
}

func (s sharedOrders) aPurchaseOfItsOwnBy(ctx context.Context, delivery, preferred string) error {
	if err := s.session.Orders.Priced(ctx); err != nil {
		return err
	}
	return s.orderIs(combinations(s).buyDetailed(ctx, deliveryDetails(delivery, preferred)))
}

// orNothingIsDocumented ends a check about a move that section 3 documents from
// one state only, where the target has put the item into another one.
func (s purchaseGivens) orNothingIsDocumented(status string) error {
	for _, record := range s.order.Records() {
		if got := record.Get("facility_status").String(); got != status {
			return &call.InapplicableError{Reason: "the item starts as " + got + ", and no move from there is documented"}
		}
	}
	return nil
}

func (s sharedOrders) aPurchaseWorth(ctx context.Context, price string) error {
	return s.orderIs(s.theCustomerBuysWorth(ctx, price))
}

func (s sharedOrders) aPurchaseOfItsOwnWorth(ctx context.Context, price string) error {
	return s.orderIs(purchaseGivens(s).buyWorth(ctx, price))
}

// buyWorth buys one item at a price that depends on what its buyer may spend. What
// is refused may be refused for what became of the buyer before: so somebody else
// tries the same, before smaller prices are tried.
func (s purchaseGivens) buyWorth(ctx context.Context, price string) error {
	buyer, amount, err := s.buyerFor(ctx, price)
	if err != nil {
		return err
	}
	prices, tried := driver.Sizes(amount, driver.SmallerPrices), 0
	if s.session.Roster == nil && len(prices) > 1 {
		prices = append([]int64{amount}, prices...)
	}
	return s.largestTaken("item_value", prices, func(size int64, k call.Kind) (*driver.Call, error) {
		if tried++; tried == 2 && s.session.Roster == nil {
			if buyer, err = s.ownCustomer(ctx, customer.Anybody); err != nil {
				return nil, err
			}
			size = min(size, s.amount(price, buyer.Available))
			buyer.Touch()
		}
		bought := s.session.Orders.NewItem(s.session.Rand(s.check.Key), nil, size)
		defer s.session.Expect(buyer, bought)
		return s.session.Orders.Buy(ctx, driver.Cart{Buyer: buyer, Items: []*driver.Item{bought}, Kind: k, Variant: call.PriceCase})
	})
}

// buyerFor is who buys at a price in words, and the amount that it is for them.
func (s purchaseGivens) buyerFor(ctx context.Context, price string) (*customer.Customer, int64, error) {
	if _, err := strconv.Atoi(price); err == nil && s.session.Roster == nil {
		base, err := s.session.Limits.LimitBase(ctx, customer.Employed)
		if err != nil {
			return nil, 0, err
		}
		amount := s.amount(price, base.First.Available)
		buyer, err := s.session.Customers.SharedBuyer(ctx, amount)
		return buyer, amount, err
	}
	buyer, err := s.ownBuyer(ctx)
	if err != nil {
		return nil, 0, err
	}
	amount := s.amount(price, buyer.Available)
	return buyer, amount, s.session.Customers.Book(buyer, amount)
}

// ownBuyer is the customer whom the check has for itself already, or another.
func (s purchaseGivens) ownBuyer(ctx context.Context) (*customer.Customer, error) {
	if slices.Contains(s.leased, s.customer) {
		return s.customer, nil
	}
	s.customer = nil // whoever the check only looked at may be lent as well
	return s.ownCustomer(ctx, customer.Anybody)
}

// anyAmount draws an amount up to a bound, each number of digits as likely.
func anyAmount(rng *rand.Rand, most int64) int64 {
	bound := int64(10)
	for range rng.IntN(len(strconv.FormatInt(most, 10))) {
		bound *= 10
	}
	return 1 + rng.Int64N(min(bound, most))
}

// amount reads a price in words. What is available bounds the largest: beyond
// it a target may refuse, and the specification does not say (section 8).
func (s purchaseGivens) amount(words string, available int64) int64 {
	switch words {
	case "half the limit":
		return max(available/2, 1)
	case "nine tenths of the limit":
		return max(available-available/10, 1)
	case "a random amount":
		return anyAmount(s.session.Rand("amount "+s.check.Key), max(available/3, 1))
	}
	n, err := strconv.ParseInt(words, 10, 64)
	if err != nil {
		return 1
	}
	return min(n, max(available, 1))
}

func (s purchaseGivens) aPurchaseWas(ctx context.Context, deed string) error {
	endpoint := map[string]string{"fetched": spec.GetPurchase, "updated": spec.UpdatePurchases, "cancelled": spec.CancelPurchase}[deed]
	return s.session.OneServed(ctx, endpoint, "", func(ctx context.Context) (*driver.Call, error) {
		bought, err := s.session.Orders.Purchase(ctx, 1, nil)
		if err != nil {
			return nil, err
		}
		return s.deed(ctx, deed, bought.Items[0])
	})
}

func (s purchaseGivens) deed(ctx context.Context, deed string, i *driver.Item) (*driver.Call, error) {
	switch deed {
	case "fetched":
		return s.session.Orders.Fetch(ctx, i, call.Plain)
	case "updated":
		return s.session.Orders.Update(ctx, []*driver.Item{i}, driver.Collected, call.Plain)
	default:
		return s.session.Orders.Cancel(ctx, i, call.Plain)
	}
}

func (s purchaseGivens) allItemsWereUpdated(ctx context.Context, status string) error {
	if !isToCollect(s.order) {
		return s.updated(ctx, s.order.Items, status)
	}
	if err := purchaseCalls(s).allItemsAreUpdated(ctx, status); err != nil {
		return err
	}
	answer := s.answers[0]
	s.answers = nil
	return answer.Answered()
}

func (s purchaseGivens) allOtherItemsWereUpdated(ctx context.Context, status string) error {
	return s.updated(ctx, s.second.Items, status)
}

func (s purchaseGivens) oneItemWasUpdated(ctx context.Context, nth, status string) error {
	return s.updated(ctx, []*driver.Item{s.order.Items[ordinal[nth]]}, status)
}

func (s purchaseGivens) updated(ctx context.Context, items []*driver.Item, status string) error {
	answer, err := s.session.Orders.Update(ctx, items, status, call.Plain)
	if err != nil {
		return err
	}
	return answer.Answered()
}

func (s purchaseGivens) oneItemWasCancelled(ctx context.Context, nth string) error {
	answer, err := s.session.Orders.Cancel(ctx, s.order.Items[ordinal[nth]], call.Plain)
	if err != nil {
		return err
	}
	return answer.Served()
}

var ordinal = map[string]int{"first": 0, "second": 1, "third": 2}

func counted(words string) int {
	if n, err := strconv.Atoi(words); err == nil {
		return n
	}
	return 1
}

// deliveryDetails is how an item reaches the customer.
func deliveryDetails(delivery, preferred string) map[string]any {
	return map[string]any{"delivery_option": delivery, "preferred_option": preferred}
}

// detail is what an example says of an item. A target may want each item_code
// once only, and remember those of an earlier run.
func (s purchaseGivens) detail(member, value string) string {
	if member == "item_code" {
		return s.session.Orders.NewItemCode(value)
	}
	return s.text(value)
}

// What an example asks to be drawn from the seed stands for the whole documented
// range: no table limits the scripts or the length of a name or a text.
const (
	drawnName   = "a drawn name"
	drawnText   = "a drawn text"
	drawnCount  = "a drawn number of"
	drawnAmount = "a drawn amount"
)

// text reads a text of an example; one is too long to stand in a table, and one
// is another in each run.
func (s purchaseGivens) text(words string) string {
	switch words {
	case "a long text":
		return driver.LongText()
	case drawnName:
		return drawn.Name(s.session.Rand("text " + s.check.Key))
	case drawnText:
		return drawn.Text(s.session.Rand("text " + s.check.Key))
	}
	return words
}
