package driver

import (
	"context"
	"maps"
	"math/rand/v2"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// orders is the part of a session that buys, fetches, updates and cancels items (sections 4.6 to
// 4.9).
type orders struct{ *Session }

const StorePickupLabel = "store-pickup"

// NewItem invents an item. Every second item has unusual texts if the target takes them.
func (s orders) NewItem(rng *rand.Rand, details map[string]any, price int64) *Item {
	i := s.plainItem(rng, price)
	if u := s.UnusualItem.Load(); u != nil && rng.IntN(2) == 0 {
		u.Change(i.Details, i.Price, rng)
	}
	maps.Copy(i.Details, details)
	return i
}

// plainItem invents an item that every target takes. No other item of the run has its code, so a
// check can tell records apart even if they come in another order.
func (s orders) plainItem(rng *rand.Rand, price int64) *Item {
	brand, description := payload.PlainTexts(rng)
	return &Item{Price: price, Details: map[string]any{
		"item_brand":       brand,
		"item_description": description,
		"item_code":        s.NewItemCode("A"),
		"store_key":        s.Config.StoreKey,
		"facility_plan":    spec.FacilityPlan,
	}}
}

// NewItemCode returns an item_code that no other item has.
func (s orders) NewItemCode(prefix string) string {
	return payload.ItemCode(prefix, s.Config.Mark, s.orderCount.Add(1))
}

// Cart is the content of one order.
type Cart struct {
	Buyer               *customer.Customer // nil means the customer that checks share to buy things
	Items               []*Item
	OrderID             int64
	Kind                call.Kind
	Variant             string
	DoNotExplainRefusal bool // do not test whether a refusal means that an OTP is missing
	// SameBuyer forbids that another customer places the order if the target takes no more
	// orders of its buyer.
	SameBuyer bool
}

// Total is the price of all items.
func (c Cart) Total() (sum int64) {
	for _, i := range c.Items {
		sum += i.Price
	}
	return sum
}

// OrderForm returns the form in which the target takes an order. It finds the form out once.
func (s orders) OrderForm(ctx context.Context) (payload.Form, error) {
	return Shared(ctx, s.Run, "order base", func(ctx context.Context) (payload.Form, error) {
		f, answer, err := leastPrice(s).firstOrder(ctx)
		if err != nil {
			return f, err
		}
		s.note(f, answer)
		s.OTPPerPurchase.Watch()
		s.OrdersPerBuyer.watch(f)
		if answer.OK() {
			s.firstPrice.Store(answer.Items[0].Price)
			err = s.tryUnusualItem(ctx, f)
		}
		return f, err
	})
}

// TryOrder places an order that the target may refuse because of its form.
func (s orders) TryOrder(ctx context.Context, f payload.Form) (*Call, error) {
	price := s.distinctDigitsPrice(s.Rand("order base price"))
	return s.tryOrderAt(ctx, f, max(price, s.firstPrice.Load()))
}

func (s orders) tryOrderAt(ctx context.Context, f payload.Form, price int64) (*Call, error) {
	buyer, err := s.Customers.SharedBuyer(ctx, price)
	if err != nil {
		return nil, err
	}
	c := Cart{Buyer: buyer, Items: []*Item{s.plainItem(s.Rand("order base"), price)}, Kind: call.Probe}
	if price > buyer.VerifiedCart() { // a target may take no order that is worth more than the cart of the last verify (4.2)
		err := s.OTPs.verifyAhead(ctx, c)
		if s.Buyers.lacksOTP(buyer, err) { // the attempts before have used up the OTPs of this buyer
			if c.Buyer, err = s.Customers.newCustomerWhoCanPay(ctx, customer.AnyEmployee, price); err != nil {
				return nil, err
			}
			err = s.OTPs.verifyAhead(ctx, c)
		}
		if err != nil && !call.IsUntested(err) {
			return nil, err
		}
	}
	return s.Place(ctx, c, f)
}

// Buy places an order in the form that the target takes.
func (s orders) Buy(ctx context.Context, c Cart) (*Call, error) {
	f, err := s.OrderForm(ctx)
	if err != nil {
		return nil, err
	}
	placed, err := s.Place(ctx, c, f)
	if err == nil {
		s.Unseen.NoteLostPrices(placed)
	}
	if err == nil && c.Kind != call.Probe && call.IsSurelyRefused(&placed.Answer) {
		err = s.blame(ctx, placed)
	}
	switch {
	case err != nil || len(c.Items) < 2:
	case len(c.Items) <= SeveralSurely:
		s.Unseen.NoteSeveralRefused(placed, showItems)
		s.Unseen.NoteUnknown(placed, history.SeveralAtOnce)
	default: // a target may refuse so many items
		s.Unseen.NoteUnknown(placed, history.ManyAtOnce)
	}
	return placed, err
}

// Place makes the call of section 4.6 and keeps the items that it created. If the connection is
// cut, or a proxy answers, the order may have arrived. So Place does not send it again: it
// places a similar order with another number. After three cut connections the fault is the
// target's.
func (s orders) Place(ctx context.Context, c Cart, f payload.Form) (first *Call, err error) {
	if c.Buyer == nil {
		if c.Buyer, err = s.Customers.SharedBuyer(ctx, c.Total()); err != nil {
			return nil, err
		}
	}
	if s.servesNone() {
		return s.sendOrder(ctx, c, f)
	}
	if first, err = s.Buyers.placeOrReplaceBuyer(ctx, c, f); err != nil {
		return nil, err
	}
	last, err := s.placeAgain(ctx, c, f, first)
	if err != nil {
		return nil, err
	}
	if last, err = s.Buyers.retryWithNewBuyer(ctx, c, f, last); err != nil {
		return nil, err
	}
	return last, lowAmounts(s).explainOrder(ctx, c, last)
}

// placeAgain places another order if the first one got no answer, or only one of a proxy.
func (s orders) placeAgain(ctx context.Context, c Cart, f payload.Form, first *Call) (*Call, error) {
	return s.Replace(ctx, first, func(last *Call) (*Call, error) {
		c.OrderID = 0
		s.Calls.JudgeByNoRule(last) // the next order is judged instead
		return s.placeOnce(ctx, c, f)
	})
}

// Replace calls next to make another order, if an order got no answer, or only one of a proxy.
// The target may have carried out the first order, so the same order is not sent again.
func (s orders) Replace(ctx context.Context, first *Call, next func(last *Call) (*Call, error)) (last *Call, err error) {
	last = first
	asked := client.Call{Endpoint: spec.CreatePurchases, Check: s.Check}
	out, err := s.Config.Client.Replace(ctx, asked, first.Exchange, func() (*recording.Exchange, error) {
		if last, err = next(last); err != nil {
			return nil, err
		}
		return last.Exchange, nil
	})
	if err != nil {
		return nil, err
	}
	s.classify(last, out)
	return last, nil
}

func (s orders) placeOnce(ctx context.Context, c Cart, f payload.Form) (*Call, error) {
	if c.OrderID == 0 {
		c.OrderID = s.NextOrder()
	}
	send := func() (*Call, error) { return s.sendOrder(ctx, c, f) }
	if c.DoNotExplainRefusal && !s.OTPPerPurchase.Wanted() {
		return send()
	}
	return s.OTPs.withOTP(ctx, c, send)
}

// sendOrder makes the call of section 4.6.
func (s orders) sendOrder(ctx context.Context, c Cart, f payload.Form) (*Call, error) {
	if c.OrderID == 0 {
		c.OrderID = s.NextOrder()
	}
	placed, req := s.OrderBody(c, f)
	defer c.Buyer.Place()()
	placed, err := s.Perform(ctx, placed, req)
	if err != nil || placed.Response == nil { // the client decides how often to call an endpoint that does not answer
		return placed, err
	}
	if placed.OK() {
		s.ordersServed.Add(1)
	}
	s.ordersAnswered.Add(1)
	return placed, nil
}

// enoughRefused is a number of orders after which the run has tried every reason for which a target
// may refuse one: an OTP for each, too low a price, a buyer's earlier orders.
const enoughRefused = 40

// servesNone reports whether the target has refused so many orders, and served none, that it serves
// no order at all. Then more attempts to find out why would only take time.
func (s orders) servesNone() bool {
	return s.ordersServed.Load() == 0 && s.ordersAnswered.Load() >= enoughRefused
}

// OrderBody builds the request of section 4.6 for a cart.
func (s orders) OrderBody(c Cart, f payload.Form) (*Call, Request) {
	items := make([]any, len(c.Items))
	for n, i := range c.Items {
		i.OrderID, i.Buyer, i.ItemsInOrder = c.OrderID, c.Buyer, len(c.Items)
		items[n] = i.Request(f)
	}
	var labels []string
	if payload.IsStorePickup(items) {
		labels = []string{StorePickupLabel}
	}
	placed := &Call{Answer: call.Answer{Endpoint: spec.CreatePurchases, Variant: c.Variant, Kind: c.Kind}, Customer: c.Buyer, Items: c.Items, Labels: labels}
	placed.Keep = func() {
		placed.KeepCreated()
		history.MarkDuplicates(&s.ItemIDs, c.Items)
	}
	return placed, Request{Path: spec.Of(spec.CreatePurchases).Path, Body: map[string]any{
		"customer_id": c.Buyer.ID, "order_id": payload.Integer(c.OrderID, f.Readings[payload.OrderID]), "items": items,
	}}
}

// BuyTogether places one order for each cart, all at the same time. It prepares everything that
// they need first, including the OTPs.
func (s orders) BuyTogether(ctx context.Context, carts []Cart) ([]*Call, error) {
	f, err := s.OrderForm(ctx)
	if err != nil {
		return nil, err
	}
	calls, reqs := make([]*Call, len(carts)), make([]Request, len(carts))
	for n, c := range carts {
		if s.OTPPerPurchase.Wanted() {
			if err := s.OTPs.verifyAhead(ctx, c); err != nil {
				return nil, err
			}
		}
		c.OrderID = s.NextOrder()
		calls[n], reqs[n] = s.OrderBody(c, f)
	}
	if err := s.performTogether(ctx, calls, reqs); err != nil {
		return nil, err
	}
	for n, c := range carts {
		if calls[n], err = s.placeAgain(ctx, c, f, calls[n]); err != nil {
			return nil, err
		}
		if calls[n], err = s.Buyers.retryWithNewBuyer(ctx, c, f, calls[n]); err != nil {
			return nil, err
		}
	}
	return calls, nil
}

// NextOrder returns an order number that no other order of this run has, and that an order of
// another run is unlikely to have.
func (s orders) NextOrder() int64 { return payload.OrderNumber(s.Config.Mark, s.orderCount.Add(1)) }

func (s orders) OrderRequest(buyer *customer.Customer, f payload.Form, one *Item) map[string]any {
	return map[string]any{"customer_id": buyer.ID, "order_id": payload.Integer(s.NextOrder(), f.Readings[payload.OrderID]), "items": []any{one.Request(f)}}
}

// SeveralSurely is a number of items that every target must take in one order: section 4.6
// states "several", but the specification does not show the largest number (section 8).
const SeveralSurely, Few, Many = 2, 3, 12

// CartSize reduces a number of items to what the target is known to take in one order. A target
// may refuse a large cart.
func (s orders) CartSize(ctx context.Context, count int) (int, error) {
	if count <= SeveralSurely {
		return count, nil
	}
	most, err := Shared(ctx, s.Run, "cart size", func(ctx context.Context) (int, error) {
		for _, size := range []int{Many, Few} {
			answer, err := s.tryCart(ctx, size)
			if err != nil || answer.Response == nil {
				return size, err
			}
			if broken, err := s.FailsWithServerError(ctx, answer); err != nil || broken {
				return size, err // the check that buys so many items reports this
			}
			if answer.OK() {
				s.Bounds.Take(spec.CreatePurchases+" items", int64(size))
				return size, nil
			}
			if answer.RefusedForCertain() {
				s.Bounds.Refuse(spec.CreatePurchases+" items", int64(size), &answer.Answer)
			}
		}
		return SeveralSurely, nil
	})
	return min(count, most), err
}

func (s orders) tryCart(ctx context.Context, count int) (*Call, error) {
	rng := s.Rand("cart size")
	items := make([]*Item, count)
	for n := range items {
		items[n] = s.plainItem(rng, s.SmallPrice(rng))
	}
	return s.Buy(ctx, Cart{Items: items, Kind: call.Probe})
}
