package probes

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/memo"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Calls contains the sentences that call an endpoint with a wrong token.
type Calls struct{ *scenario.Scenario }

// badCredentials are the ways to call without the valid token in its place (section 5). The client
// makes them from the token, so no step sees it.
var badCredentials = map[string]client.Auth{
	"no Authorization header":                          client.NoAuth(),
	withoutContentType:                                 client.NoAuth(),
	"an empty Authorization header":                    client.RawAuth(""),
	"a scheme without a token":                         client.RawAuth("Bearer"),
	"the token with another scheme":                    client.TokenAs("Basic"),
	"a wrong token":                                    client.RawAuth("Bearer " + redact.WrongToken),
	"a wrong token with its scheme in small letters":   client.RawAuth("bearer " + redact.WrongToken),
	"a wrong token with its scheme in capital letters": client.RawAuth("BEARER " + redact.WrongToken),
	"a wrong token after two spaces":                   client.RawAuth("Bearer  " + redact.WrongToken),
	"two wrong tokens in one header":                   client.RawAuth("Bearer " + redact.WrongToken + ", Bearer " + redact.WrongToken),
	"a token of 1,500 characters":                      client.RawAuth("Bearer " + strings.Repeat("x", 1500)),
	"the headers of a proxy alone":                     client.ProxyHeaders(),
	"the word null as a token":                         client.RawAuth("Bearer null"),
	"the word undefined as a token":                    client.RawAuth("Bearer undefined"),
	"an SQL wildcard as a token":                       client.RawAuth("Bearer %"),
	"a regular expression as a token":                  client.RawAuth("Bearer [!-~]*"), // also as a pattern of file names
	"an SQL condition as a token":                      client.RawAuth("Bearer x' or '1'='1"),
	"the token in the query":                           client.TokenInQuery(),
	"the token in other headers":                       client.TokenInOtherHeaders(),
	"the token in the body":                            client.TokenInBody(),

	"the token " + string(client.TokenWithoutLast):   client.Bad(client.TokenWithoutLast),
	"the token " + string(client.TokenWithoutFirst):  client.Bad(client.TokenWithoutFirst),
	"the token " + string(client.TokenFirstHalf):     client.Bad(client.TokenFirstHalf),
	"the token " + string(client.TokenSecondHalf):    client.Bad(client.TokenSecondHalf),
	"the token " + string(client.TokenAndMore):       client.Bad(client.TokenAndMore),
	"the token " + string(client.MoreAndToken):       client.Bad(client.MoreAndToken),
	"the token " + string(client.TokenOfSameLength):  client.Bad(client.TokenOfSameLength),
	"the token " + string(client.TokenLastChanged):   client.Bad(client.TokenLastChanged),
	"the token " + string(client.TokenStartChanged):  client.Bad(client.TokenStartChanged),
	"the token " + string(client.TokenMiddleChanged): client.Bad(client.TokenMiddleChanged),
	"the token " + string(client.TokenOtherCase):     client.Bad(client.TokenOtherCase),
	"the token " + string(client.TokenHalvesSwapped): client.Bad(client.TokenHalvesSwapped),
	"the token " + string(client.TokenOtherSigns):    client.Bad(client.TokenOtherSigns),
	"the token " + string(client.TokenUnsigned):      client.Bad(client.TokenUnsigned),
}

// withoutContentType are the credentials of a call that also has no Content-Type. A target may check
// the token only in the branch for requests with a JSON body.
const withoutContentType = "no Authorization header and no Content-Type"

// omitted returns the headers that a call with some credentials leaves out besides them.
func omitted(credentials string) []string {
	if credentials == withoutContentType {
		return []string{"Content-Type"}
	}
	return nil
}

// bad returns the credentials that a sentence names. If they cannot be made of the given token, the
// check does not apply.
func bad(ctx context.Context, r *driver.Run, how string) (client.Auth, error) {
	auth, known := badCredentials[how]
	if !known {
		return auth, judgement.Errored("no such credentials: %q", how)
	}
	err := r.Config.Client.Makes(ctx, auth)
	if cannot := new(client.CannotMake); errors.As(err, &cannot) {
		return auth, call.Inapplicable("%s", cannot.Why)
	}
	if err != nil {
		return auth, judgement.Errored("%v", err)
	}
	return auth, nil
}

// IsCalledWith makes a call that is valid except for its credentials. All checks that judge or note
// its answer share the call.
func (s Calls) IsCalledWith(ctx context.Context, name, credentials string) error {
	answer, err := driver.Shared(ctx, s.Session.Run, "call of "+name+" with "+credentials, func(ctx context.Context) (*driver.Call, error) {
		if err := s.isCalledTimes(ctx, name, credentials, 1); err != nil {
			return nil, err
		}
		return s.Answers[0], nil
	})
	return s.SetAnswer(answer, err)
}

// StrangerIsLookedUpWith looks up an unknown person. A target may answer such a lookup before it
// checks the token.
func (s Calls) StrangerIsLookedUpWith(ctx context.Context, credentials string) error {
	auth, err := bad(ctx, s.Session.Run, credentials)
	if err != nil {
		return err
	}
	stranger := &customer.Customer{Who: s.Session.Customers.Stranger(s.Session.Rand(s.Check.Key))}
	q, err := s.Session.Limits.LookupQuery(ctx)
	if err != nil {
		return err
	}
	answer, err := s.callBadly(ctx, spec.CustomerLookup, auth, &driver.Call{Answer: call.Answer{Variant: call.WithoutLimit}, Customer: stranger}, driver.LookupOf(stranger, q))
	if err == nil {
		answer.Credentials = credentials
	}
	return s.SetAnswer(answer, err)
}

// IsCalledTwiceWith makes the same call twice. A target may refuse the first call and serve the
// second.
func (s Calls) IsCalledTwiceWith(ctx context.Context, name, credentials string) error {
	return s.isCalledTimes(ctx, name, credentials, 2)
}

func (s Calls) isCalledTimes(ctx context.Context, name, credentials string, times int) error {
	auth, err := bad(ctx, s.Session.Run, credentials)
	if err != nil {
		return err
	}
	s.Answers = nil
	for range times {
		answer, err := s.callAnywhere(ctx, name, auth, omitted(credentials))
		if err != nil {
			return err
		}
		answer.Credentials = credentials
		s.Answers = append(s.Answers, answer)
	}
	return nil
}

// IsCalledElsewhereWith makes the call at the other documented form of its path (sections 4.1, 4.2,
// 4.8). A target that serves both must check the token at both.
func (s Calls) IsCalledElsewhereWith(ctx context.Context, name, credentials string) error {
	return s.isCalledAt(ctx, name, credentials, func(path string, c *driver.Call) string { return otherPath(name, path, c) })
}

// IsCalledAtPathWith makes the call at another spelling of its path. A target need not know the
// spelling, but if it serves it, it must check the token.
func (s Calls) IsCalledAtPathWith(ctx context.Context, name, spelling, credentials string) error {
	spell, known := spellings[spelling]
	if !known {
		return judgement.Errored("no such spelling of a path: %q", spelling)
	}
	return s.isCalledAt(ctx, name, credentials, func(path string, _ *driver.Call) string { return spell(path) })
}

// isCalledAt makes the prepared call at another path.
func (s Calls) isCalledAt(ctx context.Context, name, credentials string, at func(path string, c *driver.Call) string) error {
	auth, err := bad(ctx, s.Session.Run, credentials)
	if err != nil {
		return err
	}
	kept, c, req, err := s.prepared(ctx, name)
	if err != nil {
		return err
	}
	req.Path = at(req.Path, c)
	answer, err := s.callBadly(ctx, name, auth, c, req)
	if err != nil {
		return err
	}
	answer.Credentials = credentials
	if answer.OK() || answer.MayHaveOrdered() {
		kept.drop(ctx)
	}
	return s.SetAnswer(answer, nil)
}

func otherPath(name, path string, c *driver.Call) string {
	e := spec.Of(name)
	switch {
	case path != e.OtherPath:
		return e.OtherPath
	case e.ID != "":
		return e.At(c.Items[0].ID)
	}
	return e.Path
}

// prepared returns the prepared call that all calls of an endpoint with bad credentials share, and
// a copy of it to make.
func (s Calls) prepared(ctx context.Context, name string) (*preparedCall, *driver.Call, driver.Request, error) {
	kept, err := driver.Shared(ctx, s.Session.Run, "call with bad credentials of "+name, func(context.Context) (*preparedCall, error) { return new(preparedCall), nil })
	if err != nil {
		return nil, nil, driver.Request{}, err
	}
	c, req, err := kept.take(ctx, func() (*driver.Call, driver.Request, error) { return s.lastingCall(ctx, name) })
	switch req.Body["order_id"].(type) { // an order may arrive even if no answer does, so each call has its own order_id
	case string:
		req.Body["order_id"] = payload.Integer(s.Session.Orders.NextOrder(), payload.AsString)
	case int64:
		req.Body["order_id"] = s.Session.Orders.NextOrder()
	}
	return kept, c, req, err
}

// callAnywhere makes a call that is valid except for its credentials, from the call that was
// prepared for its endpoint. A refused call does not change the customer or the item.
func (s Calls) callAnywhere(ctx context.Context, name string, auth client.Auth, omit []string) (*driver.Call, error) {
	if name == spec.CreateLimit && s.Session.Customers.NewAreListed() { // a refused person is still new, and another check may use them
		c, req, err := validCalls(s).validCall(ctx, name)
		if err != nil {
			return nil, err
		}
		return s.callBadly(ctx, name, auth, c, req)
	}
	kept, c, req, err := s.prepared(ctx, name)
	if err != nil {
		return nil, err
	}
	req.Omit = omit
	answer, err := s.callBadly(ctx, name, auth, c, req)
	if err == nil && (answer.OK() || answer.MayHaveOrdered()) {
		kept.drop(ctx)
	}
	return answer, err
}

func (s Calls) callBadly(ctx context.Context, name string, auth client.Auth, c *driver.Call, req driver.Request) (*driver.Call, error) {
	c.Endpoint, c.Kind, req.Auth = name, call.Probe, auth
	defer reconcile(s.Session, c)
	answer, err := s.Session.Perform(ctx, c, req)
	if err != nil || !answer.MayHaveOrdered() {
		return answer, err
	}
	f, err := s.Session.Orders.OrderForm(ctx)
	if err != nil {
		return nil, err
	}
	return s.Session.Orders.Replace(ctx, answer, func(last *driver.Call) (*driver.Call, error) {
		again := &driver.Call{Answer: call.Answer{Endpoint: name, Kind: call.Probe, Variant: last.Variant}, Customer: last.Customer, Items: last.Items}
		req.Body = maps.Clone(req.Body)
		req.Body["order_id"] = payload.Integer(s.Session.Orders.NextOrder(), f.Readings[payload.OrderID])
		defer reconcile(s.Session, again)
		return s.Session.Perform(ctx, again, req)
	})
}

// preparedCall is a valid call that is prepared once and refused many times.
type preparedCall struct {
	turn  memo.Turn
	ready bool
	call  *driver.Call
	req   driver.Request
}

// take returns a copy of the prepared call. The call is prepared again if it was served, or if its
// OTP is no longer the last one of its phone.
func (p *preparedCall) take(ctx context.Context, prepare func() (*driver.Call, driver.Request, error)) (*driver.Call, driver.Request, error) {
	end, err := p.turn.Take(ctx)
	if err != nil {
		return nil, driver.Request{}, err
	}
	defer end()
	if p.ready && p.req.Body["otp"] != nil && p.req.Body["otp"] != p.call.Customer.OTP {
		p.ready = false
	}
	if !p.ready {
		c, req, err := prepare()
		if err != nil {
			return nil, driver.Request{}, err
		}
		p.call, p.req, p.ready = c, req, true
	}
	again := &driver.Call{Answer: call.Answer{Variant: p.call.Variant}, Customer: p.call.Customer, Items: p.call.Items}
	req := p.req
	req.Body = maps.Clone(p.req.Body)
	return again, req, nil
}

// drop forgets a call that was served or may have been, because it may not be valid any more.
func (p *preparedCall) drop(ctx context.Context) {
	if end, err := p.turn.Take(ctx); err == nil {
		p.ready = false
		end()
	}
}

// lastingCall returns a valid call that stays valid as long as it is refused: no other check leases
// its customer. If customers are listed, checks run one at a time, and a new person who was refused
// can be used again.
func (s Calls) lastingCall(ctx context.Context, name string) (*driver.Call, driver.Request, error) {
	if name == spec.GetPurchase || name == spec.FetchLimit {
		return s.servedCall(ctx, name)
	}
	if s.Session.Customers.ExistingAreListed() || (name != spec.SendOTP && name != spec.VerifyOTP) {
		return validCalls(s).validCall(ctx, name)
	}
	c, err := s.Session.Customers.Lease(ctx, customer.Anybody)
	switch {
	case name == spec.SendOTP && call.IsBreak(err): // the target gives no limits, but it may send OTPs
		return validCalls(s).newCustomersOTP(ctx)
	case err != nil:
		return nil, driver.Request{}, err
	}
	return validCalls(s).otpCallOf(ctx, name, c)
}

// servedCall returns a valid call that was made once with the valid token. If the target caches its
// answer, it must not return it to a caller without the token.
func (s Calls) servedCall(ctx context.Context, name string) (*driver.Call, driver.Request, error) {
	c, req, err := validCalls(s).validCall(ctx, name)
	if err != nil {
		return nil, driver.Request{}, err
	}
	served := &driver.Call{Answer: call.Answer{Endpoint: name, Kind: call.Probe, Variant: c.Variant}, Customer: c.Customer, Items: c.Items}
	_, err = s.Session.Perform(ctx, served, req)
	return c, req, err
}

// spellings change the path of section 4 in ways that a router may accept, while an access check
// before it sees another path.
var spellings = map[string]func(path string) string{
	"with a slash at the end":          func(path string) string { return path + "/" },
	"with a double slash":              func(path string) string { return "/" + path },
	"with .json at the end":            func(path string) string { return path + ".json" },
	"with a parameter at the end":      func(path string) string { return path + ";v=2" },
	"with an escaped letter":           escapedLetter,
	"in capital letters":               func(path string) string { return upperExceptID(path) },
	"with its id in capital letters":   func(path string) string { return path[:idAt(path)] + strings.ToUpper(path[idAt(path):]) },
	`with a segment that ".." removes`: func(path string) string { return "/api/.." + path },
}

// idAt returns the index of the last segment of a path.
func idAt(path string) int { return strings.LastIndex(path, "/") + 1 }

// escapedLetter escapes the first letter of the second segment, which does not change the meaning
// (RFC 3986, 2.3).
func escapedLetter(path string) string {
	at := strings.Index(path[1:], "/") + 2
	return fmt.Sprintf("%s%%%02X%s", path[:at], path[at], path[at+1:])
}

// upperExceptID writes the fixed segments of a path in capital letters.
func upperExceptID(path string) string {
	if at := idAt(path); strings.Contains(path[at:], "-") {
		return strings.ToUpper(path[:at]) + path[at:]
	}
	return strings.ToUpper(path)
}
