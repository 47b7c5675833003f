package steps

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Who gets an OTP, and whom it verifies: an OTP confirms the ownership of a
// number that is tied to an account (sections 4.1 and 4.2). A target may answer
// as though it had sent one to whoever asks, so it is judged by what verifies.

// The phones and id numbers that a sentence names.
const (
	theCustomers      = "the customer's"
	anotherCustomers  = "another customer's"
	whatNobodyHas     = "one that nobody has"
	withDetailsOfANew = "a new customer's details"
)

// whose gives the person whose phone or id number a sentence names.
func (s *Scenario) whose(words string) identity {
	switch words {
	case theCustomers:
		return s.customer.who
	case anotherCustomers:
		return s.other.who
	}
	return s.run.stranger(s.run.rng("whose " + s.check.Key))
}

// anOTPIsAskedFor asks for an OTP by the customer's id number and a phone that
// is not theirs.
func (s *Scenario) anOTPIsAskedFor(ctx context.Context, phone, details string) error {
	f, err := s.run.otpBase(ctx, s.by())
	if err != nil {
		return err
	}
	holder := s.whose(phone)
	body := map[string]any{"phone_number": f.phone(holder.phone), "id_number": s.customer.who.idNumber}
	answer := &call{endpoint: sendOTP, kind: probe, customer: s.customer}
	if details == withDetailsOfANew {
		answer.variant = newCustomerVariant
		s.run.addDetails(body, f, holder)
	}
	if phone == anotherCustomers {
		s.other.otpSends, s.other.otpAgain = s.other.otpSends+1, s.other.otpAgain+1
	}
	s.phone = phone
	s.holder = holder
	return s.asked(s.run.perform(ctx, s.by(), answer, request{path: f.otpPath(sendOTP), body: body}))
}

// itVerifiesForTheCustomerByNoPhone judges whether what was sent, if anything
// was, proves whoever holds the phone to be the customer.
func (s *Scenario) itVerifiesForTheCustomerByNoPhone(ctx context.Context) error {
	sent := s.subject[0]
	if sent.Response == nil && !sent.unanswered {
		return errored("%s was not answered: %v", spec.Line(sendOTP), sent.Err)
	}
	s.decides()
	otp, err := s.strayOTP(ctx, sent)
	if err != nil || otp == "" {
		return err
	}
	if err := s.verifiesNot(ctx, s.holder, otp); err != nil || otp == s.customer.otp {
		return err // an OTP that is equal to the customer's own proves nothing by the customer's phone
	}
	return s.verifiesNot(ctx, s.customer.who, otp)
}

// strayOTP is the OTP that went to a phone which is not the customer's; empty
// where none was sent, as far as the target says and the phone shows.
func (s *Scenario) strayOTP(ctx context.Context, sent *call) (string, error) {
	if !sent.ok() {
		return "", nil
	}
	if otp := sent.body.Get("data.otp"); otp.Type == gjson.String && otp.Str != "" {
		s.run.personal.otp(otp.Str)
		return otp.Str, nil
	}
	if sent.data.Type != gjson.String || s.run.cfg.OTP == nil {
		return "", nil
	}
	if s.phone == whatNobodyHas {
		return "", &inapplicableError{"the target does not give OTPs in its answers, and what is sent to a phone that nobody has cannot be read"}
	}
	phone, _ := sent.sentString("phone_number")
	otp, err := s.run.cfg.OTP.Read(ctx, phone, s.customer.who.idNumber)
	if err != nil || !sixDigits.MatchString(otp) {
		return "", nil // the source has just read the customer's own: nothing was sent to this phone
	}
	s.run.personal.otp(otp)
	return otp, nil
}

// verifiesNot verifies an OTP for the customer by somebody's phone, and fails
// where the target takes it for proof. A target may take whoever asks for
// somebody new: then it answers with another id, and with no limit.
func (s *Scenario) verifiesNot(ctx context.Context, by identity, otp string) error {
	answer, err := s.verifyMixed(ctx, s.customer.who.idNumber, by.phone, otp)
	if err != nil {
		return err
	}
	s.subject = append(s.subject, answer)
	s.evidence.decide(answer)
	if !answer.ok() && s.run.traffic.of(verifyOTP).sum(verifyOTP).Served == 0 {
		s.halfSeen(answer.refusedFor(answer.aspect(StatusAspect), "no OTP verifies, whoever it was sent to"))
	}
	if !answer.ok() || !answer.showsCredit() {
		return nil
	}
	id, err := answer.value("data.id", gjson.String)
	if err != nil {
		return err
	}
	if strings.EqualFold(id.Str, s.customer.id) || answer.data.Get("credit_limit").Num > 0 {
		s.fail(answer, result.Failure{
			Path: "data.id", Section: "4.1", Expected: "a refusal: the OTP did not go to the customer's phone", Actual: show(answer.data),
			Message: "an OTP that was sent to a phone which is not the customer's verifies for the customer",
		})
	}
	return nil
}

// showsCredit tells whether an answer to verify says of somebody what section
// 2.9 has: a refusal may come with 200, too.
func (c *call) showsCredit() bool {
	return c.data.Get("id").Type == gjson.String || c.data.Get("credit_limit").Type == gjson.Number || c.data.Get("payment_terms").IsObject()
}

// verifyMixed makes a verify whose id number and phone need not be one person's.
func (s *Scenario) verifyMixed(ctx context.Context, idNumber, phone, otp string) (*call, error) {
	path, err := s.run.pathOfVerify(ctx, s.by())
	if err != nil {
		return nil, err
	}
	mixed := &customer{who: identity{idNumber: idNumber, phone: phone}}
	s.mislead(mixed.who)
	return s.run.verify(ctx, s.by(), mixed, probe, verification{reading: path, otp: otp, value: s.cartValue()})
}

// mislead notes a wrong OTP with whoever may be refused for it from now on.
func (s *Scenario) mislead(who identity) {
	for _, c := range []*customer{s.customer, s.other} {
		if c != nil && (c.who.idNumber == who.idNumber || c.who.phone == who.phone) {
			c.misled++
		}
	}
}

func (s *Scenario) cartValue() int64 {
	if s.customer == nil {
		return 1000
	}
	return s.customer.cartValue()
}

// theOTPIsVerifiedMixed verifies the customer's OTP with each of some pairs of an
// id number and a phone.
func (s *Scenario) theOTPIsVerifiedMixed(ctx context.Context, ids, phones string) error {
	s.subject = nil
	for id := range strings.SplitSeq(ids, ", ") {
		for phone := range strings.SplitSeq(phones, ", ") {
			answer, err := s.verifyMixed(ctx, s.whose(id).idNumber, s.whose(phone).phone, s.customer.otp)
			if err != nil {
				return err
			}
			s.subject = append(s.subject, answer)
		}
	}
	return nil
}

// aStrangerVerifies verifies an OTP for somebody to whom none was sent.
func (s *Scenario) aStrangerVerifies(ctx context.Context, words string) error {
	who := s.run.stranger(s.run.rng("stranger " + s.check.Key))
	sent := ""
	if s.customer != nil {
		sent = s.customer.otp
	}
	code, ok := otpInWords(sent, words)
	if !ok {
		return errored("no OTP is meant by %q", words)
	}
	return s.asked(s.verifyAnything(ctx, &customer{who: who}, code, strconv.FormatInt(s.cartValue(), 10)))
}

// wrongOTPsAreVerifiedFor verifies, one after another, what is not the OTP that
// was sent. What by chance is that OTP is left out.
func (s *Scenario) wrongOTPsAreVerifiedFor(ctx context.Context, list, cart string) error {
	if cart == "" {
		cart = strconv.FormatInt(s.customer.cartValue(), 10)
	}
	s.subject = nil
	for _, words := range strings.Split(list, ", ") {
		code, ok := otpInWords(s.customer.otp, words)
		switch {
		case !ok:
			return errored("no OTP is meant by %q", words)
		case code == any(s.customer.otp):
			continue
		}
		s.customer.misled++
		answer, err := s.verifyAnything(ctx, s.customer, code, cart)
		if err != nil {
			return err
		}
		s.subject = append(s.subject, answer)
	}
	if len(s.subject) == 0 {
		return &inapplicableError{fmt.Sprintf("the OTP that was sent is itself %s", list)}
	}
	return nil
}

// noOTP stands for a member that is left out.
type noOTP struct{}

// otpInWords makes of the OTP that was sent what a sentence names.
func otpInWords(sent, words string) (code any, ok bool) {
	if sixDigits.MatchString(words) {
		return words, true
	}
	switch words {
	case "an empty OTP":
		return "", true
	case "null":
		return nil, true
	case "no OTP":
		return noOTP{}, true
	case "the customer's OTP":
		return sent, true
	}
	if len(sent) != 6 {
		return nil, false
	}
	switch words {
	case "its first four digits":
		return sent[:4], true
	case "its last four digits":
		return sent[2:], true
	case "the OTP with a zero before it":
		return "0" + sent, true
	case "the OTP with a space behind it":
		return sent + " ", true
	case "its digits backwards":
		return backwards(sent), true
	case "one with its last digit changed":
		return wrong(sent, "with one digit changed"), true
	case "one with its first digit changed":
		return wrong(sent, "with its first digit changed"), true
	case "another OTP":
		return wrong(sent, "that is another altogether"), true
	}
	return nil, false
}

func backwards(text string) string {
	turned := []byte(text)
	for i, j := 0, len(turned)-1; i < j; i, j = i+1, j-1 {
		turned[i], turned[j] = turned[j], turned[i]
	}
	return string(turned)
}

// verifyAnything makes the call of section 4.2 with an OTP that need not look
// like one. It must not be served.
func (s *Scenario) verifyAnything(ctx context.Context, c *customer, code any, cart string) (*call, error) {
	f, err := s.run.otpBase(ctx, s.by())
	if err != nil {
		return nil, err
	}
	path, err := s.run.pathOfVerify(ctx, s.by())
	if err != nil {
		return nil, err
	}
	body := map[string]any{"id_number": c.who.idNumber, "phone_number": f.phone(c.who.phone), "otp": code, "item_value": cart}
	if _, absent := code.(noOTP); absent {
		delete(body, "otp")
	}
	return s.run.perform(ctx, s.by(), &call{endpoint: verifyOTP, kind: probe, customer: c},
		request{path: f.with(otpPath, path).otpPath(verifyOTP), body: body})
}

// theOTPWasVerified uses the customer's OTP up.
func (s *Scenario) theOTPWasVerified(ctx context.Context) error {
	answer, err := s.verifyAs(ctx, s.customer, plain, s.customer.otp, s.customer.cartValue())
	if err != nil {
		return err
	}
	return answer.served()
}

func (s *Scenario) anOTPWasSentTimes(ctx context.Context, times int) error {
	for range times {
		if err := s.anOTPWasSent(ctx); err != nil {
			return err
		}
	}
	return nil
}

// somebodyNewWithAnOTP is sent an OTP and asks for nothing. Where nobody new is
// listed, the rules about new customers say so, and this check is left out.
func (s *Scenario) somebodyNewWithAnOTP(ctx context.Context) (err error) {
	s.customer, err = s.run.novice()
	if isUntested(err) {
		return &inapplicableError{err.Error()}
	}
	if err != nil {
		return err
	}
	sent, err := s.run.sendOTPToNew(ctx, s.by(), s.customer)
	if err != nil {
		return err
	}
	if err := sent.served(); err != nil {
		return err
	}
	return s.run.readOTP(ctx, s.customer, sent)
}
