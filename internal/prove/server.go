package prove

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// accessRules are the requirements that a call without the valid token is not
// served.
var accessRules = []string{"OTP-13", "LIM-22", "PUR-17", "LKP-12"}

// ServerCompounds prepares the faults of the reference to be planted together.
func ServerCompounds(seed int64, planted []faults.Fault) (*Compounds, error) {
	r, err := newRunner(seed)
	if err != nil {
		return nil, err
	}
	catalogue, err := Server(seed, planted)
	if err != nil {
		return nil, err
	}
	pick := func(set []int) []faults.Fault {
		all := make([]faults.Fault, len(set))
		for n, i := range set {
			all[n] = planted[i]
		}
		return all
	}
	return &Compounds{
		Catalogue: catalogue,
		Groups:    map[string][]string{"auth": accessRules},
		Endpoint:  func(n int) string { return planted[n].Endpoint() },
		Judge: func(ctx context.Context, set Set) (*result.Run, error) {
			all := pick(set.Faults)
			return r.certify(ctx, r.planForAll(all), readable(set, faults.Together(options, variantsOf(set), all...)), all...)
		},
		Shown: func(ctx context.Context, set Set, n int) (bool, error) {
			all := pick(set.Faults)
			w := faults.NewWitness(options, variantsOf(set), all, n)
			_, err := r.certify(ctx, r.planForAll(all), readable(set, w), all...)
			return w.Shown(), err
		},
		Draw: drawVariants,
	}, nil
}

// options are those of every build that is proved.
var options = reference.Options{Seed: 1}

func (r *runner) planForAll(all []faults.Fault) *suite.Plan {
	var ids []string
	for _, f := range all {
		ids = append(ids, f.Breaks)
		if f.ShownBy != "" {
			ids = append(ids, f.ShownBy)
		}
	}
	return r.planFor(ids...)
}

// readable hides the phones of a build over no variant: there the answers tell
// every OTP, as in the proof of single faults.
func readable(set Set, build http.Handler) http.Handler {
	if len(set.Variants) > 0 {
		return build
	}
	return http.HandlerFunc(build.ServeHTTP)
}

// variantsOf are the legal variants of a set.
func variantsOf(set Set) []faults.Variant {
	return slices.DeleteFunc(faults.Variants(), func(v faults.Variant) bool { return !slices.Contains(set.Variants, v.ID) })
}

// drawVariants draws variants that can be one build, none of which makes a run
// wait for whole seconds.
func drawVariants(rng *rand.Rand, n int) []string {
	all := faults.Variants()
	for {
		drawn := make([]faults.Variant, n)
		for i := range drawn {
			drawn[i] = all[rng.IntN(len(all))]
		}
		if faults.Compatible(drawn...) && !coarse(drawn) {
			return ids(drawn)
		}
	}
}
