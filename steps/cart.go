package steps

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
)

// item is one thing in a cart and, once bought, the record of it.
type item struct {
	details map[string]any // what the request says, in the normative form
	price   int64
	orderID int64
	buyer   *customer
	company int // how many items its order has
	id      string
	record  kept // as the last call that may change it gave it
	taken   bool // another item has the same id
	missing bool // the last answer that should hold its record does not
}

// plain values of an item, by profile.
var itemProfiles = [profiles]map[string]any{
	{"item_type": "phone", "delivery_option": spec.StorePickup, "preferred_option": spec.PickUp},
	{"item_type": "laptop", "delivery_option": "store_delivery", "preferred_option": "delivery"},
	{"item_type": "fridge", "delivery_option": "provider_delivery", "preferred_option": "delivery"},
	{"item_type": "other", "delivery_option": "agent_delivery", "preferred_option": "pick_up"},
}

// storePickup is the one combination whose first state is documented (section 3).
var storePickup = map[string]any{"delivery_option": spec.StorePickup, "preferred_option": spec.PickUp}

const storePickupLabel = "store-pickup"

var (
	brands       = []string{"Sonara", "Kilele", "Bahari", "Twiga Electronics", "Simba & Co"}
	descriptions = []string{"64 GB, black", "with a 2 year guarantee", "dual SIM", "energy class A", "refurbished, grade A"}
)

// newItem invents an item, every second one with unusual texts where the target
// takes such.
func (r *Run) newItem(rng *rand.Rand, details map[string]any, price int64) *item {
	i := r.plainItem(rng, price)
	if u := r.unusualItem.Load(); u != nil && rng.IntN(2) == 0 {
		i.makeUnusual(*u, rng)
	}
	maps.Copy(i.details, details)
	return i
}

// plainItem invents an item that every target takes. Its code is unlike any
// other of the run, so that records can be told apart in whatever order they
// come.
func (r *Run) plainItem(rng *rand.Rand, price int64) *item {
	return &item{price: price, details: map[string]any{
		"item_brand":       brands[rng.IntN(len(brands))],
		"item_description": descriptions[rng.IntN(len(descriptions))],
		"item_code":        r.code("ASSAY"),
		"store_key":        r.cfg.StoreKey,
		"facility_plan":    spec.FacilityPlan,
	}}
}

// code makes an item_code that nobody has used.
func (r *Run) code(prefix string) string {
	return fmt.Sprintf("%s-%d-%06x", prefix, r.cfg.Mark, r.orders.Add(1))
}

// request writes the item as the form has it (section 2.2).
func (i *item) request(f form) map[string]any {
	body := maps.Clone(itemProfiles[f.profile])
	maps.Copy(body, i.details)
	body["item_value"] = integer(i.price, f.readings[itemValue])
	if f.readings[itemDescription] == otherSpelling {
		body["item_decriptionn"] = body["item_description"]
		delete(body, "item_description")
	}
	for tolerance, member := range map[string]string{itemTopup: "item_topup", topupRef: "topup_ref"} {
		if _, given := i.details[member]; f.readings[tolerance] == asString && !given {
			body[member] = ""
		}
	}
	for tolerance, member := range map[string]string{deliveryOption: "delivery_option", preferredOption: "preferred_option"} {
		if _, chosen := i.details[member]; f.readings[tolerance] == absent && !chosen {
			delete(body, member)
		}
	}
	return body
}

// cart is what one order asks for.
type cart struct {
	buyer   *customer
	items   []*item
	orderID int64
	kind    kind
	variant string
	sure    bool // a refusal is not looked into: it is not for want of an OTP
}

// orderTolerances are the inconsistencies that an order touches.
var orderTolerances = []string{orderID, itemValue, itemDescription, itemTopup, topupRef, deliveryOption, preferredOption}

// orderBase is the form in which the target takes an order.
func (r *Run) orderBase(ctx context.Context, by string) (form, error) {
	return shared(ctx, r, "order base", func(ctx context.Context) (form, error) {
		f, answer, err := r.discover(ctx, orderTolerances, func(f form) (*call, error) {
			return r.tryOrder(ctx, by, f)
		})
		if err != nil {
			return f, err
		}
		r.note(f, answer)
		r.otpPerPurchase.watch()
		if answer.ok() {
			err = r.tryUnusualItem(ctx, by, f)
		}
		return f, err
	})
}

// tryOrder places an order that the target may refuse for its form.
func (r *Run) tryOrder(ctx context.Context, by string, f form) (*call, error) {
	rng := r.rng("order base")
	price := r.smallPrice(rng)
	buyer, err := r.shopper(ctx, by, price)
	if err != nil {
		return nil, err
	}
	return r.place(ctx, by, cart{buyer: buyer, items: []*item{r.plainItem(rng, price)}, kind: probe}, f)
}

// buy places an order in the form that the target takes.
func (r *Run) buy(ctx context.Context, by string, c cart) (*call, error) {
	f, err := r.orderBase(ctx, by)
	if err != nil {
		return nil, err
	}
	placed, err := r.place(ctx, by, c, f)
	if err == nil && len(c.items) > 1 && len(c.items) <= severalSurely {
		r.noteSingly(placed, showItems)
	}
	return placed, err
}

// noteSingly notes that several items do not come up at once, where a call that
// names them is refused.
func (r *Run) noteSingly(c *call, from []string) {
	if c.isRefused() {
		several := Aspect{Endpoint: c.endpoint, Variant: severalItems, Name: StatusAspect}
		r.unseen.add(severalAtOnce, from, c.refusedFor(several, "several items at once are refused"))
	}
}

// place makes the call of section 4.6 and keeps what it gave. Where the
// connection is cut, or a proxy answers, the order may have arrived: it is not
// sent again, but another one like it is placed, and two cuts are the target's.
func (r *Run) place(ctx context.Context, by string, c cart, f form) (*call, error) {
	first, err := r.placeOnce(ctx, by, c, f)
	if err != nil {
		return nil, err
	}
	return r.placeAgain(ctx, by, c, f, first)
}

// placeAgain places another order where the first one was not answered, or only by
// a proxy.
func (r *Run) placeAgain(ctx context.Context, by string, c cart, f form, first *call) (last *call, err error) {
	if last = first; !broken(first.Err) && !unavailable(first) {
		return first, nil
	}
	for attempt := 1; attempt <= r.maxRetries(first); attempt++ {
		if unavailable(last) && !r.cfg.Client.Rest(ctx, last.Exchange, attempt) {
			break
		}
		c.orderID = 0
		r.calls.demote(last) // the next one is judged in its stead
		if last, err = r.placeOnce(ctx, by, c, f); err != nil {
			return nil, err
		}
		if !broken(last.Err) && !unavailable(last) {
			break
		}
	}
	r.classify(ctx, by, first.Exchange, last)
	return last, nil
}

func (r *Run) placeOnce(ctx context.Context, by string, c cart, f form) (*call, error) {
	if c.orderID == 0 {
		c.orderID = r.nextOrder()
	}
	send := func() (*call, error) {
		placed, req := r.order(c, f)
		return r.perform(ctx, by, placed, req)
	}
	if c.sure && !r.otpPerPurchase.wanted() {
		return send()
	}
	return r.withOTP(ctx, by, c.buyer, send)
}

// order writes the request of section 4.6 for a cart.
func (r *Run) order(c cart, f form) (*call, request) {
	items := make([]any, len(c.items))
	for n, i := range c.items {
		i.orderID, i.buyer, i.company = c.orderID, c.buyer, len(c.items)
		items[n] = i.request(f)
	}
	var labels []string
	if isStorePickup(items) {
		labels = []string{storePickupLabel}
	}
	placed := &call{endpoint: createOrder, variant: c.variant, kind: c.kind, customer: c.buyer, items: c.items, labels: labels}
	placed.keep = func() {
		placed.keepCreated()
		r.knowIDs(c.items)
	}
	return placed, request{path: spec.Of(createOrder).Path, body: map[string]any{
		"customer_id": c.buyer.id, "order_id": integer(c.orderID, f.readings[orderID]), "items": items,
	}}
}

// buyTogether places orders that arrive at once, one of each cart. Everything that
// they need, an OTP too, is prepared before.
func (r *Run) buyTogether(ctx context.Context, by string, carts []cart) ([]*call, error) {
	f, err := r.orderBase(ctx, by)
	if err != nil {
		return nil, err
	}
	calls, reqs := make([]*call, len(carts)), make([]request, len(carts))
	for n, c := range carts {
		if r.otpPerPurchase.wanted() {
			if err := r.verifyForPurchase(ctx, by, c.buyer); err != nil {
				return nil, err
			}
		}
		c.orderID = r.nextOrder()
		calls[n], reqs[n] = r.order(c, f)
	}
	if err := r.performTogether(ctx, by, calls, reqs); err != nil {
		return nil, err
	}
	for n, c := range carts {
		if calls[n], err = r.placeAgain(ctx, by, c, f, calls[n]); err != nil {
			return nil, err
		}
	}
	return calls, nil
}

func isStorePickup(items []any) bool {
	for _, i := range items {
		for member, value := range storePickup {
			if i.(map[string]any)[member] != value {
				return false
			}
		}
	}
	return true
}

// nextOrder gives order numbers that no other order of this run, nor of another
// run, is likely to have.
func (r *Run) nextOrder() int64 { return (r.cfg.Mark+1)*ordersPerRun + r.orders.Add(1) }

// ordersPerRun keeps the numbers of two runs apart, and those of the last mark of
// 100,000 within 32 bits: a target may take no larger ones.
const ordersPerRun = 20_000

// keepCreated gives each item the record that answers it. Records are told
// apart by item_code, since the order of data is not documented; equal codes,
// and records whose code is not the item's, go by their order.
func (c *call) keepCreated() {
	records := c.records()
	left := make(map[string][]int)
	for n, record := range records {
		code := record.Get("item_code").String()
		left[code] = append(left[code], n)
	}
	c.answers = make([]*item, len(records))
	for n, i := range c.items {
		code := fmt.Sprint(i.details["item_code"])
		place := -1
		switch {
		case len(left[code]) > 0:
			place, left[code] = left[code][0], left[code][1:]
		case len(records) == len(c.items):
			place = n
		}
		i.missing = place < 0
		if place >= 0 {
			c.answers[place] = i
			i.id = records[place].Get("id").String()
			i.record = kept{raw: records[place].Raw, by: c, at: recordPath(c, place)}
		}
	}
}

// knowIDs notes which items were given an id that another one has.
func (r *Run) knowIDs(items []*item) {
	for _, i := range items {
		if _, known := r.ids.LoadOrStore(strings.ToLower(i.id), i); known && i.id != "" {
			i.taken = true
		}
	}
}

// longText is a description of a length that few programs expect and no table
// forbids.
func longText() string { return strings.Repeat("a sturdy thing, well made, ", 36) + "end" }
