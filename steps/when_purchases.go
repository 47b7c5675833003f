package steps

import (
	"context"
	"fmt"
	"maps"
	"strconv"
)

func (s sharing) theCustomerBuys(ctx context.Context, count string) error {
	wanted, err := s.howMany(count)
	if err != nil {
		return err
	}
	return s.sharedOrder(ctx, fmt.Sprint("of ", wanted), func(ctx context.Context) error {
		return s.theCustomerBuysSome(ctx, wanted)
	})
}

// howMany reads how many items an example asks for.
func (s *Scenario) howMany(words string) (int, error) {
	if words == drawnCount {
		return 2 + s.run.rng("count "+s.check.Key).IntN(many-1), nil
	}
	return strconv.Atoi(words)
}

func (s *Scenario) theCustomerBuysSome(ctx context.Context, count int) error {
	count, err := s.run.cartSize(ctx, s.by(), count)
	if err != nil {
		return err
	}
	return s.buyItems(ctx, s.items(count, nil), nil)
}

func (s sharing) theCustomerBuysForPickUp(ctx context.Context, count int) error {
	if count == 1 {
		return s.theCustomerBuysBy(ctx, fmt.Sprint(storePickup["delivery_option"]), fmt.Sprint(storePickup["preferred_option"]))
	}
	return s.buyItems(ctx, s.items(count, storePickup), storePickup)
}

func (s sharing) theCustomerBuysWhose(ctx context.Context, member, value string) error {
	return s.sharedOrder(ctx, member+" "+value, func(ctx context.Context) error {
		if member == "item_type" {
			return s.buyDetailed(ctx, map[string]any{member: value})
		}
		return s.buyWhose(ctx, member, s.detail(member, value))
	})
}

// buyWhose buys an item with one detail, which is tried shorter where it is a
// text that the target refuses for its length.
func (s *Scenario) buyWhose(ctx context.Context, member, text string) error {
	return s.largestTaken("length of "+member, sizes(runes(text), shorterTexts), func(size int64, k kind) (*call, error) {
		details := map[string]any{member: cutTo(text, size)}
		_, variant := bent(1, details)
		return s.buyAs(ctx, s.items(1, details), k, variant)
	})
}

func (s sharing) theCustomerBuysBy(ctx context.Context, delivery, preferred string) error {
	return s.sharedOrder(ctx, delivery+" "+preferred, func(ctx context.Context) error {
		return s.buyDetailed(ctx, way(delivery, preferred))
	})
}

// theCustomerBuysAlike buys items that differ in nothing but their item_code:
// that one is documented to be unique (section 2.2).
func (s *Scenario) theCustomerBuysAlike(ctx context.Context, count int) error {
	count, err := s.run.cartSize(ctx, s.by(), count)
	if err != nil {
		return err
	}
	return s.buyItems(ctx, s.alike(count), nil)
}

// theCustomerBuysAgain places orders that differ in nothing but their number
// and the item_code.
func (s *Scenario) theCustomerBuysAgain(ctx context.Context, times int) error {
	var calls []*call
	for _, one := range s.alike(times) {
		if err := s.buyItems(ctx, []*item{one}, nil); err != nil {
			return err
		}
		calls = append(calls, s.subject...)
	}
	s.subject = calls
	return nil
}

// alike invents items that only their item_code tells apart.
func (s *Scenario) alike(count int) []*item {
	items := s.items(count, nil)
	for _, i := range items {
		code := i.details["item_code"]
		i.details, i.price = maps.Clone(items[0].details), items[0].price
		i.details["item_code"] = code
	}
	return items
}

// theCustomerBuysAtOnce places such orders side by side, as two tills of a store
// do. Where it shows only now that the target wants an OTP for each purchase, the
// orders are placed once more.
func (s *Scenario) theCustomerBuysAtOnce(ctx context.Context, times int) error {
	for {
		wanted := s.run.otpPerPurchase.wanted()
		carts, err := s.cartsAtOnce(ctx, times)
		if err != nil {
			return err
		}
		if s.subject, err = s.run.buyTogether(ctx, s.by(), carts); err != nil {
			return err
		}
		if wanted || !s.refusedAtOnceForOTP(ctx, carts) {
			return nil
		}
		for _, c := range s.subject {
			s.run.calls.demote(c)
		}
	}
}

// cartsAtOnce are carts that differ in nothing but the item_code. One customer
// buys them all; where each order wants an OTP of its own, of which a phone has one
// at a time, it is a customer for each.
func (s *Scenario) cartsAtOnce(ctx context.Context, times int) ([]cart, error) {
	if _, err := s.run.orderBase(ctx, s.by()); err != nil {
		return nil, err
	}
	carts := make([]cart, times)
	for n, one := range s.alike(times) {
		buyer, err := s.run.shopper(ctx, s.by(), one.price)
		if err == nil && s.run.otpPerPurchase.wanted() {
			if buyer, err = s.leaseOwn(ctx, anybody); err == nil {
				err = s.run.book(buyer, one.price)
			}
		}
		if err != nil {
			return nil, err
		}
		carts[n] = cart{buyer: buyer, items: []*item{one}, kind: special}
	}
	return carts, nil
}

// refusedAtOnceForOTP tells whether one of the orders is served once an OTP is
// verified for it.
func (s *Scenario) refusedAtOnceForOTP(ctx context.Context, carts []cart) bool {
	for n, c := range s.subject {
		if c.ok() || !s.run.worthAnOTP(c) {
			continue
		}
		_, err := s.run.refusedForOTP(ctx, s.by(), carts[n].buyer, c, func() (*call, error) {
			again := carts[n]
			again.orderID, again.kind = s.run.nextOrder(), probe
			f, err := s.run.orderBase(ctx, s.by())
			if err != nil {
				return nil, err
			}
			placed, req := s.run.order(again, f)
			return s.run.perform(ctx, s.by(), placed, req)
		})
		return err == nil && s.run.otpPerPurchase.wanted()
	}
	return false
}

// theCustomerBuysTwoTypes puts things into one cart that share no detail. Where a
// cart is refused, the types change places: it may be for what goes with what.
func (s *Scenario) theCustomerBuysTwoTypes(ctx context.Context) error {
	var first *call
	for range 2 {
		one, two := maps.Clone(itemProfiles[0]), maps.Clone(itemProfiles[1])
		if first != nil {
			one["item_type"], two["item_type"] = two["item_type"], one["item_type"]
		}
		items := append(s.items(1, one), s.items(1, two)...)
		if err := s.buyItems(ctx, items, map[string]any{"item_type": "two"}); err != nil || !s.subject[0].isRefused() {
			return err
		}
		if first == nil {
			first = s.subject[0]
		}
	}
	s.subject = []*call{first}
	return nil
}

// aPurchaseUnder is one whose order number has the size at hand.
func (s sharing) aPurchaseUnder(ctx context.Context, size string) error {
	return s.orderIs(s.theCustomerPlacesOrder(ctx, size))
}

// theCustomerBuysWorth buys one item at a price. What a listed customer bought is
// cancelled before they serve again, so there it is a check's own.
func (s sharing) theCustomerBuysWorth(ctx context.Context, price string) error {
	if s.run.roll != nil {
		return s.buyWorth(ctx, price)
	}
	return s.sharedOrder(ctx, "worth "+price, func(ctx context.Context) error { return s.buyWorth(ctx, price) })
}

func (s sharing) theCustomerPlacesOrder(ctx context.Context, size string) error {
	return s.sharedOrder(ctx, "numbered "+size, func(ctx context.Context) error { return s.orderNumbered(ctx, size) })
}

// orderNumbered draws an order number of the size at hand. A number that the
// target has seen before may be refused, so another one is drawn.
func (s *Scenario) orderNumbered(ctx context.Context, size string) error {
	rng := s.run.rng(fmt.Sprint("order number ", s.check.Key, s.run.cfg.Mark))
	low := map[string]int64{"five digits": 10_000, "nine digits": 100_000_000, "beyond 32 bits": 100_000_000_000}[size]
	return s.largestTaken("order_id", sizes(low, smallerOrders), func(low int64, k kind) (answer *call, err error) {
		for range 3 {
			if answer, err = s.placeNumbered(ctx, low+rng.Int64N(9*low), k); err != nil || answer.ok() {
				return answer, err
			}
		}
		return answer, err
	})
}

func (s *Scenario) placeNumbered(ctx context.Context, number int64, k kind) (*call, error) {
	items := s.items(1, nil)
	buyer, err := s.run.shopper(ctx, s.by(), items[0].price)
	if err != nil {
		return nil, err
	}
	return s.run.buy(ctx, s.by(), cart{buyer: buyer, items: items, kind: k, orderID: number})
}

// items invents what goes into a cart.
func (s *Scenario) items(count int, details map[string]any) []*item {
	rng := s.run.rng("items " + s.check.Key)
	items := make([]*item, count)
	for n := range items {
		items[n] = s.run.newItem(rng, details, s.run.smallPrice(rng))
	}
	return items
}

func (s *Scenario) buyItems(ctx context.Context, items []*item, details map[string]any) error {
	k, variant := bent(len(items), details)
	return s.asked(s.buyAs(ctx, items, k, variant))
}

func (s *Scenario) buyAs(ctx context.Context, items []*item, k kind, variant string) (*call, error) {
	var total int64
	for _, i := range items {
		total += i.price
	}
	buyer, err := s.run.shopper(ctx, s.by(), total)
	if err != nil {
		return nil, err
	}
	return s.run.buy(ctx, s.by(), cart{buyer: buyer, items: items, kind: k, variant: variant})
}

func (s *Scenario) thePurchaseIsFetched(ctx context.Context, times string) error {
	for range repeats(times) {
		if err := s.fetchInto(ctx, s.order.items[:1]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Scenario) eachItemIsFetched(ctx context.Context) error {
	return s.fetchInto(ctx, s.order.items)
}

func (s *Scenario) eachItemOfBothIsFetched(ctx context.Context) error {
	return s.fetchInto(ctx, append(append([]*item(nil), s.order.items...), s.second.items...))
}

// otherItemsAreFetched looks at the items of the order that nobody moved.
func (s *Scenario) otherItemsAreFetched(ctx context.Context) error {
	return s.fetchInto(ctx, []*item{s.order.items[0], s.order.items[2]})
}

func (s *Scenario) fetchInto(ctx context.Context, items []*item) error {
	for _, i := range items {
		answer, err := s.run.fetch(ctx, s.by(), i, plain)
		if err != nil {
			return err
		}
		s.subject = append(s.subject, answer)
	}
	return nil
}

// oneItemIsLookedAt fetches an item that may be gone: a refusal is an answer.
func (s *Scenario) oneItemIsLookedAt(ctx context.Context, nth string) error {
	return s.asked(s.run.fetch(ctx, s.by(), s.order.items[ordinal[nth]], probe))
}

// aCancelledItemIsLookedAt cancels an item and looks at it, once for the rule that
// judges what it shows and for the note of it.
func (s sharing) aCancelledItemIsLookedAt(ctx context.Context) error {
	answer, err := shared(ctx, s.run, "look at a cancelled item", func(ctx context.Context) (*call, error) {
		bought, err := s.run.purchase(ctx, "cancelled item", 1, nil)
		if err != nil {
			return nil, err
		}
		s.order = bought
		if err := s.oneItemWasCancelled(ctx, "first"); err != nil {
			return nil, err
		}
		return s.run.fetch(ctx, s.by(), bought.items[0], probe)
	})
	return s.asked(answer, err)
}

func (s *Scenario) allItemsAreUpdated(ctx context.Context, status string) error {
	many := int64(len(s.order.items))
	return sharing{s}.allAreCollected(ctx, func(ctx context.Context) error {
		return s.largestTaken("items", sizes(many, []int64{severalSurely}), func(size int64, k kind) (*call, error) {
			if size == 1 {
				k = plain
			}
			return s.run.update(ctx, s.by(), s.order.items[:size], status, k)
		})
	})
}

func (s *Scenario) oneItemIsUpdated(ctx context.Context, nth, status string) error {
	return s.asked(s.run.update(ctx, s.by(), []*item{s.order.items[ordinal[nth]]}, status, special))
}

func (s *Scenario) oneItemIsCancelled(ctx context.Context, nth string) error {
	return s.asked(s.run.cancel(ctx, s.by(), s.order.items[ordinal[nth]], special))
}
