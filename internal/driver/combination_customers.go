package driver

import (
	"context"
	"maps"
	"slices"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/combination"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
)

// Customers that other checks need anyway take rows of the covering array. Each of them saves
// the run a customer that would only ask for a limit with that row. If the target refuses the
// row, the rule of combinations judges that, and another customer asks with plain values.

// kindInRow is the kind of a customer that takes a row. If any kind will do, it is a government
// employee, because most rows of the array are for that kind.
func (s combinations) kindInRow(kind customer.Kind) customer.Kind {
	if kind == customer.AnyEmployee {
		return customer.Government
	}
	return kind
}

// newCustomerInRow returns a new customer with a limit that uses the values of a row. If that is
// not possible, it returns nil without an error, and the caller opens a limit in another way.
func (s combinations) newCustomerInRow(ctx context.Context, kind customer.Kind) (*customer.Customer, error) {
	kind = s.kindInRow(kind)
	if s.Config.Strength == 0 || s.Customers.NewAreListed() || !s.CombinationLog.Use.Fits(kind) {
		return nil, nil
	}
	base, err := s.Limits.LimitForm(ctx, kind)
	if call.IsBreak(err) || call.IsUntested(err) {
		return nil, nil // the rule of this kind of customer reports this
	}
	if err != nil {
		return nil, err
	}
	var first *customer.Customer
	u, err := s.Customers.findUnusual(ctx, kind, base, &first)
	if err != nil || first != nil {
		return first, err
	}
	b, v, err := s.rowFor(ctx, kind, base)
	if err != nil || v == nil {
		return nil, err
	}
	c, err := s.Customers.NewCustomer(s.Check, kind, nil)
	if err != nil {
		return nil, err
	}
	s.Customers.makeUnusual(c, u, false)
	details := b.Details(v)
	maps.Copy(details, c.Details)
	c.Details = details
	return s.openInRow(ctx, c, base, b, v)
}

// openInRow takes a new customer from the OTP to the limit, with the values of a row.
func (s combinations) openInRow(ctx context.Context, c *customer.Customer, base *LimitForm, b *combination.Body, v combination.Row) (*customer.Customer, error) {
	otpErr := s.Customers.verifyWhereNeeded(ctx, c)
	answer, err := s.Customers.AskForLimit(ctx, c, b.Form(base.Form, v), call.Special)
	switch {
	case err != nil:
		return nil, err
	case !answer.OK() && otpErr != nil:
		return nil, otpErr
	case answer.IsRefused():
		s.CombinationLog.Refuse(b, v, answer)
		s.CombinationLog.Use.NoteUnfit(c.Kind)
		return nil, nil
	}
	if err := answer.Served(); err != nil {
		return nil, err
	}
	if !answer.IsSimilarTo(base.First.Created()) || customer.Spendable(answer.Data) < customer.Spendable(base.First.Limit)/2 {
		s.CombinationLog.Use.NoteUnfit(c.Kind) // this customer may be unable to buy what other customers can buy
		return nil, nil
	}
	return c, s.Customers.keepLimit(c, answer)
}

// rowFor returns the next row for a kind of customer, or nil if all rows have been sent. Before
// the run knows which lengths of a country code the target takes, it returns a row with the
// length that all calls use, so that nobody has to wait.
func (s combinations) rowFor(ctx context.Context, kind customer.Kind, base *LimitForm) (*combination.Body, combination.Row, error) {
	b, err := combination.NewBody(combination.BodyOfKind(kind), s.PermittedReadings(payload.CountryCode))
	if err != nil {
		return nil, nil, err
	}
	rows, err := s.Rows(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	codes := s.CombinationLog.Codes()
	if codes == nil {
		codes = []string{base.Form.Readings[payload.CountryCode]}
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(v combination.Row) bool {
		return b.Kind(v) != kind || !slices.Contains(codes, b.Value(v, combination.CountryMember))
	})
	if len(rows) == 0 {
		return b, nil, nil
	}
	v, fresh := s.CombinationLog.Use.Claim(b, rows)
	if !fresh {
		return b, nil, nil
	}
	return b, v, nil
}
