package scenario

import (
	"context"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
)

// AskAgain sends a limit request for a customer who has a limit already. If the target refuses it,
// and gives limits only after an OTP, the customer verifies another OTP and asks once more: section
// 4.2 does not show for how many requests a verify holds.
func (s *Scenario) AskAgain(ctx context.Context, c *customer.Customer, body map[string]any) (*driver.Call, error) {
	refused, err := s.Session.Limits.AskAgain(ctx, c, body, call.Special)
	if err != nil || !refused.IsRefused() || !refused.RefusedForCertain() || s.Session.Combinations.GivesUnasked(ctx, c.Kind) {
		return refused, err
	}
	if err := s.Session.OTPs.SendAndRead(ctx, c); call.IsUntested(err) {
		s.Session.Calls.JudgeByNoRule(refused)
		return nil, &call.InapplicableError{Reason: "the target refuses another limit request, and sends the customer no OTP that may be missing"}
	} else if err != nil {
		return refused, nil
	}
	if _, err := s.VerifyAs(ctx, c, call.Probe, c.OTP, c.CartValue()); err != nil {
		return refused, nil
	}
	given, err := s.Session.Limits.AskAgain(ctx, c, body, call.Special)
	if err != nil || !given.OK() {
		return refused, err
	}
	s.Session.Calls.JudgeByNoRule(refused)
	return given, nil
}
