package probes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/customers"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Refusals contains the sentences that judge whether a call was served.
type Refusals struct{ *scenario.Scenario }

// The form of a refusal is not documented (section 7): it may have any HTTP status and any body. So
// an answer is compared with the target's own answers when it serves the endpoint, and never with a
// whole schema. In this way assay finds a missing access check even if there are other faults.

// ItIsNotServed compares the answers to calls that must be refused with the target's answers to
// valid calls.
func (s Refusals) ItIsNotServed(ctx context.Context) error {
	for _, c := range s.Answers {
		if c.Response == nil && !c.Unanswered { // to close the connection is also a refusal
			return judgement.Errored("%s was not answered: %v", spec.Line(c.Endpoint), c.Err)
		}
		success, err := s.successLike(ctx, c)
		switch {
		case err == nil && success.isLike(c), err != nil && scenario.LooksServed(c):
			s.Fail(c, c.NotRefused())
		case err != nil:
			s.Evidence.LeaveOpen(c)
			return err // a target that refuses all callers shows nothing
		}
		s.noteAnyoneBreaks(c)
		if c.Endpoint == spec.VerifyOTP && c.Credentials == "" {
			customers.OTPOwnership(s).NoteRefusedOTPs(c)
		}
		s.Evidence.Decide(c)
	}
	return nil
}

// noteAnyoneBreaks notes that a server error is not evidence of a refusal if calls with the valid
// token have the same result.
func (s Refusals) noteAnyoneBreaks(c *driver.Call) {
	if !c.IsServerError() {
		return
	}
	for _, broken := range s.Session.Calls.Broken(c.Endpoint, func(o *driver.Call) bool { return o.Status() == c.Status() }) {
		s.NoteMissingEvidenceFor(broken)
	}
}

// successLike returns how the target answers valid calls of this kind. A lookup of a person without
// a limit is answered differently from a lookup of a customer (section 4.5).
func (s Refusals) successLike(ctx context.Context, c *driver.Call) (*success, error) {
	if c.Variant == call.WithoutLimit {
		return driver.Shared(ctx, s.Session.Run, "success of a stranger's lookup", s.successOfStranger)
	}
	return s.successOf(ctx, c.Endpoint)
}

// successOf returns how the target answers valid calls of an endpoint. If it has served none yet,
// one is made. The error is the reason why none was served.
func (s Refusals) successOf(ctx context.Context, endpoint string) (*success, error) {
	return driver.Shared(ctx, s.Session.Run, "success of "+endpoint, func(ctx context.Context) (*success, error) {
		if err := s.serveOne(ctx, endpoint); err != nil {
			return nil, err
		}
		served := s.Session.Calls.Of(endpoint, func(c *driver.Call) bool { return c.OK() && c.Variant != call.WithoutLimit })
		if len(served) == 0 {
			return nil, judgement.Errored("no valid call of %s was served: a refusal cannot be told from it", spec.Line(endpoint))
		}
		return newSuccess(served[:min(len(served), sampled)]), nil
	})
}

// serveOne makes sure that a valid call of an endpoint was served in this run.
func (s Refusals) serveOne(ctx context.Context, endpoint string) (err error) {
	switch endpoint {
	case spec.SendOTP:
		return customers.Givens(s).AnOTPWasSentToACustomer(ctx)
	case spec.VerifyOTP:
		return customers.Givens(s).AnOTPWasVerified(ctx)
	case spec.CreateLimit:
		_, err = s.Session.Customers.SharedCustomer(ctx, customer.Employed)
	case spec.FetchLimit:
		return customers.Givens(s).ALimitWasFetched(ctx)
	case spec.CustomerLookup:
		return customers.Givens(s).ACustomerWasLookedUp(ctx)
	case spec.CreatePurchases:
		_, err = driver.Shared(ctx, s.Session.Run, "purchase", func(ctx context.Context) (*driver.Call, error) { return s.Session.Orders.Purchase(ctx, 1, nil) })
	case spec.GetPurchase:
		return purchases.Givens(s).APurchaseWas(ctx, "fetched")
	case spec.UpdatePurchases:
		return purchases.Givens(s).APurchaseWas(ctx, "updated")
	case spec.CancelPurchase:
		return purchases.Givens(s).APurchaseWas(ctx, "cancelled")
	}
	return err
}

// successOfStranger returns how the target answers a valid lookup of an unknown person. It may
// refuse the lookup, because section 4.5 only mentions customers.
func (s Refusals) successOfStranger(ctx context.Context) (*success, error) {
	q, err := s.Session.Limits.LookupQuery(ctx)
	if err != nil {
		return nil, err
	}
	stranger := &customer.Customer{Who: s.Session.Customers.Stranger(s.Session.Rand("stranger"))}
	answer, err := s.Session.Limits.LookUp(ctx, stranger, q.Field, q.Value(stranger), call.Probe)
	if err == nil && answer.IsRefused() {
		err = call.Inapplicable("the target refuses a lookup of somebody whom it does not know, as it may")
	}
	if err == nil {
		err = s.Session.Limits.LookupServed(answer)
	}
	if err != nil {
		return nil, err
	}
	return newSuccess([]*driver.Call{answer}), nil
}

// sampled is how many served answers are used.
const sampled = 6

// success is the form of a target's answers when it serves an endpoint.
type success struct {
	json    bool
	members []string        // the paths in the body at which most answers have a value
	payload []string        // the paths in data that a refusal has no reason to contain
	verdict map[string]bool // the outcomes in the envelopes, such as "status 200"
}

func newSuccess(served []*driver.Call) *success {
	out := &success{verdict: make(map[string]bool)}
	count := make(map[string]int)
	for _, c := range served {
		out.json = out.json || c.IsJSON
		for path := range memberPaths(c) {
			count[path]++
		}
		out.verdict[outcomeMembers(c)] = true
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

// isLike reports whether an answer looks like one that the target serves. It has the members that
// only a served answer has. If there are no such members, it is a success with the same outcome and
// the same members.
func (k *success) isLike(c *driver.Call) bool {
	if c.Response == nil {
		return false
	}
	there := memberPaths(c)
	if len(k.payload) > 0 {
		return mostOf(k.payload, there) || k.leaks(there)
	}
	return c.AnsweredSuccess() && c.IsJSON == k.json && k.verdict[outcomeMembers(c)] && mostOf(k.members, there)
}

// leaks reports whether the members of data are in another member of the answer, such as "purchase"
// beside an error.
func (k *success) leaks(there map[string]bool) bool {
	var wanted []string
	for _, path := range k.payload {
		path = strings.TrimPrefix(strings.TrimPrefix(path, "data."), "#.")
		if !slices.Contains(envelopeMembers, path) {
			wanted = append(wanted, path)
		}
	}
	if len(wanted) < minLeaked {
		return false
	}
	below := make(map[string]map[string]bool) // the paths in each object of the answer
	for path := range there {
		for at, rest := "", path; rest != ""; {
			if below[at] == nil {
				below[at] = make(map[string]bool)
			}
			below[at][rest] = true
			name, inside, _ := strings.Cut(rest, ".")
			at, rest = at+"."+name, inside
		}
	}
	return slices.ContainsFunc(slices.Collect(maps.Values(below)), func(object map[string]bool) bool { return mostOf(wanted, object) })
}

// envelopeMembers are in every answer, a refusal included (sections 1 and 2.10). A target may repeat
// them in data.
var envelopeMembers = []string{"apiVersion", "status", "request_id", "order_id", "code", "msg", "message", "success", "data"}

// minLeaked is the least number of members in data by which a record is found elsewhere. A refusal
// may have some members with the same names.
const minLeaked = 4

func mostOf(wanted []string, there map[string]bool) bool {
	found := 0
	for _, path := range wanted {
		if there[path] {
			found++
		}
	}
	return 2*found >= len(wanted)
}

// isMessage reports whether a member is a message, which refusals also have. The wording of
// messages is not documented.
func isMessage(path string) bool {
	return strings.HasSuffix(path, ".message") || strings.HasSuffix(path, ".msg")
}

// outcomeMembers returns the members of the envelope that show the outcome (sections 1 and 2.10).
func outcomeMembers(c *driver.Call) string {
	var said []string
	for _, name := range []string{"status", "code", "success"} {
		said = append(said, c.Body.Get(name).Raw)
	}
	return strings.Join(said, " ")
}

// memberPaths returns the paths at which the answer has a value, with # for any index. An answer
// that is no JSON object has none.
func memberPaths(c *driver.Call) map[string]bool {
	paths := make(map[string]bool)
	if c.IsJSON {
		addPaths(paths, "", c.Body)
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
