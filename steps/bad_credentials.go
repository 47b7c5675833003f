package steps

import (
	"context"
	"errors"
	"maps"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/spec"
)

// badCredentials are the ways of section 5 to come without the valid token in
// its place. The client makes what it is made from: no step sees a token.
var badCredentials = map[string]client.Auth{
	"no Authorization header":          client.NoAuth(),
	"an empty Authorization header":    client.RawAuth(""),
	"a scheme without a token":         client.RawAuth("Bearer"),
	"the token under a foreign scheme": client.TokenAs("Basic"),
	"a wrong token":                    client.RawAuth("Bearer assay-wrong-token"),
	"the word null as a token":         client.RawAuth("Bearer null"),
	"the wildcard of SQL as a token":   client.RawAuth("Bearer %"),
	"a pattern as a token":             client.RawAuth("Bearer .*"),
	"the token in the query":           client.TokenInQuery(),
	"the token in other headers":       client.TokenInOtherHeaders(),

	"the token " + string(client.TokenWithoutLast):   client.Bad(client.TokenWithoutLast),
	"the token " + string(client.TokenWithoutFirst):  client.Bad(client.TokenWithoutFirst),
	"the token " + string(client.TokenFirstHalf):     client.Bad(client.TokenFirstHalf),
	"the token " + string(client.TokenSecondHalf):    client.Bad(client.TokenSecondHalf),
	"the token " + string(client.TokenAndMore):       client.Bad(client.TokenAndMore),
	"the token " + string(client.MoreAndToken):       client.Bad(client.MoreAndToken),
	"the token " + string(client.TokenOfSameLength):  client.Bad(client.TokenOfSameLength),
	"the token " + string(client.TokenEndChanged):    client.Bad(client.TokenEndChanged),
	"the token " + string(client.TokenStartChanged):  client.Bad(client.TokenStartChanged),
	"the token " + string(client.TokenMiddleChanged): client.Bad(client.TokenMiddleChanged),
	"the token " + string(client.TokenOtherCase):     client.Bad(client.TokenOtherCase),
}

// bad finds the credentials that a sentence names. What cannot be made of the
// token at hand is left out: nothing is owed then.
func (r *Run) bad(ctx context.Context, how string) (client.Auth, error) {
	auth, known := badCredentials[how]
	if !known {
		return auth, errored("no such credentials: %q", how)
	}
	err := r.cfg.Client.Makes(ctx, auth)
	if cannot := new(client.CannotMake); errors.As(err, &cannot) {
		return auth, &inapplicableError{cannot.Why}
	}
	if err != nil {
		return auth, errored("%v", err)
	}
	return auth, nil
}

// isCalledWith makes a call that is valid in all but its credentials, once for all
// checks that judge or note its answer.
func (s *Scenario) isCalledWith(ctx context.Context, name, credentials string) error {
	answer, err := shared(ctx, s.run, "call of "+name+" with "+credentials, func(ctx context.Context) (*call, error) {
		if err := s.isCalledTimes(ctx, name, credentials, 1); err != nil {
			return nil, err
		}
		return s.subject[0], nil
	})
	return s.asked(answer, err)
}

// isCalledTwiceWith makes the same call twice: a target may let in at the second
// knock whom it has turned away before.
func (s *Scenario) isCalledTwiceWith(ctx context.Context, name, credentials string) error {
	return s.isCalledTimes(ctx, name, credentials, 2)
}

func (s *Scenario) isCalledTimes(ctx context.Context, name, credentials string, times int) error {
	auth, err := s.run.bad(ctx, credentials)
	if err != nil {
		return err
	}
	s.subject = nil
	for range times {
		answer, err := s.callAnywhere(ctx, name, auth)
		if err != nil {
			return err
		}
		s.subject = append(s.subject, answer)
	}
	return nil
}

// isCalledElsewhereWith makes the call at the other documented form of its path
// (sections 4.1, 4.2, 4.8): a target that serves both must guard both.
func (s *Scenario) isCalledElsewhereWith(ctx context.Context, name, credentials string) error {
	auth, err := s.run.bad(ctx, credentials)
	if err != nil {
		return err
	}
	kept, c, req, err := s.prepared(ctx, name)
	if err != nil {
		return err
	}
	req.path = otherPath(name, req.path, c)
	answer, err := s.callBadly(ctx, name, auth, c, req)
	if err == nil && (answer.ok() || answer.mayHaveOrdered()) {
		kept.drop(ctx)
	}
	return s.asked(answer, err)
}

func otherPath(name, path string, c *call) string {
	e := spec.Of(name)
	switch {
	case path != e.OtherPath:
		return e.OtherPath
	case e.ID != "":
		return e.At(c.items[0].id)
	}
	return e.Path
}

// prepared gives what all calls of an endpoint with bad credentials share, and
// the next of them.
func (s *Scenario) prepared(ctx context.Context, name string) (*preparedCall, *call, request, error) {
	kept, err := shared(ctx, s.run, "call with bad credentials of "+name, func(context.Context) (*preparedCall, error) { return new(preparedCall), nil })
	if err != nil {
		return nil, nil, request{}, err
	}
	c, req, err := kept.take(ctx, func() (*call, request, error) { return s.lastingCall(ctx, name) })
	switch req.body["order_id"].(type) { // an order may arrive though no answer does: no two share an id
	case string:
		req.body["order_id"] = integer(s.run.nextOrder(), asString)
	case int64:
		req.body["order_id"] = s.run.nextOrder()
	}
	return kept, c, req, err
}

// callAnywhere makes a call that is valid in all but its credentials, with what
// was prepared for the first one of its endpoint: a call that is refused leaves
// customer and item as they were.
func (s *Scenario) callAnywhere(ctx context.Context, name string, auth client.Auth) (*call, error) {
	if name == createLimit && s.run.roll.lists() { // who was refused is still new, and may serve another check
		c, req, err := s.validCall(ctx, name)
		if err != nil {
			return nil, err
		}
		return s.callBadly(ctx, name, auth, c, req)
	}
	kept, c, req, err := s.prepared(ctx, name)
	if err != nil {
		return nil, err
	}
	answer, err := s.callBadly(ctx, name, auth, c, req)
	if err == nil && (answer.ok() || answer.mayHaveOrdered()) {
		kept.drop(ctx)
	}
	return answer, err
}

func (s *Scenario) callBadly(ctx context.Context, name string, auth client.Auth, c *call, req request) (*call, error) {
	c.endpoint, c.kind, req.auth = name, probe, auth
	defer s.run.settleOdd(c)
	return s.run.perform(ctx, s.by(), c, req)
}

// preparedCall is a valid call that was prepared once and is refused many times.
type preparedCall struct {
	turn  turn
	ready bool
	call  *call
	req   request
}

// take gives a copy of the prepared call. It is prepared anew where it has been
// served, or where its OTP is no longer the last one of its phone.
func (p *preparedCall) take(ctx context.Context, prepare func() (*call, request, error)) (*call, request, error) {
	end, err := p.turn.take(ctx)
	if err != nil {
		return nil, request{}, err
	}
	defer end()
	if p.ready && p.req.body["otp"] != nil && p.req.body["otp"] != p.call.customer.otp {
		p.ready = false
	}
	if !p.ready {
		c, req, err := prepare()
		if err != nil {
			return nil, request{}, err
		}
		p.call, p.req, p.ready = c, req, true
	}
	again := &call{customer: p.call.customer, variant: p.call.variant, items: p.call.items}
	req := p.req
	req.body = maps.Clone(p.req.body)
	return again, req, nil
}

// drop forgets a call that was served, or may have been: it may not be valid any more.
func (p *preparedCall) drop(ctx context.Context) {
	if end, err := p.turn.take(ctx); err == nil {
		p.ready = false
		end()
	}
}

// lastingCall is a valid call that stays valid as long as it is refused: of a
// customer whom no other check is lent. Where customers are listed, checks are
// made one at a time, and somebody new who was refused may serve again.
func (s *Scenario) lastingCall(ctx context.Context, name string) (*call, request, error) {
	if s.run.roll != nil || (name != sendOTP && name != verifyOTP) {
		return s.validCall(ctx, name)
	}
	c, err := s.run.lease(ctx, s.by(), anybody)
	if err != nil {
		return nil, request{}, err
	}
	return s.otpCallOf(ctx, name, c)
}
