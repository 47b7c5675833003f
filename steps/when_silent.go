package steps

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/spec"
)

// oddities bend a valid call into one of which the specification says nothing.
var oddities = map[string]func(*Scenario, *call, *request){
	"without id_number":                func(_ *Scenario, _ *call, r *request) { delete(r.body, "id_number") },
	"with the scheme in lower case":    func(_ *Scenario, _ *call, r *request) { r.auth = client.TokenAs("bearer") },
	"with the token alone":             func(_ *Scenario, _ *call, r *request) { r.auth = client.TokenAlone() },
	"without email":                    func(_ *Scenario, _ *call, r *request) { delete(r.body, "email") },
	"with an undocumented gender":      func(_ *Scenario, _ *call, r *request) { r.body["gender"] = "unstated" },
	"with a body that is not JSON":     func(_ *Scenario, _ *call, r *request) { r.raw = []byte("this is not JSON") },
	"without Content-Type":             func(_ *Scenario, _ *call, r *request) { r.omit = []string{"Content-Type"} },
	"with no items":                    func(_ *Scenario, _ *call, r *request) { r.body["items"] = []any{} },
	"for a customer that nobody knows": func(_ *Scenario, _ *call, r *request) { r.body["customer_id"] = uuid.NewString() },
	"by an undocumented field":         func(_ *Scenario, _ *call, r *request) { r.body["queryFieldEnum"] = "shoeSize" },
	"without its three headers":        func(_ *Scenario, _ *call, r *request) { r.omit = []string{"Noncestr", "Sign", "Timestamp"} },
	"with a Sign that is none":         func(_ *Scenario, _ *call, r *request) { r.set = map[string][]string{"Sign": {"none"}} },
	"for an id that nobody gave":       func(_ *Scenario, _ *call, r *request) { r.path = replaceID(r.path, uuid.NewString()) },
	"for an id that is no UUID":        func(_ *Scenario, _ *call, r *request) { r.path = replaceID(r.path, "not-a-uuid") },
	"with an undocumented item_type":   bendItem("item_type", "spaceship"),
	"with a fractional price":          bendItem("item_value", 99.5),
	"with a price of zero":             bendItem("item_value", 0),
	beyondLimit:                        (*Scenario).beyondTheLimit,
	"with forty items":                 (*Scenario).fortyItems,
	"under an order_id used before":    func(_ *Scenario, c *call, r *request) { r.body["order_id"] = c.items[0].orderID },
	"to an undocumented status":        (*Scenario).undocumentedStatus,
	"with both occupational members":   (*Scenario).bothOccupations,
	"for a stranger": func(s *Scenario, _ *call, r *request) {
		r.body["value"] = s.run.stranger(s.run.rng(s.check.Key)).phone
	},
}

// judgedOddities are those of which a rule judges whether they are served, by the
// credentials that it names.
var judgedOddities = map[string]string{"without a token": "no Authorization header", "with a wrong token": "a wrong token"}

const beyondLimit = "beyond the limit"

// isTried makes a call that nothing is laid down about.
func (s *Scenario) isTried(ctx context.Context, name, oddity string) error {
	if credentials := judgedOddities[oddity]; credentials != "" {
		return s.isCalledWith(ctx, name, credentials)
	}
	bend := oddities[oddity]
	if bend == nil {
		return errored("nothing is known about %q", oddity)
	}
	c, req, err := sharing{s}.callToBend(ctx, name, oddity)
	if err != nil {
		return err
	}
	c.endpoint, c.kind = name, probe
	bend(s, c, &req)
	defer s.run.settleOdd(c)
	return s.asked(s.run.perform(ctx, s.by(), c, req))
}

func replaceID(path, id string) string { return path[:strings.LastIndex(path, "/")+1] + id }

func bendItem(member string, value any) func(*Scenario, *call, *request) {
	return func(_ *Scenario, _ *call, r *request) { firstItem(r)[member] = value }
}

func firstItem(r *request) map[string]any { return r.body["items"].([]any)[0].(map[string]any) }

func (s *Scenario) beyondTheLimit(c *call, r *request) {
	firstItem(r)["item_value"] = spendable(c.customer.limit)*3 + 1
}

func (s *Scenario) fortyItems(c *call, r *request) {
	f := form{readings: map[string]string{}}
	var items []any
	for _, i := range s.items(40, nil) {
		items = append(items, i.request(f))
	}
	r.body["items"] = items
}

func (s *Scenario) undocumentedStatus(_ *call, r *request) {
	firstItem(r)["facility_status"] = "delivered_to_customer"
}

func (s *Scenario) bothOccupations(_ *call, r *request) {
	r.body[spec.SelfEmployedDetail] = selfEmployedDetail(form{}, s.run.rng(s.check.Key))
}

func (s *Scenario) aNewCustomerWithAnOTP(ctx context.Context) error {
	c, err := s.run.spareCustomer(s.check.Key)
	if err != nil {
		return err
	}
	s.customer = c
	sent, err := s.run.sendOTPToNew(ctx, s.by(), s.customer)
	if err != nil {
		return err
	}
	if err := sent.served(); err != nil {
		return err
	}
	return s.run.readOTP(ctx, s.customer, sent)
}

func (s *Scenario) aNewCustomerWithoutAnOTP() (err error) {
	s.customer, err = s.run.spareCustomer(s.check.Key)
	return err
}

func (s *Scenario) theOTPIsVerifiedAllTheSame(ctx context.Context) error {
	return s.asked(s.verifyAs(ctx, s.customer, probe, s.customer.otp, s.customer.cartValue()))
}

func (s *Scenario) theOTPIsVerifiedTwice(ctx context.Context) error {
	if _, err := s.verifyAs(ctx, s.customer, probe, s.customer.otp, s.customer.cartValue()); err != nil {
		return err
	}
	return s.theOTPIsVerifiedAllTheSame(ctx)
}

func (s *Scenario) theOlderOTPIsVerified(ctx context.Context) error {
	older := s.customer.otp
	if err := s.run.sendAndRead(ctx, s.by(), s.customer); err != nil {
		return err
	}
	return s.asked(s.verifyAs(ctx, s.customer, probe, older, s.customer.cartValue()))
}

func (s *Scenario) theCustomerAsksAtOnce(ctx context.Context) error {
	base, err := s.run.limitBase(ctx, s.by(), employed)
	if err != nil {
		return err
	}
	return s.asked(s.run.askForLimit(ctx, s.by(), s.customer, base.form, probe))
}

func (s *Scenario) theCustomerBoughtSomething(ctx context.Context) error {
	_, err := s.purchaseBy(ctx, s.customer, 1)
	return err
}

func (s *Scenario) oneItemIsCancelledAgain(ctx context.Context, nth string) error {
	return s.asked(s.run.cancel(ctx, s.by(), s.order.items[ordinal[nth]], probe))
}

func (s *Scenario) oneItemIsUpdatedAllTheSame(ctx context.Context, nth string) error {
	return s.asked(s.run.update(ctx, s.by(), []*item{s.order.items[ordinal[nth]]}, collected, probe))
}
