package steps

import (
	"context"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
)

// How a refusal looks is not documented (section 7): any HTTP status, any body.
// So whether a call was served is judged by what this very target answers when it
// serves the endpoint, and never by a whole schema: an open door stays one where
// something else is broken beside it.

// itIsNotServed holds the answers to calls that must be refused against the
// answers that the target gives to valid ones.
func (s *Scenario) itIsNotServed(ctx context.Context) error {
	for _, c := range s.subject {
		if c.Response == nil && !c.unanswered { // to hang up is to refuse, too
			return errored("%s was not answered: %v", spec.Line(c.endpoint), c.Err)
		}
		success, err := s.successOf(ctx, c.endpoint)
		switch {
		case err == nil && success.isLike(c), err != nil && c.looksServed():
			s.fail(c, c.notRefused())
		case err != nil:
			s.evidence.leaveOpen(c)
			return err // a target that refuses everybody shows nothing
		}
		s.evidence.decide(c)
	}
	return nil
}

// looksServed tells whether an answer is a success by the specification alone:
// in status, envelope and most of the data.
func (c *call) looksServed() bool {
	if !c.ok() || !c.isJSON {
		return false
	}
	if spec.Of(c.endpoint).HasOwnEnvelope() {
		return c.hasLookupEnvelope()
	}
	if status := c.body.Get("status"); status.Type == gjson.Number && (status.Num < 200 || status.Num > 299) {
		return false
	}
	return c.bearsData(false)
}

// successOf is how the target answers valid calls of an endpoint. Where it has
// served none yet, one is made; the error is what broke.
func (s *Scenario) successOf(ctx context.Context, endpoint string) (*success, error) {
	return shared(ctx, s.run, "success of "+endpoint, func(ctx context.Context) (*success, error) {
		if err := s.serveOne(ctx, endpoint); err != nil {
			return nil, err
		}
		served := s.run.calls.of(endpoint, func(c *call) bool { return c.ok() && c.variant != withoutLimit })
		if len(served) == 0 {
			return nil, errored("no valid call of %s was served: a refusal cannot be told from it", spec.Line(endpoint))
		}
		return newSuccess(served[:min(len(served), sampled)]), nil
	})
}

// serveOne sees to it that a valid call of an endpoint was served in this run.
func (s *Scenario) serveOne(ctx context.Context, endpoint string) (err error) {
	switch endpoint {
	case sendOTP:
		return s.anOTPWasSentToACustomer(ctx)
	case verifyOTP:
		return s.anOTPWasVerified(ctx)
	case createLimit:
		_, err = s.run.resident(ctx, s.by(), employed)
	case fetchLimit:
		return s.aLimitWasFetched(ctx)
	case lookup:
		return s.aCustomerWasLookedUp(ctx)
	case createOrder:
		_, err = shared(ctx, s.run, "purchase", func(ctx context.Context) (*call, error) { return s.run.purchase(ctx, s.by(), 1, nil) })
	case getItem:
		return s.aPurchaseWas(ctx, "fetched")
	case updateItems:
		return s.aPurchaseWas(ctx, "updated")
	case cancelItem:
		return s.aPurchaseWas(ctx, "cancelled")
	}
	return err
}

// sampled is how many served answers are looked at.
const sampled = 6

// success is how a target answers an endpoint that it serves.
type success struct {
	json    bool
	members []string        // of the body: the paths that most answers hold a value at
	payload []string        // those of data that a refusal has no reason to hold
	verdict map[string]bool // "status 200": what the envelopes say of the outcome
}

func newSuccess(served []*call) *success {
	out := &success{verdict: make(map[string]bool)}
	count := make(map[string]int)
	for _, c := range served {
		out.json = out.json || c.isJSON
		for path := range c.memberPaths() {
			count[path]++
		}
		out.verdict[c.outcomeMembers()] = true
	}
	for path, times := range count {
		if 2*times < len(served) {
			continue
		}
		out.members = append(out.members, path)
		if strings.HasPrefix(path, "data.") && !isMessage(path) {
			out.payload = append(out.payload, path)
		}
	}
	slices.Sort(out.members)
	slices.Sort(out.payload)
	return out
}

// isLike tells whether an answer is one that the target gives when it serves: it
// holds what only a served answer holds or, where there is no such thing, it is a
// success that says and holds the same.
func (k *success) isLike(c *call) bool {
	if c.Response == nil {
		return false
	}
	there := c.memberPaths()
	if len(k.payload) > 0 {
		return mostOf(k.payload, there)
	}
	return c.answeredSuccess() && c.isJSON == k.json && k.verdict[c.outcomeMembers()] && mostOf(k.members, there)
}

func mostOf(wanted []string, there map[string]bool) bool {
	found := 0
	for _, path := range wanted {
		if there[path] {
			found++
		}
	}
	return 2*found >= len(wanted)
}

// isMessage tells a member that refusals have as well: how they are worded is not
// documented.
func isMessage(path string) bool {
	return strings.HasSuffix(path, ".message") || strings.HasSuffix(path, ".msg")
}

// outcomeMembers is what an envelope says of the outcome (sections 1 and 2.10).
func (c *call) outcomeMembers() string {
	var said []string
	for _, name := range []string{"status", "code", "success"} {
		said = append(said, c.body.Get(name).Raw)
	}
	return strings.Join(said, " ")
}

// memberPaths are the paths at which the answer holds a value, with # for any
// index. An answer that is no JSON object has none.
func (c *call) memberPaths() map[string]bool {
	paths := make(map[string]bool)
	if c.isJSON {
		addPaths(paths, "", c.body)
	}
	return paths
}

func addPaths(paths map[string]bool, at string, v gjson.Result) {
	switch {
	case v.IsObject() || v.IsArray():
		v.ForEach(func(name, value gjson.Result) bool {
			below := "#"
			if v.IsObject() {
				below = name.String()
			}
			addPaths(paths, strings.TrimPrefix(at+"."+below, "."), value)
			return true
		})
	case v.Type != gjson.Null:
		paths[at] = true
	}
}
