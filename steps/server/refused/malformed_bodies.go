package refused

import (
	"context"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// MalformedBodies contains the sentences about valid calls that follow calls whose body is not JSON
// (section 1). The answers to the malformed calls are not judged, because their form is not shown
// (section 7).
type MalformedBodies struct{ *scenario.Scenario }

// MalformedAndServed makes such calls. After each, it makes a valid call of the endpoint or fetches
// an earlier item. All other checks have ended by then. So it is known whether an order needs an
// OTP, no call of another check comes in between, and no other check needs the customer, who was
// sent few OTPs.
func (s MalformedBodies) MalformedAndServed(ctx context.Context) error {
	calls := Calls(s)
	order := func(ctx context.Context) (*driver.Call, error) { return calls.orderOne(ctx, 0, true) }
	return calls.play(ctx, []callPair{
		{nil, []validCall{order}},
		{s.anOrderAndAnUpdate, []validCall{calls.theItemAgain, s.theItemCollected, order}},
		{s.aLookup, []validCall{s.theCustomerLookedUp}},
		{nil, []validCall{s.anOTP}},
		{s.anOTPRequestAndAVerify, []validCall{s.theOTPVerified, s.anOTP}},
	})
}

// malformed makes a call whose body is not JSON. It names no customer and no item.
func (s MalformedBodies) malformed(ctx context.Context, endpoint, path string) error {
	_, err := s.Session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: endpoint, Kind: call.Probe}},
		driver.Request{Path: path, Raw: []byte("this is not JSON")})
	return err
}

func (s MalformedBodies) anOrderAndAnUpdate(ctx context.Context) error {
	f, err := s.Session.Orders.UpdateBase(ctx) // this may place an order
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

// theCustomerLookedUp makes no call to judge if the target may refuse the signature.
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

// anOTP sends the customer an OTP. It returns nil if the target sends no more OTPs or the OTP
// cannot be read. The rules about OTPs report that.
func (s MalformedBodies) anOTP(ctx context.Context) (*driver.Call, error) {
	s.Customer.OTP = "" // an order may have used the last one
	sent, err := s.Session.OTPs.SendOTPToExisting(ctx, s.Customer)
	switch {
	case err == nil && sent.Served() == nil:
		err = s.Session.OTPs.ReadOTP(ctx, s.Customer, sent)
	case err == nil:
		s.Session.Calls.JudgeByNoRule(sent) // the malformed call may be the reason
	}
	if call.IsUntested(err) {
		return nil, nil
	}
	return sent, err
}

// anOTPRequestAndAVerify first finds out the paths, because that may need an OTP.
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
