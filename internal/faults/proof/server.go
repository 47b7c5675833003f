package proof

import (
	"context"
	"net/http"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/faults/variants"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// accessRules are the requirements that a call without the valid token is not served.
var accessRules = []string{"OTP-13", "LIM-22", "PUR-17", "LKP-12"}

// Server returns a catalogue of some faults of the reference and all its legal variants. The
// ledger of the server side judges them.
func Server(seed int64, planted []faults.Fault) (*Catalogue, error) {
	r, err := newRunner(seed)
	if err != nil {
		return nil, err
	}
	c := &Catalogue{
		Side: result.ServerSide, Requirements: statements(r.ledger), Faults: planted, Variants: variants.All(),
		Groups: map[string][]string{"auth": accessRules}, disturbed: variants.Incompatible, judgeLegal: r.judgeWhole,
	}
	c.judge = func(ctx context.Context, set Set) (*result.Run, error) {
		all := c.pick(set)
		return r.certify(ctx, r.planForAll(all), readable(set, faults.Together(options, c.legal(set), all...)), all...)
	}
	c.judgeOwn = func(ctx context.Context, f faults.Fault) (*result.Run, error) {
		build := faults.Together(options, nil, f)
		return r.untilFailure(ctx, only(r.whole, f.Breaks), readable(Set{}, build), f)
	}
	c.maskedBy = server.Maskings.MaskedBy
	c.shown = func(ctx context.Context, set Set, n int) (bool, error) {
		all := c.pick(set)
		w := faults.NewComparison(options, c.legal(set), all, n)
		_, err := r.certify(ctx, r.planForAll(all), readable(set, w), all...)
		return w.Shown(), err
	}
	return c, nil
}

// options are the options of every build that is proved.
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

// readable hides the LastOTP method of a build without variants. Its answers contain every OTP,
// as in the proof of single faults.
func readable(set Set, build http.Handler) http.Handler {
	if len(set.Variants) > 0 {
		return build
	}
	return http.HandlerFunc(build.ServeHTTP)
}
