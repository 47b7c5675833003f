package customers

import (
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// AfterPurchases are the sentences about what is left of a limit after a purchase: fetch,
// verify and lookup say it of the same limit.
type AfterPurchases struct{ *scenario.Scenario }

// AnswersAreGathered takes the answers of an endpoint about customers who bought something.
func (s AfterPurchases) AnswersAreGathered(endpoint string) error {
	s.Gather([]string{endpoint}, func(c *driver.Call) bool { return isAfterPurchase(c) && c.OK() })
	if len(s.Answers) == 0 {
		return &call.InapplicableError{Reason: "no customer of this run bought something before"}
	}
	return nil
}

func isAfterPurchase(c *driver.Call) bool {
	return slices.Contains(c.Labels, driver.AfterPurchaseLabel)
}

// IsWhatFetchSays holds what an answer says is available against the limit that was
// fetched of the same customer.
func (s AfterPurchases) IsWhatFetchSays(path string) error {
	return s.Each(func(c *driver.Call) {
		fetched := s.Session.Calls.Of(spec.FetchLimit, func(f *driver.Call) bool { return isAfterPurchase(f) && f.Customer == c.Customer && f.OK() })
		if len(fetched) == 0 {
			return
		}
		f, got := fetched[0], c.Body.Get(path)
		want := f.Data.Get("credit_limit_details.available_limit")
		failure := call.Differing(path, want, got, "2.8")
		failure.Other = f.ID
		switch {
		case want.Type != gjson.Number:
			s.Unreadable(c, f.FormAspect("data.credit_limit_details.available_limit"), failure)
		case c.Malformed(path):
			s.Unreadable(c, c.FormAspect(path), failure)
		case !judgement.Equal(want, got):
			s.Unreadable(c, f.Aspect(judgement.EchoAspect), failure) // fetch may give another customer's limit
		}
	})
}
