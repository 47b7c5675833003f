package steps

import (
	"context"
	"sync/atomic"
)

// passes tells whether the target wants an OTP verified before each purchase:
// whether it may is not shown (section 4.2), so it may. It shows by a purchase
// that is refused, and served once an OTP is verified. The first purchase of a
// customer says nothing, for their journey has just verified one.
type passes struct {
	on   atomic.Bool
	left atomic.Int64 // refusals that are still looked into
}

// lookedInto is how many refusals are worth the calls that explain them.
const lookedInto = 3

func (p *passes) wanted() bool { return p.on.Load() }

// watch begins to look into refusals: the form of an order is known now.
func (p *passes) watch() { p.left.Store(lookedInto) }

// withPass sends an order of a buyer, with the pass that the target wants.
func (r *Run) withPass(ctx context.Context, by string, buyer *customer, send func() (*call, error)) (*call, error) {
	if r.passes.wanted() {
		buyer.till.Lock() // an OTP serves one purchase, and a phone has one OTP
		defer buyer.till.Unlock()
		if err := r.pass(ctx, by, buyer); err != nil {
			return nil, err
		}
		return send()
	}
	refused, err := send()
	if err != nil || refused.ok() || refused.Response == nil || unavailable(refused) || r.passes.left.Add(-1) < 0 {
		return refused, err
	}
	buyer.till.Lock()
	defer buyer.till.Unlock()
	if err := r.pass(ctx, by, buyer); isUntested(err) && r.strained(buyer) {
		return nil, err
	} else if err != nil {
		return refused, nil // without an OTP the refusal stands as it is
	}
	served, err := send()
	if err != nil || !served.ok() {
		return refused, err
	}
	r.passes.on.Store(true)
	r.calls.demote(refused)
	return served, nil
}

// pass verifies an OTP of the buyer. What breaks here shows in the purchase
// that is refused for it.
func (r *Run) pass(ctx context.Context, by string, buyer *customer) error {
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
