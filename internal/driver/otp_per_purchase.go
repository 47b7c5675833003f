package driver

import (
	"context"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/call"
)

// otpPerPurchase tells whether the target wants an OTP verified before each
// purchase: whether it may is not shown (section 4.2), so it may. It shows by a
// purchase that is refused, and served once an OTP is verified. The first purchase of a
// customer may need one, too: their journey has verified one, but before the limit.
type otpPerPurchase struct {
	on     atomic.Bool
	left   atomic.Int64 // refusals that are still looked into
	larger atomic.Int64 // and those of orders beyond the cart value that was verified
}

// maxLookedInto is how many refusals are worth the calls that explain them.
const maxLookedInto = 3

func (p *otpPerPurchase) Wanted() bool { return p.on.Load() }

// watch begins to look into refusals: the form of an order is known now.
func (p *otpPerPurchase) watch() {
	p.left.Store(maxLookedInto)
	p.larger.Store(maxLookedInto)
}

// withOTP sends an order, after the OTP that the target wants.
func (s otps) withOTP(ctx context.Context, c Cart, send func() (*Call, error)) (*Call, error) {
	if !s.OTPPerPurchase.Wanted() {
		refused, err := send()
		if err != nil || !s.WorthAnOTP(refused, c) {
			return refused, err
		}
		return s.RefusedForOTP(ctx, c, refused, send)
	}
	end, err := c.Buyer.PurchaseTurn.Take(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	if err := s.verifyForPurchase(ctx, c); err != nil {
		return nil, err
	}
	return send()
}

// WorthAnOTP tells whether a refused order is to be sent again after an OTP, which is
// verified for a cart value (section 4.2): it may permit no larger order.
func (s otps) WorthAnOTP(refused *Call, c Cart) bool {
	if refused.OK() || refused.Response == nil || refused.Unavailable() {
		return false
	}
	return s.OTPPerPurchase.left.Add(-1) >= 0 || c.Total() > c.Buyer.CartValue() && s.OTPPerPurchase.larger.Add(-1) >= 0
}

// RefusedForOTP finds out whether an order was refused because an OTP is missing. If not,
// the refusal stands.
func (s otps) RefusedForOTP(ctx context.Context, c Cart, refused *Call, send func() (*Call, error)) (*Call, error) {
	end, err := c.Buyer.PurchaseTurn.Take(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	if err := s.verifyForPurchase(ctx, c); call.IsUntested(err) && s.Customers.mayBeRefusedOTPs(c.Buyer) && s.OrdersPerBuyer.Most() < 2 {
		return nil, err // whether a second order wants an OTP is not known
	} else if err != nil {
		return refused, nil // without an OTP the refusal stands as it is
	}
	served, err := send()
	if err != nil {
		return nil, err
	}
	if !served.OK() {
		s.Calls.JudgeByNoRule(served) // the first refusal is judged
		return refused, nil
	}
	s.OTPPerPurchase.on.Store(true)
	s.Calls.JudgeByNoRule(refused)
	return served, nil
}

// verifyForPurchase verifies an OTP of the buyer for the value of the cart. What breaks
// here shows in the purchase that is refused for it.
func (s otps) verifyForPurchase(ctx context.Context, c Cart) error {
	buyer := c.Buyer
	if err := s.SendAndRead(ctx, buyer); err != nil {
		if call.IsBreak(err) {
			return nil
		}
		return err
	}
	path, err := s.PathOfVerify(ctx)
	if err != nil {
		if call.IsBreak(err) {
			return nil
		}
		return err
	}
	answer, err := s.Verify(ctx, buyer, call.Probe, Verification{Reading: path, OTP: buyer.OTP, Value: max(c.Total(), 1)})
	if err == nil {
		err = s.IsExcused(buyer, answer)
	}
	return err
}
