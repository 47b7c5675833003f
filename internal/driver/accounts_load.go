package driver

import (
	"context"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// loadListed reads, once, the data that calls for a listed customer need: the id, which the
// answer of verify OTP contains (section 2.9), and the current limit (4.4).
func (s listedAccounts) loadListed(ctx context.Context, c *customer.Customer) error {
	if !c.Existing || c.Loaded {
		return c.LoadErr
	}
	c.Loaded = true
	if c.LoadErr = s.identify(ctx, c); c.LoadErr == nil {
		c.LoadErr = s.refresh(ctx, c)
	}
	return c.LoadErr
}

// smallCart is a cart value that any useful limit covers.
const smallCart = 10

// identify verifies an OTP of a customer that the target knows, and takes the id from the
// answer. It tries both forms of the path.
func (s listedAccounts) identify(ctx context.Context, c *customer.Customer) error {
	if err := s.OTPs.SendAndRead(ctx, c); err != nil {
		return err
	}
	var first *Call
	for _, reading := range s.OTPs.verifyPaths() {
		answer, err := s.OTPs.Verify(ctx, c, call.Probe, Verification{Reading: reading, OTP: c.OTP, Value: smallCart})
		if err != nil {
			return err
		}
		if first == nil {
			first = answer
		}
		if answer.OK() {
			first = answer
			s.verifyPath.Store(&reading)
			break
		}
	}
	s.Calls.SetPlain(first)
	id, err := first.Value("data.id", gjson.String)
	if err == nil && !judgement.IsUUID(id.Str) {
		err = first.Breaks(judgement.DataAspect, "data.id", "a UUID", judgement.Show(id))
	}
	if err == nil {
		c.ID, c.HadLimit = id.Str, customer.KnowledgeFrom(&first.Answer)
	}
	return err
}

// refresh fetches the current limit of a customer. If only the config says that there is a
// limit, a refusal may mean that there is none.
func (s listedAccounts) refresh(ctx context.Context, c *customer.Customer) error {
	answer, err := s.Perform(ctx, &Call{Answer: call.Answer{Endpoint: spec.FetchLimit, Kind: call.Probe}, Customer: c},
		Request{Path: spec.Of(spec.FetchLimit).At(c.ID)})
	if err != nil {
		return err
	}
	if !answer.OK() && answer.Response != nil && c.HadLimit != customer.HasLimit && c.Created() == nil {
		return judgement.Untested("identities.existing lists a customer with a credit limit, but the target returns none (HTTP status %d): fix has_limit, or list another customer", answer.Status())
	}
	s.Calls.SetPlain(answer)
	if err := answer.Served(); err != nil {
		return err
	}
	if err := c.KeepLimit(&answer.Answer); err != nil {
		return err
	}
	s.remember(c)
	return nil
}

// remember takes over the data that the target returns about a customer that it knew before the
// run. The data may belong to a real person, so reports mask it like listed data.
func (s listedAccounts) remember(c *customer.Customer) {
	c.Refresh(customer.LeftOf(c.Limit))
	s.Customers.setPriceBound(c.Available())
	if !c.Existing {
		return
	}
	c.TakeDetails()
	s.Personal.Add(c.Who)
	s.Personal.AddDetail(c.SentMember("email"))
}
