package steps

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Customers whom other checks need anyway take rows of the covering array: each
// spares the run a customer who would ask for a limit with that row and do nothing
// else. A refusal of the row is left to the rule of combinations, and somebody else
// asks with the plain values in place of the refused one.

// rowUse is which rows have been sent, and for which kinds of customers it did not
// do to send them.
type rowUse struct {
	mu      sync.Mutex
	claimed map[string]bool // by body and row
	misfits map[customerKind]int
}

// maxMisfits is after how many customers of a kind whose row was refused, or got
// them less than the plain values get, the others are given plain values.
const maxMisfits = 3

func (u *rowUse) fits(kind customerKind) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.misfits[kind] < maxMisfits
}

func (u *rowUse) misfit(kind customerKind) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.misfits == nil {
		u.misfits = make(map[customerKind]int)
	}
	u.misfits[kind]++
}

// claim picks the first of some rows that nobody has sent yet; where all have been
// sent, it gives the first one, and fresh is false.
func (u *rowUse) claim(b *body, rows []row) (v row, fresh bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.claimed == nil {
		u.claimed = make(map[string]bool)
	}
	for _, v := range rows {
		if name := b.name + "\n" + v.key(); !u.claimed[name] {
			u.claimed[name] = true
			return v, true
		}
	}
	return rows[0], false
}

// riding is the kind of customer who serves somebody's need in a row: where any
// customer will do, a government employee, for most rows of the array are theirs.
func (r *Run) riding(kind customerKind) customerKind {
	if kind == anybody {
		return government
	}
	return kind
}

// newCustomerInRow gives a new customer with a limit whose values are those of a
// row. It gives nobody where that does not do, which is no trouble of the caller's.
func (r *Run) newCustomerInRow(ctx context.Context, by string, kind customerKind) (*customer, error) {
	kind = r.riding(kind)
	if r.cfg.Strength == 0 || r.roll.lists() || !r.combined.use.fits(kind) {
		return nil, nil
	}
	base, err := r.limitBase(ctx, by, kind)
	if isBreak(err) || isUntested(err) {
		return nil, nil // the rule of this kind of customer says so
	}
	if err != nil {
		return nil, err
	}
	var first *customer
	u, err := r.findUnusual(ctx, by, kind, base, &first)
	if err != nil || first != nil {
		return first, err
	}
	b, v, err := r.rowFor(ctx, kind, base)
	if err != nil || v == nil {
		return nil, err
	}
	c, err := r.newCustomer(by, kind, nil)
	if err != nil {
		return nil, err
	}
	r.makeUnusual(c, u)
	details := b.details(v)
	maps.Copy(details, c.details)
	c.details = details
	return r.openInRow(ctx, by, c, base, b, v)
}

// openInRow walks a new customer from the OTP to the limit, with the values of a row.
func (r *Run) openInRow(ctx context.Context, by string, c *customer, base *limitBase, b *body, v row) (*customer, error) {
	otpErr := r.introduce(ctx, by, c)
	answer, err := r.askForLimit(ctx, by, c, b.form(base.form, v), special)
	switch {
	case err != nil:
		return nil, err
	case !answer.ok() && otpErr != nil:
		return nil, otpErr
	case answer.isRefused():
		r.combined.refuse(b, v, answer)
		r.combined.use.misfit(c.kind)
		return nil, nil
	}
	if err := answer.served(); err != nil {
		return nil, err
	}
	if !answer.like(base.first.created) || spendable(answer.data) < spendable(base.first.limit)/2 {
		r.combined.use.misfit(c.kind) // this customer may not be able to buy what others can
		return nil, nil
	}
	return c, r.settle(c, answer)
}

// rowFor gives the next row for a kind of customer; nil where all have been sent.
// Before it is known which lengths of a country's code the target takes, it is a row
// with the length in which it is spoken to: nobody waits for that to be found out.
func (r *Run) rowFor(ctx context.Context, kind customerKind, base *limitBase) (*body, row, error) {
	b, err := newBody(bodyOfKind(kind), r.permitted(countryCode))
	if err != nil {
		return nil, nil, err
	}
	rows, err := r.rows(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	codes := r.combined.codes()
	if codes == nil {
		codes = []string{base.form.readings[countryCode]}
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(v row) bool {
		return b.kind(v) != kind || !slices.Contains(codes, b.value(v, countryMember))
	})
	if len(rows) == 0 {
		return b, nil, nil
	}
	v, fresh := r.combined.use.claim(b, rows)
	if !fresh {
		return b, nil, nil
	}
	return b, v, nil
}

// codes are the lengths of a country's code that are combined; nil before that is
// known.
func (k *combined) codes() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.countries
}

// nameOfRows names the rows of a body: those of one code are others than those of two.
func nameOfRows(b *body) string {
	return fmt.Sprint("rows of ", b.name, " ", b.columns)
}
