package server

import (
	"context"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/driver"
)

// otpCalls are the sentences that verify an OTP.
type otpCalls struct{ *Scenario }

func (s otpCalls) anOTPIsSentTimes(ctx context.Context, times int) error {
	for range times {
		sent, err := s.session.OTPs.SendOTPToExisting(ctx, s.customer)
		if err != nil {
			return err
		}
		s.answers = append(s.answers, sent)
	}
	return nil
}

func (s otpCalls) theOTPIsVerified(ctx context.Context) error {
	return s.setAnswer(s.verifyAs(ctx, s.customer, call.Plain, s.customer.OTP, s.customer.CartValue()))
}

// anOTPIsVerifiedOnce verifies one OTP of a kind of customer, whose answer several
// rules judge.
func (s sharedOrders) anOTPIsVerifiedOnce(ctx context.Context, kind string) error {
	answer, err := driver.Shared(ctx, s.session.Run, "OTP verified of "+kind, func(ctx context.Context) (*driver.Call, error) {
		if err := customerGivens(s).aCustomerOfTheirOwn(ctx, kind); err != nil {
			return nil, err
		}
		if err := customerGivens(s).anOTPWasSent(ctx); err != nil {
			return nil, err
		}
		return s.verifyAs(ctx, s.customer, call.Plain, s.customer.OTP, s.customer.CartValue())
	})
	if err != nil {
		return err
	}
	s.customer = answer.Customer
	return s.setAnswer(answer, nil)
}

func (s otpCalls) theOTPIsVerifiedFor(ctx context.Context, value string) error {
	first := purchaseGivens(s).amount(value, s.customer.Available)
	return s.largestTaken("item_value", driver.Sizes(first, driver.SmallerPrices), func(size int64, k call.Kind) (*driver.Call, error) {
		if size != first { // the OTP may be used up
			if err := s.session.OTPs.SendAndRead(ctx, s.customer); err != nil {
				return nil, err
			}
		}
		return s.verifyAs(ctx, s.customer, k, s.customer.OTP, size)
	})
}

// aWrongOTPIsVerified changes the OTP that was sent, always into another one.
func (s otpCalls) aWrongOTPIsVerified(ctx context.Context, how string) error {
	s.customer.WrongOTPs++
	return s.setAnswer(s.verifyAs(ctx, s.customer, call.Probe, driver.Wrong(s.customer.OTP, how), s.customer.CartValue()))
}

// eachVerifiesTheOthersOTP swaps the OTPs of two customers.
func (s otpCalls) eachVerifiesTheOthersOTP(ctx context.Context) error {
	s.answers = nil
	for _, pair := range [][2]*customer.Customer{{s.customer, s.other}, {s.other, s.customer}} {
		pair[0].WrongOTPs++
		answer, err := s.verifyAs(ctx, pair[0], call.Probe, pair[1].OTP, pair[0].CartValue())
		if err != nil {
			return err
		}
		s.answers = append(s.answers, answer)
	}
	return nil
}
