package customer

import "sync/atomic"

// OTPPerPurchase records whether the target wants an OTP verified before each purchase. Section
// 4.2 does not say whether it may, so it may. The run notices it if the target refuses a
// purchase, and serves it after an OTP was verified. The first purchase of a customer may need
// an OTP, too, because the earlier one was verified before the limit.
type OTPPerPurchase struct {
	wanted atomic.Bool
	left   atomic.Int64 // how many more refusals the run examines
	larger atomic.Int64 // how many more refusals of orders beyond the verified cart value
	now    atomic.Int64 // how many refusals it examines at the moment; each may wait for an OTP
}

// maxExamined is how many refusals the run examines; each costs several calls. An order beyond the
// verified cart value may also be refused for its texts or its top-up, so more of these are examined.
const maxExamined, maxLargerExamined = 3, 12

// Wanted reports whether the target wants an OTP before each purchase.
func (p *OTPPerPurchase) Wanted() bool { return p.wanted.Load() }

// NoteWanted notes that the target served a purchase only after an OTP.
func (p *OTPPerPurchase) NoteWanted() { p.wanted.Store(true) }

// WatchFirst examines the refusal of the first order: it may need an OTP.
func (p *OTPPerPurchase) WatchFirst() { p.left.Store(1) }

// Watch starts to examine refusals: the form of an order is known now.
func (p *OTPPerPurchase) Watch() {
	p.left.Store(maxExamined)
	p.larger.Store(maxLargerExamined)
}

// MayExamine reports whether to examine one more refusal. larger says that the order was beyond the
// verified cart value: an OTP is verified for a cart value, so the target may permit no larger order.
func (p *OTPPerPurchase) MayExamine(larger bool) bool {
	return p.now.Load() > 0 || p.left.Add(-1) >= 0 || larger && p.larger.Add(-1) >= 0
}

// Examine says that a refusal is examined until end is called.
func (p *OTPPerPurchase) Examine() (end func()) {
	p.now.Add(1)
	return func() { p.now.Add(-1) }
}
