package probes

import (
	"context"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/customers"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// callPreparations prepares calls without the valid token in documented forms that a backend often handles in
// a separate branch. If the target also refuses the form with the valid token, a refusal without it
// shows nothing.
type callPreparations struct{ *scenario.Scenario }

// anOTPForABuyer requests an OTP for a customer who bought something. Other checks use the customer
// too, so the call is not counted for the customer.
func (s callPreparations) anOTPForABuyer(ctx context.Context) (attempt, error) {
	buyer, err := purchases.SharedOrders(s).ABuyer(ctx)
	if err != nil {
		return nil, err
	}
	return s.anOTPFor(ctx, buyer)
}

func (s callPreparations) anOTPForSelfEmployed(ctx context.Context) (attempt, error) {
	c, err := s.selfEmployed(ctx)
	if err != nil {
		return nil, err
	}
	return s.anOTPFor(ctx, c)
}

// selfEmployed returns the customer of the cases that are about self-employed customers.
func (s callPreparations) selfEmployed(ctx context.Context) (*customer.Customer, error) {
	return s.CustomerFor(ctx, "self-employed customer of calls without the valid token", customer.SelfEmployed)
}

func (s callPreparations) anOTPFor(ctx context.Context, c *customer.Customer) (attempt, error) {
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return nil, err
	}
	body := payload.ExistingCustomer(f, c.Who)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: spec.SendOTP, Kind: call.Probe}, Customer: c}, driver.Request{Path: f.OTPPath(spec.SendOTP), Body: body})
	}, nil
}

func (s callPreparations) aVerifyOfSelfEmployed(ctx context.Context) (attempt, error) {
	c, err := s.OwnCustomer(ctx, customer.SelfEmployed)
	if err == nil {
		err = s.Session.OTPs.SendAndRead(ctx, c)
	}
	if err != nil {
		return nil, err
	}
	return s.verification(ctx, c)
}

func (s callPreparations) aVerifyOfABuyer(ctx context.Context) (attempt, error) {
	c, err := s.OwnCustomer(ctx, customer.Anybody)
	if err != nil {
		return nil, err
	}
	if _, err := s.PurchaseOf(ctx, c, scenario.PlainItemDetails(1)); err != nil {
		return nil, err
	}
	if err := s.Session.OTPs.SendAndRead(ctx, c); err != nil {
		return nil, err
	}
	return s.verification(ctx, c)
}

func (s callPreparations) aVerifyOfSomebodyNew(ctx context.Context) (attempt, error) {
	if err := customers.OTPOwnership(s).SomebodyNewWithAnOTP(ctx); err != nil {
		return nil, err
	}
	return s.verification(ctx, s.Customer)
}

// verification verifies the last OTP of a customer.
func (s callPreparations) verification(ctx context.Context, c *customer.Customer) (attempt, error) {
	path, err := s.Session.OTPs.PathOfVerify(ctx)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.OTPs.Verify(ctx, c, call.Probe, driver.Verification{Reading: path, OTP: c.OTP, Value: c.CartValue()})
	}, err
}

func (s callPreparations) theLimitOf(kind customer.Kind) func(context.Context) (attempt, error) {
	return func(ctx context.Context) (attempt, error) {
		c, err := s.Session.Customers.SharedCustomer(ctx, kind)
		return s.fetchOf(ctx, c), err
	}
}

func (s callPreparations) aLookupOf(kind customer.Kind) func(context.Context) (attempt, error) {
	return func(ctx context.Context) (attempt, error) {
		c, err := s.Session.Customers.SharedCustomer(ctx, kind)
		if err != nil {
			return nil, err
		}
		return s.plainLookup(ctx, c)
	}
}

func (s callPreparations) aLookupOfABuyer(ctx context.Context) (attempt, error) {
	buyer, err := purchases.SharedOrders(s).ABuyer(ctx)
	if err != nil {
		return nil, err
	}
	return s.plainLookup(ctx, buyer)
}

// plainLookup looks a customer up by the field of most lookups of the run.
func (s callPreparations) plainLookup(ctx context.Context, c *customer.Customer) (attempt, error) {
	q, err := s.Session.Limits.LookupQuery(ctx)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Limits.LookUp(ctx, c, q.Field, q.Value(c), call.Probe)
	}, err
}

func (s callPreparations) theLimitOfABuyer(ctx context.Context) (attempt, error) {
	buyer, err := purchases.SharedOrders(s).ABuyer(ctx)
	return s.fetchOf(ctx, buyer), err
}

func (s callPreparations) fetchOf(ctx context.Context, c *customer.Customer) attempt {
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Limits.FetchLimitAs(ctx, c, call.Probe)
	}
}

// lookup looks a customer up by another field than most lookups of a run. If the target does not
// find the customer by a passport number, it may answer with a sign-up link or refuse.
func (s callPreparations) lookup(field string) func(context.Context) (attempt, error) {
	return func(ctx context.Context) (attempt, error) {
		c, err := s.Session.Customers.SharedCustomer(ctx, customer.Employed)
		if err != nil {
			return nil, err
		}
		s.Customer = c
		value, known, err := customers.Lookups(s).ValueOf(ctx, field)
		if err != nil {
			return nil, err
		}
		try := func(unauthorized *driver.Session) (*driver.Call, error) {
			return unauthorized.Limits.LookUp(ctx, c, field, value, call.Probe)
		}
		if known {
			return try, customers.Lookups(s).FindsBy(ctx, field, value)
		}
		allowed, err := customers.Lookups(s).LookedUpByOwn(ctx, field, value)
		if err != nil {
			return nil, err
		}
		return unlessRefused(allowed, "a lookup by "+field, func(unauthorized *driver.Session) (*driver.Call, error) {
			answer, err := try(unauthorized)
			if err == nil && !scenario.HasCredit(allowed) {
				s.Session.Calls.Relabel(answer, call.WithoutLimit) // it is a number of no customer
			}
			return answer, err
		}), nil
	}
}

// lookupWithoutSign makes a lookup without its three headers, which section 5 requires besides the
// token.
func (s callPreparations) lookupWithoutSign(ctx context.Context) (attempt, error) {
	if err := Unspecified(s).IsTried(ctx, spec.CustomerLookup, Unsigned); err != nil {
		return nil, err
	}
	allowed := s.Answers[0]
	c, req, err := s.aLookup(ctx)
	return unlessRefused(allowed, "a lookup without its three headers", func(unauthorized *driver.Session) (*driver.Call, error) {
		asked, unsigned := probeOfLookup(c), req
		unspecifiedRequests[Unsigned](Unspecified(s), asked, &unsigned)
		return unauthorized.Perform(ctx, asked, unsigned)
	}), err
}

// lookupWithEarlierSign makes a lookup with the three headers of a served one. They do not stand for the
// token (section 5).
func (s callPreparations) lookupWithEarlierSign(ctx context.Context) (attempt, error) {
	c, req, err := s.aLookup(ctx)
	if err != nil {
		return nil, err
	}
	earlier, err := s.Session.Limits.LookedUp(ctx, c)
	if err != nil {
		return nil, err
	}
	req.Set = make(map[string][]string)
	for _, name := range []string{"Noncestr", "Sign", "Timestamp"} {
		req.Set[name] = earlier.Exchange.Request.Header[name]
	}
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Perform(ctx, probeOfLookup(c), req)
	}, nil
}

// aLookup returns an employed customer, and the request that looks the customer up by the field of
// most lookups of the run.
func (s callPreparations) aLookup(ctx context.Context) (*customer.Customer, driver.Request, error) {
	q, err := s.Session.Limits.LookupQuery(ctx)
	if err != nil {
		return nil, driver.Request{}, err
	}
	c, err := s.Session.Customers.SharedCustomer(ctx, customer.Employed)
	if err != nil {
		return nil, driver.Request{}, err
	}
	return c, driver.LookupOf(c, q), nil
}

func probeOfLookup(c *customer.Customer) *driver.Call {
	return &driver.Call{Answer: call.Answer{Endpoint: spec.CustomerLookup, Variant: call.WithLimit, Kind: call.Probe}, Customer: c}
}

// unlessRefused ignores a refusal if the target also refuses the call with the valid token, as
// allowed shows. Then the refusal shows nothing about the token.
func unlessRefused(allowed *driver.Call, what string, try attempt) attempt {
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		answer, err := try(unauthorized)
		if err == nil && !scenario.LooksServed(allowed) && !scenario.LooksServed(answer) {
			return nil, call.Inapplicable("the target refuses %s with the valid token, too", what)
		}
		return answer, err
	}
}

func (s callPreparations) anOrderForDelivery(ctx context.Context) (attempt, error) {
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return nil, err
	}
	return TokenCases(s).order(ctx, s.Items(1, map[string]any{"delivery_option": "provider_delivery", "preferred_option": "delivery"}), f)
}

// anOrderInOtherForm prepares an order whose order_id has the form that the run does not use. The
// target may take only one form (section 2.1).
func (s callPreparations) anOrderInOtherForm(ctx context.Context) (attempt, error) {
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return nil, err
	}
	for _, reading := range s.Session.PermittedReadings(payload.OrderID) {
		if reading == f.Readings[payload.OrderID] {
			continue
		}
		allowed, err := purchases.TryOrderReading(ctx, s.Session, payload.OrderID, reading)
		if err != nil {
			return nil, err
		}
		try, err := TokenCases(s).order(ctx, s.Items(1, nil), f.With(payload.OrderID, reading))
		return unlessRefused(allowed, "the other form of order_id", try), err
	}
	return nil, call.Inapplicable("the settings permit one form of order_id only")
}

// collectedAgain updates an item that is already collected. The specification does not say whether
// it may be updated again (section 3).
func (s callPreparations) collectedAgain(ctx context.Context) (attempt, error) {
	moved, err := TokenCases(s).movedItems(ctx)
	if err != nil {
		return nil, err
	}
	try, err := s.update(ctx, moved.collected)
	return unlessRefused(moved.again, "an update of a collected item", try), err
}

func (s callPreparations) severalAtOnce(ctx context.Context) (attempt, error) {
	bought, err := s.untouchedItems(ctx)
	if err != nil {
		return nil, err
	}
	return s.update(ctx, bought.Items[0], bought.Items[len(bought.Items)-1])
}

func (s callPreparations) update(ctx context.Context, items ...*driver.Item) (attempt, error) {
	f, err := s.Session.Orders.UpdateBase(ctx)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Orders.UpdateAs(ctx, items, driver.Collected, call.Probe, f)
	}, err
}

func (s callPreparations) theSecondItem(ctx context.Context) (attempt, error) {
	bought, err := s.untouchedItems(ctx)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Orders.Cancel(ctx, bought.Items[1], call.Probe)
	}, err
}

// anItemAtTheOtherPath updates an item of section 4.8 with an id in the path if the run sends none, and
// the reverse. A target may serve one of the two paths.
func (s callPreparations) anItemAtTheOtherPath(ctx context.Context) (attempt, error) {
	bought, err := s.untouchedItems(ctx)
	if err != nil {
		return nil, err
	}
	f, err := s.Session.Orders.UpdateBase(ctx)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Orders.UpdateAs(ctx, bought.Items[len(bought.Items)-1:], driver.Collected, call.Probe, purchases.OtherPath(s).OtherForm(f))
	}, err
}

// anOrderOfSelfEmployed prepares an order of a customer who may be kept in another table than employees.
func (s callPreparations) anOrderOfSelfEmployed(ctx context.Context) (attempt, error) {
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return nil, err
	}
	buyer, err := s.selfEmployed(ctx)
	if err != nil {
		return nil, err
	}
	items, err := scenario.ItemsFor(ctx, s.Scenario, buyer, "order of a self-employed customer ", scenario.PlainItemDetails(1))
	return TokenCases(s).orderOf(ctx, buyer, items, f), err
}

// anItemForDelivery gets, updates or cancels an item that is delivered.
func (s callPreparations) anItemForDelivery(endpoint string) func(context.Context) (attempt, error) {
	return s.anItemOf(endpoint, "an item for delivery", func(ctx context.Context) (*driver.Call, error) {
		return s.Session.Orders.Purchase(ctx, 1, map[string]any{"delivery_option": "provider_delivery", "preferred_option": "delivery"})
	})
}

func (s callPreparations) anItemOfSelfEmployed(endpoint string) func(context.Context) (attempt, error) {
	return s.anItemOf(endpoint, "an item of a self-employed customer", func(ctx context.Context) (*driver.Call, error) {
		buyer, err := s.selfEmployed(ctx)
		if err != nil {
			return nil, err
		}
		return s.PurchaseOf(ctx, buyer, scenario.PlainItemDetails(1))
	})
}

// anItemOf prepares a call of an endpoint for an item that no call with the valid token names.
func (s callPreparations) anItemOf(endpoint, what string, buy func(context.Context) (*driver.Call, error)) func(context.Context) (attempt, error) {
	return func(ctx context.Context) (attempt, error) {
		bought, err := driver.Shared(ctx, s.Session.Run, what+" that only calls without the valid token name", buy)
		if err != nil {
			return nil, err
		}
		switch endpoint {
		case spec.UpdatePurchases:
			return s.update(ctx, bought.Items[0])
		case spec.CancelPurchase:
			return func(unauthorized *driver.Session) (*driver.Call, error) {
				return unauthorized.Orders.Cancel(ctx, bought.Items[0], call.Probe)
			}, nil
		}
		return func(unauthorized *driver.Session) (*driver.Call, error) {
			return unauthorized.Orders.Fetch(ctx, bought.Items[0], call.Probe)
		}, nil
	}
}

// untouchedItems returns an order whose items no call with the valid token changes.
func (s callPreparations) untouchedItems(ctx context.Context) (*driver.Call, error) {
	return driver.Shared(ctx, s.Session.Run, "items that only calls without the valid token name", func(ctx context.Context) (*driver.Call, error) {
		return s.Session.Orders.Purchase(ctx, 3, nil)
	})
}
