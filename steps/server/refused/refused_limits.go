package refused

import (
	"context"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/server/customers"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// refusedLimit is an incomplete limit request of the customer that the target may have refused, and the
// limit before it.
type refusedLimit struct{ before, answer *driver.Call }

// anIncompleteLimit asks again for the customer's limit, with another email, with larger amounts and
// without most details. A target that stores the request before it checks it shows these later. The
// request of a listed customer is unknown, so nothing is sent.
func (s Calls) anIncompleteLimit(ctx context.Context) (err error) {
	if s.Customer.Request == nil {
		return nil
	}
	body := customers.WithLargerAmounts(s.Customer.Request)
	for _, name := range []string{"first_name", "last_name", "country_code", "date_of_birth", "gender", "marital_status"} {
		delete(body, name)
	}
	body["email"] = "moved." + s.Customer.Who.Email
	refused := scenario.State[refusedLimit](s.Scenario)
	if refused.before, err = s.Session.Limits.FetchLimitAs(ctx, s.Customer, call.Probe); err != nil {
		return err
	}
	s.Customer.Touch() // the target may keep them, so no later check takes this customer
	refused.answer, err = s.Session.Limits.AskAgain(ctx, s.Customer, body, call.Probe)
	return err
}

// theLimitAgain fetches the customer's limit. If the target took the incomplete request, the limit
// may show them, so no other rule judges it.
func (s Calls) theLimitAgain(ctx context.Context) (*driver.Call, error) {
	k := call.Special
	if asked := scenario.State[refusedLimit](s.Scenario).answer; asked != nil && !surelyRefused(asked) {
		k = call.Probe
	}
	return s.Session.Limits.FetchLimitAs(ctx, s.Customer, k)
}

// refusedMembers are what an incomplete request would change, with what a failure calls it.
var refusedMembers = []struct{ path, name string }{
	{"data.customer_details.email", "email"},
	{"data.payment_terms.principal_amount", "payment_terms"},
}

// isTheLimitOfBefore compares a fetched limit with the one before a request with another email and other
// amounts, if that was certainly refused.
func (s Calls) isTheLimitOfBefore(c *driver.Call) {
	refused := scenario.State[refusedLimit](s.Scenario)
	if refused.answer == nil || !surelyRefused(refused.answer) {
		return
	}
	for _, member := range refusedMembers {
		was, is := refused.before.Body.Get(member.path), c.Body.Get(member.path)
		if was.Type != gjson.String || is.Type != gjson.String || call.SameDetail(member.name, was.Str, is.Str) {
			continue
		}
		found := len(s.Report.Failures)
		f := call.Differing(member.path, was, is, "2.8")
		f.Message, f.Other = "a limit request that was refused changes the customer's "+member.name, refused.answer.ID
		s.FailValue(c, f)
		s.BlameOwner(c.Aspect(judgement.EchoAspect), found) // fetch may show another value to everybody
	}
}
