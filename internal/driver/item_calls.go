package driver

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/spec"
)

// Fetch makes the call of section 4.7.
func (s orders) Fetch(ctx context.Context, i *Item, k call.Kind) (*Call, error) {
	return s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.GetPurchase, Kind: k}, Customer: i.Buyer, Items: []*Item{i}, Before: []RecordBefore{i.Record}},
		Request{Path: spec.Of(spec.GetPurchase).At(i.ID)})
}

// Update makes the call of section 4.8 for some items at once.
func (s orders) Update(ctx context.Context, items []*Item, status string, k call.Kind) (*Call, error) {
	f, err := s.UpdateBase(ctx)
	if err != nil {
		return nil, err
	}
	answer, err := s.UpdateAs(ctx, items, status, k, f)
	if err != nil || len(items) < 2 || !call.IsRefusedByValidation(&answer.Answer) {
		return answer, err
	}
	return updateWithoutID(ctx, s, items, status, k, f, answer)
}

// updateWithoutID repeats an update of several items at the path without an id, if the target
// refused it at the path with an id. A path with an id names only one item, and section 4.8
// shows both paths.
func updateWithoutID(ctx context.Context, s orders, items []*Item, status string, k call.Kind, f payload.Form, refused *Call) (*Call, error) {
	if f.Readings[payload.UpdatePath] == payload.NoID || !slices.Contains(s.PermittedReadings(payload.UpdatePath), payload.NoID) {
		return refused, nil
	}
	answer, err := s.UpdateAs(ctx, items, status, k, f.With(payload.UpdatePath, payload.NoID))
	if err != nil || !answer.OK() {
		return refused, err
	}
	s.Calls.JudgeByNoRule(refused)
	return answer, nil
}

func (s orders) UpdateAs(ctx context.Context, items []*Item, status string, k call.Kind, f payload.Form) (*Call, error) {
	if err := s.clock.Wait(ctx, items); err != nil {
		return nil, err
	}
	updating, req := s.updateBody(items, status, k, f)
	answer, err := s.Perform(ctx, updating, req)
	if err == nil && k != call.Probe && len(items) > 1 && len(items) <= SeveralSurely {
		s.Unseen.NoteSeveralRefused(answer, []string{spec.UpdatePurchases})
	}
	return answer, err
}

// updateBody builds the request of section 4.8 for some items.
func (s orders) updateBody(items []*Item, status string, k call.Kind, f payload.Form) (*Call, Request) {
	path := spec.Of(spec.UpdatePurchases).OtherPath
	if f.Readings[payload.UpdatePath] != payload.NoID {
		path = spec.Of(spec.UpdatePurchases).At(items[0].ID)
	}
	wanted := make([]any, len(items))
	before := make([]RecordBefore, len(items))
	for n, i := range items {
		wanted[n] = map[string]any{"id": i.ID, "facility_status": status}
		before[n] = i.Record
	}
	variant := ""
	if len(items) > 1 {
		variant = call.SeveralItems
	}
	updating := &Call{Answer: call.Answer{Endpoint: spec.UpdatePurchases, Variant: variant, Kind: k.OfVariant(variant)}, Items: items, Before: before, Customer: items[0].Buyer}
	updating.Keep = updating.KeepUpdated
	return updating, Request{Path: path, Body: map[string]any{"items": wanted}}
}

// UpdateBase returns the form of the path at which the target takes an update.
func (s orders) UpdateBase(ctx context.Context) (payload.Form, error) {
	return Shared(ctx, s.Run, "update base", func(ctx context.Context) (payload.Form, error) {
		f, answer, err := s.discover(ctx, []string{payload.UpdatePath}, func(f payload.Form) (*Call, error) {
			bought, err := s.Purchase(ctx, 1, nil)
			if err != nil {
				return nil, err
			}
			return s.UpdateAs(ctx, bought.Items, Collected, call.Probe, f)
		})
		if err == nil {
			s.note(f, answer)
		}
		return f, err
	})
}

// Collected is the only status that an update sets according to the documents (section 3).
const (
	Collected = spec.CollectedByAgent
	pending   = spec.PendingCollection
)

// Cancel makes the call of section 4.9.
func (s orders) Cancel(ctx context.Context, i *Item, k call.Kind) (*Call, error) {
	cancelling, req := cancelBody(i, k)
	return s.Perform(ctx, cancelling, req)
}

func cancelBody(i *Item, k call.Kind) (*Call, Request) {
	variant := i.CancelCase()
	return &Call{Answer: call.Answer{Endpoint: spec.CancelPurchase, Variant: variant, Kind: k.OfVariant(variant)}, Items: []*Item{i}, Customer: i.Buyer},
		Request{Path: spec.Of(spec.GetPurchase).At(i.ID)}
}

// MoveTogether updates some items, each by a call of its own, and cancels another item. All calls
// are sent at the same time.
func (s orders) MoveTogether(ctx context.Context, updated []*Item, cancelled *Item, k call.Kind) (updates []*Call, cancel *Call, err error) {
	f, err := s.UpdateBase(ctx)
	if err == nil {
		err = s.clock.Wait(ctx, updated)
	}
	if err != nil {
		return nil, nil, err
	}
	calls, reqs := make([]*Call, len(updated)+1), make([]Request, len(updated)+1)
	for n := range updated {
		calls[n], reqs[n] = s.updateBody(updated[n:n+1], Collected, k, f)
	}
	last := len(updated)
	calls[last], reqs[last] = cancelBody(cancelled, k)
	if err := s.performTogether(ctx, calls, reqs); err != nil {
		return nil, nil, err
	}
	return calls[:last], calls[last], nil
}

// Purchase buys count items for a shared customer. It fails if the target does not serve the
// order.
func (s orders) Purchase(ctx context.Context, count int, details map[string]any) (*Call, error) {
	k, variant := call.OrderVariant(count, details)
	return purchase(ctx, s, slices.Repeat([]map[string]any{details}, count), k, variant)
}

// PurchaseOf buys one item for each of the details. The target is known to take each of them.
func (s orders) PurchaseOf(ctx context.Context, details []map[string]any) (*Call, error) {
	k, variant := call.OrderVariant(len(details), nil)
	return purchase(ctx, s, details, k, variant)
}

func purchase(ctx context.Context, s orders, details []map[string]any, k call.Kind, variant string) (*Call, error) {
	if err := s.FindPrices(ctx); err != nil {
		return nil, err
	}
	count, err := s.CartSize(ctx, len(details))
	if err != nil {
		return nil, err
	}
	rng := s.Rand("purchase " + s.Check)
	items := make([]*Item, count)
	for n := range items {
		items[n] = s.NewItem(rng, details[n], s.SmallPrice(rng))
	}
	return s.RequireOrder(ctx, Cart{Items: items, Kind: k, Variant: variant})
}

// WithUnusedValues returns the details together with the plain values of the profile that no other
// order of the run uses. It returns nil if no detail is a member of that profile.
func (s orders) WithUnusedValues(ctx context.Context, details map[string]any) (map[string]any, error) {
	f, err := s.OrderForm(ctx)
	if err != nil {
		return nil, err
	}
	all := maps.Clone(payload.ItemProfiles[payload.Opposite(f.Profile)])
	listed := false
	for member := range details {
		_, plain := all[member]
		listed = listed || plain
	}
	if !listed {
		return nil, nil
	}
	maps.Copy(all, details)
	return all, nil
}

// FindPrices finds out how much customers may spend, and the form in which the target takes an
// order. The prices depend on both.
func (s orders) FindPrices(ctx context.Context) error {
	err := s.Customers.price(ctx)
	if err == nil {
		_, err = s.OrderForm(ctx)
	}
	return err
}

// RequireOrder places an order as a precondition. It fails if the target does not serve the order.
func (s orders) RequireOrder(ctx context.Context, c Cart) (*Call, error) {
	answer, err := s.Buy(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := answer.Served(); err != nil {
		return nil, err
	}
	for _, i := range c.Items {
		if err := answer.Known(i); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

// SmallPrice draws a price that a customer can pay about fifty times, as far as the limits are
// known. It is not below the price of the first order that the target took, because a target may
// have a least price (section 8).
func (s orders) SmallPrice(rng *rand.Rand) int64 {
	width := min(cmp.Or(s.affordable.Load(), usualPrice), usualPrice/2)
	least := max(s.firstPrice.Load(), 1)
	if s.Customers.ExistingAreListed() {
		least = min(least, width)
		width -= least - 1
	}
	return least + rng.Int64N(width)
}

// FirstPrice is the price of the first order that the target took; 0 before there is one.
func (s orders) FirstPrice() int64 { return s.firstPrice.Load() }

// usualPrice is the highest price of most items, if customers can afford it.
const usualPrice = int64(1000)

// distinctDigitsPrice draws a small price with up to three different digits from 2 to 9. So a
// target that reads the price wrongly does not get the right value by chance.
func (s orders) distinctDigitsPrice(rng *rand.Rand) int64 {
	most := cmp.Or(s.affordable.Load(), usualPrice)
	digits := []int64{2, 3, 4, 5, 6, 7, 8, 9}
	rng.Shuffle(len(digits), func(a, b int) { digits[a], digits[b] = digits[b], digits[a] })
	price := int64(0)
	for _, digit := range digits[:3] {
		if next := 10*price + digit; next <= min(most, usualPrice) {
			price = next
		}
	}
	return max(price, 1)
}
