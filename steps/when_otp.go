package steps

import "context"

func (s *Scenario) anOTPIsSentTimes(ctx context.Context, times int) error {
	for range times {
		sent, err := s.run.sendOTPToExisting(ctx, s.by(), s.customer)
		if err != nil {
			return err
		}
		s.subject = append(s.subject, sent)
	}
	return nil
}

func (s *Scenario) theOTPIsVerified(ctx context.Context) error {
	return s.asked(s.verifyAs(ctx, s.customer, plain, s.customer.otp, s.customer.cartValue()))
}

// anOTPIsVerifiedOnce verifies one OTP of a kind of customer, whose answer several
// rules judge.
func (s sharing) anOTPIsVerifiedOnce(ctx context.Context, kind string) error {
	answer, err := shared(ctx, s.run, "OTP verified of "+kind, func(ctx context.Context) (*call, error) {
		if err := s.aCustomerOfTheirOwn(ctx, kind); err != nil {
			return nil, err
		}
		if err := s.anOTPWasSent(ctx); err != nil {
			return nil, err
		}
		return s.verifyAs(ctx, s.customer, plain, s.customer.otp, s.customer.cartValue())
	})
	if err != nil {
		return err
	}
	s.customer = answer.customer
	return s.asked(answer, nil)
}

func (s *Scenario) theOTPIsVerifiedFor(ctx context.Context, value string) error {
	first := s.amount(value, s.customer.available)
	return s.largestTaken("item_value", sizes(first, smallerPrices), func(size int64, k kind) (*call, error) {
		if size != first { // the OTP may be used up
			if err := s.run.sendAndRead(ctx, s.by(), s.customer); err != nil {
				return nil, err
			}
		}
		return s.verifyAs(ctx, s.customer, k, s.customer.otp, size)
	})
}

// aWrongOTPIsVerified changes the OTP that was sent, always into another one.
func (s *Scenario) aWrongOTPIsVerified(ctx context.Context, how string) error {
	s.customer.misled++
	return s.asked(s.verifyAs(ctx, s.customer, probe, wrong(s.customer.otp, how), s.customer.cartValue()))
}

// wrong turns an OTP into one that was not sent.
func wrong(otp, how string) string {
	digits := []byte(otp)
	turn := func(i int) { digits[i] = '0' + (digits[i]-'0'+1)%10 }
	switch how {
	case "with its first digit changed":
		turn(0)
	case "that is another altogether":
		for i := range digits {
			turn(i)
		}
	default:
		turn(len(digits) - 1)
	}
	return string(digits)
}

// eachVerifiesTheOthersOTP swaps the OTPs of two customers.
func (s *Scenario) eachVerifiesTheOthersOTP(ctx context.Context) error {
	s.subject = nil
	for _, pair := range [][2]*customer{{s.customer, s.other}, {s.other, s.customer}} {
		pair[0].misled++
		answer, err := s.verifyAs(ctx, pair[0], probe, pair[1].otp, pair[0].cartValue())
		if err != nil {
			return err
		}
		s.subject = append(s.subject, answer)
	}
	return nil
}
