package server

import (
	"context"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// guardedCases are the sentences about calls without the valid token that are not the
// plainest of their endpoint: a target may ask for the token in one branch of its code,
// and forget it in another (section 5).
type guardedCases struct{ *scenario.Scenario }

// attempt makes one call by a session that comes without the valid token.
type attempt = func(unauthorized *driver.Session) (*driver.Call, error)

// isCalledForWith prepares a case by valid calls, and makes the call of the case with
// other credentials.
func (s guardedCases) isCalledForWith(ctx context.Context, name, what, credentials string) error {
	auth, err := bad(ctx, s.Session.Run, credentials)
	if err != nil {
		return err
	}
	if s.Session.Customers.AreFew() || s.Session.Customers.NewAreFew() {
		return &call.InapplicableError{Reason: "the people of the run are listed, and too few for this"}
	}
	prepare := map[string]func(context.Context) (attempt, error){
		"a new customer":            s.aNewCustomer,
		"a self-employed customer":  s.aSelfEmployed,
		"a customer with a limit":   s.aCustomerAgain,
		"an email":                  s.lookup("email"),
		"a NATIONAL_ID":             s.lookup("NATIONAL_ID"),
		"an order of several items": s.severalItems,
		"a cancelled item":          s.aCancelledItem,
		"a collected item":          s.aCollectedItem,
	}[what]
	if prepare == nil {
		return judgement.Errored("no such case: %q", what)
	}
	try, err := prepare(ctx)
	if err != nil {
		return err
	}
	answer, err := try(s.Session.Carrying(auth))
	if err != nil {
		return err
	}
	if answer.Endpoint != name {
		return judgement.Errored("%s is no case of %s", what, name)
	}
	answer.Credentials = credentials
	reconcile(s.Session, answer)
	return s.SetAnswer(answer, nil)
}

func (s guardedCases) aNewCustomer(ctx context.Context) (attempt, error) {
	f, err := s.Session.OTPs.OTPBase(ctx)
	if err != nil {
		return nil, err
	}
	c, err := s.Session.Customers.OTPOnlyCustomer()
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.OTPs.SendNew(ctx, c, f, call.Probe)
	}, err
}

func (s guardedCases) aSelfEmployed(ctx context.Context) (attempt, error) {
	base, err := s.Session.Limits.LimitBase(ctx, customer.SelfEmployed)
	if err != nil {
		return nil, err
	}
	c, err := s.Session.Customers.NewApplicant(ctx, s.Check.Key, customer.SelfEmployed)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Customers.AskForLimit(ctx, c, base.Form, call.Probe)
	}, err
}

func (s guardedCases) aCustomerAgain(ctx context.Context) (attempt, error) {
	c, err := s.OwnCustomer(ctx, customer.Employed)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Limits.AskAgain(ctx, c, c.Request, call.Probe)
	}, err
}

// lookup asks by a field other than the one by which most lookups of a run ask.
func (s guardedCases) lookup(field string) func(context.Context) (attempt, error) {
	return func(ctx context.Context) (attempt, error) {
		c, err := s.Session.Customers.SharedCustomer(ctx, customer.Employed)
		if err != nil {
			return nil, err
		}
		value := c.Who.Email
		if field == "NATIONAL_ID" {
			value = c.Who.IDNumber
		}
		return func(unauthorized *driver.Session) (*driver.Call, error) {
			return unauthorized.Limits.LookUp(ctx, c, field, value, call.Probe)
		}, nil
	}
}

func (s guardedCases) severalItems(ctx context.Context) (attempt, error) {
	f, err := s.Session.Orders.OrderBase(ctx)
	if err != nil {
		return nil, err
	}
	items := s.Items(2, nil)
	buyer, err := s.Session.Customers.SharedBuyer(ctx, items[0].Price+items[1].Price)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		place := func(*driver.Call) (*driver.Call, error) {
			placed, req := unauthorized.Orders.OrderBody(driver.Cart{Buyer: buyer, Items: items, OrderID: unauthorized.Orders.NextOrder(), Kind: call.Probe}, f)
			return unauthorized.Perform(ctx, placed, req)
		}
		first, err := place(nil)
		if err != nil || !first.MayHaveOrdered() {
			return first, err
		}
		return unauthorized.Orders.Replace(ctx, first, place)
	}, err
}

func (s guardedCases) aCancelledItem(ctx context.Context) (attempt, error) {
	moved, err := s.movedItems(ctx)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Orders.Fetch(ctx, moved.Items[1], call.Probe)
	}, err
}

func (s guardedCases) aCollectedItem(ctx context.Context) (attempt, error) {
	moved, err := s.movedItems(ctx)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Orders.Cancel(ctx, moved.Items[0], call.Probe)
	}, err
}

// movedItems is an order of which the first item is collected, and the second cancelled.
func (s guardedCases) movedItems(ctx context.Context) (*driver.Call, error) {
	return driver.Shared(ctx, s.Session.Run, "items that were moved", func(ctx context.Context) (*driver.Call, error) {
		bought, err := s.Session.Orders.Purchase(ctx, 2, nil)
		if err != nil {
			return nil, err
		}
		updated, err := s.Session.Orders.Update(ctx, bought.Items[:1], driver.Collected, call.Special)
		if err != nil {
			return nil, err
		}
		if err := updated.Served(); err != nil {
			return nil, err
		}
		cancelled, err := s.Session.Orders.Cancel(ctx, bought.Items[1], call.Special)
		if err != nil {
			return nil, err
		}
		return bought, cancelled.Served()
	})
}
