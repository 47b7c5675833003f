package steps

import (
	"context"

	"github.com/tidwall/gjson"
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
	return r.perform(ctx, by, &call{endpoint: lookup, variant: variant, kind: k, customer: c},
		request{path: endpoints[lookup].path, body: map[string]any{"queryFieldEnum": field, "value": value}})
}

// queryFields are tried in this order until the target takes one; every check
// that does not itself judge the field then asks by that one.
var queryFields = []string{"mobile", "NATIONAL_ID"}

// lookupField is the query field by which the target is asked.
func (r *Run) lookupField(ctx context.Context, by string) (string, error) {
	return shared(r, "lookup field", func() (string, error) {
		c, err := r.resident(ctx, by, employed)
		if err != nil {
			return "", err
		}
		var first *call
		for _, field := range queryFields {
			answer, err := r.lookUp(ctx, by, c, field, c.queryValue(field), probe)
			if err != nil {
				return "", err
			}
			if first == nil {
				first = answer
			}
			if answer.ok() && answer.isAbout(c) {
				r.calls.promote(answer)
				return field, nil
			}
		}
		r.calls.promote(first)
		return queryFields[0], nil
	})
}

// queryValue is what the customer has in a query field, as far as the customer
// knows; memberId and PASSPORT only a lookup can tell.
func (c *customer) queryValue(field string) string {
	switch field {
	case "mobile", "phoneNumber":
		if sent := c.sentMember("phone_number"); sent != "" {
			return sent
		}
		return "+" + c.who.phone
	case "email":
		return c.who.email
	default:
		return c.who.idNumber
	}
}

// lookedUp looks a customer up as a precondition: what breaks is returned.
func (r *Run) lookedUp(ctx context.Context, by string, c *customer) (*call, error) {
	field, err := r.lookupField(ctx, by)
	if err != nil {
		return nil, err
	}
	answer, err := r.lookUp(ctx, by, c, field, c.queryValue(field), plain)
	if err != nil {
		return nil, err
	}
	return answer, r.lookupServed(answer)
}

// lookupServed is served, but for a target that may be refusing our signature.
func (r *Run) lookupServed(answer *call) error {
	err := answer.served()
	if err == nil || r.cfg.Signed || !refusesSignature(answer) || r.Held(Aspect{Endpoint: lookup, Variant: answer.variant}) {
		return err
	}
	return untested("the target refuses the lookup, and no signing is configured: it may want a real Sign. Set lookup.signing")
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
