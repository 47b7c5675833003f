package steps

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// known returns nil if the target gave the item an id; without one nothing
// further can be asked of it.
func (c *call) known(i *item) error {
	switch {
	case i.missing && !c.malformed("data"):
		return c.breaks(CountAspect, "data", fmt.Sprintf("%d records, one for each item", len(c.items)), fmt.Sprintf("%d records", len(c.records())))
	case i.id != "" && !judgement.IsUUID(i.id): // the rule of the record tells
	case i.taken:
		return c.breaks(IDAspect, "data.#.id", "an id of its own for every item", i.id+", which another item has")
	case i.id != "":
		return nil
	}
	return c.breaks(DataAspect, "data.#.id", "a record with an id for every item", show(c.data))
}

// fetch makes the call of section 4.7.
func (r *Run) fetch(ctx context.Context, by string, i *item, k kind) (*call, error) {
	return r.perform(ctx, by, &call{endpoint: getItem, kind: k, customer: i.buyer, items: []*item{i}, before: []kept{i.record}},
		request{path: spec.Of(getItem).At(i.id)})
}

// update makes the call of section 4.8 for some items at once.
func (r *Run) update(ctx context.Context, by string, items []*item, status string, k kind) (*call, error) {
	f, err := r.updateBase(ctx, by)
	if err != nil {
		return nil, err
	}
	return r.updateAs(ctx, by, items, status, k, f)
}

func (r *Run) updateAs(ctx context.Context, by string, items []*item, status string, k kind, f form) (*call, error) {
	if err := r.clock.wait(ctx, items); err != nil {
		return nil, err
	}
	updating, req := r.updating(items, status, k, f)
	answer, err := r.perform(ctx, by, updating, req)
	if err == nil && len(items) > 1 && len(items) <= severalSurely {
		r.noteSingly(answer, []string{updateItems})
	}
	return answer, err
}

// updating writes the request of section 4.8 for some items.
func (r *Run) updating(items []*item, status string, k kind, f form) (*call, request) {
	path := spec.Of(updateItems).OtherPath
	if f.readings[updatePath] != noID {
		path = spec.Of(updateItems).At(items[0].id)
	}
	wanted := make([]any, len(items))
	before := make([]kept, len(items))
	for n, i := range items {
		wanted[n] = map[string]any{"id": i.id, "facility_status": status}
		before[n] = i.record
	}
	variant := ""
	if len(items) > 1 {
		variant = severalItems
	}
	updating := &call{endpoint: updateItems, variant: variant, kind: bend(k, variant), items: items, before: before, customer: items[0].buyer}
	updating.keep = updating.keepUpdated
	return updating, request{path: path, body: map[string]any{"items": wanted}}
}

// updateTogether updates items by calls of their own that arrive at once.
func (r *Run) updateTogether(ctx context.Context, by string, items []*item, status string, k kind) ([]*call, error) {
	f, err := r.updateBase(ctx, by)
	if err == nil {
		err = r.clock.wait(ctx, items)
	}
	if err != nil {
		return nil, err
	}
	calls, reqs := make([]*call, len(items)), make([]request, len(items))
	for n := range items {
		calls[n], reqs[n] = r.updating(items[n:n+1], status, k, f)
	}
	return calls, r.performTogether(ctx, by, calls, reqs)
}

// updateBase is the form of the path in which the target takes an update.
func (r *Run) updateBase(ctx context.Context, by string) (form, error) {
	return shared(ctx, r, "update base", func(ctx context.Context) (form, error) {
		f, answer, err := r.discover(ctx, []string{updatePath}, func(f form) (*call, error) {
			bought, err := r.purchase(ctx, by, 1, nil)
			if err != nil {
				return nil, err
			}
			return r.updateAs(ctx, by, bought.items, collected, probe, f)
		})
		if err == nil {
			r.note(f, answer)
		}
		return f, err
	})
}

// collected is the one status that an update is documented to set (section 3).
const (
	collected = spec.CollectedByAgent
	pending   = spec.PendingCollection
)

// keepUpdated gives each item the record that the update answered it with.
func (c *call) keepUpdated() {
	for _, i := range c.items {
		i.missing = true
	}
	for n, record := range c.records() {
		for _, i := range c.items {
			if strings.EqualFold(record.Get("id").String(), i.id) {
				i.record, i.missing = kept{raw: record.Raw, by: c, at: recordPath(c, n)}, false
			}
		}
	}
}

// answered returns nil if an update was served and holds the record of each of its
// items.
func (c *call) answered() error {
	if err := c.served(); err != nil {
		return err
	}
	for _, i := range c.items {
		if !i.missing {
			continue
		}
		aspect := CountAspect
		for n := range c.records() {
			if c.malformed(recordPath(c, n) + ".id") {
				aspect = DataAspect
			}
		}
		if c.malformed("data") {
			aspect = DataAspect
		}
		return c.breaks(aspect, "data.#.id", "a record with the id "+i.id, show(c.data))
	}
	return nil
}

// bend makes a plain call that departs from the plainest one a special one.
func bend(k kind, variant string) kind {
	if k == plain && variant != "" {
		return special
	}
	return k
}

// cancel makes the call of section 4.9.
func (r *Run) cancel(ctx context.Context, by string, i *item, k kind) (*call, error) {
	variant := i.cancelCase()
	return r.perform(ctx, by, &call{endpoint: cancelItem, variant: variant, kind: bend(k, variant), items: []*item{i}, customer: i.buyer},
		request{path: spec.Of(getItem).At(i.id)})
}

// cancelCase says in which way an item departs from the plainest one to cancel:
// alone in its order, waiting, to be picked up at the store.
func (i *item) cancelCase() string {
	switch {
	case i.record.by != nil && i.record.by.endpoint == updateItems:
		return "collected"
	case i.company > 1:
		return "of-several"
	case i.details["delivery_option"] != nil:
		return aWay
	}
	return ""
}

// purchase buys count items of one shared customer, and fails with what broke.
func (r *Run) purchase(ctx context.Context, by string, count int, details map[string]any) (*call, error) {
	if err := r.priced(ctx, by); err != nil {
		return nil, err
	}
	count, err := r.cartSize(ctx, by, count)
	if err != nil {
		return nil, err
	}
	rng := r.rng("purchase " + by)
	items := make([]*item, count)
	var total int64
	for n := range items {
		items[n] = r.newItem(rng, details, r.smallPrice(rng))
		total += items[n].price
	}
	buyer, err := r.shopper(ctx, by, total)
	if err != nil {
		return nil, err
	}
	k, variant := bent(count, details)
	return r.bought(ctx, by, cart{buyer: buyer, items: items, kind: k, variant: variant})
}

// beside are details with the plain values beside them that no other order of
// the run has; it is nil where they say nothing of the lists.
func (r *Run) beside(ctx context.Context, by string, details map[string]any) (map[string]any, error) {
	f, err := r.orderBase(ctx, by)
	if err != nil {
		return nil, err
	}
	all := maps.Clone(itemProfiles[opposite(f.profile)])
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

// priced finds out what customers may spend: the prices depend on it.
func (r *Run) priced(ctx context.Context, by string) error {
	if r.roll != nil {
		_, err := r.shopper(ctx, by, 0)
		return err
	}
	_, err := r.limitBase(ctx, by, employed)
	return err
}

// bought places an order as a precondition: what breaks is returned.
func (r *Run) bought(ctx context.Context, by string, c cart) (*call, error) {
	answer, err := r.buy(ctx, by, c)
	if err != nil {
		return nil, err
	}
	if err := answer.served(); err != nil {
		return nil, err
	}
	for _, i := range c.items {
		if err := answer.known(i); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

// The cases of an order. Each has a rule of its own that judges whether such an
// order is taken, so that no other rule is blamed for it.
const (
	severalItems = "several-items"
	anItemType   = "item-type"
	aWay         = "delivery"
	aText        = "text"
	aPrice       = "price"
)

// bent says in which way an order departs from the plainest one: one item, of
// the plain profile.
func bent(count int, details map[string]any) (kind, string) {
	for member := range details {
		switch member {
		case "item_type":
			return special, anItemType
		case "delivery_option", "preferred_option":
			return special, aWay
		default:
			return special, aText
		}
	}
	if count > 1 {
		return special, severalItems
	}
	return plain, ""
}

// smallPrice draws a price that a customer can pay a hundred times over, so far
// as their limits are known.
func (r *Run) smallPrice(rng *rand.Rand) int64 {
	const usual = 1000
	unit := r.affordable.Load()
	if unit == 0 {
		unit = usual
	}
	return 1 + rng.Int64N(min(unit, usual))
}

// granularity is how finely the target's clock was seen to tick. A target whose
// stamps are whole seconds is waited for longer, so that an update can show.
type granularity struct{ fine lockedString }

const (
	fineTick   = 2 * time.Millisecond
	coarseTick = 1100 * time.Millisecond
)

// wait lets the target's clock move on from the stamps that the items carry.
func (g *granularity) wait(ctx context.Context, items []*item) error {
	pause := coarseTick
	for _, i := range items {
		stamp := gjson.Get(i.record.raw, "updated_at").String()
		if g.fine.get() != "" || !strings.HasSuffix(strings.TrimRight(stamp, "Z"), ".000") {
			pause = fineTick
			g.fine.set("yes")
		}
	}
	for _, i := range items {
		if i.record.by != nil { // what has passed since the stamp need not pass again
			pause = min(pause, max(fineTick, coarseTick-time.Since(i.record.by.Started.Add(i.record.by.Duration))))
		}
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return errored("the run ended before the update: %v", context.Cause(ctx))
	}
}
