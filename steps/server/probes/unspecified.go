package probes

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Unspecified contains the sentences that make calls which the specification does not describe.
type Unspecified struct{ *scenario.Scenario }

// unspecifiedRequests change a valid call into one that the specification does not describe.
var unspecifiedRequests = map[string]func(Unspecified, *driver.Call, *driver.Request){
	"without id_number":                      func(_ Unspecified, _ *driver.Call, r *driver.Request) { delete(r.Body, "id_number") },
	"with the word bearer in lower case":     func(_ Unspecified, _ *driver.Call, r *driver.Request) { r.Auth = client.TokenAs("bearer") },
	"with the token without the word Bearer": func(_ Unspecified, _ *driver.Call, r *driver.Request) { r.Auth = client.TokenAlone() },
	"with a word after the token":            func(_ Unspecified, _ *driver.Call, r *driver.Request) { r.Auth = client.TokenAndWord() },
	"without email":                          func(_ Unspecified, _ *driver.Call, r *driver.Request) { delete(r.Body, "email") },
	capitals:                                 Unspecified.capitalLetters,
	"with an undocumented gender":            func(_ Unspecified, _ *driver.Call, r *driver.Request) { r.Body["gender"] = "unstated" },
	"with a body that is not JSON":           func(_ Unspecified, _ *driver.Call, r *driver.Request) { r.Raw = []byte("this is not JSON") },
	"without Content-Type":                   func(_ Unspecified, _ *driver.Call, r *driver.Request) { r.Omit = []string{"Content-Type"} },
	"without items":                          func(_ Unspecified, _ *driver.Call, r *driver.Request) { r.Body["items"] = []any{} },
	"for an unknown customer":                func(_ Unspecified, _ *driver.Call, r *driver.Request) { r.Body["customer_id"] = uuid.NewString() },
	"with an undocumented query field":       func(_ Unspecified, _ *driver.Call, r *driver.Request) { r.Body["queryFieldEnum"] = "shoeSize" },
	Unsigned: func(_ Unspecified, _ *driver.Call, r *driver.Request) {
		r.Omit = []string{"Noncestr", "Sign", "Timestamp"}
	},
	"with an invalid Sign": func(_ Unspecified, _ *driver.Call, r *driver.Request) {
		r.Set = map[string][]string{"Sign": {"none"}}
	},
	"for an unknown id": func(_ Unspecified, _ *driver.Call, r *driver.Request) {
		r.Path = replaceID(r.Path, uuid.NewString())
	},
	"for an id that is not a UUID":   func(_ Unspecified, _ *driver.Call, r *driver.Request) { r.Path = replaceID(r.Path, "not-a-uuid") },
	"with an undocumented item_type": bendItem("item_type", "spaceship"),
	"with a fractional price":        bendItem("item_value", 99.5),
	"with a price of zero":           bendItem("item_value", 0),
	beyondLimit:                      Unspecified.beyondTheLimit,
	manyItems:                        Unspecified.fortyItems,
	"with an item_code used before": func(_ Unspecified, c *driver.Call, r *driver.Request) {
		firstItem(r)["item_code"] = c.Items[0].Details["item_code"]
	},
	"with the status that new items have": Unspecified.pendingStatus,
	"with an order_id used before":        func(_ Unspecified, c *driver.Call, r *driver.Request) { r.Body["order_id"] = c.Items[0].OrderID },
	"with an undocumented status":         Unspecified.undocumentedStatus,
	"with both occupational members":      Unspecified.bothOccupations,
	"for an unknown person": func(s Unspecified, _ *driver.Call, r *driver.Request) {
		r.Body["value"] = s.Session.Customers.Stranger(s.Session.Rand(s.Check.Key)).Phone
	},
}

// judgedOddities are the oddities for which a rule judges whether they are served, with the
// credentials of that rule.
var judgedOddities = map[string]string{"without a token": "no Authorization header", "with a wrong token": "a wrong token"}

const (
	beyondLimit = "that exceeds the limit"
	manyItems   = "with forty items"
	capitals    = "with capital letters in its email"
	Unsigned    = "without Noncestr, Sign and Timestamp"
)

// IsTried makes a call that the specification does not describe.
func (s Unspecified) IsTried(ctx context.Context, name, oddity string) error {
	if credentials := judgedOddities[oddity]; credentials != "" {
		return Calls(s).IsCalledWith(ctx, name, credentials)
	}
	if oddity == capitals && s.Session.Customers.NewAreListed() {
		return call.Inapplicable("the email of a listed person is not changed")
	}
	if unspecifiedRequests[oddity] == nil {
		return judgement.Errored("nothing is known about %q", oddity)
	}
	return s.SetAnswer(driver.Shared(ctx, s.Session.Run, name+" tried "+oddity, func(ctx context.Context) (*driver.Call, error) {
		return s.try(ctx, name, oddity)
	}))
}

// try makes a call that differs from the documented ones. Both a rule and an observation may use
// the answer.
func (s Unspecified) try(ctx context.Context, name, oddity string) (*driver.Call, error) {
	defer s.DrawnAs(name + " tried " + oddity)()
	c, req, err := s.callToChange(ctx, name, oddity)
	if err != nil {
		return nil, err
	}
	c.Endpoint, c.Kind = name, call.Probe
	unspecifiedRequests[oddity](s, c, &req)
	defer reconcile(s.Session, c)
	answer, err := s.Session.Perform(ctx, c, req)
	if err == nil && validInForm[oddity] {
		s.labelAsServed(answer)
	}
	if err == nil && oddity == manyItems {
		s.noteSize(answer)
	}
	if err != nil || shownBy[oddity] == "" {
		return answer, err
	}
	if name == spec.CreatePurchases {
		if oneTooMany, err := s.Session.Buyers.IsOneTooMany(ctx, answer); err != nil || oneTooMany {
			return answer, err
		}
	}
	s.Tried(shownBy[oddity], dialect.Yes, answer)
	return answer, nil
}

// noteSize notes whether the target took an order of forty items.
func (s Unspecified) noteSize(answer *driver.Call) {
	const name, size = spec.CreatePurchases + " items", 40
	if scenario.LooksServed(answer) {
		s.Session.Bounds.Take(name, size)
	} else if call.IsRefusedByValidation(&answer.Answer) {
		s.Session.Bounds.Refuse(name, size, &answer.Answer)
	}
}

// validInForm are the oddities in which each member of the request is as documented. The target may
// refuse them. If it does not, its answer must have the form of section 4.
var validInForm = map[string]bool{
	beyondLimit: true, "with a price of zero": true, "with an order_id used before": true, "with an item_code used before": true,
}

// labelAsServed labels a response that says that the call was carried out, so the rules about the
// form of every response judge it too. Status 201 is no refusal.
func (s Unspecified) labelAsServed(answer *driver.Call) {
	if scenario.LooksServed(answer) || s.hasStatusOfServed(answer) || (answer.Status() == http.StatusCreated && answer.OK()) {
		s.Session.Calls.Label(answer, Claimed)
	}
}

// hasStatusOfServed reports whether the body of a success has a wrong status that this target also
// returns for calls that it must serve.
func (s Unspecified) hasStatusOfServed(answer *driver.Call) bool {
	status := answer.Body.Get("status")
	if !answer.OK() || !answer.IsJSON || !status.Exists() || !answer.HasServedData(false) {
		return false
	}
	return len(s.Session.Calls.Of(answer.Endpoint, func(c *driver.Call) bool {
		return c.Kind == call.Plain && c.OK() && c.Body.Get("status").Raw == status.Raw
	})) > 0
}

// Claimed is the label of answers to calls that the target was free to refuse but did not.
const Claimed = "claimed"

// shownBy is the entry of the dialect that a call shows.
var shownBy = map[string]string{
	"with the word bearer in lower case":  dialect.LowerCaseBearer,
	"with an invalid Sign":                dialect.Sign,
	"with an order_id used before":        dialect.OrderIDAgain,
	"with an item_code used before":       dialect.ItemCodeAgain,
	"with the status that new items have": dialect.PendingStatus,
}

// Tried notes whether the target takes a form of a request that it may refuse. If there is no
// answer, or the answer is not the target's, or the reason of a refusal is another one, it notes
// nothing.
func (s Unspecified) Tried(entry, reading string, answer *driver.Call) {
	forWantOfOTP := answer.Endpoint == spec.CreatePurchases && s.Session.OTPPerPurchase.Wanted()
	served := scenario.LooksServed(answer) // a refusal may come with HTTP 200
	if answer.Response != nil && (served || answer.RefusedForCertain() && !forWantOfOTP) {
		s.Session.Tried.Add(judgement.Trial{Tolerance: entry, Reading: reading, Endpoint: answer.Endpoint, Accepted: served, Exchange: answer.ID})
	}
}

// IsTriedInTheOtherContentType makes a call without a body in the other way than the run does: with
// a Content-Type if the run sends none, and without if it does.
func (s Unspecified) IsTriedInTheOtherContentType(ctx context.Context, name string) error {
	c, req, err := validCalls(s).validCall(ctx, name)
	if err != nil {
		return err
	}
	reading := dialect.NotSent
	req.Omit = []string{"Content-Type"}
	if !s.Session.SendsContentType(name) {
		reading, req.Omit, req.Set = dialect.Sent, nil, map[string][]string{"Content-Type": {"application/json"}}
	}
	c.Endpoint, c.Kind = name, call.Probe
	answer, err := s.Session.Perform(ctx, c, req)
	if err == nil {
		s.Tried(dialect.ContentType, reading, answer)
	}
	return s.SetAnswer(answer, err)
}

func (s Unspecified) pendingStatus(_ *driver.Call, r *driver.Request) {
	firstItem(r)["facility_status"] = spec.PendingCollection
}

func replaceID(path, id string) string { return path[:strings.LastIndex(path, "/")+1] + id }

func bendItem(member string, value any) func(Unspecified, *driver.Call, *driver.Request) {
	return func(_ Unspecified, _ *driver.Call, r *driver.Request) { firstItem(r)[member] = value }
}

func firstItem(r *driver.Request) map[string]any { return r.Body["items"].([]any)[0].(map[string]any) }

func (s Unspecified) beyondTheLimit(c *driver.Call, r *driver.Request) {
	firstItem(r)["item_value"] = customer.Spendable(c.Customer.Limit)*3 + 1
}

func (s Unspecified) fortyItems(c *driver.Call, r *driver.Request) {
	f := payload.Form{Readings: map[string]string{}}
	var items []any
	for _, i := range s.Items(40, nil) {
		items = append(items, i.Request(f))
	}
	r.Body["items"] = items
}

func (s Unspecified) capitalLetters(_ *driver.Call, r *driver.Request) {
	email := withCapitals(fmt.Sprint(r.Body["email"]))
	s.Session.Personal.AddDetail(email)
	r.Body["email"] = email
}

// withCapitals writes the first letter of an email and of its domain as a capital letter.
func withCapitals(email string) string {
	local, domain, _ := strings.Cut(email, "@")
	capital := func(text string) string { return strings.ToUpper(text[:min(1, len(text))]) + text[min(1, len(text)):] }
	return capital(local) + "@" + capital(domain)
}

func (s Unspecified) undocumentedStatus(_ *driver.Call, r *driver.Request) {
	firstItem(r)["facility_status"] = "delivered_to_customer"
}

func (s Unspecified) bothOccupations(_ *driver.Call, r *driver.Request) {
	r.Body[spec.SelfEmployedDetail] = payload.SelfEmployedDetail(payload.Form{}, s.Session.Rand(s.Check.Key))
}

func (s Unspecified) ANewCustomerWithAnOTP(ctx context.Context) error {
	c, err := s.Session.Customers.SpareCustomer(s.Check.Key)
	if err != nil {
		return err
	}
	s.Customer = c
	sent, err := s.Session.OTPs.SendOTPToNew(ctx, s.Customer)
	if err != nil {
		return err
	}
	if err := sent.Served(); err != nil {
		return err
	}
	return s.Session.OTPs.ReadOTP(ctx, s.Customer, sent)
}

func (s Unspecified) TheOTPIsVerifiedAllTheSame(ctx context.Context) error {
	return s.SetAnswer(s.VerifyAs(ctx, s.Customer, call.Probe, s.Customer.OTP, s.Customer.CartValue()))
}

// TheOTPIsVerifiedTwice verifies the first time with the other form of the phone number, if the
// target takes that.
func (s Unspecified) TheOTPIsVerifiedTwice(ctx context.Context) error {
	served, err := s.verifyWithOtherPhone(ctx)
	if err == nil && !served {
		_, err = s.VerifyAs(ctx, s.Customer, call.Probe, s.Customer.OTP, s.Customer.CartValue())
	}
	if err != nil {
		return err
	}
	return s.TheOTPIsVerifiedAllTheSame(ctx)
}

// verifyWithOtherPhone verifies the OTP with the phone number in the form that the run does not
// use. It does not do so for a listed customer.
func (s Unspecified) verifyWithOtherPhone(ctx context.Context) (served bool, err error) {
	f, err := s.Session.OTPs.OTPForm(ctx)
	if err != nil || s.Session.Customers.ExistingAreListed() {
		return false, err
	}
	path, err := s.Session.OTPs.PathOfVerify(ctx)
	if err != nil {
		return false, err
	}
	for _, reading := range s.Session.PermittedReadings(dialect.PhoneNumber) {
		if reading == f.Readings[dialect.PhoneNumber] {
			continue
		}
		v := driver.Verification{Reading: path, OTP: s.Customer.OTP, Value: s.Customer.CartValue(), Phone: reading}
		answer, err := s.Session.OTPs.Verify(ctx, s.Customer, call.Probe, v)
		if err != nil {
			return false, err
		}
		s.Tried(dialect.PhoneNumber, reading, answer)
		served = scenario.LooksServed(answer)
	}
	return served, nil
}

func (s Unspecified) TheOlderOTPIsVerified(ctx context.Context) error {
	older := s.Customer.OTP
	if err := s.Session.OTPs.SendAndRead(ctx, s.Customer); err != nil {
		return err
	}
	return s.SetAnswer(s.VerifyAs(ctx, s.Customer, call.Probe, older, s.Customer.CartValue()))
}

func (s Unspecified) OneItemIsCancelledAgain(ctx context.Context, nth string) error {
	return s.claimed(s.Session.Orders.Cancel(ctx, scenario.Nth(s.Order, nth), call.Probe))
}

// claimed makes an answer the answer of the check, and labels it if it claims success.
func (s Unspecified) claimed(answer *driver.Call, err error) error {
	if err == nil {
		s.labelAsServed(answer)
	}
	return s.SetAnswer(answer, err)
}

func (s Unspecified) OneItemIsUpdatedAllTheSame(ctx context.Context, nth string) error {
	return s.claimed(s.Session.Orders.Update(ctx, []*driver.Item{scenario.Nth(s.Order, nth)}, driver.Collected, call.Probe))
}

// callToChange returns a valid call to change. All such calls share the customer or the item, if one
// call does not change it for the next.
func (s Unspecified) callToChange(ctx context.Context, name, oddity string) (*driver.Call, driver.Request, error) {
	switch {
	case s.Session.Customers.ExistingAreListed():
	case oddity == beyondLimit: // it may use up the limit
		earlier, err := purchases.SharedOrders(s).OwnBuyersOrder(ctx)
		if err != nil {
			return nil, driver.Request{}, err
		}
		return validCalls(s).orderAfter(ctx, earlier)
	case name == spec.SendOTP:
		_, c, req, err := Calls(s).prepared(ctx, name)
		return c, req, err
	case name == spec.GetPurchase:
		if err := purchases.Givens(s).APurchase(ctx); err != nil {
			return nil, driver.Request{}, err
		}
		one := s.Order.Items[0]
		return &driver.Call{Customer: one.Buyer, Items: s.Order.Items}, driver.Request{Path: spec.Of(spec.GetPurchase).At(one.ID)}, nil
	}
	return validCalls(s).validCall(ctx, name)
}
