package steps

import (
	"context"
	"errors"
	"regexp"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
)

const newCustomerVariant = "new-customer"

func (f form) otpPath(endpoint string) string {
	if f.readings[otpPath] == headingPath {
		return spec.Of(endpoint).OtherPath
	}
	return spec.Of(endpoint).Path
}

// sendOTPToNew makes the call of section 4.1 with the six personal details.
func (r *Run) sendOTPToNew(ctx context.Context, by string, c *customer) (*call, error) {
	f, err := r.otpBase(ctx, by)
	if err != nil {
		return nil, err
	}
	return r.sendNew(ctx, by, c, f, plain)
}

func (r *Run) sendNew(ctx context.Context, by string, c *customer, f form, k kind) (*call, error) {
	body := map[string]any{"phone_number": f.phone(c.who.phone), "id_number": c.who.idNumber}
	r.addDetails(body, f, c.who)
	return r.send(ctx, by, c, f, &call{variant: newCustomerVariant, kind: k}, body)
}

// addDetails adds what only a new customer gives.
func (r *Run) addDetails(body map[string]any, f form, who identity) {
	birth := who.birth.monthFirst()
	if f.readings[otpBirthDate] == dayFirst {
		birth = who.birth.dayFirst()
	}
	body["first_name"], body["last_name"] = who.firstName, who.lastName
	body["country_code"], body["date_of_birth"] = country(f, who), birth
}

// sendOTPToExisting makes the call of section 4.1 with the two details that
// find an account.
func (r *Run) sendOTPToExisting(ctx context.Context, by string, c *customer) (*call, error) {
	f, err := r.otpBase(ctx, by)
	if err != nil {
		return nil, err
	}
	answer := &call{kind: plain}
	if c.otpAgain++; c.otpAgain > 1 {
		answer.kind, answer.variant = special, againVariant
	}
	return r.sendExisting(ctx, by, c, f, answer)
}

func (r *Run) sendExisting(ctx context.Context, by string, c *customer, f form, answer *call) (*call, error) {
	body := map[string]any{"phone_number": f.phone(c.who.phone), "id_number": c.who.idNumber}
	return r.send(ctx, by, c, f, answer, body)
}

func (r *Run) send(ctx context.Context, by string, c *customer, f form, answer *call, body map[string]any) (*call, error) {
	answer.endpoint, answer.customer = sendOTP, c
	c.otpSends++
	if r.strained(c) && answer.kind != probe {
		return r.sendStrained(ctx, by, c, f, answer, body)
	}
	answer, err := r.perform(ctx, by, answer, request{path: f.otpPath(sendOTP), body: body})
	c.sent, c.otp = answer, ""
	return answer, err
}

// strained tells whether a listed customer has had so many OTPs, or so many
// wrong ones, that a target may refuse more: what it bounds is not shown
// (section 8).
func (r *Run) strained(c *customer) bool {
	return r.roll != nil && (c.otpSends > sendsPerCustomer || c.misled > 0)
}

// sendStrained sends one more OTP to somebody who has had many: a refusal says
// nothing of the target.
func (r *Run) sendStrained(ctx context.Context, by string, c *customer, f form, answer *call, body map[string]any) (*call, error) {
	answer.kind = probe
	answer, err := r.perform(ctx, by, answer, request{path: f.otpPath(sendOTP), body: body})
	c.sent, c.otp = answer, ""
	if err != nil || answer.Response == nil {
		return answer, err
	}
	if err := r.excused(c, answer); err != nil {
		return nil, err
	}
	r.calls.promote(answer)
	return answer, nil
}

// excused says that a refusal may be owed to what a listed customer has been
// through in this run, and shows nothing.
func (r *Run) excused(c *customer, answer *call) error {
	switch {
	case !r.strained(c) || answer.Response == nil || answer.ok():
		return nil
	case c.misled > 0:
		return untested("the target refuses a listed customer for whom %d wrong OTPs were tried before, as it may: list more people under identities", c.misled)
	}
	return untested("the target refuses a listed customer who was sent %d OTPs, as it may: list more people under identities", c.otpSends)
}

var sixDigits = regexp.MustCompile(`^[0-9]{6}$`)

// readOTP finds the OTP that was sent: in the answer, as the test environment
// has it, or through the source that the config names.
func (r *Run) readOTP(ctx context.Context, c *customer, sent *call) error {
	if otp := sent.body.Get("data.otp"); otp.Type == gjson.String {
		c.otp = otp.String()
		r.personal.otp(c.otp)
		return nil
	}
	if sent.data.IsObject() || (r.cfg.OTP == nil && sent.data.Type != gjson.String) {
		return sent.breaks(DataAspect, "data.otp", "a string of six digits", show(sent.body.Get("data.otp")))
	}
	if r.cfg.OTP == nil {
		return untested("the answer to send OTP does not hold the OTP, and no source of it is configured: set otp.command, otp.file or otp.prompt")
	}
	phone, _ := sent.sentString("phone_number")
	otp, err := r.cfg.OTP.Read(ctx, phone, c.who.idNumber)
	if err != nil {
		return errored("the OTP could not be read: %v", err)
	}
	if !sixDigits.MatchString(otp) {
		return errored("the OTP source gave something else than six digits")
	}
	c.otp = otp
	r.personal.otp(otp)
	return nil
}

// sentString reads a string member of the request body.
func (c *call) sentString(path string) (string, bool) {
	v := gjson.GetBytes(c.Request.Body, path)
	return v.String(), v.Exists()
}

// verifyNew verifies the OTP of somebody who has no limit yet. The target may
// refuse, so nothing is judged; a target that wants it is satisfied.
func (r *Run) verifyNew(ctx context.Context, by string, c *customer) error {
	for _, reading := range r.verifyPaths() {
		answer, err := r.verify(ctx, by, c, probe, verification{reading: reading, otp: c.otp, value: c.cartValue()})
		if err != nil {
			return err
		}
		if answer.ok() {
			c.had = hasLimit(answer)
			r.verifyPath.set(reading)
			return nil
		}
	}
	return nil
}

// verifyPaths are the readings of the path still worth trying.
func (r *Run) verifyPaths() []string {
	if known := r.verifyPath.get(); known != "" {
		return []string{known}
	}
	return r.permitted(otpPath)
}

// verification is one attempt to verify an OTP.
type verification struct {
	reading string
	otp     string
	value   int64
}

// verify makes the call of section 4.2.
func (r *Run) verify(ctx context.Context, by string, c *customer, k kind, v verification) (*call, error) {
	f, err := r.otpBase(ctx, by)
	if err != nil {
		return nil, err
	}
	f = f.with(otpPath, v.reading)
	body := map[string]any{
		"id_number": c.who.idNumber, "phone_number": f.phone(c.who.phone),
		"otp": v.otp, "item_value": strconv.FormatInt(v.value, 10),
	}
	doubtful := k != probe && r.roll != nil && c.misled > 0
	if doubtful {
		k = probe
	}
	answer, err := r.perform(ctx, by, &call{endpoint: verifyOTP, kind: k, customer: c},
		request{path: f.otpPath(verifyOTP), body: body})
	if err != nil || !doubtful || answer.Response == nil {
		return answer, err
	}
	if err := r.excused(c, answer); err != nil {
		return nil, err
	}
	c.misled = 0
	r.calls.promote(answer)
	return answer, nil
}

// pathOfVerify finds out, once, which form of the path verify is served at, on
// a customer for whom it must be served.
func (r *Run) pathOfVerify(ctx context.Context, by string) (string, error) {
	return shared(ctx, r, "verify path", func(ctx context.Context) (string, error) {
		if known := r.verifyPath.get(); known != "" {
			return known, nil
		}
		found := r.permitted(otpPath)[0]
		for _, reading := range r.permitted(otpPath) {
			answer, err := r.tryVerifyPath(ctx, by, reading)
			if err != nil {
				return found, err
			}
			if answer.ok() {
				found = reading
				break
			}
		}
		r.verifyPath.set(found)
		return found, nil
	})
}

func (r *Run) tryVerifyPath(ctx context.Context, by, reading string) (*call, error) {
	c, err := r.lease(ctx, by, anybody)
	if err != nil {
		return nil, err
	}
	defer r.release(c)
	if err := r.sendAndRead(ctx, by, c); err != nil {
		return nil, err
	}
	answer, err := r.verify(ctx, by, c, probe, verification{reading: reading, otp: c.otp, value: c.cartValue()})
	if err == nil {
		err = r.excused(c, answer)
	}
	if err == nil {
		r.tried.add(Trial{Tolerance: otpPath, Reading: reading, Endpoint: verifyOTP, Taken: answer.ok(), Exchange: answer.ID})
	}
	return answer, err
}

// sendAndRead sends an existing customer an OTP and reads it.
func (r *Run) sendAndRead(ctx context.Context, by string, c *customer) error {
	sent, err := r.sendOTPToExisting(ctx, by, c)
	if err != nil {
		return err
	}
	if err := sent.served(); err != nil {
		return err
	}
	return r.readOTP(ctx, c, sent)
}

func isBreak(err error) bool    { var b *breakError; return errors.As(err, &b) }
func isUntested(err error) bool { var u *untestedError; return errors.As(err, &u) }
