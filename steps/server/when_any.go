package server

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/payload"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// namedCalls are the sentences that gather or make calls of an endpoint by its name.
type namedCalls struct{ *scenario.Scenario }

// everyAnswerIsGathered takes all calls of the run so far, so that a deviation
// is found wherever it showed, and blamed on the rule that forbids it.
func (s namedCalls) everyAnswerIsGathered(ctx context.Context, names string) error {
	return s.gatherMade(ctx, names, customer.Employed, func(*driver.Call) bool { return true })
}

func (s namedCalls) everyAnswerForIsGathered(ctx context.Context, name, label string) error {
	kind := map[string]customer.Kind{string(customer.Government): customer.Government, string(customer.SelfEmployed): customer.SelfEmployed}[label]
	return s.gatherMade(ctx, name, kind, func(c *driver.Call) bool { return c.Variant == label || slices.Contains(c.Labels, label) })
}

// answersToNewCustomersAreGathered takes the answers that verify an OTP of a person
// without a limit. The target may refuse them (section 4.2 speaks of no such person);
// where it does not, the envelope is that of every answer.
func (s namedCalls) answersToNewCustomersAreGathered() error {
	verified := []*driver.Call{{Answer: call.Answer{Endpoint: spec.VerifyOTP}}}
	s.Answers = slices.DeleteFunc(s.Session.Calls.WithServedProbes(verified), func(c *driver.Call) bool {
		return !slices.Contains(c.Labels, call.NewCustomerVariant) || !c.OK() || !confirmsSuccess(c) || hasRefusalStatus(c)
	})
	if len(s.Answers) == 0 {
		return &call.InapplicableError{Reason: "the target verified no OTP of a person without a limit, as it may"}
	}
	return nil
}

// answersToThoseWhoAskedAgainAreGathered takes the answers of create limit to those who
// had a limit.
func (s namedCalls) answersToThoseWhoAskedAgainAreGathered() error {
	s.Gather([]string{spec.CreateLimit}, func(c *driver.Call) bool { return c.Variant == call.AgainVariant })
	if len(s.Answers) == 0 {
		return &call.InapplicableError{Reason: "nobody with a limit asked for one again"}
	}
	return nil
}

// gatherMade gathers answers; where customers are listed and none of them has
// asked for a limit yet, one does.
func (s namedCalls) gatherMade(ctx context.Context, names string, kind customer.Kind, keep func(*driver.Call) bool) error {
	s.Gather(strings.Split(names, ", "), keep)
	if !s.Session.Customers.ExistingAreListed() || names != spec.CreateLimit || kind == "" || slices.ContainsFunc(s.Answers, func(c *driver.Call) bool { return c.Variant != call.AgainVariant }) {
		return nil
	}
	if _, err := s.Session.Customers.OpenedCustomer(ctx, kind); err != nil {
		return err
	}
	s.Gather([]string{names}, keep)
	return nil
}

// reconcile keeps the books of listed customers after a call that may or may
// not be served: who was given no limit is still new, and what was bought after
// all is cancelled before they serve again.
func reconcile(s *driver.Session, c *driver.Call) {
	switch {
	case c.Exchange == nil:
	case c.Endpoint == spec.CreateLimit && !c.OK():
		s.Customers.PutBack(c.Customer)
	case c.Endpoint == spec.CreatePurchases && c.OK():
		for _, record := range c.Records() {
			s.Customers.NoteExpensive(c.Customer, &driver.Item{ID: record.Get("id").String(), Buyer: c.Customer})
		}
	}
}

func (s namedCalls) validCall(ctx context.Context, name string) (*driver.Call, driver.Request, error) {
	switch name {
	case spec.SendOTP, spec.VerifyOTP:
		return s.validOTPCall(ctx, name)
	case spec.CreateLimit:
		return s.validLimitCall(ctx)
	case spec.FetchLimit, spec.CustomerLookup:
		return s.validCustomerCall(ctx, name)
	default:
		return s.validPurchaseCall(ctx, name)
	}
}

func (s namedCalls) validOTPCall(ctx context.Context, name string) (*driver.Call, driver.Request, error) {
	c, err := s.OwnCustomer(ctx, customer.AnyEmployee)
	if err != nil {
		return nil, driver.Request{}, err
	}
	return s.otpCallOf(ctx, name, c)
}

func (s namedCalls) otpCallOf(ctx context.Context, name string, c *customer.Customer) (*driver.Call, driver.Request, error) {
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return nil, driver.Request{}, err
	}
	body := map[string]any{"phone_number": f.Phone(c.Who.Phone), "id_number": c.Who.IDNumber}
	if name == spec.SendOTP {
		c.OTPSends, c.OTPAgain = c.OTPSends+1, c.OTPAgain+1 // whatever becomes of this call, the next one may be the phone's second
		return &driver.Call{Customer: c}, driver.Request{Path: f.OTPPath(name), Body: body}, nil
	}
	if err := s.Session.OTPs.SendAndRead(ctx, c); err != nil {
		return nil, driver.Request{}, err
	}
	path, err := s.Session.OTPs.PathOfVerify(ctx)
	body["otp"], body["item_value"] = c.OTP, strconv.FormatInt(c.CartValue(), 10)
	return &driver.Call{Customer: c}, driver.Request{Path: f.With(payload.OTPPath, path).OTPPath(name), Body: body}, err
}

func (s namedCalls) validLimitCall(ctx context.Context) (*driver.Call, driver.Request, error) {
	base, err := s.Session.Limits.LimitForm(ctx, customer.Employed)
	if err != nil {
		return nil, driver.Request{}, err
	}
	c, err := s.Session.Customers.NewCustomer(s.Check.Key, customer.Employed, nil)
	if err != nil {
		return nil, driver.Request{}, err
	}
	if c.Sent == nil && !s.Session.Combinations.GivesUnasked(ctx, customer.Employed) { // somebody listed may have proved their phone for another check
		if err := s.Session.Customers.VerifyPhone(ctx, c); err != nil && !call.IsBreak(err) && !call.IsUntested(err) {
			return nil, driver.Request{}, err
		}
	}
	return &driver.Call{Customer: c}, driver.Request{Path: spec.Of(spec.CreateLimit).Path, Body: s.Session.Limits.LimitRequest(c, base.Form)}, nil
}

func (s namedCalls) validCustomerCall(ctx context.Context, name string) (*driver.Call, driver.Request, error) {
	c, err := s.Session.Customers.SharedCustomer(ctx, customer.Employed)
	if err != nil {
		return nil, driver.Request{}, err
	}
	if name == spec.FetchLimit {
		return &driver.Call{Customer: c}, driver.Request{Path: spec.Of(spec.FetchLimit).At(c.ID)}, nil
	}
	q, err := s.Session.Limits.LookupQuery(ctx)
	return &driver.Call{Answer: call.Answer{Variant: call.WithLimit}, Customer: c}, q.Request(c), err
}

// validOrderCall is an order by a customer who buys nothing that must be served
// after it: what becomes of their limit is then nobody else's trouble.
func (s namedCalls) validOrderCall(ctx context.Context) (*driver.Call, driver.Request, error) {
	earlier, err := purchases.SharedOrders(s).OrderThatMayBeRefused(ctx)
	if err != nil {
		return nil, driver.Request{}, err
	}
	return s.orderAfter(ctx, earlier)
}

// orderAfter is one more order of who placed an earlier one.
func (s namedCalls) orderAfter(ctx context.Context, earlier *driver.Call) (*driver.Call, driver.Request, error) {
	f, err := s.Session.Orders.OrderForm(ctx)
	again := s.Session.Orders.NewItem(s.Session.Rand(s.Check.Key), nil, earlier.Items[0].Price)
	return &driver.Call{Customer: earlier.Customer, Items: earlier.Items}, driver.Request{Path: spec.Of(spec.CreatePurchases).Path, Body: s.Session.Orders.OrderRequest(earlier.Customer, f, again)}, err
}

func (s namedCalls) validPurchaseCall(ctx context.Context, name string) (*driver.Call, driver.Request, error) {
	if name == spec.CreatePurchases {
		return s.validOrderCall(ctx)
	}
	bought, err := s.Session.Orders.Purchase(ctx, 1, nil)
	if err != nil {
		return nil, driver.Request{}, err
	}
	one := bought.Items[0]
	c := &driver.Call{Customer: one.Buyer, Items: bought.Items}
	switch name {
	case spec.UpdatePurchases:
		f, err := s.Session.Orders.UpdateBase(ctx)
		path := spec.Of(spec.UpdatePurchases).OtherPath
		if f.Readings[payload.UpdatePath] != payload.NoID {
			path = spec.Of(spec.UpdatePurchases).At(one.ID)
		}
		body := map[string]any{"items": []any{map[string]any{"id": one.ID, "facility_status": driver.Collected}}}
		return c, driver.Request{Path: path, Body: body}, err
	default:
		return c, driver.Request{Path: spec.Of(name).At(one.ID)}, nil
	}
}
