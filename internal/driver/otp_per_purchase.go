package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
)

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

// MayNeedOTP reports whether a refused order should be sent again after an OTP.
func (s otps) MayNeedOTP(refused *Call, c Cart) bool {
	if refused.OK() || refused.Response == nil || refused.Unavailable() {
		return false
	}
	return s.OTPPerPurchase.MayExamine(c.Total() > c.Buyer.VerifiedCart())
}

// RefusedForOTP finds out whether the target refused an order because an OTP is missing. If not,
// it returns the refusal.
func (s otps) RefusedForOTP(ctx context.Context, c Cart, refused *Call, send func() (*Call, error)) (*Call, error) {
	end, err := c.Buyer.PurchaseTurn.Take(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	defer s.OTPPerPurchase.Examine()()
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
	s.OTPPerPurchase.NoteWanted()
	s.Calls.JudgeByNoRule(refused)
	return served, nil
}

// verifyAhead verifies an OTP for an order that is placed afterwards. Other checks may buy for the same
// customer at the same time.
func (s otps) verifyAhead(ctx context.Context, c Cart) error {
	end, err := c.Buyer.PurchaseTurn.Take(ctx)
	if err != nil {
		return err
	}
	defer end()
	return s.verifyForPurchase(ctx, c)
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
