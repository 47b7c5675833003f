package steps

import (
	"context"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// knowledge is what is known of a person's limit before they asked for one.
type knowledge int

const (
	unknown knowledge = iota
	yes
	no
)

// acquaint learns, once, what calls on behalf of a listed customer need: the
// id, which verify OTP tells (section 2.9), and the limit as it stands (4.4).
func (r *Run) acquaint(ctx context.Context, by string, c *customer) error {
	if !c.regular || c.met {
		return c.trouble
	}
	c.met = true
	if c.trouble = r.identify(ctx, by, c); c.trouble == nil {
		c.trouble = r.refresh(ctx, by, c)
	}
	return c.trouble
}

// smallCart is a cart value within any limit that is worth the name.
const smallCart = 10

// identify verifies an OTP of a customer whom the target knows, at either form
// of the path, and takes the id from the answer.
func (r *Run) identify(ctx context.Context, by string, c *customer) error {
	if err := r.sendAndRead(ctx, by, c); err != nil {
		return err
	}
	var first *call
	for _, reading := range r.verifyPaths() {
		answer, err := r.verify(ctx, by, c, probe, verification{reading: reading, otp: c.otp, value: smallCart})
		if err != nil {
			return err
		}
		if first == nil {
			first = answer
		}
		if answer.ok() {
			first = answer
			r.verifyPath.set(reading)
			break
		}
	}
	r.calls.promote(first)
	id, err := first.value("data.id", gjson.String)
	if err == nil && !judgement.IsUUID(id.Str) {
		err = first.breaks(DataAspect, "data.id", "a UUID", show(id))
	}
	if err == nil {
		c.id, c.had = id.Str, hasLimit(first)
	}
	return err
}

// hasLimit reads from a verify whether the customer has a limit (section 2.9).
func hasLimit(verified *call) knowledge {
	limit := verified.body.Get("data.credit_limit")
	switch {
	case !verified.ok():
		return unknown
	case limit.Type == gjson.Number && limit.Num > 0:
		return yes
	case limit.Type == gjson.Number || limit.Type == gjson.Null:
		return no
	}
	return unknown
}

// refresh fetches the limit of a customer as it stands now. Where nothing but
// the config says that there is one, a refusal may mean that there is none.
func (r *Run) refresh(ctx context.Context, by string, c *customer) error {
	answer, err := r.perform(ctx, by, &call{endpoint: fetchLimit, kind: probe, customer: c},
		request{path: spec.Of(fetchLimit).At(c.id)})
	if err != nil {
		return err
	}
	if !answer.ok() && answer.Response != nil && c.had != yes && c.created == nil {
		return untested("identities.existing lists a customer with a credit limit, of whom the target gives none (HTTP status %d): mend has_limit there, or list another", answer.status())
	}
	r.calls.promote(answer)
	if err := answer.served(); err != nil {
		return err
	}
	if err := c.settle(answer); err != nil {
		return err
	}
	r.remember(c)
	return nil
}

// remember takes over what the target says of a customer whom it knew before
// the run; what the config says of them stays. It is somebody's, so it is
// masked like what is listed.
func (r *Run) remember(c *customer) {
	c.mu.Lock()
	c.available, c.spent = leftOf(c.limit), false
	c.mu.Unlock()
	r.priceBy(c.available)
	if !c.regular {
		return
	}
	record := c.limit.Get("customer_details")
	c.request = map[string]any{"id_number": c.who.idNumber, "phone_number": c.who.phone}
	for _, name := range []string{"first_name", "last_name", "email", "referral_source"} {
		if v := record.Get(name); v.Type == gjson.String {
			c.request[name] = v.Str
		}
	}
	if c.who.email == "" {
		c.who.email = c.sentMember("email")
	}
	r.personal.add(c.who)
	r.personal.note(c.sentMember("email"))
}

// leftOf is what is left of a limit; one that is used up has nothing left.
func leftOf(limit gjson.Result) int64 {
	if v := limit.Get("credit_limit_details.available_limit"); v.Type == gjson.Number && v.Num < 1 {
		return 0
	}
	return spendable(limit)
}

// opened tells whether this run asked for the limit, and nobody has looked at
// it anew since.
func (c *customer) opened() bool { return c.created != nil && c.created.endpoint == createLimit }

// recognised tells whether somebody who was listed as new was given the limit
// that they had. Where nothing says whether they had one, another status than
// that of a new limit says so: which one an existing limit comes with is not
// documented (section 1).
func (r *Run) recognised(c *customer, answer *call) bool {
	if !r.roll.lists() || c.regular || !answer.ok() {
		return false
	}
	return c.had == yes || (c.had == unknown && answer.status() != spec.Of(createLimit).Success)
}

// errRecognised says that a check about a new limit met an old one.
var errRecognised = untested("somebody under identities.new has a credit limit already, so nothing shows how a new one is made: list people whom the target has not met")
