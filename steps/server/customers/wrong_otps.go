package customers

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// wrongOTP is one wrong OTP of a sentence, and the answer to it.
type wrongOTP struct {
	words  string // "the first four digits of the OTP"
	form   func(payload.Form) payload.Form
	cart   string
	answer *driver.Call
}

// smallCart is a cart value for which a program may not look at the OTP.
const smallCart = "10"

// WrongOTPsAreVerifiedFor verifies wrong OTPs one after another. A text that is by chance the OTP
// that was sent is left out.
func (s OTPOwnership) WrongOTPsAreVerifiedFor(ctx context.Context, list, cart string) error {
	switch {
	case cart == "":
		cart = strconv.FormatInt(s.Customer.CartValue(), 10)
	case strings.HasSuffix(cart, "limit"):
		cart = strconv.FormatInt(s.Amount(cart, s.Customer.Available()), 10)
	}
	all := strings.Split(list, ", ")
	again := len(all) > fewWrongOTPs && !s.Session.Customers.ExistingAreListed()
	var tried []*wrongOTP
	for _, words := range all {
		words, elsewhere := strings.CutSuffix(words, " at the other form of the path")
		words, otherPhone := strings.CutSuffix(words, " with the other form of the phone number")
		words, small := strings.CutSuffix(words, " for a small cart")
		w := &wrongOTP{words: words, form: s.otherForms(elsewhere, otherPhone), cart: cart}
		if small {
			w.cart = smallCart
		}
		if err := s.verifyWrong(ctx, w, again && !s.Session.Config.Client.LimitsRate()); err != nil {
			return err
		}
		if w.answer != nil {
			tried = append(tried, w)
		}
	}
	if len(tried) == 0 {
		return call.Inapplicable("the OTP that was sent is itself %s", list)
	}
	if again {
		if err := s.verifyHiddenAgain(ctx, tried, cart); err != nil {
			return err
		}
	}
	s.Answers = nil
	for _, w := range tried {
		s.Answers = append(s.Answers, w.answer)
	}
	return nil
}

// verifyWrong verifies a wrong OTP, unless it is by chance the one that was sent. atOnce says not to
// wait after a 429.
func (s OTPOwnership) verifyWrong(ctx context.Context, w *wrongOTP, atOnce bool) error {
	code, ok := otpInWords(s.Customer.OTP, s.Customer.Who, w.words)
	switch {
	case !ok:
		return s.noOTPMeant(w.words)
	case code == any(s.Customer.OTP):
		return nil
	}
	s.Customer.WrongOTPs++
	answer, err := s.verifyAnything(ctx, s.Customer, anyOTP{code, w.cart, w.form, atOnce})
	if err == nil {
		w.answer = answer
	}
	return err
}

// fewWrongOTPs is how many wrong OTPs a target takes at least before it refuses every OTP of the
// person for a while.
const fewWrongOTPs = 3

// verifyHiddenAgain verifies again the wrong OTPs that the target may have refused only because there
// were many: it says so with 429, or it refuses the right OTP after them. What a target does about
// wrong OTPs is not shown (section 8).
func (s OTPOwnership) verifyHiddenAgain(ctx context.Context, tried []*wrongOTP, cart string) error {
	if slices.ContainsFunc(tried, func(w *wrongOTP) bool { return scenario.LooksServed(w.answer) }) {
		return nil // it has used up the OTP
	}
	served, err := s.rightOTPIsServed(ctx, cart)
	if err != nil {
		return err
	}
	hidden := hiddenOTPs{OTPOwnership: s, cart: cart}
	for n, w := range tried {
		if isFirst := n == 0; !call.IsRateLimited(&w.answer.Answer) && (served || isFirst) {
			continue
		}
		if err := hidden.verify(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// rightOTPIsServed verifies the OTP that was sent last, and reports whether the target serves it.
func (s OTPOwnership) rightOTPIsServed(ctx context.Context, cart string) (bool, error) {
	answer, err := s.verifyAnything(ctx, s.Customer, anyOTP{s.Customer.OTP, cart, s.otherForms(false, false), true})
	return err == nil && answer.OK(), err
}

// hiddenOTPs verifies each wrong OTP after a new OTP of the customer or, if the target then still
// refuses the right one, of somebody else.
type hiddenOTPs struct {
	OTPOwnership
	cart     string
	ofOthers bool // a new OTP of the customer does not help
}

func (h *hiddenOTPs) verify(ctx context.Context, w *wrongOTP) (err error) {
	if !h.ofOthers {
		shown, err := h.afterANewOTP(ctx, w)
		if shown || err != nil {
			return err
		}
		h.ofOthers = true
	}
	if h.Customer, err = h.OwnCustomer(ctx, h.Customer.Kind); err != nil {
		return err
	}
	if err := h.Session.OTPs.SendAndRead(ctx, h.Customer); err != nil {
		return err
	}
	return h.verifyWrong(ctx, w, false)
}

// afterANewOTP sends the customer a new OTP and verifies the wrong one. It reports whether the answer
// shows what the target does with the wrong OTP. A target may send one person only some OTPs.
func (h *hiddenOTPs) afterANewOTP(ctx context.Context, w *wrongOTP) (shown bool, err error) {
	if h.Session.OTPs.SendAndRead(ctx, h.Customer) != nil {
		return false, nil
	}
	if err := h.verifyWrong(ctx, w, true); err != nil || scenario.LooksServed(w.answer) {
		return true, err
	}
	served, err := h.rightOTPIsServed(ctx, h.cart)
	return served && !call.IsRateLimited(&w.answer.Answer), err
}

// noOTPMeant returns why a sentence's OTP cannot be derived from the one that was sent: that one
// does not have the form of section 4.2.
func (s OTPOwnership) noOTPMeant(words string) error {
	if sent := s.Customer.Sent; sent != nil && !spec.IsOTP(s.Customer.OTP) {
		return sent.Breaks(judgement.DataAspect, "data.otp", "a string of six digits", judgement.Show(sent.Body.Get("data.otp")))
	}
	return judgement.Errored("no OTP is meant by %q", words)
}

// noOTP is the value for a member that is left out.
type noOTP struct{}

// otpInWords returns the value that a sentence names, derived from the OTP that was sent to a
// person.
func otpInWords(sent string, to identity.Identity, words string) (code any, ok bool) {
	if spec.IsOTP(words) {
		return words, true
	}
	if code, ok = fixedOTPs[words]; ok {
		return code, true
	}
	if ofPerson := personOTPs[words]; ofPerson != nil {
		return ofPerson(to), true
	}
	if changed := changedOTPs[words]; changed != nil && len(sent) == 6 {
		return changed(sent), true
	}
	if words == "the customer's OTP" || words == "another customer's OTP" {
		return sent, true
	}
	return nil, false
}

// fixedOTPs are values that do not depend on the OTP that was sent.
var fixedOTPs = map[string]any{
	"an empty OTP": "", "no OTP": noOTP{}, "null": nil, "0000": "0000", "1234": "1234",
	"true":                             true,                      // a loose comparison takes it for equal
	"a regular expression for any OTP": "......",                  // a match as a regular expression accepts it
	"a wildcard for any OTP":           "%",                       // a comparison with LIKE accepts it
	"a query for any OTP":              map[string]any{"$ne": ""}, // a document database that gets it as a query finds the OTP
}

// personOTPs are digits of the person to whom the OTP was sent.
var personOTPs = map[string]func(identity.Identity) string{
	"the last six digits of the phone number": func(to identity.Identity) string { return lastSix(to.Phone) },
	"the last six digits of the id number":    func(to identity.Identity) string { return lastSix(to.IDNumber) },
	"the first six digits of the id number":   func(to identity.Identity) string { return to.IDNumber[:min(6, len(to.IDNumber))] },
}

// changedOTPs are derived from the six digits that were sent.
var changedOTPs = map[string]func(sent string) string{
	"the first four digits of the OTP":             func(sent string) string { return sent[:4] },
	"the last four digits of the OTP":              func(sent string) string { return sent[2:] },
	"the OTP with a zero before it":                func(sent string) string { return "0" + sent },
	"the OTP with a digit behind it":               func(sent string) string { return sent + "7" },
	"the OTP with letters after it":                func(sent string) string { return sent + "abc" },
	"the OTP with a space after it":                func(sent string) string { return sent + " " },
	"the digits of the OTP in reverse order":       backwards,
	"the OTP with two neighbouring digits swapped": neighboursSwapped,
	"the OTP with its first digit changed":         changedOTP("with its first digit changed"),
	"the OTP with its second digit changed":        changedOTP("with its second digit changed"),
	"the OTP with its third digit changed":         changedOTP("with its third digit changed"),
	"the OTP with its fourth digit changed":        changedOTP("with its fourth digit changed"),
	"the OTP with its fifth digit changed":         changedOTP("with its fifth digit changed"),
	"the OTP with its last digit changed":          changedOTP("with one digit changed"),
	"another OTP":                                  changedOTP("that differs from the sent OTP in every digit"),
}

func changedOTP(how string) func(sent string) string {
	return func(sent string) string { return payload.WrongOTP(sent, how) }
}

func lastSix(digits string) string { return digits[max(0, len(digits)-6):] }

func backwards(text string) string {
	turned := []byte(text)
	slices.Reverse(turned)
	return string(turned)
}

// neighboursSwapped swaps the last two neighbouring characters that differ.
func neighboursSwapped(text string) string {
	swapped := []byte(text)
	for n := len(swapped) - 1; n > 0; n-- {
		if swapped[n] != swapped[n-1] {
			swapped[n], swapped[n-1] = swapped[n-1], swapped[n]
			break
		}
	}
	return string(swapped)
}

// otherForms returns a function that changes the path or the phone to the form that the run does
// not use. The target may take both forms (sections 4.1, 4.2).
func (s OTPOwnership) otherForms(path, phone bool) func(payload.Form) payload.Form {
	return func(f payload.Form) payload.Form {
		if path {
			f = s.atOtherPath(f)
		}
		if phone {
			f = s.withOtherPhone(f)
		}
		return f
	}
}

// anyOTP is a call of verify with any value as the OTP.
type anyOTP struct {
	code   any
	cart   string
	form   func(payload.Form) payload.Form // from the form that the target takes
	atOnce bool                            // a 429 is returned at once
}

// verifyAnything makes the call of section 4.2 with any value as the OTP, in the form that the
// target takes or in another one.
func (s OTPOwnership) verifyAnything(ctx context.Context, c *customer.Customer, v anyOTP) (*driver.Call, error) {
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return nil, err
	}
	path, err := s.Session.OTPs.PathOfVerify(ctx)
	if err != nil {
		return nil, err
	}
	f = v.form(f.With(payload.OTPPath, path))
	body := map[string]any{"id_number": c.Who.IDNumber, "phone_number": f.Phone(c.Who.Phone), "otp": v.code, "item_value": v.cart}
	if _, absent := v.code.(noOTP); absent {
		delete(body, "otp")
	}
	return s.Session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: spec.VerifyOTP, Kind: call.Probe}, Customer: c},
		driver.Request{Path: f.OTPPath(spec.VerifyOTP), Body: body, AtOnce: v.atOnce})
}

// withOtherPhone returns the form with a + before phones if the run writes none, and the reverse.
func (s OTPOwnership) withOtherPhone(f payload.Form) payload.Form {
	for _, reading := range s.Session.PermittedReadings(payload.PhoneNumber) {
		if reading != f.Readings[payload.PhoneNumber] {
			return f.With(payload.PhoneNumber, reading)
		}
	}
	return f
}

func (s OTPOwnership) atOtherPath(f payload.Form) payload.Form {
	own := f.OTPPath(spec.VerifyOTP)
	for _, reading := range s.Session.PermittedReadings(payload.OTPPath) {
		if other := f.With(payload.OTPPath, reading); other.OTPPath(spec.VerifyOTP) != own {
			return other
		}
	}
	return f
}

// AnOTPIsSentElsewhere sends the customer an OTP at the other path, and verifies it at the usual
// path. A target need not serve both paths.
func (s OTPOwnership) AnOTPIsSentElsewhere(ctx context.Context) error {
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil {
		return err
	}
	s.Customer.OTPAgain++
	sent, err := s.Session.OTPs.SendExisting(ctx, s.Customer, s.atOtherPath(f), &driver.Call{Answer: call.Answer{Kind: call.Probe, Variant: call.AgainVariant}})
	if err != nil {
		return err
	}
	if !sent.OK() || !sent.HasAnyData() {
		return call.Inapplicable("the target serves one form of the path only, as it may")
	}
	if err := s.Session.OTPs.ReadOTP(ctx, s.Customer, sent); err != nil {
		return err
	}
	return s.SetAnswer(s.VerifyAs(ctx, s.Customer, call.Plain, s.Customer.OTP, s.Customer.CartValue()))
}
