package probes

import (
	"context"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// noFixedOTPWasSent judges a target that sends everybody the same OTP. There a refused call makes no
// earlier OTP invalid. But if it sent one to a person who had none, that person can verify it.
func (s Effects) noFixedOTPWasSent(ctx context.Context) error {
	otp, isFixed := s.Session.FixedOTP.Get()
	if !isFixed || s.Session.Customers.NewAreListed() {
		return nil
	}
	refused, err := s.refusedSend(ctx)
	if err != nil || scenario.LooksServed(refused) {
		return err // the first call is judged for that
	}
	after, err := s.verifyFixed(ctx, refused.Customer, otp)
	if err != nil || !scenario.LooksServed(after) {
		return err
	}
	other, err := s.Session.Customers.OTPOnlyCustomer()
	if err != nil {
		return err
	}
	without, err := s.verifyFixed(ctx, other, otp)
	if err != nil || scenario.LooksServed(without) {
		return err // it verifies for anybody, which VER-13 reports
	}
	s.Fail(refused, result.Failure{
		Path: "status", Section: "5", Kind: result.Effect, Want: result.ExpectRefused, Other: after.ID,
		Expected: "a refusal: the person was sent no OTP", Actual: judgement.Show(after.Data) + ", in exchange " + after.ID,
		Message: "the refused call has sent an OTP, which then verifies",
	})
	return nil
}

// refusedSend repeats the refused call for a new person.
func (s Effects) refusedSend(ctx context.Context) (*driver.Call, error) {
	credentials := s.Answers[0].Credentials
	auth, err := bad(ctx, s.Session.Run, credentials)
	if err != nil {
		return nil, err
	}
	c, req, err := validCalls(s).newCustomersOTP(ctx)
	if err != nil {
		return nil, err
	}
	refused, err := Calls(s).callBadly(ctx, s.Answers[0].Endpoint, auth, c, req)
	if err == nil {
		refused.Credentials = credentials
	}
	return refused, err
}

func (s Effects) verifyFixed(ctx context.Context, who *customer.Customer, otp string) (*driver.Call, error) {
	return s.VerifyAs(ctx, who, call.Probe, otp, who.CartValue())
}
