package refused

import (
	"context"
	"maps"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// refusedLimit is an incomplete limit request of the customer that the target may have refused.
type refusedLimit struct{ answer *driver.Call }

// anIncompleteLimit asks again for the customer's limit, with another email and without most
// details. A target that stores the request before it checks it shows that email later. The request
// of a listed customer is unknown, so nothing is sent.
func (s Calls) anIncompleteLimit(ctx context.Context) (err error) {
	if s.Customer.Request == nil {
		return nil
	}
	body := maps.Clone(s.Customer.Request)
	for _, name := range []string{"first_name", "last_name", "country_code", "date_of_birth", "gender", "marital_status"} {
		delete(body, name)
	}
	body["email"] = "moved." + s.Customer.Who.Email
	s.Customer.Touch() // the target may keep the email, so no later check takes this customer
	scenario.State[refusedLimit](s.Scenario).answer, err = s.Session.Limits.AskAgain(ctx, s.Customer, body, call.Probe)
	return err
}

// theLimitAgain fetches the customer's limit. If the target took the incomplete request, the limit
// may show the other email, so no other rule judges it.
func (s Calls) theLimitAgain(ctx context.Context) (*driver.Call, error) {
	k := call.Special
	if asked := scenario.State[refusedLimit](s.Scenario).answer; asked != nil && !surelyRefused(asked) {
		k = call.Probe
	}
	return s.Session.Limits.FetchLimitAs(ctx, s.Customer, k)
}

// hasTheEmailOfBefore compares the email of a fetched limit with that of the new limit, if the
// request with another email was certainly refused.
func (s Calls) hasTheEmailOfBefore(c *driver.Call) {
	const email = "data.customer_details.email"
	asked, created := scenario.State[refusedLimit](s.Scenario).answer, s.Customer.Created()
	if asked == nil || !surelyRefused(asked) || created == nil {
		return
	}
	was, is := created.Body.Get(email), c.Body.Get(email)
	if was.Type != gjson.String || is.Type != gjson.String || call.SameDetail("email", was.Str, is.Str) {
		return
	}
	found := len(s.Report.Failures)
	f := call.Differing(email, was, is, "2.8")
	f.Message, f.Other = "a limit request that was refused changes the customer's email", asked.ID
	s.FailValue(c, f)
	s.BlameOwner(c.Aspect(judgement.EchoAspect), found) // fetch may show another email to everybody
}
