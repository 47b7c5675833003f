package purchases

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Calls contains the sentences that buy, fetch, update and cancel.
type Calls struct{ *scenario.Scenario }

func (s SharedOrders) TheCustomerBuys(ctx context.Context, count string) error {
	wanted := Calls(s).howMany(count)
	return s.sharedOrder(ctx, fmt.Sprint("of ", wanted), func(ctx context.Context) error {
		return Calls(s).theCustomerBuysSome(ctx, wanted)
	})
}

// howMany returns the number of items that an example asks for.
func (s Calls) howMany(words string) int {
	if words == scenario.DrawnCount {
		return 2 + s.Session.Rand("count "+s.Check.Key).IntN(driver.Many-1)
	}
	return scenario.NumberOr1(words)
}

func (s Calls) theCustomerBuysSome(ctx context.Context, count int) error {
	count, err := s.Session.Orders.CartSize(ctx, count)
	if err != nil {
		return err
	}
	return s.buyItems(ctx, s.Items(count, nil), nil)
}

// theCustomerBuysOfTypes buys several items, each of another type.
func (s Calls) theCustomerBuysOfTypes(ctx context.Context, count int) error {
	count, err := s.Session.Orders.CartSize(ctx, count)
	if err != nil {
		return err
	}
	first := "furniture"
	if count == 1 {
		first = "other"
	}
	details, err := ItemTypes(s).from(ctx, first, count)
	if err != nil {
		return err
	}
	items := s.Items(count, nil)
	for n, i := range items {
		maps.Copy(i.Details, details[n])
	}
	return s.buyItems(ctx, items, nil)
}

func (s SharedOrders) TheCustomerBuysForPickUp(ctx context.Context, wanted string) error {
	count := scenario.NumberOr1(wanted)
	if count == 1 {
		return s.TheCustomerBuysBy(ctx, fmt.Sprint(payload.StorePickup["delivery_option"]), fmt.Sprint(payload.StorePickup["preferred_option"]))
	}
	count, err := s.Session.Orders.CartSize(ctx, count)
	if err != nil {
		return err
	}
	return Calls(s).buyItems(ctx, s.Items(count, payload.StorePickup), payload.StorePickup)
}

func (s SharedOrders) TheCustomerBuysWhose(ctx context.Context, member, value string) error {
	return s.sharedOrder(ctx, member+" "+value, func(ctx context.Context) error {
		if member == "item_type" {
			return s.buyCoded(ctx, map[string]any{member: value})
		}
		return Calls(s).buyWhose(ctx, member, Givens(s).detail(member, value))
	})
}

// buyWhose buys an item with one detail. If the target refuses a long text because of its length,
// shorter texts are tried.
func (s Calls) buyWhose(ctx context.Context, member, text string) error {
	err := s.LargestTaken(ctx, "length of "+member, history.Sizes(history.Runes(text), history.ShorterTexts), func(size int64, k call.Kind) (*driver.Call, error) {
		details := map[string]any{member: history.CutTo(text, size)}
		_, variant := call.OrderVariant(1, details)
		return s.buyAs(ctx, s.Items(1, details), k, variant)
	})
	if err != nil || !freeText[member] {
		return err
	}
	return scenario.MayBeRefused(s.Scenario, member, text)
}

// freeText are the members of an item that a store can word freely (section 2.2).
var freeText = map[string]bool{"item_brand": true, "item_code": true, "item_description": true}

func (s SharedOrders) TheCustomerBuysBy(ctx context.Context, delivery, preferred string) error {
	return s.sharedOrder(ctx, delivery+" "+preferred, func(ctx context.Context) error {
		return s.buyCoded(ctx, deliveryDetails(delivery, preferred))
	})
}

// buyCoded buys an item with documented codes. If the target refuses it, no answer of the run shows an
// item with these codes.
func (s SharedOrders) buyCoded(ctx context.Context, details map[string]any) error {
	err := Calls(s).buyDetailed(ctx, details)
	if err == nil {
		s.Session.Unseen.AddError(history.ItemCodes, []string{spec.CreatePurchases, spec.GetPurchase, spec.UpdatePurchases}, s.Answers[0].Served())
	}
	return err
}

// TheCustomerBuysWithoutTopUp buys an item with the empty top-up of the examples in section 2.2.
func (s SharedOrders) TheCustomerBuysWithoutTopUp(ctx context.Context) error {
	return s.sharedOrder(ctx, "no top-up", func(ctx context.Context) error {
		return Calls(s).buyDetailed(ctx, map[string]any{"item_topup": "", "topup_ref": ""})
	})
}

// TheCustomerBuysAlike buys items that differ only in their item_code, which is documented to be
// unique (section 2.2).
func (s Calls) TheCustomerBuysAlike(ctx context.Context, count int) error {
	count, err := s.Session.Orders.CartSize(ctx, count)
	if err != nil {
		return err
	}
	return s.buyItems(ctx, s.alike(count, nil), nil)
}

// TheCustomerBuysAgain places orders that differ only in their number and the item_code. All checks
// that use them share these orders.
func (s SharedOrders) TheCustomerBuysAgain(ctx context.Context, times int) (err error) {
	s.Answers, err = driver.Shared(ctx, s.Session.Run, fmt.Sprint("the same cart ", times), func(ctx context.Context) ([]*driver.Call, error) {
		if err := s.Session.Orders.FindPrices(ctx); err != nil {
			return nil, err
		}
		defer s.DrawnAs("the same cart")()
		return Calls(s).buyAgain(ctx, times)
	})
	return err
}

func (s Calls) buyAgain(ctx context.Context, times int) ([]*driver.Call, error) {
	details, err := ItemTypes(s).from(ctx, "tv", 1)
	if err != nil {
		return nil, err
	}
	var calls []*driver.Call
	for _, one := range s.alike(times, details[0]) {
		if err := s.buyItems(ctx, []*driver.Item{one}, nil); err != nil {
			return nil, err
		}
		calls = append(calls, s.Answers...)
	}
	return calls, nil
}

// alike creates items that differ only in their item_code.
func (s Calls) alike(count int, details map[string]any) []*driver.Item {
	items := s.Items(count, details)
	for _, i := range items {
		code := i.Details["item_code"]
		i.Details, i.Price = maps.Clone(items[0].Details), items[0].Price
		i.Details["item_code"] = code
	}
	return items
}

// TheCustomerBuysAtOnce places such orders at the same time, as two tills of a store do. If the
// answers show for the first time that the target wants an OTP for each purchase, it places the
// orders once more.
func (s Calls) TheCustomerBuysAtOnce(ctx context.Context, times int) error {
	for {
		wanted := s.Session.OTPPerPurchase.Wanted()
		carts, err := s.cartsAtOnce(ctx, times)
		if err != nil {
			return err
		}
		if s.Answers, err = s.Session.Orders.BuyTogether(ctx, carts); err != nil {
			return err
		}
		if wanted || !s.refusedAtOnceForOTP(ctx, carts) {
			return nil
		}
		for _, c := range s.Answers {
			s.Session.Calls.JudgeByNoRule(c)
		}
	}
}

// cartsAtOnce returns carts that differ only in the item_code. One customer buys them all. If each
// order needs its own OTP, each cart has another customer, because a phone has only one OTP at a
// time.
func (s Calls) cartsAtOnce(ctx context.Context, times int) ([]driver.Cart, error) {
	if _, err := s.Session.Orders.OrderForm(ctx); err != nil {
		return nil, err
	}
	carts := make([]driver.Cart, times)
	for n, one := range s.alike(times, nil) {
		buyer, err := s.Session.Customers.SharedBuyer(ctx, one.Price)
		if err == nil && s.Session.OTPPerPurchase.Wanted() {
			if buyer, err = s.OwnCustomer(ctx, customer.Anybody); err == nil {
				err = s.Session.Customers.Spend(buyer, one.Price)
			}
		}
		if err != nil {
			return nil, err
		}
		carts[n] = driver.Cart{Buyer: buyer, Items: []*driver.Item{one}, Kind: call.Special}
	}
	return carts, nil
}

// refusedAtOnceForOTP reports whether one of the orders is served after an OTP was verified for it.
func (s Calls) refusedAtOnceForOTP(ctx context.Context, carts []driver.Cart) bool {
	for n, c := range s.Answers {
		if c.OK() || !s.Session.OTPs.MayNeedOTP(c, carts[n]) {
			continue
		}
		_, err := s.Session.OTPs.RefusedForOTP(ctx, carts[n], c, func() (*driver.Call, error) {
			again := carts[n]
			again.OrderID, again.Kind = s.Session.Orders.NextOrder(), call.Probe
			f, err := s.Session.Orders.OrderForm(ctx)
			if err != nil {
				return nil, err
			}
			placed, req := s.Session.Orders.OrderBody(again, f)
			return s.Session.Perform(ctx, placed, req)
		})
		return err == nil && s.Session.OTPPerPurchase.Wanted()
	}
	return false
}

// APurchaseWhoseOrderIDHas prepares a purchase whose order number has the given size.
func (s SharedOrders) APurchaseWhoseOrderIDHas(ctx context.Context, size string) error {
	return s.orderIs(s.TheCustomerPlacesOrder(ctx, size))
}

// TheCustomerBuysWorth buys one item at a price. The purchases of a listed customer are cancelled
// before another check uses the customer, so with listed customers each check places its own order.
func (s SharedOrders) TheCustomerBuysWorth(ctx context.Context, price string) error {
	if s.Session.Customers.ExistingAreListed() {
		return Givens(s).buyWorth(ctx, price)
	}
	return s.sharedOrder(ctx, "worth "+price, func(ctx context.Context) error { return Givens(s).buyWorth(ctx, price) })
}

func (s SharedOrders) TheCustomerPlacesOrder(ctx context.Context, size string) error {
	return s.sharedOrder(ctx, "numbered "+size, func(ctx context.Context) error { return Calls(s).orderNumbered(ctx, size) })
}

// orderNumbered places an order with a random number of the given size. A number that the target
// has seen before may be refused, so up to three numbers are tried.
func (s Calls) orderNumbered(ctx context.Context, size string) error {
	rng := s.Session.Rand(fmt.Sprint("order number ", s.Check.Key, s.Session.Config.Mark))
	low := map[string]int64{"five digits": 10_000, "nine digits": 100_000_000, "more than 32 bits": 100_000_000_000}[size]
	sizes := history.Sizes(low, history.SmallerOrders)
	if len(sizes) == 1 { // a target may want more digits
		sizes = append(sizes, history.LargerOrders...)
	}
	return s.LargestTaken(ctx, "order_id", sizes, func(low int64, k call.Kind) (answer *driver.Call, err error) {
		for range 3 {
			if answer, err = s.placeNumbered(ctx, low+rng.Int64N(9*low), k); err != nil || answer.OK() {
				return answer, err
			}
		}
		return answer, err
	})
}

func (s Calls) placeNumbered(ctx context.Context, number int64, k call.Kind) (*driver.Call, error) {
	items := s.Items(1, nil)
	return s.Session.Orders.Buy(ctx, driver.Cart{Items: items, Kind: k, Variant: call.OrderIDCase, OrderID: number})
}

func (s Calls) buyItems(ctx context.Context, items []*driver.Item, details map[string]any) error {
	k, variant := call.OrderVariant(len(items), details)
	return s.SetAnswer(s.buyAs(ctx, items, k, variant))
}

func (s Calls) buyAs(ctx context.Context, items []*driver.Item, k call.Kind, variant string) (*driver.Call, error) {
	return s.Session.Orders.Buy(ctx, driver.Cart{Items: items, Kind: k, Variant: variant})
}

func (s Calls) ThePurchaseIsFetched(ctx context.Context, times string) error {
	for range scenario.NumberOr1(times) {
		if err := s.fetchInto(ctx, s.Order.Items[:1]); err != nil {
			return err
		}
	}
	return nil
}

func (s Calls) EachItemIsFetched(ctx context.Context) error {
	return s.fetchInto(ctx, s.Order.Items)
}

func (s Calls) EachItemOfBothIsFetched(ctx context.Context) error {
	return s.fetchInto(ctx, append(append([]*driver.Item(nil), s.Order.Items...), s.Second.Items...))
}

// UpdatedItemsAreFetched fetches the fifth and the last of the updated items. A store that keeps
// only some of many items loses one of these.
func (s Calls) UpdatedItemsAreFetched(ctx context.Context) error {
	items := s.Order.Items
	last := 0
	for n := range items {
		if gjson.Get(items[n].Record.Raw, "facility_status").String() == driver.Collected {
			last = n
		}
	}
	if last > scenario.Ordinal["fifth"] {
		return s.fetchInto(ctx, []*driver.Item{scenario.Nth(s.Order, "fifth"), items[last]})
	}
	return s.fetchInto(ctx, items[last:last+1])
}

// OtherItemsAreFetched fetches the items of the order that were not moved: all but the second.
func (s Calls) OtherItemsAreFetched(ctx context.Context) error {
	return s.fetchInto(ctx, slices.Concat(s.Order.Items[:1], s.Order.Items[2:]))
}

func (s Calls) fetchInto(ctx context.Context, items []*driver.Item) error {
	for _, i := range items {
		answer, err := s.Session.Orders.Fetch(ctx, i, call.Plain)
		if err != nil {
			return err
		}
		s.Answers = append(s.Answers, answer)
	}
	return nil
}

// AllItemsAreUpdated updates all items of the order in one call, or as many as the target accepts in
// one. In that case it then updates the other items in calls of the same size.
func (s Calls) AllItemsAreUpdated(ctx context.Context, status string) error {
	many := int64(len(s.Order.Items))
	return SharedOrders(s).allAreCollected(ctx, func(ctx context.Context) error {
		err := s.LargestTaken(ctx, "items", history.Sizes(many, []int64{driver.Few, driver.SeveralSurely}), func(size int64, k call.Kind) (*driver.Call, error) {
			if size == 1 {
				k = call.Plain
			}
			return s.Session.Orders.Update(ctx, s.Order.Items[:size], status, k)
		})
		if err != nil || !s.Answers[0].OK() {
			return err
		}
		return s.otherItemsAreUpdated(ctx, len(s.Answers[0].Items), status)
	})
}

// otherItemsAreUpdated updates the items behind the first done items of the order, done items at a
// time. The target accepted so many, so a refusal is not about their number, and the check judges it.
func (s Calls) otherItemsAreUpdated(ctx context.Context, done int, status string) error {
	for part := range slices.Chunk(s.Order.Items[done:], done) {
		answer, err := s.Session.Orders.Update(ctx, part, status, call.Plain)
		if err != nil || !answer.OK() {
			return s.SetAnswer(answer, err)
		}
	}
	return nil
}

func (s Calls) OneItemIsUpdated(ctx context.Context, nth, status string) error {
	return s.SetAnswer(s.Session.Orders.Update(ctx, []*driver.Item{scenario.Nth(s.Order, nth)}, status, call.Special))
}

func (s Calls) OneItemIsCancelled(ctx context.Context, nth string) error {
	return s.SetAnswer(s.Session.Orders.Cancel(ctx, scenario.Nth(s.Order, nth), call.Special))
}

// TryOrderReading places an order in one reading. Several rules judge the answer.
func TryOrderReading(ctx context.Context, s *driver.Session, tolerance, reading string) (*driver.Call, error) {
	return driver.Shared(ctx, s.Run, "order reading "+tolerance+" "+reading, func(ctx context.Context) (*driver.Call, error) {
		f, err := s.Orders.OrderForm(ctx)
		if err != nil {
			return nil, err
		}
		return s.Orders.TryOrder(ctx, f.With(tolerance, reading))
	})
}
