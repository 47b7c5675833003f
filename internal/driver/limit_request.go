package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
)

// limits is the part of a session that asks for limits, fetches them and looks up customers
// (sections 4.3 to 4.5).
type limits struct{ *Session }

// LimitRequest builds the request of section 4.3 for a customer.
func (s limits) LimitRequest(c *customer.Customer, f payload.Form) map[string]any {
	return payload.LimitRequest(c, f, s.Config.StoreKey, s.Rand("details "+payload.LastThree(c.Who.IDNumber)))
}

// LimitForm is the form of limit request that the target takes for a kind of customer, which the
// run finds out once. First is the customer that got a limit in that form.
type LimitForm struct {
	Form  payload.Form
	First *customer.Customer
}

func (s limits) LimitForm(ctx context.Context, kind customer.Kind) (*LimitForm, error) {
	return Shared(ctx, s.Run, "limit base "+string(kind), func(ctx context.Context) (*LimitForm, error) {
		try := &limitTrial{kind: kind}
		f, answer, err := s.discover(ctx, payload.LimitTolerances(kind), func(f payload.Form) (*Call, error) {
			return s.tryLimit(ctx, try, f)
		})
		if err != nil {
			return nil, err
		}
		s.note(f, answer)
		if err := answer.Served(); err != nil {
			if try.otpErr != nil {
				return nil, try.otpErr
			}
			return &LimitForm{Form: f}, err
		}
		first := answer.Customer
		return &LimitForm{Form: f, First: first}, s.Customers.keepLimit(first, answer)
	})
}

// limitTrial is the state of the search for the form of a limit request.
type limitTrial struct {
	kind   customer.Kind
	asks   *customer.Customer
	otpErr error
	served bool // the customer that asked last got a limit
}

// tryLimit asks for a limit in one form. An invented customer asks once. A listed customer asks
// again, until the target takes a form.
func (s limits) tryLimit(ctx context.Context, try *limitTrial, f payload.Form) (*Call, error) {
	for {
		if try.asks == nil || try.served || !s.Customers.NewAreListed() {
			if err := s.nextToAsk(ctx, try); err != nil {
				return nil, err
			}
		}
		answer, err := s.Customers.AskForLimit(ctx, try.asks, f, call.Probe)
		if err != nil {
			return nil, err
		}
		try.served = answer.OK()
		if !try.asks.Existing {
			s.Customers.KeepOpened(try.asks, answer)
			return answer, nil
		}
	}
}

func (s limits) nextToAsk(ctx context.Context, try *limitTrial) (err error) {
	if try.asks, err = s.Customers.NewCustomer("base", try.kind, nil); err != nil {
		return err
	}
	try.otpErr = s.Customers.VerifyPhone(ctx, try.asks)
	if try.otpErr != nil && !call.IsBreak(try.otpErr) && !call.IsUntested(try.otpErr) {
		return try.otpErr
	}
	return nil
}
