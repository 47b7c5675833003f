package driver

import (
	"context"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/memo"
)

// Session is a run as one check sees it: the calls that it makes are recorded
// under the name of the check. Its parts make the calls of the nine endpoints.
type Session struct {
	*Run
	Check string       // names the check in recordings
	auth  *client.Auth // what all calls carry in place of the valid token; nil: each says so itself

	Customers    customers
	OTPs         otps
	Limits       limits
	Orders       orders
	Buyers       buyers
	Combinations combinations
}

// Carrying is a session for the same check whose calls all come with other credentials.
func (s *Session) Carrying(auth client.Auth) *Session {
	other := s.For(s.Check)
	other.auth = &auth
	return other
}

// For opens a session for a check.
func (r *Run) For(check string) *Session {
	s := &Session{Run: r, Check: check}
	s.Customers, s.OTPs, s.Limits, s.Orders, s.Buyers, s.Combinations = r.customersFor(s), otps{s}, limits{s}, orders{s}, buyers{s}, combinations{s}
	return s
}

// Shared returns what make gives, made once per name and run. What its maker may
// wait for is written in internal/memo/doc.go.
func Shared[T any](ctx context.Context, r *Run, name string, make func(context.Context) (T, error)) (T, error) {
	return memo.Do(ctx, &r.memos, name, make)
}
