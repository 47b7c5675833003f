package steps

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
)

// everyAnswerIsGathered takes all calls of the run so far, so that a deviation
// is found wherever it showed, and blamed on the rule that forbids it.
func (s *Scenario) everyAnswerIsGathered(ctx context.Context, names string) error {
	return s.gatherMade(ctx, names, employed, func(*call) bool { return true })
}

func (s *Scenario) everyAnswerForIsGathered(ctx context.Context, name, label string) error {
	kind := map[string]customerKind{string(government): government, string(selfEmployed): selfEmployed}[label]
	return s.gatherMade(ctx, name, kind, func(c *call) bool { return c.variant == label || slices.Contains(c.labels, label) })
}

// gatherMade gathers answers; where customers are listed and none of them has
// asked for a limit yet, one does.
func (s *Scenario) gatherMade(ctx context.Context, names string, kind customerKind, keep func(*call) bool) error {
	s.gather(strings.Split(names, ", "), keep)
	if s.run.roll == nil || names != createLimit || kind == "" || slices.ContainsFunc(s.subject, func(c *call) bool { return c.variant != againVariant }) {
		return nil
	}
	if _, err := s.run.openedListed(ctx, s.by(), kind); err != nil {
		return err
	}
	s.gather([]string{names}, keep)
	return nil
}

// settleOdd keeps the books of listed customers after a call that may or may
// not be served: who was given no limit is still new, and what was bought after
// all is cancelled before they serve again.
func (r *Run) settleOdd(c *call) {
	switch {
	case r.roll == nil || c.Exchange == nil:
	case c.endpoint == createLimit && !c.ok() && r.roll.lists():
		r.roll.giveBack(c.customer)
	case c.endpoint == createOrder && c.ok():
		for _, record := range c.records() {
			r.expect(c.customer, &item{id: record.Get("id").String(), buyer: c.customer})
		}
	}
}

func (s *Scenario) validCall(ctx context.Context, name string) (*call, request, error) {
	switch name {
	case sendOTP, verifyOTP:
		return s.validOTPCall(ctx, name)
	case createLimit:
		return s.validLimitCall(ctx)
	case fetchLimit, lookup:
		return s.validCustomerCall(ctx, name)
	default:
		return s.validPurchaseCall(ctx, name)
	}
}

func (s *Scenario) validOTPCall(ctx context.Context, name string) (*call, request, error) {
	c, err := s.leaseOwn(ctx, anybody)
	if err != nil {
		return nil, request{}, err
	}
	return s.otpCallOf(ctx, name, c)
}

func (s *Scenario) otpCallOf(ctx context.Context, name string, c *customer) (*call, request, error) {
	f, err := s.run.otpBase(ctx, s.by())
	if err != nil {
		return nil, request{}, err
	}
	body := map[string]any{"phone_number": f.phone(c.who.phone), "id_number": c.who.idNumber}
	if name == sendOTP {
		c.otpAgain++ // whatever becomes of this call, the next one may be the phone's second
		return &call{customer: c}, request{path: f.otpPath(name), body: body}, nil
	}
	if err := s.run.sendAndRead(ctx, s.by(), c); err != nil {
		return nil, request{}, err
	}
	path, err := s.run.pathOfVerify(ctx, s.by())
	body["otp"], body["item_value"] = c.otp, strconv.FormatInt(c.cartValue(), 10)
	return &call{customer: c}, request{path: f.with(otpPath, path).otpPath(name), body: body}, err
}

func (s *Scenario) validLimitCall(ctx context.Context) (*call, request, error) {
	base, err := s.run.limitBase(ctx, s.by(), employed)
	if err != nil {
		return nil, request{}, err
	}
	c, err := s.run.newCustomer(s.check.Key, employed, nil)
	if err != nil {
		return nil, request{}, err
	}
	if c.sent == nil && !s.run.givesUnasked(ctx, s.by(), employed) { // somebody listed may have proved their phone for another check
		if err := s.run.introduce(ctx, s.by(), c); err != nil && !isBreak(err) && !isUntested(err) {
			return nil, request{}, err
		}
	}
	return &call{customer: c}, request{path: spec.Of(createLimit).Path, body: s.run.limitRequest(c, base.form)}, nil
}

func (s *Scenario) validCustomerCall(ctx context.Context, name string) (*call, request, error) {
	c, err := s.run.resident(ctx, s.by(), employed)
	if err != nil {
		return nil, request{}, err
	}
	if name == fetchLimit {
		return &call{customer: c}, request{path: spec.Of(fetchLimit).At(c.id)}, nil
	}
	q, err := s.run.lookupQuery(ctx, s.by())
	body := map[string]any{"queryFieldEnum": q.field, "value": q.value(c)}
	return &call{customer: c, variant: withLimit}, request{path: spec.Of(lookup).Path, body: body}, err
}

// oddBuyer is a customer who has bought something, and whose other orders may be
// refused.
type oddBuyer struct {
	who    *customer
	bought *call
}

// validOrderCall is an order by a customer who buys nothing that must be served
// after it: what becomes of their limit is then nobody else's trouble.
func (s *Scenario) validOrderCall(ctx context.Context) (*call, request, error) {
	earlier, err := sharing{s}.oddBuyersOrder(ctx)
	if err != nil {
		return nil, request{}, err
	}
	return s.orderAfter(ctx, earlier)
}

// orderAfter is one more order of who placed an earlier one.
func (s *Scenario) orderAfter(ctx context.Context, earlier *call) (*call, request, error) {
	f, err := s.run.orderBase(ctx, s.by())
	again := s.run.newItem(s.run.rng(s.check.Key), nil, earlier.items[0].price)
	return &call{customer: earlier.customer, items: earlier.items}, request{path: spec.Of(createOrder).Path, body: s.run.orderRequest(earlier.customer, f, again)}, err
}

func (s *Scenario) validPurchaseCall(ctx context.Context, name string) (*call, request, error) {
	if name == createOrder {
		return s.validOrderCall(ctx)
	}
	bought, err := s.run.purchase(ctx, s.by(), 1, nil)
	if err != nil {
		return nil, request{}, err
	}
	one := bought.items[0]
	c := &call{customer: one.buyer, items: bought.items}
	switch name {
	case updateItems:
		f, err := s.run.updateBase(ctx, s.by())
		path := spec.Of(updateItems).OtherPath
		if f.readings[updatePath] != noID {
			path = spec.Of(updateItems).At(one.id)
		}
		body := map[string]any{"items": []any{map[string]any{"id": one.id, "facility_status": collected}}}
		return c, request{path: path, body: body}, err
	default:
		return c, request{path: spec.Of(name).At(one.id)}, nil
	}
}
