package credentials

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/client"
)

// recipe computes Sign of a request with a secret.
type recipe func(in client.SignInput, secret string) string

var recipes = map[string]recipe{
	"sorted-md5":         sortedMD5,
	"concat-md5":         concatMD5,
	"concat-sha256":      concatSHA256,
	"hmac-sha256":        hmacSHA256,
	"hmac-sha256-base64": hmacSHA256Base64,
}

// Recipes are the names of the built-in ways to sign, sorted. None is what the
// specification prescribes: it does not show how Sign is made (section 5, rule
// 4). The functions sortedMD5, concatMD5, concatSHA256 and hmacSHA256 say each
// to the letter.
func Recipes() []string { return slices.Sorted(maps.Keys(recipes)) }

// Recipe returns the signer of that name. All use the fresh nonce and timestamp
// that the client sends as Noncestr and Timestamp. The secret is got when the
// first lookup is signed.
func Recipe(name string, secret Place, o Options) (client.Signer, error) {
	compute, ok := recipes[name]
	if !ok {
		return nil, fmt.Errorf("there is no signing recipe %q; it is one of %s", name, strings.Join(Recipes(), ", "))
	}
	if err := secret.check(); err != nil {
		return nil, fmt.Errorf("signing recipe %s: %w", name, err)
	}
	o = o.withDefaults()
	keeper := newKeeper(o, func(ctx context.Context) (grant, error) {
		text, err := secret.read(ctx, o)
		return grant{secret: text}, err
	})
	return &recipeSigner{name: name, compute: compute, secret: keeper, learn: o.Learn}, nil
}

type recipeSigner struct {
	name    string
	compute recipe
	secret  *keeper
	learn   func(string)
}

func (s *recipeSigner) Sign(ctx context.Context, in client.SignInput) (http.Header, error) {
	secret, err := s.secret.get(ctx)
	if err != nil {
		return nil, fmt.Errorf("secret of the signing recipe %s: %w", s.name, err)
	}
	sign := s.compute(in, secret)
	s.learn(sign)
	return http.Header{"Sign": {sign}}, nil
}
