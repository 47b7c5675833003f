package server

import (
	"context"
	"fmt"
	"maps"
	"strconv"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/payload"
)

// purchaseCalls are the sentences that buy, fetch, update and cancel.
type purchaseCalls struct{ *Scenario }

func (s sharedOrders) theCustomerBuys(ctx context.Context, count string) error {
	wanted, err := purchaseCalls(s).howMany(count)
	if err != nil {
		return err
	}
	return s.sharedOrder(ctx, fmt.Sprint("of ", wanted), func(ctx context.Context) error {
		return purchaseCalls(s).theCustomerBuysSome(ctx, wanted)
	})
}

// howMany reads how many items an example asks for.
func (s purchaseCalls) howMany(words string) (int, error) {
	if words == drawnCount {
		return 2 + s.session.Rand("count "+s.check.Key).IntN(driver.Many-1), nil
	}
	return strconv.Atoi(words)
}

func (s purchaseCalls) theCustomerBuysSome(ctx context.Context, count int) error {
	count, err := s.session.Orders.CartSize(ctx, count)
	if err != nil {
		return err
	}
	return s.buyItems(ctx, s.items(count, nil), nil)
}

func (s sharedOrders) theCustomerBuysForPickUp(ctx context.Context, count int) error {
	if count == 1 {
		return s.theCustomerBuysBy(ctx, fmt.Sprint(payload.StorePickup["delivery_option"]), fmt.Sprint(payload.StorePickup["preferred_option"]))
	}
	return purchaseCalls(s).buyItems(ctx, s.items(count, payload.StorePickup), payload.StorePickup)
}

func (s sharedOrders) theCustomerBuysWhose(ctx context.Context, member, value string) error {
	return s.sharedOrder(ctx, member+" "+value, func(ctx context.Context) error {
		if member == "item_type" {
			return combinations(s).buyDetailed(ctx, map[string]any{member: value})
		}
		return purchaseCalls(s).buyWhose(ctx, member, purchaseGivens(s).detail(member, value))
	})
}

// buyWhose buys an item with one detail, which is tried shorter where it is a
// text that the target refuses for its length.
func (s purchaseCalls) buyWhose(ctx context.Context, member, text string) error {
	return s.largestTaken("length of "+member, driver.Sizes(driver.Runes(text), driver.ShorterTexts), func(size int64, k call.Kind) (*driver.Call, error) {
		details := map[string]any{member: driver.CutTo(text, size)}
		_, variant := driver.OrderVariant(1, details)
		return s.buyAs(ctx, s.items(1, details), k, variant)
	})
}

func (s sharedOrders) theCustomerBuysBy(ctx context.Context, delivery, preferred string) error {
	return s.sharedOrder(ctx, delivery+" "+preferred, func(ctx context.Context) error {
		return combinations(s).buyDetailed(ctx, deliveryDetails(delivery, preferred))
	})
}

// theCustomerBuysAlike buys items that differ in nothing but their item_code:
// that one is documented to be unique (section 2.2).
func (s purchaseCalls) theCustomerBuysAlike(ctx context.Context, count int) error {
	count, err := s.session.Orders.CartSize(ctx, count)
	if err != nil {
		return err
	}
	return s.buyItems(ctx, s.alike(count), nil)
}

// theCustomerBuysAgain places orders that differ in nothing but their number
// and the item_code.
func (s purchaseCalls) theCustomerBuysAgain(ctx context.Context, times int) error {
	var calls []*driver.Call
	for _, one := range s.alike(times) {
		if err := s.buyItems(ctx, []*driver.Item{one}, nil); err != nil {
			return err
		}
		calls = append(calls, s.answers...)
	}
	s.answers = calls
	return nil
}

// alike invents items that only their item_code tells apart.
func (s purchaseCalls) alike(count int) []*driver.Item {
	items := s.items(count, nil)
	for _, i := range items {
		code := i.Details["item_code"]
		i.Details, i.Price = maps.Clone(items[0].Details), items[0].Price
		i.Details["item_code"] = code
	}
	return items
}

// theCustomerBuysAtOnce places such orders side by side, as two tills of a store
// do. Where it shows only now that the target wants an OTP for each purchase, the
// orders are placed once more.
func (s purchaseCalls) theCustomerBuysAtOnce(ctx context.Context, times int) error {
	for {
		wanted := s.session.OTPPerPurchase.Wanted()
		carts, err := s.cartsAtOnce(ctx, times)
		if err != nil {
			return err
		}
		if s.answers, err = s.session.Orders.BuyTogether(ctx, carts); err != nil {
			return err
		}
		if wanted || !s.refusedAtOnceForOTP(ctx, carts) {
			return nil
		}
		for _, c := range s.answers {
			s.session.Calls.Exclude(c)
		}
	}
}

// cartsAtOnce are carts that differ in nothing but the item_code. One customer
// buys them all; where each order wants an OTP of its own, of which a phone has one
// at a time, it is a customer for each.
func (s purchaseCalls) cartsAtOnce(ctx context.Context, times int) ([]driver.Cart, error) {
	if _, err := s.session.Orders.OrderBase(ctx); err != nil {
		return nil, err
	}
	carts := make([]driver.Cart, times)
	for n, one := range s.alike(times) {
		buyer, err := s.session.Customers.SharedBuyer(ctx, one.Price)
		if err == nil && s.session.OTPPerPurchase.Wanted() {
			if buyer, err = s.ownCustomer(ctx, customer.Anybody); err == nil {
				err = s.session.Customers.Book(buyer, one.Price)
			}
		}
		if err != nil {
			return nil, err
		}
		carts[n] = driver.Cart{Buyer: buyer, Items: []*driver.Item{one}, Kind: call.Special}
	}
	return carts, nil
}

// refusedAtOnceForOTP tells whether one of the orders is served once an OTP is
// verified for it.
func (s purchaseCalls) refusedAtOnceForOTP(ctx context.Context, carts []driver.Cart) bool {
	for n, c := range s.answers {
		if c.OK() || !s.session.OTPs.WorthAnOTP(c) {
			continue
		}
		_, err := s.session.OTPs.RefusedForOTP(ctx, carts[n].Buyer, c, func() (*driver.Call, error) {
			again := carts[n]
			again.OrderID, again.Kind = s.session.Orders.NextOrder(), call.Probe
			f, err := s.session.Orders.OrderBase(ctx)
			if err != nil {
				return nil, err
			}
			placed, req := s.session.Orders.OrderBody(again, f)
			return s.session.Perform(ctx, placed, req)
		})
		return err == nil && s.session.OTPPerPurchase.Wanted()
	}
	return false
}

// theCustomerBuysTwoTypes puts things into one cart that share no detail. Where a
// cart is refused, the types change places: it may be for what goes with what.
func (s purchaseCalls) theCustomerBuysTwoTypes(ctx context.Context) error {
	var first *driver.Call
	for range 2 {
		one, two := maps.Clone(payload.ItemProfiles[0]), maps.Clone(payload.ItemProfiles[1])
		if first != nil {
			one["item_type"], two["item_type"] = two["item_type"], one["item_type"]
		}
		items := append(s.items(1, one), s.items(1, two)...)
		if err := s.buyItems(ctx, items, map[string]any{"item_type": "two"}); err != nil || !s.answers[0].IsRefused() {
			return err
		}
		if first == nil {
			first = s.answers[0]
		}
	}
	s.answers = []*driver.Call{first}
	return nil
}

// aPurchaseUnder is one whose order number has the size at hand.
func (s sharedOrders) aPurchaseUnder(ctx context.Context, size string) error {
	return s.orderIs(s.theCustomerPlacesOrder(ctx, size))
}

// theCustomerBuysWorth buys one item at a price. What a listed customer bought is
// cancelled before they serve again, so there it is a check's own.
func (s sharedOrders) theCustomerBuysWorth(ctx context.Context, price string) error {
	if s.session.Roster != nil {
		return purchaseGivens(s).buyWorth(ctx, price)
	}
	return s.sharedOrder(ctx, "worth "+price, func(ctx context.Context) error { return purchaseGivens(s).buyWorth(ctx, price) })
}

func (s sharedOrders) theCustomerPlacesOrder(ctx context.Context, size string) error {
	return s.sharedOrder(ctx, "numbered "+size, func(ctx context.Context) error { return purchaseCalls(s).orderNumbered(ctx, size) })
}

// orderNumbered draws an order number of the size at hand. A number that the
// target has seen before may be refused, so another one is drawn.
func (s purchaseCalls) orderNumbered(ctx context.Context, size string) error {
	rng := s.session.Rand(fmt.Sprint("order number ", s.check.Key, s.session.Config.Mark))
	low := map[string]int64{"five digits": 10_000, "nine digits": 100_000_000, "beyond 32 bits": 100_000_000_000}[size]
	return s.largestTaken("order_id", driver.Sizes(low, driver.SmallerOrders), func(low int64, k call.Kind) (answer *driver.Call, err error) {
		for range 3 {
			if answer, err = s.placeNumbered(ctx, low+rng.Int64N(9*low), k); err != nil || answer.OK() {
				return answer, err
			}
		}
		return answer, err
	})
}

func (s purchaseCalls) placeNumbered(ctx context.Context, number int64, k call.Kind) (*driver.Call, error) {
	items := s.items(1, nil)
	buyer, err := s.session.Customers.SharedBuyer(ctx, items[0].Price)
	if err != nil {
		return nil, err
	}
	return s.session.Orders.Buy(ctx, driver.Cart{Buyer: buyer, Items: items, Kind: k, OrderID: number})
}

// items invents what goes into a cart.
func (s *Scenario) items(count int, details map[string]any) []*driver.Item {
	rng := s.session.Rand("items " + s.check.Key)
	items := make([]*driver.Item, count)
	for n := range items {
		items[n] = s.session.Orders.NewItem(rng, details, s.session.Orders.SmallPrice(rng))
	}
	return items
}

func (s purchaseCalls) buyItems(ctx context.Context, items []*driver.Item, details map[string]any) error {
	k, variant := driver.OrderVariant(len(items), details)
	return s.setAnswer(s.buyAs(ctx, items, k, variant))
}

func (s purchaseCalls) buyAs(ctx context.Context, items []*driver.Item, k call.Kind, variant string) (*driver.Call, error) {
	var total int64
	for _, i := range items {
		total += i.Price
	}
	buyer, err := s.session.Customers.SharedBuyer(ctx, total)
	if err != nil {
		return nil, err
	}
	return s.session.Orders.Buy(ctx, driver.Cart{Buyer: buyer, Items: items, Kind: k, Variant: variant})
}

func (s purchaseCalls) thePurchaseIsFetched(ctx context.Context, times string) error {
	for range repeats(times) {
		if err := s.fetchInto(ctx, s.order.Items[:1]); err != nil {
			return err
		}
	}
	return nil
}

func (s purchaseCalls) eachItemIsFetched(ctx context.Context) error {
	return s.fetchInto(ctx, s.order.Items)
}

func (s purchaseCalls) eachItemOfBothIsFetched(ctx context.Context) error {
	return s.fetchInto(ctx, append(append([]*driver.Item(nil), s.order.Items...), s.second.Items...))
}

// otherItemsAreFetched looks at the items of the order that nobody moved.
func (s purchaseCalls) otherItemsAreFetched(ctx context.Context) error {
	return s.fetchInto(ctx, []*driver.Item{s.order.Items[0], s.order.Items[2]})
}

func (s purchaseCalls) fetchInto(ctx context.Context, items []*driver.Item) error {
	for _, i := range items {
		answer, err := s.session.Orders.Fetch(ctx, i, call.Plain)
		if err != nil {
			return err
		}
		s.answers = append(s.answers, answer)
	}
	return nil
}

// oneItemIsLookedAt fetches an item that may be gone: a refusal is an answer.
func (s purchaseCalls) oneItemIsLookedAt(ctx context.Context, nth string) error {
	return s.setAnswer(s.session.Orders.Fetch(ctx, s.order.Items[ordinal[nth]], call.Probe))
}

// aCancelledItemIsLookedAt cancels an item and looks at it, once for the rule that
// judges what it shows and for the note of it.
func (s sharedOrders) aCancelledItemIsLookedAt(ctx context.Context) error {
	answer, err := driver.Shared(ctx, s.session.Run, "look at a cancelled item", func(ctx context.Context) (*driver.Call, error) {
		bought, err := s.session.For("cancelled item").Orders.Purchase(ctx, 1, nil)
		if err != nil {
			return nil, err
		}
		s.order = bought
		if err := purchaseGivens(s).oneItemWasCancelled(ctx, "first"); err != nil {
			return nil, err
		}
		return s.session.Orders.Fetch(ctx, bought.Items[0], call.Probe)
	})
	return s.setAnswer(answer, err)
}

func (s purchaseCalls) allItemsAreUpdated(ctx context.Context, status string) error {
	many := int64(len(s.order.Items))
	return sharedOrders(s).allAreCollected(ctx, func(ctx context.Context) error {
		return s.largestTaken("items", driver.Sizes(many, []int64{driver.SeveralSurely}), func(size int64, k call.Kind) (*driver.Call, error) {
			if size == 1 {
				k = call.Plain
			}
			return s.session.Orders.Update(ctx, s.order.Items[:size], status, k)
		})
	})
}

func (s purchaseCalls) oneItemIsUpdated(ctx context.Context, nth, status string) error {
	return s.setAnswer(s.session.Orders.Update(ctx, []*driver.Item{s.order.Items[ordinal[nth]]}, status, call.Special))
}

func (s purchaseCalls) oneItemIsCancelled(ctx context.Context, nth string) error {
	return s.setAnswer(s.session.Orders.Cancel(ctx, s.order.Items[ordinal[nth]], call.Special))
}
