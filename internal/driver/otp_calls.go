package driver

import (
	"cmp"
	"context"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// otps is the part of a session that sends and verifies OTPs (sections 4.1, 4.2).
type otps struct{ *Session }

// OTPForm returns the form in which the target takes a new customer's OTP request.
func (s otps) OTPForm(ctx context.Context) (payload.Form, error) {
	return Shared(ctx, s.Run, "otp base", s.Customers.otpForm)
}

// SendOTPToNew makes the call of section 4.1 with the six personal details.
func (s otps) SendOTPToNew(ctx context.Context, c *customer.Customer) (*Call, error) {
	f, err := s.OTPForm(ctx)
	if err != nil {
		return nil, err
	}
	return s.SendNew(ctx, c, f, call.Plain)
}

func (s otps) SendNew(ctx context.Context, c *customer.Customer, f payload.Form, k call.Kind) (*Call, error) {
	return s.sendDetails(ctx, c, f, &Call{Answer: call.Answer{Variant: call.NewCustomerVariant, Kind: k}})
}

// sendDetails sends the six details of a new customer.
func (s otps) sendDetails(ctx context.Context, c *customer.Customer, f payload.Form, answer *Call) (*Call, error) {
	return s.sendWith(ctx, c, f, answer, Request{Body: payload.NewCustomer(f, c.Who)})
}

// SendOTPToExisting makes the call of section 4.1 with the two details that identify an account.
func (s otps) SendOTPToExisting(ctx context.Context, c *customer.Customer) (*Call, error) {
	f, err := s.OTPForm(ctx)
	if err != nil {
		return nil, err
	}
	answer := &Call{Answer: call.Answer{Kind: call.Plain}}
	if c.OTPAgain++; c.OTPAgain > 1 {
		answer.Kind, answer.Variant = call.Special, call.AgainVariant
	}
	return s.SendExisting(ctx, c, f, answer)
}

func (s otps) SendExisting(ctx context.Context, c *customer.Customer, f payload.Form, answer *Call) (*Call, error) {
	body := payload.ExistingCustomer(f, c.Who)
	return s.sendWith(ctx, c, f, answer, Request{Body: body})
}

func (s otps) sendWith(ctx context.Context, c *customer.Customer, f payload.Form, answer *Call, req Request) (*Call, error) {
	answer.Endpoint, answer.Customer, req.Path = spec.SendOTP, c, f.OTPPath(spec.SendOTP)
	c.OTPSends++
	if s.Customers.mayBeRefusedOTPs(c) && answer.Kind != call.Probe {
		return s.sendOneMore(ctx, c, answer, req)
	}
	answer, err := s.Perform(ctx, answer, req)
	if err == nil && req.AtOnce && call.IsRateLimited(&answer.Answer) {
		return answer, nil // the previous OTP is still the last one
	}
	if err == nil && answer.Variant == call.AgainVariant && answer.OK() && !s.Calls.WasSentOTP(c, answer) {
		s.Calls.Relabel(answer, "") // calls before it were made to be refused, and were: this OTP is the first one
	}
	keepSent(c, answer)
	return answer, err
}

// keepSent stores the answer to the last send OTP in the customer. Earlier answers no longer
// count.
func keepSent(c *customer.Customer, answer *Call) {
	c.Sent, c.OTP = nil, ""
	if answer != nil {
		c.Sent = &answer.Answer
	}
}

// maxPauses is how often an OTP is requested again, after all waits of a call, if the target is known
// to send one person another OTP after a short pause.
const maxPauses = 3

// sendOneMore sends another OTP to a customer that has had many: a refusal shows nothing about
// the target.
func (s otps) sendOneMore(ctx context.Context, c *customer.Customer, answer *Call, req Request) (*Call, error) {
	answer.Kind = call.Probe
	req.AtOnce = req.AtOnce || s.OTPCap.IsKnown() && !s.OTPCap.EndsSoon()
	variant := answer.Variant
	answer, err := s.Perform(ctx, answer, req)
	for range maxPauses {
		if err != nil || req.AtOnce || !s.OTPCap.EndsSoon() || s.Config.Client.LimitsRate() || !call.IsRateLimited(&answer.Answer) {
			break
		}
		// another check may have sent this person an OTP meanwhile, so the pause began again
		if !s.Config.Client.WaitFor(ctx, answer.Exchange, shortPause) {
			break
		}
		answer, err = s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.SendOTP, Variant: variant, Kind: call.Probe}, Customer: c}, req)
	}
	if err == nil {
		if err := s.RefusalMayBeForOTPs(c, answer); err != nil {
			return nil, err // the previous OTP is still the last one
		}
	}
	keepSent(c, answer)
	if err != nil || answer.Response == nil {
		return answer, err
	}
	s.Calls.SetPlain(answer)
	return answer, nil
}

// RefusalMayBeForOTPs returns an error if the target may have refused a call because of what the
// customer did earlier in this run (many OTPs, or wrong ones). Then the refusal shows nothing.
func (s otps) RefusalMayBeForOTPs(c *customer.Customer, answer *Call) error {
	switch {
	case !s.Customers.mayBeRefusedOTPs(c) || answer.Response == nil || answer.OK():
		return nil
	case c.WrongOTPs > 0:
		return judgement.Untested("the target refuses a listed customer for whom %d wrong OTPs were tried before, as it may: list more people under identities", c.WrongOTPs)
	}
	if s.Customers.ExistingAreListed() {
		return judgement.Untested("the target refuses a listed customer for whom %d OTPs were requested, as it may: list more people under identities", c.OTPSends)
	}
	if s.OTPCap.IsKnown() {
		return judgement.Untested("%s", s.OTPCap.String())
	}
	return judgement.Untested("the target refuses a customer for whom %d OTPs were requested, as it may", c.OTPSends)
}

// ReadOTP reads the OTP that was sent. It is in the answer, as in the test environment, or comes
// from the source that the config names.
func (s otps) ReadOTP(ctx context.Context, c *customer.Customer, sent *Call) error {
	if otp := sent.Body.Get("data.otp"); otp.Type == gjson.String {
		s.keepOTP(c, otp.String())
		return nil
	}
	if sent.Data.IsObject() || (s.Config.OTP == nil && sent.Malformed("data")) {
		return sent.Breaks(judgement.DataAspect, "data.otp", "a string of six digits", judgement.Show(sent.Data))
	}
	if s.Config.OTP == nil {
		return judgement.Untested("the response to send OTP does not contain the OTP, and no OTP source is configured: set otp.command, otp.file or otp.prompt")
	}
	phone, _ := sent.SentString("phone_number")
	otp, err := s.Config.OTP.Read(ctx, phone, c.Who.IDNumber)
	if err != nil {
		return judgement.Untested("the OTP source failed, so no OTP could be verified: %v", err)
	}
	if !spec.IsOTP(otp) {
		return judgement.Errored("the OTP source did not return six digits")
	}
	s.keepOTP(c, otp)
	return nil
}

func (s otps) keepOTP(c *customer.Customer, otp string) {
	c.OTP = otp
	s.Personal.AddOTP(otp)
	s.FixedOTP.Note(c.Who.Phone, otp)
}

// verifyNew verifies the OTP of a customer without a limit. The target may refuse this call, so
// it is not judged; but a target that wants the OTP gets it. A server error is not a refusal: it
// is returned as a fault of verify, and explains a limit that is refused afterwards, because
// section 4.2 permits a target to want the OTP first.
func (s otps) verifyNew(ctx context.Context, c *customer.Customer) error {
	var broken error
	for _, reading := range s.verifyPaths() {
		answer, err := s.Verify(ctx, c, call.Probe, Verification{Reading: reading, OTP: c.OTP, Value: c.CartValue()})
		if err != nil {
			return err
		}
		s.Calls.Label(answer, call.NewCustomerVariant)
		if answer.OK() && answer.HasAnyData() { // without data, this may be a refusal at a path that is not served
			c.HadLimit = customer.KnowledgeFrom(&answer.Answer)
			s.verifyPath.Store(&reading)
			return nil
		}
		if answer.IsServerError() {
			broken = answer.Served()
		}
	}
	return broken
}

// verifyPaths returns the readings of the path that are still possible.
func (s otps) verifyPaths() []string {
	if known := s.verifyPath.Load(); known != nil {
		return []string{*known}
	}
	return s.PermittedReadings(payload.OTPPath)
}

// Verification is one attempt to verify an OTP.
type Verification struct {
	Reading string
	OTP     string
	Value   int64
	Phone   string // the reading of the phone number; empty: the reading that send OTP uses
}

// Verify makes the call of section 4.2.
func (s otps) Verify(ctx context.Context, c *customer.Customer, k call.Kind, v Verification) (*Call, error) {
	f, err := s.OTPForm(ctx)
	if err != nil {
		return nil, err
	}
	f = f.With(payload.OTPPath, v.Reading)
	f = f.With(payload.PhoneNumber, cmp.Or(v.Phone, f.Readings[payload.PhoneNumber]))
	body := map[string]any{
		"id_number": c.Who.IDNumber, "phone_number": f.Phone(c.Who.Phone),
		"otp": v.OTP, "item_value": strconv.FormatInt(v.Value, 10),
	}
	doubtful := k != call.Probe && c.WrongOTPs > 0 && s.Customers.mayBeRefusedOTPs(c)
	if doubtful {
		k = call.Probe
	}
	answer, err := s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.VerifyOTP, Kind: k}, Customer: c},
		Request{Path: f.OTPPath(spec.VerifyOTP), Body: body})
	if err != nil || answer.Response == nil {
		return answer, err
	}
	if answer.OK() {
		c.NoteVerified(v.Value)
	}
	if err := lowAmounts(s).explainVerify(ctx, k, c, v, answer); err != nil || !doubtful {
		return answer, err
	}
	if err := s.RefusalMayBeForOTPs(c, answer); err != nil {
		return nil, err
	}
	c.WrongOTPs = 0
	s.Calls.SetPlain(answer)
	return answer, nil
}

// PathOfVerify finds out, once, at which form of the path the target serves verify. It uses a
// customer for which the target must serve it.
func (s otps) PathOfVerify(ctx context.Context) (string, error) {
	return Shared(ctx, s.Run, "verify path", func(ctx context.Context) (string, error) {
		if known := s.verifyPath.Load(); known != nil {
			return *known, nil
		}
		found := s.PermittedReadings(payload.OTPPath)[0]
		for _, reading := range s.PermittedReadings(payload.OTPPath) {
			answer, err := s.TryVerifyPath(ctx, reading)
			if err != nil {
				return found, err
			}
			if answer.OK() {
				found = reading
				break
			}
		}
		s.verifyPath.Store(&found)
		return found, nil
	})
}

func (s otps) TryVerifyPath(ctx context.Context, reading string) (*Call, error) {
	c, err := s.Customers.Lease(ctx, customer.AnyEmployee)
	if err != nil {
		return nil, err
	}
	defer s.Customers.Release(c)
	if err := s.SendAndRead(ctx, c); err != nil {
		return nil, err
	}
	answer, err := s.Verify(ctx, c, call.Probe, Verification{Reading: reading, OTP: c.OTP, Value: c.CartValue()})
	if err == nil {
		err = s.RefusalMayBeForOTPs(c, answer)
	}
	if err == nil && !answer.OK() && c.LimitIsBelow(c.CartValue()) {
		err = judgement.Untested("no customer of several was given a limit that a cart value of %d is within", c.CartValue())
	}
	if err == nil {
		s.Tried.Add(judgement.Trial{Tolerance: payload.OTPPath, Reading: reading, Endpoint: spec.VerifyOTP, Accepted: answer.OK(), Exchange: answer.ID})
	}
	return answer, err
}

// SendAndRead sends an OTP to an existing customer and reads it.
func (s otps) SendAndRead(ctx context.Context, c *customer.Customer) error {
	sent, err := s.SendOTPToExisting(ctx, c)
	if err != nil {
		return err
	}
	if err := sent.Served(); err != nil {
		return err
	}
	return s.ReadOTP(ctx, c, sent)
}
