package probes

import (
	"context"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// TokenCases contains the sentences about calls without the valid token that are not the simplest of
// their endpoint. A target may check the token in one branch of its code and forget it in another
// (section 5).
type TokenCases struct{ *scenario.Scenario }

// attempt makes one call with a session that does not have the valid token.
type attempt = func(unauthorized *driver.Session) (*driver.Call, error)

// cases returns the functions that prepare such calls of an endpoint, by the name of the case.
func (s TokenCases) cases(name string) map[string]func(context.Context) (attempt, error) {
	return map[string]func(context.Context) (attempt, error){
		"a new customer":                                                         s.aNewCustomer,
		"a self-employed customer":                                               s.aLimitOf(customer.SelfEmployed),
		"a government employee":                                                  s.aLimitOf(customer.Government),
		"a customer with a limit":                                                s.aCustomerAgain,
		"a customer who bought something":                                        callPreparations(s).anOTPForABuyer,
		"an existing self-employed customer":                                     callPreparations(s).anOTPForSelfEmployed,
		"an OTP of a self-employed customer":                                     callPreparations(s).aVerifyOfSelfEmployed,
		"the limit of a government employee":                                     callPreparations(s).theLimitOf(customer.Government),
		"the limit of a self-employed customer":                                  callPreparations(s).theLimitOf(customer.SelfEmployed),
		"the limit of a customer who bought something":                           callPreparations(s).theLimitOfABuyer,
		"an OTP of a customer who bought something":                              callPreparations(s).aVerifyOfABuyer,
		"an OTP of a person without a limit":                                     callPreparations(s).aVerifyOfSomebodyNew,
		"a looked-up self-employed customer":                                     callPreparations(s).aLookupOf(customer.SelfEmployed),
		"a looked-up government employee":                                        callPreparations(s).aLookupOf(customer.Government),
		"a looked-up customer who bought something":                              callPreparations(s).aLookupOfABuyer,
		"a customer by email":                                                    callPreparations(s).lookup("email"),
		"a customer by NATIONAL_ID":                                              callPreparations(s).lookup("NATIONAL_ID"),
		"a customer by phoneNumber":                                              callPreparations(s).lookup("phoneNumber"),
		"a customer by memberId":                                                 callPreparations(s).lookup("memberId"),
		"a customer by PASSPORT":                                                 callPreparations(s).lookup("PASSPORT"),
		"a customer, without Noncestr, Sign and Timestamp":                       callPreparations(s).lookupWithoutSign,
		"a customer, with the Noncestr, Sign and Timestamp of an earlier lookup": callPreparations(s).lookupWithEarlierSign,
		"an order of several items":                                              s.severalItems,
		"an order for delivery":                                                  callPreparations(s).anOrderForDelivery,
		"an order with the other form of order_id":                               callPreparations(s).anOrderInOtherForm,
		"several items":                                                          callPreparations(s).severalAtOnce,
		"an item that is collected":                                              callPreparations(s).collectedAgain,
		"the second item of an order":                                            callPreparations(s).theSecondItem,
		"an item at the other form of the path":                                  callPreparations(s).anItemAtTheOtherPath,
		"an item for delivery":                                                   callPreparations(s).anItemForDelivery(name),
		"an order of a self-employed customer":                                   callPreparations(s).anOrderOfSelfEmployed,
		"an item of a self-employed customer":                                    callPreparations(s).anItemOfSelfEmployed(name),
		"a cancelled item":                                                       s.aCancelledItem,
		"an item that is cancelled":                                              s.cancelledAgain,
		"a collected item":                                                       s.aCollectedItem,
		"an item after its collection":                                           s.fetchedAfterCollection,
	}
}

// plainInstead are the cases for which the plain call of the endpoint is made if customers are
// listed. The effect of such a call is checked in any case.
var plainInstead = map[string]bool{"several items": true, "the second item of an order": true}

// IsCalledForWith prepares a case with valid calls, and then makes the call of the case with other
// credentials.
func (s TokenCases) IsCalledForWith(ctx context.Context, name, what, credentials string) error {
	auth, err := bad(ctx, s.Session.Run, credentials)
	if err != nil {
		return err
	}
	if plain := s.Session.Customers.ExistingAreListed() && plainInstead[what]; plain {
		return Effects(s).IsCalledOnceWith(ctx, name, credentials)
	}
	if s.Session.Customers.ExistingAreListed() || s.Session.Customers.NewAreListed() {
		return call.Inapplicable("the people of the run are listed, and too few for this")
	}
	prepare := s.cases(name)[what]
	if prepare == nil {
		return judgement.Errored("no such case: %q", what)
	}
	try, err := prepare(ctx)
	if err != nil {
		return err
	}
	answer, err := try(s.Session.WithCredentials(auth))
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

func (s TokenCases) aNewCustomer(ctx context.Context) (attempt, error) {
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return nil, err
	}
	c, err := s.Session.Customers.OTPOnlyCustomer()
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.OTPs.SendNew(ctx, c, f, call.Probe)
	}, err
}

// aLimitOf prepares a limit request of a new customer of one kind.
func (s TokenCases) aLimitOf(kind customer.Kind) func(context.Context) (attempt, error) {
	return func(ctx context.Context) (attempt, error) {
		base, err := s.Session.Limits.LimitForm(ctx, kind)
		if err != nil {
			return nil, err
		}
		c, err := s.Session.Customers.NewApplicant(ctx, s.Check.Key, kind)
		return func(unauthorized *driver.Session) (*driver.Call, error) {
			return unauthorized.Customers.AskForLimit(ctx, c, base.Form, call.Probe)
		}, err
	}
}

func (s TokenCases) severalItems(ctx context.Context) (attempt, error) {
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return nil, err
	}
	return s.order(ctx, s.Items(2, nil), f)
}

// order prepares an order of some items in one form.
func (s TokenCases) order(ctx context.Context, items []*driver.Item, f payload.Form) (attempt, error) {
	buyer, err := s.Session.Customers.SharedBuyer(ctx, driver.Cart{Items: items}.Total())
	return s.orderOf(ctx, buyer, items, f), err
}

func (s TokenCases) orderOf(ctx context.Context, buyer *customer.Customer, items []*driver.Item, f payload.Form) attempt {
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
	}
}

func (s TokenCases) aCancelledItem(ctx context.Context) (attempt, error) {
	moved, err := s.movedItems(ctx)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Orders.Fetch(ctx, moved.cancelled, call.Probe)
	}, err
}

// cancelledAgain cancels an item that is cancelled: a target may answer before it looks at the token.
func (s TokenCases) cancelledAgain(ctx context.Context) (attempt, error) {
	moved, err := s.movedItems(ctx)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Orders.Cancel(ctx, moved.cancelled, call.Probe)
	}, err
}

// aCollectedItem cancels a collected item. What the cancel does shows only if get shows the collection.
func (s TokenCases) aCollectedItem(ctx context.Context) (attempt, error) {
	moved, err := s.movedItems(ctx)
	if err != nil {
		return nil, err
	}
	shown, err := s.Session.Orders.Fetch(ctx, moved.toCancel, call.Special)
	if err != nil {
		return nil, err
	}
	if got := shown.Data.Get("facility_status"); shown.OK() && got.String() != driver.Collected {
		return nil, &call.BreakError{Break: judgement.Break{Aspect: scenario.KeptMove, Failure: shown.Fault(call.Differing("data.facility_status",
			gjson.Result{Type: gjson.String, Str: driver.Collected, Raw: strconv.Quote(driver.Collected)}, got, "3"))}}
	}
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Orders.Cancel(ctx, moved.toCancel, call.Probe)
	}, err
}

func (s TokenCases) fetchedAfterCollection(ctx context.Context) (attempt, error) {
	moved, err := s.movedItems(ctx)
	return func(unauthorized *driver.Session) (*driver.Call, error) {
		return unauthorized.Orders.Fetch(ctx, moved.collected, call.Probe)
	}, err
}

// movedItems are two items of one order, and the answer to a second update of the first item. Only the
// call that may cancel a collected item without the valid token names toCancel, which is of another
// order, so that other checks find their item collected.
type movedItems struct {
	collected, cancelled, toCancel *driver.Item
	again                          *driver.Call
}

// movedItems buys two items, updates the first one twice, and cancels the second. Then it buys an item
// that is only collected.
func (s TokenCases) movedItems(ctx context.Context) (*movedItems, error) {
	return driver.Shared(ctx, s.Session.Run, "items that were moved", func(ctx context.Context) (*movedItems, error) {
		bought, err := boughtAndCollected(ctx, s.Session, 2)
		if err != nil {
			return nil, err
		}
		again, err := s.Session.Orders.Update(ctx, bought.Items[:1], driver.Collected, call.Probe)
		if err != nil {
			return nil, err
		}
		cancelled, err := s.Session.Orders.Cancel(ctx, bought.Items[1], call.Special)
		if err != nil {
			return nil, err
		}
		if err := cancelled.Served(); err != nil {
			return nil, err
		}
		alone, err := boughtAndCollected(ctx, s.Session, 1)
		if err != nil {
			return nil, err
		}
		if err := s.showCollected(ctx, alone.Items[0]); err != nil {
			return nil, err
		}
		return &movedItems{bought.Items[0], bought.Items[1], alone.Items[0], again}, nil
	})
}

// showCollected takes the record of a collected item from get, if the answer to the update does not show that it
// is collected: other rules judge that answer.
func (s TokenCases) showCollected(ctx context.Context, i *driver.Item) error {
	if gjson.Get(i.Record.Raw, "facility_status").Str == driver.Collected {
		return nil
	}
	shown, err := s.Session.Orders.Fetch(ctx, i, call.Special)
	if err == nil && shown.OK() && shown.Data.Get("facility_status").Str == driver.Collected {
		i.Record = driver.RecordBefore{Raw: shown.Data.Raw, By: shown, At: "data"}
	}
	return err
}

// boughtAndCollected buys some items and updates the first one.
func boughtAndCollected(ctx context.Context, session *driver.Session, count int) (*driver.Call, error) {
	bought, err := session.Orders.Purchase(ctx, count, nil)
	if err != nil {
		return nil, err
	}
	updated, err := session.Orders.Update(ctx, bought.Items[:1], driver.Collected, call.Special)
	if err != nil {
		return nil, err
	}
	return bought, updated.Served()
}
