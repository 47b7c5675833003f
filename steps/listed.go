package steps

import (
	"context"
	"slices"
)

// leaseListed lends somebody of the roll, as they stand now, or opens a limit
// for somebody new.
func (r *Run) leaseListed(ctx context.Context, by string, kind customerKind, not []*customer) (*customer, error) {
	var first error
	var poor *customer // whose limit is used up: better than nobody
	for c := r.roll.pick(kind, not); c != nil; c = r.roll.pick(kind, not) {
		err := r.ready(ctx, by, c)
		if err == nil && c.available > 0 {
			return c, nil
		}
		r.roll.release(c)
		not = append(slices.Clip(not), c)
		switch {
		case err == nil && poor == nil:
			poor = c
		case err != nil && !isUntested(err):
			return nil, err
		case first == nil:
			first = err
		}
	}
	c, err := r.newListed(ctx, by, kind, first)
	if isUntested(err) && poor != nil {
		c, err = poor, nil
	}
	if err == nil {
		r.roll.borrow(c)
	}
	return c, err
}

// newListed opens a limit for somebody new. Where nobody is, why no listed
// customer would do says more.
func (r *Run) newListed(ctx context.Context, by string, kind customerKind, why error) (*customer, error) {
	c, err := r.newCustomerWithLimit(ctx, by, kind)
	switch {
	case !isUntested(err):
		return c, err
	case why != nil:
		return nil, why
	case r.roll.stale > 0:
		return nil, err
	}
	return nil, nobodyKnown(kind)
}

// residentListed is somebody of a kind whom a check only looks at.
func (r *Run) residentListed(ctx context.Context, by string, kind customerKind) (*customer, error) {
	var first error
	for _, c := range r.roll.withLimit(func(c *customer) bool { return c.kind == kind }) {
		err := r.acquaint(ctx, by, c)
		if err == nil || !isUntested(err) {
			return c, err
		}
		if first == nil {
			first = err
		}
	}
	return r.newListed(ctx, by, kind, first)
}

// openedListed is somebody whose limit this run has asked for itself.
func (r *Run) openedListed(ctx context.Context, by string, kind customerKind) (*customer, error) {
	theirs := r.roll.withLimit(func(c *customer) bool { return c.kind == kind && c.opened() && c.unspent() })
	if len(theirs) > 0 {
		return theirs[0], nil
	}
	return r.newCustomerWithLimit(ctx, by, kind)
}

// shopperListed gives somebody who can still spend the amount, and books it.
func (r *Run) shopperListed(ctx context.Context, by string, amount int64) (*customer, error) {
	if c, _ := r.shop.open(); c != nil && c.spend(amount) {
		return c, nil
	}
	var first error
	for _, c := range r.roll.withLimit(func(*customer) bool { return true }) {
		err := r.ready(ctx, by, c)
		if err != nil && !isUntested(err) {
			return nil, err
		}
		if err == nil && c.spend(amount) {
			r.shop.next(c)
			return c, nil
		}
		if err == nil {
			err = untested("no listed customer has %d left to spend: list one under identities.existing whose limit is not used up", amount)
		}
		if first == nil {
			first = err
		}
	}
	c, err := r.newListed(ctx, by, employed, first)
	if err != nil {
		return nil, err
	}
	r.shop.next(c)
	if !c.spend(amount) {
		return nil, untested("the limit that a listed customer was given does not cover %d: list one with a higher limit under identities.existing", amount)
	}
	return c, nil
}

// ready makes somebody of the roll fit for the next check: what was bought of
// their limit at a high price is cancelled, and the limit looked at anew.
func (r *Run) ready(ctx context.Context, by string, c *customer) error {
	if err := r.acquaint(ctx, by, c); err != nil {
		return err
	}
	for _, i := range c.dear {
		if _, err := r.cancel(ctx, by, i, probe); err != nil {
			return err
		}
		c.touch()
	}
	c.dear = nil
	if c.opened() && c.unspent() {
		return nil
	}
	return r.refresh(ctx, by, c)
}
