package prove

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// fair certifies a legal build. Combinations are sent where the plan is whole.
func (r *runner) fair(ctx context.Context, plan *suite.Plan, concurrency int, variants ...faults.Variant) (*result.Run, error) {
	build := faults.Combine(reference.Options{Seed: 1}, variants...)
	e, err := certify.Server(ctx, plan, certify.Options{
		BaseURL: "http://build.local", Transport: client.Handler(build),
		Token: client.StaticToken(reference.DefaultToken), StoreKey: reference.DefaultStoreKey, Signer: signed{},
		OTP: sentTo{build}, Schemas: r.set, Seed: r.seed, Mark: mark, Concurrency: concurrency,
		Timeout: oneRequest, Deadline: oneRun, OutcomesOnly: true, Uncombined: plan == r.planFor(),
	})
	if err != nil {
		return nil, err
	}
	return e.Run, nil
}

// phones tell the OTP that was last sent to one of them.
type phones interface {
	LastOTP(phone string) (string, bool)
}

// sentTo reads OTPs where a phone would.
type sentTo struct{ build phones }

func (s sentTo) Read(_ context.Context, phone, _ string) (string, error) {
	otp, ok := s.build.LastOTP(phone)
	if !ok {
		return "", fmt.Errorf("no OTP was sent to %s", phone)
	}
	return otp, nil
}

// triples draws combinations of three compatible variants, none twice.
func triples(seed int64, n int) [][]faults.Variant {
	rng := rand.New(rand.NewPCG(uint64(seed), 3))
	all := faults.Variants()
	seen := make(map[string]bool)
	var drawn [][]faults.Variant
	for len(drawn) < n {
		three := []faults.Variant{all[rng.IntN(len(all))], all[rng.IntN(len(all))], all[rng.IntN(len(all))]}
		if faults.Compatible(three...) && !coarse(three) && !seen[names(three)] {
			seen[names(three)] = true
			drawn = append(drawn, three)
		}
	}
	return drawn
}

func coarse(variants []faults.Variant) bool {
	for _, v := range variants {
		if v.Coarse {
			return true
		}
	}
	return false
}

func names(variants []faults.Variant) string { return strings.Join(ids(variants), " + ") }

func ids(variants []faults.Variant) []string {
	all := make([]string, len(variants))
	for i, v := range variants {
		all[i] = v.ID
	}
	return all
}
