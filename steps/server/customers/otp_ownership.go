package customers

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// askedOTP is an OTP that was requested with a given phone.
type askedOTP struct {
	phone   string            // in the words of the sentence
	holder  identity.Identity // the owner of the phone
	details string            // in the words of the sentence
}

// OTPOwnership contains the sentences about who may verify an OTP.
type OTPOwnership struct{ *scenario.Scenario }

// An OTP confirms the ownership of a number that is tied to an account (sections 4.1 and 4.2). A
// target may answer every request as if it had sent an OTP. So it is judged by the OTPs that
// verify.

// The phones and id numbers that a sentence names.
const (
	theCustomers      = "the customer's"
	anotherCustomers  = "another customer's"
	whatNobodyHas     = "an unknown one"
	sameDigits        = "the customer's digits in another country"
	oneDigitOff       = "the customer's with one digit changed"
	lastDigitOff      = "the customer's with the last digit changed"
	lastDigitLost     = "the customer's without its last digit"
	digitBefore       = "the customer's with a digit before it"
	zeroBefore        = "the customer's with a zero before it"
	digitBehind       = "the customer's with a digit after it"
	withDetailsOfANew = "with the details of a new customer"
	atTheOtherPath    = "without further details, at the other form of the path"
	inTheOtherForm    = " in the other form of the phone number"
)

// whose returns the person whose phone or id number a sentence names.
func (s OTPOwnership) whose(words string) identity.Identity {
	switch words {
	case theCustomers:
		return s.Customer.Who
	case anotherCustomers:
		return s.Other.Who
	case sameDigits, oneDigitOff, lastDigitOff, lastDigitLost, digitBefore, zeroBefore, digitBehind:
		if !s.Session.Customers.ExistingAreListed() { // only the numbers that the config lists may be used
			return alike(s.Customer.Who, words)
		}
	}
	return s.Session.Customers.Stranger(s.Session.Rand("whose " + s.Check.Key))
}

// alike returns a person whose phone and id number match the customer's only in part: in the digits
// after the country code, in the last digits, as a number, or in the first digits.
func alike(who identity.Identity, words string) identity.Identity {
	switch words {
	case sameDigits:
		who.Phone = who.PhoneAbroad()
	case oneDigitOff:
		at := len(who.Phone) - 6 // the digits after it distinguish the people of one run
		who.Phone = who.Phone[:at] + scenario.OtherDigit(who.Phone[at]) + who.Phone[at+1:]
	case lastDigitOff:
		last := len(who.Phone) - 1
		who.Phone = who.Phone[:last] + scenario.OtherDigit(who.Phone[last])
	case lastDigitLost:
		who.Phone = who.Phone[:len(who.Phone)-1]
	case digitBefore:
		who.IDNumber, who.Phone = "1"+who.IDNumber, "1"+who.Phone
	case zeroBefore:
		who.IDNumber, who.Phone = "0"+who.IDNumber, "0"+who.Phone
	default:
		who.IDNumber, who.Phone = who.IDNumber+"0", who.Phone+"0"
	}
	return who
}

// AnOTPIsAskedFor requests an OTP with the customer's id number and a phone that is not the
// customer's.
func (s OTPOwnership) AnOTPIsAskedFor(ctx context.Context, phone, details string) error {
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return err
	}
	f = s.otherForms(details == atTheOtherPath, strings.HasSuffix(details, inTheOtherForm))(f)
	holder := s.whose(phone)
	asked := holder
	asked.IDNumber = s.Customer.Who.IDNumber
	body := payload.ExistingCustomer(f, asked)
	answer := &driver.Call{Answer: call.Answer{Endpoint: spec.SendOTP, Kind: call.Probe}, Customer: s.Customer}
	if details == withDetailsOfANew {
		answer.Variant = call.NewCustomerVariant
		body = payload.NewCustomer(f, asked)
	}
	s.Customer.OTPSends++
	s.Customer.Foreign++
	if phone == anotherCustomers {
		s.Other.OTPSends, s.Other.OTPAgain = s.Other.OTPSends+1, s.Other.OTPAgain+1
	}
	*scenario.State[askedOTP](s.Scenario) = askedOTP{phone, holder, details}
	return s.SetAnswer(s.Session.Perform(ctx, answer, driver.Request{Path: f.OTPPath(spec.SendOTP), Body: body}))
}

// AnOTPWasRequestedWithAllDetails requests an OTP as a store does that does not know the customer. How
// the service answers is not shown (section 4.1). Where it sends no OTPs, or the config lists the
// customers and may not have all details, there is no request.
func (s OTPOwnership) AnOTPWasRequestedWithAllDetails(ctx context.Context) error {
	if !s.Session.Config.Covers(spec.CapabilityOTP) || s.Session.Customers.ExistingAreListed() {
		return nil
	}
	f, err := s.Session.OTPs.OTPForm(ctx)
	if call.IsBreak(err) || call.IsUntested(err) {
		return nil
	}
	if err != nil {
		return err
	}
	s.Customer.OTPSends++
	s.Customer.Foreign++
	answer := &driver.Call{Answer: call.Answer{Endpoint: spec.SendOTP, Kind: call.Probe, Variant: call.NewCustomerVariant}, Customer: s.Customer}
	_, err = s.Session.Perform(ctx, answer, driver.Request{Path: f.OTPPath(spec.SendOTP), Body: payload.NewCustomer(f, s.Customer.Who)})
	return err
}

// ItVerifiesForTheCustomerByNoPhone judges whether the OTP that was sent, if any, verifies for the
// customer.
func (s OTPOwnership) ItVerifiesForTheCustomerByNoPhone(ctx context.Context) error {
	sent := s.Answers[0]
	if sent.Response == nil && !sent.Unanswered {
		return judgement.Errored("%s was not answered: %v", spec.Line(spec.SendOTP), sent.Err)
	}
	s.Decides()
	otp, err := s.strayOTP(ctx, sent)
	if err == nil && otp == "" && call.IsRefusedByValidation(&sent.Answer) { // a target may refuse the first request and carry out the second
		otp, err = s.anotherStrayOTP(ctx)
	}
	if err != nil || otp == "" {
		return err
	}
	if err := s.mustNotVerify(ctx, scenario.State[askedOTP](s.Scenario).holder, otp); err != nil || otp == s.Customer.OTP {
		return err // an OTP that is equal to the customer's own shows nothing with the customer's phone
	}
	if verified := s.Answers[len(s.Answers)-1]; verified.OK() {
		if otp, err = s.anotherStrayOTP(ctx); err != nil || otp == "" {
			return err
		}
	}
	return s.mustNotVerify(ctx, s.Customer.Who, otp)
}

// anotherStrayOTP repeats the request for an OTP that was verified and so cannot be tried again.
func (s OTPOwnership) anotherStrayOTP(ctx context.Context) (string, error) {
	judged, asked := s.Answers, scenario.State[askedOTP](s.Scenario)
	if err := s.AnOTPIsAskedFor(ctx, asked.phone, asked.details); err != nil {
		return "", err
	}
	again := s.Answers[0]
	s.Answers = append(judged, again)
	return s.strayOTP(ctx, again)
}

// strayOTP returns the OTP that was sent to a phone which is not the customer's, or "" if none was
// sent as far as the answer and the phone show.
func (s OTPOwnership) strayOTP(ctx context.Context, sent *driver.Call) (string, error) {
	if !sent.OK() {
		s.noteNoSecondOTP(sent)
		return "", nil
	}
	if otp := sent.Body.Get("data.otp"); otp.Type == gjson.String && otp.Str != "" {
		s.Session.Personal.AddOTP(otp.Str)
		return otp.Str, nil
	}
	if sent.Data.Type != gjson.String || s.Session.Config.OTP == nil {
		return "", nil
	}
	if slices.Contains([]string{whatNobodyHas, sameDigits, oneDigitOff, lastDigitOff, lastDigitLost}, scenario.State[askedOTP](s.Scenario).phone) {
		return "", call.Inapplicable("the target does not give OTPs in its answers, and what it sends to an unknown phone cannot be read")
	}
	phone, _ := sent.SentString("phone_number")
	otp, err := s.Session.Config.OTP.Read(ctx, phone, s.Customer.Who.IDNumber)
	if err != nil || !spec.IsOTP(otp) {
		return "", nil // the source returned the customer's own OTP, so nothing was sent to this phone
	}
	s.Session.Personal.AddOTP(otp)
	return otp, nil
}

// mustNotVerify verifies an OTP for the customer with the phone of another person, and fails if the
// target accepts it. A target may treat the caller as a new person. Then it answers with another id
// and without a limit.
func (s OTPOwnership) mustNotVerify(ctx context.Context, by identity.Identity, otp string) error {
	answer, err := s.verifyMixed(ctx, s.Customer.Who.IDNumber, by.Phone, otp)
	if err != nil {
		return err
	}
	s.Answers = append(s.Answers, answer)
	s.Evidence.Decide(answer)
	s.NoteRefusedOTPs(answer)
	if answer.OK() && !showsCredit(answer) {
		s.noteUnseenCredit()
	}
	if !answer.OK() || !showsCredit(answer) {
		return nil
	}
	id, err := answer.Value("data.id", gjson.String)
	if err != nil {
		return err
	}
	if s.isSomebodyNew(id.Str, answer.Data.Get("credit_limit").Num) {
		s.NoteMissingEvidenceFor(answer.Breaks(judgement.IDAspect, "data.id", "the id of the customer for whom the OTP verifies", judgement.Show(id)))
		return nil // a new person, if the target returns the right id for a verified customer
	}
	s.Fail(answer, result.Failure{
		Path: "data.id", Section: "4.1", Want: result.ExpectRefused, Expected: "a refusal: the OTP did not go to the customer's phone", Actual: judgement.Show(answer.Data),
		Message: "an OTP that was sent to a phone which is not the customer's verifies for the customer",
	})
	return nil
}

// isSomebodyNew reports whether a verify seems to be for a person whom no call has named before: the
// id is new, and the credit limit is none or not the customer's.
func (s OTPOwnership) isSomebodyNew(id string, limit float64) bool {
	for _, known := range []*customer.Customer{s.Customer, s.Other} {
		if known != nil && strings.EqualFold(id, known.ID) {
			return false
		}
	}
	return limit <= 0 || limit != s.Customer.Limit.Get("credit_limit_details.credit_limit").Num
}

// noteUnseenCredit notes that no answer to a valid verify shows the customer's id or limit. Then the
// answer to a wrong OTP does not show for whom it verifies either.
func (s OTPOwnership) noteUnseenCredit() {
	served := s.validVerifies()
	if len(served) == 0 || slices.ContainsFunc(served, showsCredit) {
		return
	}
	const path = "data.id"
	s.NoteMissingEvidence(judgement.Break{Aspect: served[0].Aspect(judgement.DataAspect), Failure: served[0].Fault(result.Failure{
		Path: path, Section: "2.9", Want: result.ExpectThere, Expected: "the id, the credit limit or the payment terms of the customer", Actual: judgement.Show(served[0].Data),
		Message: "for whom an OTP verifies cannot be told",
	})})
}

// noteNoSecondOTP notes that no second OTP was sent to any customer. The refusal may be because of
// the second OTP, and not because of the wrong phone. A target may limit how many it sends to one
// person.
func (s OTPOwnership) noteNoSecondOTP(refused *driver.Call) {
	again := s.Session.Calls.Of(spec.SendOTP, func(c *driver.Call) bool { return c.OK() && c.Variant == call.AgainVariant })
	if s.Customer.OTPSends > 1 && len(again) == 0 && !call.IsRateLimited(&refused.Answer) {
		aspect := judgement.Aspect{Endpoint: spec.SendOTP, Variant: call.AgainVariant, Name: judgement.StatusAspect}
		s.NoteMissingEvidence(refused.RefusedFor(aspect, "no second OTP is sent, to any customer"))
	}
}

// NoteRefusedOTPs notes that the refusal of a wrong OTP shows little: the target also refused right
// OTPs, or verified none yet.
func (s OTPOwnership) NoteRefusedOTPs(refused *driver.Call) {
	if refused.OK() {
		return
	}
	right := s.Session.Calls.Of(spec.VerifyOTP, func(c *driver.Call) bool { return c.Kind == call.Plain && call.IsRefusedByValidation(&c.Answer) })
	switch {
	case len(right) > 0:
		s.NoteMissingEvidence(right[0].RefusedFor(right[0].Aspect(judgement.StatusAspect), "right OTPs do not verify either"))
	case len(s.validVerifies()) == 0:
		s.NoteMissingEvidence(refused.RefusedFor(refused.Aspect(judgement.StatusAspect), "no OTP verifies, for any customer"))
	}
}

// validVerifies returns the valid calls that verified an OTP so far.
func (s OTPOwnership) validVerifies() []*driver.Call {
	return s.Session.Calls.Of(spec.VerifyOTP, func(c *driver.Call) bool { return c.OK() && c.Kind != call.Probe })
}

// showsCredit reports whether an answer to verify has members of section 2.9. A refusal may also
// come with status 200.
func showsCredit(c *driver.Call) bool {
	return c.Data.Get("id").Type == gjson.String || c.Data.Get("credit_limit").Type == gjson.Number || c.Data.Get("payment_terms").IsObject()
}

// verifyMixed makes a verify with an id number and a phone that may belong to different people.
func (s OTPOwnership) verifyMixed(ctx context.Context, idNumber, phone, otp string) (*driver.Call, error) {
	path, err := s.Session.OTPs.PathOfVerify(ctx)
	if err != nil {
		return nil, err
	}
	mixed := &customer.Customer{Who: identity.Identity{IDNumber: idNumber, Phone: phone}}
	s.countWrongOTP(mixed.Who)
	return s.Session.OTPs.Verify(ctx, mixed, call.Probe, driver.Verification{Reading: path, OTP: otp, Value: s.cartValue()})
}

// countWrongOTP counts a wrong OTP for each customer who may be refused because of it from now on.
func (s OTPOwnership) countWrongOTP(who identity.Identity) {
	for _, c := range []*customer.Customer{s.Customer, s.Other} {
		if c != nil && (c.Who.IDNumber == who.IDNumber || c.Who.Phone == who.Phone) {
			c.WrongOTPs++
		}
	}
}

func (s OTPOwnership) cartValue() int64 {
	if s.Customer == nil {
		return 1000
	}
	return s.Customer.CartValue()
}

// TheOTPIsVerifiedMixed verifies the customer's OTP with each given pair of an id number and a
// phone. The target need not serve the other form of the path.
func (s OTPOwnership) TheOTPIsVerifiedMixed(ctx context.Context, otherPath, ids, phones string) error {
	s.Answers = nil
	for id := range strings.SplitSeq(ids, ", ") {
		for phone := range strings.SplitSeq(phones, ", ") {
			answer, err := s.verifyWith(ctx, id, phone, otherPath != "")
			if err != nil {
				return err
			}
			s.Answers = append(s.Answers, answer)
		}
	}
	return nil
}

// TheOTPIsVerifiedByAStranger verifies the customer's OTP with a phone that nobody has named.
func (s OTPOwnership) TheOTPIsVerifiedByAStranger(ctx context.Context) error {
	return s.SetAnswer(s.verifyWith(ctx, theCustomers, whatNobodyHas, false))
}

// verifyWith verifies the customer's OTP with an id number and a phone in the words of a sentence.
func (s OTPOwnership) verifyWith(ctx context.Context, id, phone string, otherPath bool) (*driver.Call, error) {
	phone, otherForm := strings.CutSuffix(phone, inTheOtherForm)
	if !otherForm && !otherPath {
		return s.verifyMixed(ctx, s.whose(id).IDNumber, s.whose(phone).Phone, s.Customer.OTP)
	}
	mixed := &customer.Customer{Who: identity.Identity{IDNumber: s.whose(id).IDNumber, Phone: s.whose(phone).Phone}}
	s.countWrongOTP(mixed.Who)
	return s.verifyAnything(ctx, mixed, anyOTP{code: s.Customer.OTP, cart: strconv.FormatInt(s.cartValue(), 10), form: s.otherForms(otherPath, otherForm)})
}

// AStrangerVerifies verifies an OTP for a person who was sent none.
func (s OTPOwnership) AStrangerVerifies(ctx context.Context, words string) error {
	who := s.Session.Customers.Stranger(s.Session.Rand("stranger " + s.Check.Key))
	sent := ""
	if s.Customer != nil {
		sent = s.Customer.OTP
	}
	code, ok := otpInWords(sent, who, words)
	if !ok {
		return judgement.Errored("no OTP is meant by %q", words)
	}
	return s.SetAnswer(s.verifyAnything(ctx, &customer.Customer{Who: who}, anyOTP{code: code, cart: strconv.FormatInt(s.cartValue(), 10), form: s.otherForms(false, false)}))
}

// TheOTPWasVerified verifies the customer's OTP, which uses it up.
func (s OTPOwnership) TheOTPWasVerified(ctx context.Context) error {
	answer, err := s.VerifyAs(ctx, s.Customer, call.Plain, s.Customer.OTP, s.Customer.CartValue())
	if err != nil {
		return err
	}
	return answer.Served()
}

func (s OTPOwnership) AnOTPWasSentTimes(ctx context.Context, times int) error {
	for n := range times {
		err := Givens(s).AnOTPWasSent(ctx)
		if n > 0 && s.Customer.OTP != "" && call.IsUntested(err) {
			return nil // the target sends no more OTPs to one person
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// SomebodyNewWithAnOTP prepares a person who was sent an OTP and has not asked for a limit. If no
// new person is listed, the rules about new customers report it, and this check is left out.
func (s OTPOwnership) SomebodyNewWithAnOTP(ctx context.Context) (err error) {
	s.Customer, err = s.Session.Customers.OTPOnlyCustomer()
	if call.IsUntested(err) {
		return call.Inapplicable("%s", err.Error())
	}
	if err != nil {
		return err
	}
	sent, err := s.Session.OTPs.SendOTPToNew(ctx, s.Customer)
	if err != nil {
		return err
	}
	if err := sent.Served(); err != nil {
		return err
	}
	return s.Session.OTPs.ReadOTP(ctx, s.Customer, sent)
}
