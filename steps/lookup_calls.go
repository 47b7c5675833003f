package steps

import (
	"context"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
)

const (
	withLimit    = "with-limit"
	withoutLimit = "without-limit"
)

// lookUp makes the call of section 4.5.
func (r *Run) lookUp(ctx context.Context, by string, c *customer, field, value string, k kind) (*call, error) {
	variant := withLimit
	if c == nil || c.id == "" {
		variant = withoutLimit
	}
	answer, err := r.perform(ctx, by, &call{endpoint: lookup, variant: variant, kind: k, customer: c},
		request{path: spec.Of(lookup).Path, body: map[string]any{"queryFieldEnum": field, "value": value}})
	if err == nil && r.roll != nil && c != nil && answer.contradicts() {
		r.calls.demote(answer)
		return nil, untested("the target knows a credit limit of a customer who is listed without one: mend has_limit under identities.existing, or list another")
	}
	return answer, err
}

// query is a way to ask for a customer: a field, and for a phone whether it is
// written with its +; the specification shows no value of either field.
type query struct {
	field string
	plus  bool
}

// queries are tried in this order until the target finds a customer; every
// check that does not itself judge the field then asks in that way.
var queries = []query{{"mobile", true}, {"mobile", false}, {"NATIONAL_ID", false}, {"email", false}}

// value is what a customer has in the field.
func (q query) value(c *customer) string {
	switch q.field {
	case "mobile", "phoneNumber":
		if q.plus {
			return "+" + c.who.phone
		}
		return c.who.phone
	case "email":
		return c.who.email
	default:
		return c.who.idNumber
	}
}

// found tells whether a lookup gave the profile of the customer it asked for.
func (c *call) found() bool { return c.ok() && c.isAbout(c.customer) }

// lookupQuery is the way in which the target is asked.
func (r *Run) lookupQuery(ctx context.Context, by string) (query, error) {
	return shared(ctx, r, "lookup query", func(ctx context.Context) (query, error) {
		c, err := r.resident(ctx, by, employed)
		if err != nil {
			return queries[0], err
		}
		var first *call
		for _, q := range queries {
			answer, err := r.lookUp(ctx, by, c, q.field, q.value(c), probe)
			if err != nil {
				return q, err
			}
			if first == nil {
				first = answer
			}
			if answer.found() {
				r.calls.promote(answer)
				return q, nil
			}
		}
		r.calls.promote(first)
		return queries[0], nil
	})
}

// lookedUp looks a customer up as a precondition: what breaks is returned.
func (r *Run) lookedUp(ctx context.Context, by string, c *customer) (*call, error) {
	q, err := r.lookupQuery(ctx, by)
	if err != nil {
		return nil, err
	}
	answer, err := r.lookUp(ctx, by, c, q.field, q.value(c), plain)
	if err != nil {
		return nil, err
	}
	return answer, r.lookupServed(answer)
}

// lookupServed is served, but for a target that may be refusing our signature.
func (r *Run) lookupServed(answer *call) error {
	err := answer.served()
	if err == nil || r.cfg.Signed || !refusesSignature(answer) || r.servedAnyLookup() {
		return err
	}
	return untested("the target refuses the lookup, and no signing is configured: it may want a real Sign. Set lookup.signing")
}

// servedAnyLookup tells whether the target has served a lookup in this run: then
// it takes the Sign as it is, and refuses another one for what it asks.
func (r *Run) servedAnyLookup() bool {
	return len(r.calls.of(lookup, (*call).ok)) > 0
}

// refusesSignature tells whether an answer may mean that the Sign was refused:
// a client error about credentials, or a refusal in the lookup's own envelope.
// A route that is missing, or a server that breaks, is no such thing.
func refusesSignature(c *call) bool {
	if c.Response == nil {
		return false
	}
	if c.isJSON && c.body.Get("success").Type == gjson.False {
		return true
	}
	switch c.Response.Status {
	case 400, 401, 403, 422:
		return true
	}
	return false
}
