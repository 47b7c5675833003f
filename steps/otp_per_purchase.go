package steps

import (
	"context"
	"sync"
	"sync/atomic"
)

// otpPerPurchase tells whether the target wants an OTP verified before each
// purchase: whether it may is not shown (section 4.2), so it may. It shows by a
// purchase that is refused, and served once an OTP is verified. The first purchase
// of a customer says nothing, for their journey has just verified one.
type otpPerPurchase struct {
	on   atomic.Bool
	left atomic.Int64 // refusals that are still looked into
}

// maxLookedInto is how many refusals are worth the calls that explain them.
const maxLookedInto = 3

func (p *otpPerPurchase) wanted() bool { return p.on.Load() }

// watch begins to look into refusals: the form of an order is known now.
func (p *otpPerPurchase) watch() { p.left.Store(maxLookedInto) }

// turn lets one of several in at a time, who may make calls meanwhile: one purchase
// of a customer, with the OTP that serves it and no other. See memo.go for what may
// be held while a turn is waited for.
type turn struct {
	once sync.Once
	free chan struct{}
}

// take waits for the turn until the context ends, and returns what ends it.
func (t *turn) take(ctx context.Context) (end func(), err error) {
	t.once.Do(func() { t.free = make(chan struct{}, 1) })
	select {
	case t.free <- struct{}{}:
		return func() { <-t.free }, nil
	case <-ctx.Done():
		return nil, errored("the run ended while a check waited for its turn: %v", context.Cause(ctx))
	}
}

// withOTP sends an order of a buyer, after the OTP that the target wants.
func (r *Run) withOTP(ctx context.Context, by string, buyer *customer, send func() (*call, error)) (*call, error) {
	if !r.otpPerPurchase.wanted() {
		refused, err := send()
		if err != nil || !r.worthAnOTP(refused) {
			return refused, err
		}
		return r.refusedForOTP(ctx, by, buyer, refused, send)
	}
	end, err := buyer.purchaseTurn.take(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	if err := r.verifyForPurchase(ctx, by, buyer); err != nil {
		return nil, err
	}
	return send()
}

// worthAnOTP tells whether a refused order is to be sent again after an OTP.
func (r *Run) worthAnOTP(refused *call) bool {
	return !refused.ok() && refused.Response != nil && !unavailable(refused) && r.otpPerPurchase.left.Add(-1) >= 0
}

// refusedForOTP finds out whether an order was refused for want of an OTP. If not,
// the refusal stands.
func (r *Run) refusedForOTP(ctx context.Context, by string, buyer *customer, refused *call, send func() (*call, error)) (*call, error) {
	end, err := buyer.purchaseTurn.take(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	if err := r.verifyForPurchase(ctx, by, buyer); isUntested(err) && r.strained(buyer) {
		return nil, err
	} else if err != nil {
		return refused, nil // without an OTP the refusal stands as it is
	}
	served, err := send()
	if err != nil || !served.ok() {
		return refused, err
	}
	r.otpPerPurchase.on.Store(true)
	r.calls.demote(refused)
	return served, nil
}

// verifyForPurchase verifies an OTP of the buyer. What breaks here shows in the purchase
// that is refused for it.
func (r *Run) verifyForPurchase(ctx context.Context, by string, buyer *customer) error {
	if err := r.sendAndRead(ctx, by, buyer); err != nil {
		if isBreak(err) {
			return nil
		}
		return err
	}
	path, err := r.pathOfVerify(ctx, by)
	if err != nil {
		if isBreak(err) {
			return nil
		}
		return err
	}
	answer, err := r.verify(ctx, by, buyer, probe, verification{reading: path, otp: buyer.otp, value: buyer.cartValue()})
	if err == nil {
		err = r.excused(buyer, answer)
	}
	return err
}
