package customers

import (
	"cmp"
	"context"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// AfterPurchases contains the sentences about the rest of a limit after a purchase. Fetch, verify
// and lookup all show the same limit.
type AfterPurchases struct{ *scenario.Scenario }

// AnswersAreGathered gathers the answers of an endpoint about customers who bought something.
func (s AfterPurchases) AnswersAreGathered(endpoint string) error {
	s.Gather([]string{endpoint}, func(c *driver.Call) bool { return isAfterPurchase(c) && c.OK() })
	if len(s.Answers) > 0 {
		return nil
	}
	broken := s.Session.Calls.Of(spec.CreatePurchases, func(c *driver.Call) bool { return c.Kind == call.Plain && call.IsBreak(bought(c)) })
	if len(broken) > 0 {
		return bought(broken[0]) // no customer could buy anything
	}
	return call.Inapplicable("no customer of this run bought something before")
}

// bought returns nil if an order was served, and its first item has a record.
func bought(c *driver.Call) error {
	if err := c.Served(); err != nil || len(c.Items) == 0 {
		return err
	}
	return c.Known(c.Items[0])
}

func isAfterPurchase(c *driver.Call) bool {
	return slices.Contains(c.Labels, driver.AfterPurchaseLabel)
}

// availableLimit is the name of the amount that a purchase reduces.
const availableLimit = "available_limit"

// fetchedIn is the path in a fetched limit of the value that a sentence names (section 2.8).
var fetchedIn = map[string]string{
	availableLimit: "data.credit_limit_details.available_limit",
	"credit_limit": "data.credit_limit_details.credit_limit",
}

// IsWhatFetchSays compares a value in an answer with the fetched limit of the same customer. The
// specification does not say when a purchase reduces the limit, so if the two differ, both calls
// are made once more.
func (s AfterPurchases) IsWhatFetchSays(ctx context.Context, path, words string) error {
	fetchedPath := fetchedIn[words]
	return s.Each(func(c *driver.Call) {
		fetched := s.Session.Calls.Of(spec.FetchLimit, func(f *driver.Call) bool { return isAfterPurchase(f) && f.Customer == c.Customer && f.OK() })
		if len(fetched) == 0 {
			s.noteBrokenFetch()
			return
		}
		f, got := nearest(fetched, c), c.Body.Get(path)
		want := f.Body.Get(fetchedPath)
		if !f.IsJSON {
			s.NoteMissingEvidenceFor(f.Served())
			return
		}
		failure := call.Differing(path, want, got, "2.8")
		failure.Other = f.ID
		switch {
		case want.Type != gjson.Number:
			s.BlockBy(c, f.FormAspect(fetchedPath), failure)
		case c.Malformed(path):
			s.BlockBy(c, c.FormAspect(path), failure)
		case judgement.Equal(want, got) || words == availableLimit && s.agreeByNow(ctx, c, path, f, fetchedPath):
		default:
			s.BlockBy(c, f.Aspect(judgement.EchoAspect), failure) // fetch may give another customer's limit
		}
	})
}

// nearest returns the call that was made the least time before or after c.
func nearest(calls []*driver.Call, c *driver.Call) *driver.Call {
	return slices.MinFunc(calls, func(a, b *driver.Call) int {
		return cmp.Compare(a.Started.Sub(c.Started).Abs(), b.Started.Sub(c.Started).Abs())
	})
}

// shownIn is the path of the rest of a limit in the answers that show it beside fetch.
var shownIn = map[string]string{
	spec.VerifyOTP: "data.available_limit", spec.CustomerLookup: "data.creditLimitInfo.availableLimit", spec.CreateLimit: fetchedIn[availableLimit],
}

// IsNotContradicted requires that no two other endpoints agree on another rest of a limit than fetch shows.
// If only one of them differs from fetch, its own rule reports it.
func (s AfterPurchases) IsNotContradicted(ctx context.Context) error {
	path := fetchedIn[availableLimit]
	return s.Each(func(f *driver.Call) {
		others := s.othersAbout(f)
		differs := func(c *driver.Call) bool { return !judgement.Equal(f.Body.Get(path), c.Body.Get(shownIn[c.Endpoint])) }
		if len(others) < 2 || slices.ContainsFunc(others, func(c *driver.Call) bool { return !differs(c) }) {
			return
		}
		one, another := others[0], others[1]
		if !judgement.Equal(one.Body.Get(shownIn[one.Endpoint]), another.Body.Get(shownIn[another.Endpoint])) || s.agreeByNow(ctx, one, shownIn[one.Endpoint], f, path) {
			return
		}
		failure := call.Differing(path, one.Body.Get(shownIn[one.Endpoint]), f.Body.Get(path), "2.8")
		failure.Other = one.ID
		s.FailValue(f, failure)
	})
}

// othersAbout returns the first answer of each other endpoint about the customer of a fetched limit.
func (s AfterPurchases) othersAbout(f *driver.Call) (others []*driver.Call) {
	for _, endpoint := range []string{spec.CustomerLookup, spec.VerifyOTP, spec.CreateLimit} {
		about := s.Session.Calls.Of(endpoint, func(c *driver.Call) bool {
			return isAfterPurchase(c) && c.Customer == f.Customer && c.OK() && c.Body.Get(shownIn[endpoint]).Type == gjson.Number
		})
		others = append(others, about[:min(1, len(about))]...)
	}
	return others
}

// noteBrokenFetch says that the evidence of this check is missing if a fetched limit is not served.
func (s AfterPurchases) noteBrokenFetch() {
	if broken := s.Session.Calls.Broken(spec.FetchLimit, func(*driver.Call) bool { return true }); len(broken) > 0 {
		s.NoteMissingEvidenceFor(broken[0])
	}
}

// agreeByNow repeats the call of an answer, then fetches the limit, and reports whether the two agree. A
// limit may change between the two, for example some time after a cancel. Then both are repeated.
func (s AfterPurchases) agreeByNow(ctx context.Context, c *driver.Call, path string, fetched *driver.Call, fetchedPath string) bool {
	const most = 3
	last := c
	for range most {
		now, err := s.again(ctx, c)
		if err != nil || !now.OK() {
			return false
		}
		is, err := s.Session.Limits.FetchLimitAs(ctx, c.Customer, call.Probe)
		if err != nil || !is.OK() {
			return false
		}
		if judgement.Equal(is.Body.Get(fetchedPath), now.Body.Get(path)) {
			return true
		}
		if judgement.Equal(now.Body.Get(path), last.Body.Get(path)) && judgement.Equal(is.Body.Get(fetchedPath), fetched.Body.Get(fetchedPath)) {
			return false
		}
		last, fetched = now, is
	}
	return false
}

func (s AfterPurchases) again(ctx context.Context, c *driver.Call) (*driver.Call, error) {
	switch c.Endpoint {
	case spec.VerifyOTP:
		if err := s.Session.OTPs.SendAndRead(ctx, c.Customer); err != nil {
			return nil, err
		}
		return s.VerifyAs(ctx, c.Customer, call.Probe, c.Customer.OTP, c.Customer.CartValue())
	case spec.CustomerLookup:
		field, _ := c.SentString("queryFieldEnum")
		value, _ := c.SentString("value")
		return s.Session.Limits.LookUp(ctx, c.Customer, field, value, call.Probe)
	default: // another request for a limit may undo the effect of the purchase
		if judgement.Equal(c.Customer.Limit.Get("credit_limit_details.available_limit"), c.Body.Get("data.credit_limit_details.available_limit")) {
			return nil, judgement.Errored("what was bought is forgotten")
		}
		return c, nil
	}
}

// TheCustomerBoughtSomething lets the customer buy one item.
func (s AfterPurchases) TheCustomerBoughtSomething(ctx context.Context) error {
	_, err := s.PurchaseOf(ctx, s.Customer, scenario.PlainItemDetails(1))
	return err
}

// TheCustomerBoughtSomethingInScope buys nothing if purchases are not in scope, or for listed
// customers, whose limits are small. If no customer can buy, the check goes on with less evidence.
func (s AfterPurchases) TheCustomerBoughtSomethingInScope(ctx context.Context) error {
	if !s.Session.Config.Covers(spec.CapabilityPurchases) || s.Session.Customers.ExistingAreListed() {
		return nil
	}
	err := s.TheCustomerBoughtSomething(ctx)
	if call.IsBreak(err) || call.IsUntested(err) {
		s.NoteMissingEvidenceFor(err)
		return nil
	}
	return err
}

// TheBiggestBuyersLimitIsFetched fetches the limit of the customer who bought the most items. A service may read
// them all for it, and fail on many.
func (s AfterPurchases) TheBiggestBuyersLimitIsFetched(ctx context.Context) error {
	c := s.Session.Calls.BiggestBuyer()
	if c == nil {
		return call.Inapplicable(noBuyer)
	}
	return s.SetAnswer(s.Session.Limits.FetchLimit(ctx, c))
}

// TheBiggestBuyerIsLookedUp looks up this customer.
func (s AfterPurchases) TheBiggestBuyerIsLookedUp(ctx context.Context) error {
	c := s.Session.Calls.BiggestBuyer()
	if c == nil {
		return call.Inapplicable(noBuyer)
	}
	q, err := s.Session.Limits.LookupQuery(ctx)
	if err != nil {
		return err
	}
	return s.SetAnswer(s.Session.Limits.LookUp(ctx, c, q.Field, q.Value(c), call.Plain))
}

// TheBiggestBuyerIsLookedUpBy looks up this customer by a query field. The limit was fetched to compare.
func (s AfterPurchases) TheBiggestBuyerIsLookedUpBy(ctx context.Context, field string) error {
	if err := s.biggestBuyer(ctx); err != nil {
		return err
	}
	if err := Lookups(s).TheCustomerIsLookedUpBy(ctx, field); err != nil {
		return err
	}
	if looked := s.Answers[0]; looked.Found() {
		s.Session.Calls.Label(looked, driver.AfterPurchaseLabel)
	}
	return nil
}

// TheBiggestBuyerVerifiesAnOTP verifies an OTP of this customer, and fetches the limit to compare. The
// two calls follow each other, because a target may send the customer no other OTP later.
func (s AfterPurchases) TheBiggestBuyerVerifiesAnOTP(ctx context.Context) error {
	if s.Customer = s.Session.Calls.BiggestBuyer(); s.Customer == nil {
		return call.Inapplicable(noBuyer)
	}
	if err := s.Session.OTPs.SendAndRead(ctx, s.Customer); call.IsUntested(err) {
		return call.Inapplicable("%s", err.Error())
	} else if err != nil {
		return err
	}
	verified, err := s.VerifyAs(ctx, s.Customer, call.Plain, s.Customer.OTP, s.Customer.CartValue())
	if err != nil {
		return err
	}
	fetched, err := s.Session.Limits.FetchLimit(ctx, s.Customer)
	if err != nil {
		return err
	}
	for _, c := range []*driver.Call{verified, fetched} {
		s.Session.Calls.Label(c, driver.AfterPurchaseLabel)
	}
	return s.SetAnswer(verified, verified.Served())
}

// biggestBuyer makes the customer who bought the most items the customer of the check, and fetches the
// limit. Checks that compare with this limit share the call.
func (s AfterPurchases) biggestBuyer(ctx context.Context) error {
	c := s.Session.Calls.BiggestBuyer()
	if c == nil {
		return call.Inapplicable(noBuyer)
	}
	s.Customer = c
	_, err := driver.Shared(ctx, s.Session.Run, "limit of the biggest buyer "+c.ID, func(ctx context.Context) (*driver.Call, error) {
		fetched, err := s.Session.Limits.FetchLimit(ctx, c)
		if err == nil {
			s.Session.Calls.Label(fetched, driver.AfterPurchaseLabel)
		}
		return fetched, err
	})
	return err
}

const noBuyer = "no customer of this run bought anything"
