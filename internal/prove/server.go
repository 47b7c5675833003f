package prove

import (
	"context"

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
		Judge: func(ctx context.Context, set []int) (*result.Run, error) {
			all := pick(set)
			return r.certify(ctx, r.planForAll(all), faults.Together(options, all...), all...)
		},
		Shown: func(ctx context.Context, set []int, n int) (bool, error) {
			all := pick(set)
			w := faults.NewWitness(options, all, n)
			_, err := r.certify(ctx, r.planForAll(all), w, all...)
			return w.Shown(), err
		},
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
