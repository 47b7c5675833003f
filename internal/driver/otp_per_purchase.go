package driver

import (
	"context"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
)

// otpPerPurchase records whether the target wants an OTP verified before each purchase. Section
// 4.2 does not say whether it may, so it may. The run notices it if the target refuses a
// purchase, and serves it after an OTP was verified. The first purchase of a customer may need
// an OTP, too, because the earlier one was verified before the limit.
type otpPerPurchase struct {
	on     atomic.Bool
	left   atomic.Int64 // how many more refusals the run examines
	larger atomic.Int64 // how many more refusals of orders beyond the verified cart value
	now    atomic.Int64 // how many refusals it examines at the moment; each may wait for an OTP
}

// maxLookedInto is how many refusals the run examines; each costs several calls. An order beyond the
// verified cart value may also be refused for its texts or its top-up, so more of these are examined.
const maxLookedInto, maxLargerLookedInto = 3, 12

func (p *otpPerPurchase) Wanted() bool { return p.on.Load() }

// watch starts to examine refusals: the form of an order is known now.
func (p *otpPerPurchase) watch() {
	p.left.Store(maxLookedInto)
	p.larger.Store(maxLargerLookedInto)
}

// withOTP sends an order, after an OTP if the target wants one.
func (s otps) withOTP(ctx context.Context, c Cart, send func() (*Call, error)) (*Call, error) {
	if !s.OTPPerPurchase.Wanted() {
		refused, err := send()
		if err != nil || !s.MayNeedOTP(refused, c) {
			return refused, err
		}
		return s.RefusedForOTP(ctx, c, refused, send)
	}
	end, err := c.Buyer.PurchaseTurn.Take(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	if s.OTPCap.EndsSoon() { // each further order of a buyer has to wait
		s.OrdersPerBuyer.SetByOTPs(int64(s.OTPCap.Most()))
	}
	if err := s.verifyForPurchase(ctx, c); err != nil {
		return nil, err
	}
	return send()
}

// MayNeedOTP reports whether a refused order should be sent again after an OTP. An OTP is
// verified for a cart value (section 4.2), so the target may permit no larger order.
func (s otps) MayNeedOTP(refused *Call, c Cart) bool {
	if refused.OK() || refused.Response == nil || refused.Unavailable() {
		return false
	}
	return s.OTPPerPurchase.now.Load() > 0 || s.OTPPerPurchase.left.Add(-1) >= 0 || c.Total() > c.Buyer.VerifiedCart() && s.OTPPerPurchase.larger.Add(-1) >= 0
}

// RefusedForOTP finds out whether the target refused an order because an OTP is missing. If not,
// it returns the refusal.
func (s otps) RefusedForOTP(ctx context.Context, c Cart, refused *Call, send func() (*Call, error)) (*Call, error) {
	end, err := c.Buyer.PurchaseTurn.Take(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	s.OTPPerPurchase.now.Add(1)
	defer s.OTPPerPurchase.now.Add(-1)
	unknown := s.OrdersPerBuyer.Most() < 2 || c.Total() > c.Buyer.VerifiedCart()
	switch err := s.verifyForPurchase(ctx, c); {
	case err != nil && !call.IsUntested(err), // for example too many requests: the refusal may be for the missing OTP
		call.IsUntested(err) && s.Customers.mayBeRefusedOTPs(c.Buyer) && unknown:
		s.Calls.JudgeByNoRule(refused) // it is not known whether a second or a larger order needs an OTP
		return nil, err
	case err != nil:
		return refused, nil // no OTP could be verified, so the refusal stays as it is
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

// verifyForPurchase verifies an OTP of the buyer for the value of the cart, or for all that the buyer can pay: a
// target may verify no value that is so low (section 8). It returns no error for a fault of the target: the
// target then refuses the purchase, and that is judged.
func (s otps) verifyForPurchase(ctx context.Context, c Cart) error {
	value := max(c.Total(), 1)
	most := min(c.Buyer.Available()+value, customer.UsualCart) // the cart is reserved
	answer, err := s.verifyNewOTP(ctx, c.Buyer, value)
	if err == nil && value < most && call.IsSurelyRefused(&answer.Answer) {
		answer, err = s.verifyNewOTP(ctx, c.Buyer, most)
	}
	if err == nil {
		return s.RefusalMayBeForOTPs(c.Buyer, answer)
	}
	if call.IsBreak(err) {
		return nil
	}
	return err
}

func (s otps) verifyNewOTP(ctx context.Context, buyer *customer.Customer, value int64) (*Call, error) {
	if err := s.SendAndRead(ctx, buyer); err != nil {
		return nil, err
	}
	path, err := s.PathOfVerify(ctx)
	if err != nil {
		return nil, err
	}
	return s.Verify(ctx, buyer, call.Probe, Verification{Reading: path, OTP: buyer.OTP, Value: value})
}
