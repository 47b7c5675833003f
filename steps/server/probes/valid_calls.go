package probes

import (
	"context"
	"strconv"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// validCalls prepares validCalls calls of an endpoint and their requests. A probe changes one thing in the
// request.
type validCalls struct{ *scenario.Scenario }

// reconcile updates the state of listed customers after a call that may be served or not. A person
// who was given no limit is still new, and an order that was taken is cancelled before other checks
// use the customer.
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

func (s validCalls) validCall(ctx context.Context, name string) (*driver.Call, driver.Request, error) {
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

func (s validCalls) validOTPCall(ctx context.Context, name string) (*driver.Call, driver.Request, error) {
	c, err := s.OwnCustomer(ctx, customer.Anybody)
	if err != nil {
		return nil, driver.Request{}, err
	}
	return s.otpCallOf(ctx, name, c)
}

func (s validCalls) otpCallOf(ctx context.Context, name string, c *customer.Customer) (*driver.Call, driver.Request, error) {
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return nil, driver.Request{}, err
	}
	body := payload.ExistingCustomer(f, c.Who)
	if name == spec.SendOTP {
		c.OTPSends, c.OTPAgain = c.OTPSends+1, c.OTPAgain+1 // in any case, the next OTP may be the second one of the phone
		return &driver.Call{Customer: c}, driver.Request{Path: f.OTPPath(name), Body: body}, nil
	}
	if err := s.Session.OTPs.SendAndRead(ctx, c); err != nil {
		return nil, driver.Request{}, err
	}
	path, err := s.Session.OTPs.PathOfVerify(ctx)
	body["otp"], body["item_value"] = c.OTP, strconv.FormatInt(c.CartValue(), 10)
	return &driver.Call{Customer: c}, driver.Request{Path: f.With(payload.OTPPath, path).OTPPath(name), Body: body}, err
}

// newCustomersOTP prepares the call that sends an OTP to a new customer.
func (s validCalls) newCustomersOTP(ctx context.Context) (*driver.Call, driver.Request, error) {
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return nil, driver.Request{}, err
	}
	c, err := s.Session.Customers.OTPOnlyCustomer()
	if err != nil {
		return nil, driver.Request{}, err
	}
	answer := &driver.Call{Answer: call.Answer{Variant: call.NewCustomerVariant}, Customer: c}
	return answer, driver.Request{Path: f.OTPPath(spec.SendOTP), Body: payload.NewCustomer(f, c.Who)}, nil
}

func (s validCalls) validLimitCall(ctx context.Context) (*driver.Call, driver.Request, error) {
	base, err := s.Session.Limits.LimitForm(ctx, customer.Employed)
	if err != nil {
		return nil, driver.Request{}, err
	}
	c, err := s.Session.Customers.NewCustomer(s.Check.Key, customer.Employed, nil)
	if err != nil {
		return nil, driver.Request{}, err
	}
	if c.Sent == nil && !s.Session.Combinations.GivesUnasked(ctx, customer.Employed) { // a listed person may have verified an OTP for another check
		if err := s.Session.Customers.VerifyPhone(ctx, c); err != nil && !call.IsBreak(err) && !call.IsUntested(err) {
			return nil, driver.Request{}, err
		}
	}
	return &driver.Call{Customer: c}, driver.Request{Path: spec.Of(spec.CreateLimit).Path, Body: s.Session.Limits.LimitRequest(c, base.Form)}, nil
}

func (s validCalls) validCustomerCall(ctx context.Context, name string) (*driver.Call, driver.Request, error) {
	if name == spec.FetchLimit {
		c, err := s.Session.Customers.SharedCustomer(ctx, customer.Employed)
		if err != nil {
			return nil, driver.Request{}, err
		}
		return &driver.Call{Customer: c}, driver.Request{Path: spec.Of(spec.FetchLimit).At(c.ID)}, nil
	}
	c, err := s.Session.Customers.CustomerToLookUp(ctx)
	if err != nil {
		return nil, driver.Request{}, err
	}
	variant := call.WithLimit
	if c.ID == "" {
		variant = call.WithoutLimit
	}
	q, err := s.Session.Limits.LookupQuery(ctx)
	return &driver.Call{Answer: call.Answer{Variant: variant}, Customer: c}, driver.LookupOf(c, q), err
}

// validOrderCall returns an order by a customer who buys nothing else that must be served, so it
// does not matter how the order changes the limit.
func (s validCalls) validOrderCall(ctx context.Context) (*driver.Call, driver.Request, error) {
	earlier, err := purchases.SharedOrders(s).OrderThatMayBeRefused(ctx)
	if err == nil && !s.Session.OrdersPerBuyer.HasRoom(earlier.Customer) { // other checks have placed orders of this buyer
		earlier, err = purchases.SharedOrders(s).OwnBuyersOrder(ctx)
	}
	if err != nil {
		return nil, driver.Request{}, err
	}
	return s.orderAfter(ctx, earlier)
}

// orderAfter returns another order by the customer who placed an earlier one.
func (s validCalls) orderAfter(ctx context.Context, earlier *driver.Call) (*driver.Call, driver.Request, error) {
	f, err := s.Session.Orders.OrderForm(ctx)
	again := s.Session.Orders.NewItem(s.Session.Rand(s.Check.Key), nil, earlier.Items[0].Price)
	return &driver.Call{Customer: earlier.Customer, Items: earlier.Items}, driver.Request{Path: spec.Of(spec.CreatePurchases).Path, Body: s.Session.Orders.OrderRequest(earlier.Customer, f, again)}, err
}

func (s validCalls) validPurchaseCall(ctx context.Context, name string) (*driver.Call, driver.Request, error) {
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
