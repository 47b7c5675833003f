package customers

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// OTPCalls contains the sentences that send and verify OTPs.
type OTPCalls struct{ *scenario.Scenario }

func (s OTPCalls) AnOTPIsSentTimes(ctx context.Context, times int) (err error) {
	if s.Customer.OTPSends > 1 && !s.Session.Customers.ExistingAreListed() { // a target may limit how many OTPs it sends to one person
		if s.Customer, err = s.Session.Customers.NewCustomerWithLimit(ctx, s.Customer.Kind); err != nil {
			return err
		}
	}
	for n := range times {
		sent, err := s.Session.OTPs.SendOTPToExisting(ctx, s.Customer)
		if n > 0 && call.IsUntested(err) {
			return call.Inapplicable("%s", err.Error())
		}
		if err != nil {
			return err
		}
		s.Answers = append(s.Answers, sent)
	}
	return nil
}

// AnOTPIsSentToTheNewCustomerAgain sends another OTP to a person without a limit. If no such person
// is listed, the rules about new customers report it.
func (s OTPCalls) AnOTPIsSentToTheNewCustomerAgain(ctx context.Context) (err error) {
	answer, err := s.Session.OTPs.SecondToNewcomer(ctx)
	if err == nil {
		s.Customer = answer.Customer
	}
	if err == nil && call.RefusesThisTime(&answer.Answer) {
		answer, err = s.Session.OTPs.SendAgainAfterPause(ctx, answer)
	}
	if err == nil && call.IsRateLimited(&answer.Answer) {
		return call.Inapplicable("%s", s.Session.OTPCap.String())
	}
	if call.IsUntested(err) {
		return call.Inapplicable("%s", err.Error())
	}
	return s.SetAnswer(answer, err)
}

// AnOTPIsSentToSomebodyBornOn sends an OTP to a person without a limit who was born on the given
// day of a leap year.
func (s OTPCalls) AnOTPIsSentToSomebodyBornOn(ctx context.Context, day string) error {
	if s.Session.Customers.NewAreListed() {
		return call.Inapplicable("listed people have days of birth of their own")
	}
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return err
	}
	if s.Customer, err = s.Session.Customers.NewCustomer(s.Check.Key, customer.Employed, nil); err != nil {
		return err
	}
	if s.Customer.Who, err = s.Customer.Who.BornOn(day); err != nil {
		return judgement.Errored("%v", err)
	}
	return s.SetAnswer(s.Session.OTPs.SendNew(ctx, s.Customer, f, call.Special))
}

// TheOTPIsVerifiedBeyondTheLimit verifies the OTP for a cart that costs more than the limit. The target
// may refuse it (section 7). Every rule judges a success.
func (s OTPCalls) TheOTPIsVerifiedBeyondTheLimit(ctx context.Context) error {
	answer, err := s.VerifyAs(ctx, s.Customer, call.Probe, s.Customer.OTP, 2*customer.Spendable(s.Customer.Limit)+1)
	if err == nil && (!answer.OK() || !showsCredit(answer)) {
		return call.Inapplicable("the target verifies no OTP for a cart beyond the limit, as it may")
	}
	if err == nil {
		s.Session.Calls.JudgeByAllRules(answer)
	}
	return s.SetAnswer(answer, err)
}

func (s OTPCalls) TheOTPIsVerified(ctx context.Context) error {
	return s.SetAnswer(s.VerifyAs(ctx, s.Customer, call.Plain, s.Customer.OTP, s.Customer.CartValue()))
}

// AnOTPIsVerifiedOnce verifies one OTP for a kind of customer. Several rules judge the answer.
func (s OTPCalls) AnOTPIsVerifiedOnce(ctx context.Context, kind string) error {
	answer, err := driver.Shared(ctx, s.Session.Run, "OTP verified of "+kind, func(ctx context.Context) (*driver.Call, error) {
		if err := Givens(s).ACustomerOfTheirOwn(ctx, kind); err != nil {
			return nil, err
		}
		if err := Givens(s).AnOTPWasSent(ctx); err != nil {
			return nil, err
		}
		return s.VerifyAs(ctx, s.Customer, call.Plain, s.Customer.OTP, s.Customer.CartValue())
	})
	if err != nil {
		return err
	}
	s.Customer = answer.Customer
	return s.SetAnswer(answer, nil)
}

func (s OTPCalls) TheOTPIsVerifiedFor(ctx context.Context, value string) error {
	first := s.Amount(value, s.Customer.Available())
	return s.LargestTaken(ctx, "item_value", history.AndLarger(history.Sizes(first, history.SmallerPrices), history.LargerPrices, s.Customer.Available()/4), func(size int64, k call.Kind) (*driver.Call, error) {
		if size != first { // the OTP may be used up
			if err := s.sendAnotherOTP(ctx); err != nil {
				return nil, err
			}
		}
		return s.VerifyAs(ctx, s.Customer, k, s.Customer.OTP, size)
	})
}

// sendAnotherOTP sends another OTP to the customer or, if the target sends the customer no more, one
// to another customer.
func (s OTPCalls) sendAnotherOTP(ctx context.Context) (err error) {
	if err = s.Session.OTPs.SendAndRead(ctx, s.Customer); !call.IsUntested(err) || s.Session.Customers.ExistingAreListed() {
		return err
	}
	if s.Customer, err = s.OwnCustomer(ctx, s.Customer.Kind); err != nil {
		return err
	}
	return s.Session.OTPs.SendAndRead(ctx, s.Customer)
}

// AWrongOTPIsVerified verifies an OTP that always differs from the one that was sent.
func (s OTPCalls) AWrongOTPIsVerified(ctx context.Context, how string) error {
	s.Customer.WrongOTPs++
	return s.SetAnswer(s.VerifyAs(ctx, s.Customer, call.Probe, payload.WrongOTP(s.Customer.OTP, how), s.Customer.CartValue()))
}

// EachVerifiesTheOthersOTP swaps the OTPs of two customers. A target that sends everyone the same
// OTP (section 4.1 does not forbid it) shows nothing then. In that case the OTP is verified with a
// phone to which none was sent.
func (s OTPCalls) EachVerifiesTheOthersOTP(ctx context.Context) error {
	if s.Customer.OTP == s.Other.OTP {
		return OTPOwnership(s).AStrangerVerifies(ctx, "the customer's OTP")
	}
	s.Answers = nil
	for _, pair := range [][2]*customer.Customer{{s.Customer, s.Other}, {s.Other, s.Customer}} {
		pair[0].WrongOTPs++
		answer, err := s.VerifyAs(ctx, pair[0], call.Probe, pair[1].OTP, pair[0].CartValue())
		if err != nil {
			return err
		}
		s.Answers = append(s.Answers, answer)
	}
	return nil
}

// ACustomerUnaskedVerifies verifies OTPs that were not sent, for a customer who was given a limit
// without an OTP. It is unknown which OTPs a listed customer was sent before the run.
func (s OTPOwnership) ACustomerUnaskedVerifies(ctx context.Context, list string) error {
	if s.Session.Customers.ExistingAreListed() || s.Session.Customers.NewAreListed() {
		return call.Inapplicable("a listed customer may have been sent an OTP before the run")
	}
	sent, err := s.otpOfAnother(ctx)
	if err != nil {
		return err
	}
	if _, err := s.aCustomerWithoutAnOTP(ctx, customer.Employed); err != nil {
		return err
	}
	s.Answers = nil
	for words := range strings.SplitSeq(list, ", ") {
		code, ok := otpInWords(sent, s.Customer.Who, words)
		if !ok {
			return judgement.Errored("no OTP is meant by %q", words)
		}
		answer, err := s.verifyAnything(ctx, s.Customer, anyOTP{code: code, cart: strconv.FormatInt(s.cartValue(), 10), form: OTPOwnership(s).otherForms(false, false)})
		if err != nil {
			return err
		}
		s.Answers = append(s.Answers, answer)
	}
	return nil
}

// otpOfAnother sends an OTP to a customer whom no other check uses, and returns it.
func (s OTPOwnership) otpOfAnother(ctx context.Context) (string, error) {
	if err := Givens(s).ACustomerOfTheirOwn(ctx, "a customer"); err != nil {
		return "", err
	}
	err := Givens(s).AnOTPWasSent(ctx)
	return s.Customer.OTP, err
}

// ACustomerWhoVerifiedNoOTP prepares a customer for whom the target has verified no OTP yet, if it
// gives limits without one. Otherwise, and if customers are listed, it is any customer.
func (s OTPOwnership) ACustomerWhoVerifiedNoOTP(ctx context.Context, kind string) error {
	if s.Session.Customers.ExistingAreListed() || !s.Session.Combinations.GivesUnasked(ctx, kinds[kind]) {
		return Givens(s).ACustomerOfTheirOwn(ctx, kind)
	}
	asked, err := s.aCustomerWithoutAnOTP(ctx, kinds[kind])
	if err != nil {
		return err
	}
	return s.Customer.KeepLimit(&asked.Answer) // the cart values to verify must be within it
}

// aCustomerWithoutAnOTP prepares a customer who has a limit and was never sent an OTP, if the
// target permits that. The specification does not say whether an OTP is required before a limit
// (section 4.2).
func (s OTPOwnership) aCustomerWithoutAnOTP(ctx context.Context, kind customer.Kind) (asked *driver.Call, err error) {
	if s.Customer, err = s.Session.Customers.NewApplicant(ctx, s.Check.Key, kind); err != nil {
		return nil, err
	}
	if s.Customer.OTPSends > 0 {
		return nil, call.Inapplicable("the target gives a limit only after an OTP")
	}
	base, err := s.Session.Limits.LimitForm(ctx, kind)
	if err != nil {
		return nil, err
	}
	if asked, err = s.Session.Customers.AskForLimit(ctx, s.Customer, base.Form, call.Special); err != nil {
		return nil, err
	}
	s.Session.Calls.JudgeServerError(asked)
	return asked, asked.Served()
}

// maxZeroSends is the maximum number of OTPs that are sent to get one that begins with 0. One in
// ten does.
const maxZeroSends = 40

// AnOTPThatBeginsWithZeroIsVerified gathers the verified OTPs of the run that begin with 0. If OTPs
// with a 0 were sent but none of them was verified, more OTPs are sent until one begins with 0. A
// service that keeps OTPs as numbers loses the 0 (section 4.2 requires six digits), and a check
// about something else may have used up such a refusal.
func (s OTPCalls) AnOTPThatBeginsWithZeroIsVerified(ctx context.Context) error {
	beginWithZero := slices.DeleteFunc(s.Session.Personal.OTPs(), func(otp string) bool { return !strings.HasPrefix(otp, "0") })
	if len(beginWithZero) == 0 {
		return call.Inapplicable("no OTP of the run begins with 0")
	}
	verified := s.Session.Calls.Of(spec.VerifyOTP, func(c *driver.Call) bool { return c.OK() })
	if len(verified) == 0 {
		return call.Inapplicable("the target verified no OTP")
	}
	s.Answers = slices.DeleteFunc(verified, func(c *driver.Call) bool {
		otp, _ := c.SentString("otp")
		return !slices.Contains(beginWithZero, otp)
	})
	if len(s.Answers) > 0 {
		return nil
	}
	if s.Session.Config.OTP != nil || s.Session.Customers.ExistingAreListed() || s.Session.OTPs.AreCapped(ctx) {
		return call.Inapplicable("no more OTPs are sent to these customers")
	}
	return s.sendUntilZero(ctx)
}

// sendUntilZero sends one OTP to each of several customers until one begins with 0, and verifies
// that one.
func (s OTPCalls) sendUntilZero(ctx context.Context) error {
	customers := s.Session.Calls.WithoutWrongOTPs()
	for _, c := range customers[:min(maxZeroSends, len(customers))] {
		err := s.Session.OTPs.SendAndRead(ctx, c)
		switch {
		case call.IsUntested(err):
		case err != nil:
			return err
		case strings.HasPrefix(c.OTP, "0"):
			return s.SetAnswer(s.VerifyAs(ctx, c, call.Plain, c.OTP, c.CartValue()))
		}
	}
	return call.Inapplicable("no OTP that was sent again begins with 0")
}
