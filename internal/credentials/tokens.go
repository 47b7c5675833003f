package credentials

import (
	"context"
	"fmt"
)

// Tokens is a client.TokenSource whose token is got when first asked for, kept,
// got anew shortly before it expires, and once after a refusal. However many
// ask at a time, there is one attempt.
type Tokens struct {
	keeper *keeper
	fixed  bool
}

// NewTokens returns the tokens of a place. A file is read and a command run
// again after a refusal; an environment variable stays what it is.
func NewTokens(place Place, o Options) (*Tokens, error) {
	if err := place.check(); err != nil {
		return nil, fmt.Errorf("access token: %w", err)
	}
	o = o.withDefaults()
	obtain := func(ctx context.Context) (grant, error) { return place.token(ctx, o) }
	return &Tokens{keeper: newKeeper(o, obtain), fixed: place.Env != ""}, nil
}

// Token returns the access token, without its scheme word. After a failure the
// same error is given for five seconds without another attempt, so that wrong
// credentials are not tried for every request. A token that is about to expire,
// and cannot be had anew, is given until it has expired.
func (t *Tokens) Token(ctx context.Context) (string, error) {
	token, err := t.keeper.get(ctx)
	if err != nil {
		return "", fmt.Errorf("no access token: %w", err)
	}
	return token, nil
}

// Invalidate is to be called with a token that the target refused. It returns
// whether Token may now give another: true once for a token, and for one that
// was replaced meanwhile; false for what this source did not give (the bad
// token of a negative check leaves the good one alone), for an environment
// variable, and for a token that itself came after a refusal within the last
// minute. Where Token then gives the same again, a repeat is pointless.
func (t *Tokens) Invalidate(token string) bool {
	return !t.fixed && t.keeper.invalidate(token)
}
