package steps

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/credit-partner/assay/internal/drawn"
)

// aPurchase is one that all checks share which only look at it.
func (s *Scenario) aPurchase(ctx context.Context) (err error) {
	s.order, err = shared(ctx, s.run, "purchase", func(ctx context.Context) (*call, error) {
		return s.run.purchase(ctx, s.by(), 1, nil)
	})
	return err
}

func (s *Scenario) aPurchaseOf(ctx context.Context, count string) (err error) {
	s.order, err = s.run.purchase(ctx, s.check.Key, counted(count), nil)
	return err
}

// anotherPurchaseOf is a purchase by a customer who shares nothing with the
// first one's.
func (s sharing) anotherPurchaseOf(ctx context.Context, count int) error {
	buyer, err := s.anotherBuyer(ctx)
	if err != nil {
		return err
	}
	s.second, err = s.purchaseBy(ctx, buyer, count)
	return err
}

// anotherBuyer is a customer who buys what is to be somebody else's purchase, and
// nothing besides.
func (s sharing) anotherBuyer(ctx context.Context) (*customer, error) {
	if s.run.roll != nil {
		return s.leaseOwn(ctx, anybody)
	}
	return shared(ctx, s.run, "another buyer", func(ctx context.Context) (*customer, error) {
		return s.run.newCustomerWithLimit(ctx, s.by(), anybody)
	})
}

func (s *Scenario) purchaseBy(ctx context.Context, buyer *customer, count int) (*call, error) {
	rng := s.run.rng("purchase of another " + s.check.Key)
	items := make([]*item, count)
	for n := range items {
		items[n] = s.run.newItem(rng, nil, s.run.smallPrice(rng))
		if err := s.run.book(buyer, items[n].price); err != nil {
			return nil, err
		}
	}
	k, variant := bent(count, nil)
	return s.run.bought(ctx, s.by(), cart{buyer: buyer, items: items, kind: k, variant: variant})
}

func (s sharing) aPurchaseWhose(ctx context.Context, member, value string) error {
	return s.orderIs(s.theCustomerBuysWhose(ctx, member, value))
}

func (s sharing) aPurchaseBy(ctx context.Context, delivery, preferred string) error {
	return s.orderIs(s.theCustomerBuysBy(ctx, delivery, preferred))
}

func (s sharing) aPurchaseOfItsOwnBy(ctx context.Context, delivery, preferred string) error {
	if err := s.run.priced(ctx, s.by()); err != nil {
		return err
	}
	return s.orderIs(s.buyDetailed(ctx, way(delivery, preferred)))
}

// orNothingIsDocumented ends a check about a move that section 3 documents from
// one state only, where the target has put the item into another one.
func (s *Scenario) orNothingIsDocumented(status string) error {
	for _, record := range s.order.records() {
		if got := record.Get("facility_status").String(); got != status {
			return &inapplicableError{"the item starts as " + got + ", and no move from there is documented"}
		}
	}
	return nil
}

func (s sharing) aPurchaseWorth(ctx context.Context, price string) error {
	return s.orderIs(s.theCustomerBuysWorth(ctx, price))
}

func (s sharing) aPurchaseOfItsOwnWorth(ctx context.Context, price string) error {
	return s.orderIs(s.buyWorth(ctx, price))
}

// buyWorth buys one item at a price that depends on what its buyer may spend. What
// is refused may be refused for what became of the buyer before: so somebody else
// tries the same, before smaller prices are tried.
func (s *Scenario) buyWorth(ctx context.Context, price string) error {
	buyer, amount, err := s.buyerFor(ctx, price)
	if err != nil {
		return err
	}
	prices, tried := sizes(amount, smallerPrices), 0
	if s.run.roll == nil && len(prices) > 1 {
		prices = append([]int64{amount}, prices...)
	}
	return s.largestTaken("item_value", prices, func(size int64, k kind) (*call, error) {
		if tried++; tried == 2 && s.run.roll == nil {
			if buyer, err = s.leaseOwn(ctx, anybody); err != nil {
				return nil, err
			}
			size = min(size, s.amount(price, buyer.available))
			buyer.touch()
		}
		bought := s.run.newItem(s.run.rng(s.check.Key), nil, size)
		defer s.run.expect(buyer, bought)
		return s.run.buy(ctx, s.by(), cart{buyer: buyer, items: []*item{bought}, kind: k, variant: aPrice})
	})
}

// buyerFor is who buys at a price in words, and the amount that it is for them.
func (s *Scenario) buyerFor(ctx context.Context, price string) (*customer, int64, error) {
	if _, err := strconv.Atoi(price); err == nil && s.run.roll == nil {
		base, err := s.run.limitBase(ctx, s.by(), employed)
		if err != nil {
			return nil, 0, err
		}
		amount := s.amount(price, base.first.available)
		buyer, err := s.run.shopper(ctx, s.by(), amount)
		return buyer, amount, err
	}
	buyer, err := s.ownBuyer(ctx)
	if err != nil {
		return nil, 0, err
	}
	amount := s.amount(price, buyer.available)
	return buyer, amount, s.run.book(buyer, amount)
}

// ownBuyer is the customer whom the check has for itself already, or another.
func (s *Scenario) ownBuyer(ctx context.Context) (*customer, error) {
	if slices.Contains(s.leased, s.customer) {
		return s.customer, nil
	}
	s.customer = nil // whoever the check only looked at may be lent as well
	return s.leaseOwn(ctx, anybody)
}

// book spends an amount of a buyer. A listed one may have a limit that is used
// up: a target may refuse what is beyond it.
func (r *Run) book(buyer *customer, amount int64) error {
	if buyer.spend(amount) || r.roll == nil {
		return nil
	}
	return untested("the limit of a listed customer does not cover %d any more: list one under identities.existing with more left to spend", amount)
}

// expect keeps in mind what took much of a listed customer's limit: it is
// cancelled before they serve again.
func (r *Run) expect(buyer *customer, bought *item) {
	if r.roll != nil && bought.id != "" {
		buyer.dear = append(buyer.dear, bought)
	}
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
func (s *Scenario) amount(words string, available int64) int64 {
	switch words {
	case "half the limit":
		return max(available/2, 1)
	case "nine tenths of the limit":
		return max(available-available/10, 1)
	case "a random amount":
		return anyAmount(s.run.rng("amount "+s.check.Key), max(available/3, 1))
	}
	n, err := strconv.ParseInt(words, 10, 64)
	if err != nil {
		return 1
	}
	return min(n, max(available, 1))
}

func (s *Scenario) aPurchaseWas(ctx context.Context, deed string) error {
	endpoint := map[string]string{"fetched": getItem, "updated": updateItems, "cancelled": cancelItem}[deed]
	return s.run.oneServed(ctx, endpoint, "", func(ctx context.Context) (*call, error) {
		bought, err := s.run.purchase(ctx, s.by(), 1, nil)
		if err != nil {
			return nil, err
		}
		return s.deed(ctx, deed, bought.items[0])
	})
}

func (s *Scenario) deed(ctx context.Context, deed string, i *item) (*call, error) {
	switch deed {
	case "fetched":
		return s.run.fetch(ctx, s.by(), i, plain)
	case "updated":
		return s.run.update(ctx, s.by(), []*item{i}, collected, plain)
	default:
		return s.run.cancel(ctx, s.by(), i, plain)
	}
}

func (s *Scenario) allItemsWereUpdated(ctx context.Context, status string) error {
	if !s.order.isToCollect() {
		return s.updated(ctx, s.order.items, status)
	}
	if err := s.allItemsAreUpdated(ctx, status); err != nil {
		return err
	}
	answer := s.subject[0]
	s.subject = nil
	return answer.answered()
}

func (s *Scenario) allOtherItemsWereUpdated(ctx context.Context, status string) error {
	return s.updated(ctx, s.second.items, status)
}

func (s *Scenario) oneItemWasUpdated(ctx context.Context, nth, status string) error {
	return s.updated(ctx, []*item{s.order.items[ordinal[nth]]}, status)
}

func (s *Scenario) updated(ctx context.Context, items []*item, status string) error {
	answer, err := s.run.update(ctx, s.by(), items, status, plain)
	if err != nil {
		return err
	}
	return answer.answered()
}

func (s *Scenario) oneItemWasCancelled(ctx context.Context, nth string) error {
	answer, err := s.run.cancel(ctx, s.by(), s.order.items[ordinal[nth]], plain)
	if err != nil {
		return err
	}
	return answer.served()
}

var ordinal = map[string]int{"first": 0, "second": 1, "third": 2}

func counted(words string) int {
	if n, err := strconv.Atoi(words); err == nil {
		return n
	}
	return 1
}

// way is how an item reaches the customer.
func way(delivery, preferred string) map[string]any {
	return map[string]any{"delivery_option": delivery, "preferred_option": preferred}
}

// detail is what an example says of an item. A target may want each item_code
// once only, and remember those of an earlier run.
func (s *Scenario) detail(member, value string) string {
	if member == "item_code" {
		return s.run.code(value)
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
func (s *Scenario) text(words string) string {
	switch words {
	case "a long text":
		return longText()
	case drawnName:
		return drawn.Name(s.run.rng("text " + s.check.Key))
	case drawnText:
		return drawn.Text(s.run.rng("text " + s.check.Key))
	}
	return words
}
