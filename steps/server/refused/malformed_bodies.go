package refused

import (
	"context"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/payload"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// MalformedBodies are the sentences about valid calls that follow calls whose body is
// not JSON (section 1). How those are answered is not shown (section 7), and not judged.
type MalformedBodies struct{ *scenario.Scenario }

// MalformedAndServed makes such calls, each followed by a valid call of the endpoint, or
// by a look at what there was before. All other checks have ended: whether an order wants
// an OTP is known, the next call of an endpoint is one of these, and nobody needs the
// customer, who was sent few OTPs, for another check.
func (s MalformedBodies) MalformedAndServed(ctx context.Context) error {
	calls := Calls(s)
	order := func(ctx context.Context) (*driver.Call, error) { return calls.orderOne(ctx, 0, true) }
	return calls.play(ctx, []turn{
		{nil, []made{order}},
		{s.anOrderAndAnUpdate, []made{calls.theItemAgain, s.theItemCollected, order}},
		{s.aLookup, []made{s.theCustomerLookedUp}},
		{nil, []made{s.anOTP}},
		{s.anOTPRequestAndAVerify, []made{s.theOTPVerified, s.anOTP}},
	})
}

// malformed makes a call whose body is not JSON. It names nobody and nothing.
func (s MalformedBodies) malformed(ctx context.Context, endpoint, path string) error {
	_, err := s.Session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: endpoint, Kind: call.Probe}},
		driver.Request{Path: path, Raw: []byte("this is not JSON")})
	return err
}

func (s MalformedBodies) anOrderAndAnUpdate(ctx context.Context) error {
	f, err := s.Session.Orders.UpdateBase(ctx) // it may place an order
	if err != nil {
		return err
	}
	if err := s.malformed(ctx, spec.CreatePurchases, spec.Of(spec.CreatePurchases).Path); err != nil {
		return err
	}
	path := spec.Of(spec.UpdatePurchases).OtherPath
	if f.Readings[payload.UpdatePath] != payload.NoID {
		path = spec.Of(spec.UpdatePurchases).At(s.Order.Items[0].ID)
	}
	return s.malformed(ctx, spec.UpdatePurchases, path)
}

func (s MalformedBodies) theItemCollected(ctx context.Context) (*driver.Call, error) {
	return s.Session.Orders.Update(ctx, s.Order.Items[:1], driver.Collected, call.Special)
}

func (s MalformedBodies) aLookup(ctx context.Context) error {
	if !s.Session.Config.Covers(spec.CapabilityLookup) {
		return nil
	}
	if _, err := s.Session.Limits.LookupQuery(ctx); err != nil {
		return err
	}
	return s.malformed(ctx, spec.CustomerLookup, spec.Of(spec.CustomerLookup).Path)
}

// theCustomerLookedUp is left out where the target may refuse the signature.
func (s MalformedBodies) theCustomerLookedUp(ctx context.Context) (*driver.Call, error) {
	if !s.Session.Config.Covers(spec.CapabilityLookup) {
		return nil, nil
	}
	q, err := s.Session.Limits.LookupQuery(ctx)
	if err != nil {
		return nil, err
	}
	answer, err := s.Session.Limits.LookUp(ctx, s.Customer, q.Field, q.Value(s.Customer), call.Special)
	if err != nil || call.IsUntested(s.Served(answer)) {
		return nil, err
	}
	return answer, nil
}

// anOTP sends the customer one. Where the target sends them no more, or nobody can read
// it, there is none: the rules about OTPs say so.
func (s MalformedBodies) anOTP(ctx context.Context) (*driver.Call, error) {
	sent, err := s.Session.OTPs.SendOTPToExisting(ctx, s.Customer)
	switch {
	case err == nil && sent.Served() == nil:
		err = s.Session.OTPs.ReadOTP(ctx, s.Customer, sent)
	case err == nil:
		s.Session.Calls.JudgeByNoRule(sent) // the call before it may be why
	}
	if call.IsUntested(err) {
		return nil, nil
	}
	return sent, err
}

// anOTPRequestAndAVerify finds the paths out first: that may need an OTP.
func (s MalformedBodies) anOTPRequestAndAVerify(ctx context.Context) error {
	if s.Customer.OTP == "" {
		return nil
	}
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return err
	}
	path, err := s.Session.OTPs.PathOfVerify(ctx)
	if err != nil {
		return err
	}
	if err := s.malformed(ctx, spec.SendOTP, f.OTPPath(spec.SendOTP)); err != nil {
		return err
	}
	return s.malformed(ctx, spec.VerifyOTP, f.With(payload.OTPPath, path).OTPPath(spec.VerifyOTP))
}

func (s MalformedBodies) theOTPVerified(ctx context.Context) (*driver.Call, error) {
	if s.Customer.OTP == "" {
		return nil, nil
	}
	return s.VerifyAs(ctx, s.Customer, call.Special, s.Customer.OTP, s.Customer.CartValue())
}
