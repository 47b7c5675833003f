package steps

import (
	"context"
	"sync/atomic"
)

// passes tells whether the target was seen to want an OTP verified before each
// purchase: whether it may is not shown (section 4.2).
type passes struct{ on atomic.Bool }

func (p *passes) wanted() bool { return p.on.Load() }
func (p *passes) want()        { p.on.Store(true) }
func (p *passes) forget()      { p.on.Store(false) }

// pass verifies an OTP of the buyer where the target wants that before each
// purchase. What breaks here shows in the purchase that is refused for it.
func (r *Run) pass(ctx context.Context, by string, buyer *customer) error {
	if !r.passes.wanted() {
		return nil
	}
	err := r.sendAndRead(ctx, by, buyer)
	if err != nil && !isBreak(err) {
		return err
	}
	path, err := r.pathOfVerify(ctx, by)
	if err != nil && !isBreak(err) {
		return err
	}
	_, err = r.verify(ctx, by, buyer, probe, verification{reading: path, otp: buyer.otp, value: 1000})
	return err
}
