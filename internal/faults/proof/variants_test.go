package proof

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/partner"
	"github.com/credit-partner/assay/internal/faults/variants"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/internal/testsize"
)

// A sample: .ci/run judges them all, most of them together, by `assay prove --variants --over 8`.
func TestLegalVariantsAreConformant(t *testing.T) {
	t.Parallel()
	all := variants.All()
	require.GreaterOrEqual(t, len(all), 80)
	var sets [][]faults.Variant
	for _, v := range faults.Sample(all, testsize.Of(4, len(all)), faults.VariantID) {
		if !v.Coarse || testsize.IsFull() { // a run waits for a coarse one
			sets = append(sets, []faults.Variant{v})
		}
	}
	judgeFairly(t, sets)
}

// A sample: .ci/run draws more of them, by `assay prove --together 1 --over 3`.
func TestVariantsInThreesAreConformant(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Parallel()
	judgeFairly(t, triples(1, testsize.Of(1, 20)))
}

// Variants that once were judged unfairly because they met. .ci/run judges them all.
func TestVariantsThatMeetAreConformant(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Parallel()
	var sets [][]faults.Variant
	for _, wanted := range [][]string{
		{"content-type-with-body-only", "refusal-in-200"},        // a refusal may come with any status
		{"codes-of-letters-and-digits", "errors-alone-with-200"}, // and as an error alone, of a call that others may make
		{"much-more", "otp-before-everything"},
		{"phone-plus-in-otp-only", "otp-said-to-be-sent"},                                                        // what is not read is not said to be sent
		{"limits-of-700-for-government", "prices-from-3000"}, {"limits-of-900-for-employees", "prices-from-100"}, // who has a low limit can pay only low prices
		{"some-limits-of-300", "carts-from-100"}, {"least-price-and-order-id-string", "limits-of-700-for-government"},
		{"content-type-with-body-only", "refusal-418"}, {"update-at-the-second-time", "refusal-400"}, // a refusal may come with any status
		{"description-as-table", "texts-without-markup"},         // the build takes one unusual text and refuses the other
		{"otp-before-limit", "otp-said-to-be-sent-without-it"},   // somebody else's phone is only said to get an OTP
		{"least-price-and-order-id-string", "prices-up-to-5000"}, // the first order that is taken has a price between the two
		{"least-price-and-order-id-string", "otp-for-the-cart-value"},
		{"limits-of-900-for-employees", "open-orders-at-most-one"},                        // each order needs a buyer who has more than the first limits
		{"otp-sent-to-somebody-new", "some-limits-of-300"},                                // somebody new has a limit of their own
		{"otp-path-otp-first", "refusal-in-200", "verify-new-refused-in-200"},             // a refusal in 200 is no path that is served
		{"carts-from-100", "otp-before-each-purchase", "otps-at-most-four-400"},           // a price that is also taken is refused for the OTP
		{"cancelled-dropped", "unknown-item-blank"},                                       // a blank record is a gone item
		{"otp-before-each-purchase", "otps-at-most-four-400"},                             // a new customer orders what needs one OTP more
		{"otp-for-the-cart-value", "otps-at-most-two-422"},                                // the same
		{"orders-at-most-one", "otps-at-most-two-422", "some-limits-of-zero"},             // a refused order may need an OTP, or not
		{"otp-before-each-purchase", "otp-pause-unsaid"},                                  // a pause is no cap
		{"carts-from-100", "limits-of-300-for-self-employed", "otp-before-each-purchase"}, // an OTP is verified for more than a low cart
		{"otp-before-limit", "otp-pause-unsaid"},                                          // a short pause is no cap
		{"orders-at-most-two", "otp-before-each-purchase", "otps-at-most-three-422"},
		{"open-orders-at-most-one", "otps-at-most-two-429", "prices-from-3000"},
		{"pending-moves-on", "terms-accepted-when-collected"},
		{"otp-locked-after-three-wrong", "otp-refused-in-200"}, // an OTP that is refused with 200 is a wrong one, too
		{"limits-with-cents", "some-limits-of-zero"},           // who has a limit of some cents can buy nothing
		{"open-items-at-most-three", "uuids-in-capitals"},
		{"otp-before-everything", "otp-refused-in-200", "otp-said-to-be-sent"}, // who has another customer's id number gets no OTP
		// the orders that show a form use up the OTPs of their buyer, and verify a low cart value
		{"least-price-and-order-id-string", "otp-for-the-cart-value", "otps-at-most-two-422"},
		{"least-price-and-order-id-string", "open-orders-at-most-two", "otps-at-most-four-400"}, // who has fewer orders may have more open ones
		// an order beyond the verified cart may be refused for its texts or its top-up, too
		{"least-price-and-order-id-string", "no-topup-with-a-value", "otp-for-the-cart-value", "texts-of-letters-digits-and-spaces"},
	} {
		sets = append(sets, legalOf(t, result.ServerSide, wanted...))
	}
	judgeFairly(t, testsize.First(sets, 10))
}

// TestLegalBuildsOfManyVariantsAreNotFailed draws builds of eight legal variants. A sample: .ci/run
// draws more of them, by `assay prove --variants --over 8`.
func TestLegalBuildsOfManyVariantsAreNotFailed(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Parallel()
	all, err := Server(1, nil)
	require.NoError(t, err)
	proof, err := all.ProveVariantsTogether(t.Context(), Together{Variants: 8, Sets: testsize.Of(1, 20), Seed: 1, Workers: workers()})
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, proof.Write(&out, false))
	require.True(t, proof.Holds(), out.String())
	require.Contains(t, out.String(), "legal builds of 8 variants each (seed 1)")
}

// TestBuildsThatShowLittleAreNotFailed holds variants that once were failed because they met. The
// builds leave something undecided, which is not their fault.
func TestBuildsThatShowLittleAreNotFailed(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Parallel()
	all := catalogueOf(t, result.ServerSide)
	for _, wanted := range [][]string{
		{"otp-before-each-limit", "otps-at-most-two-422"},     // who gets no OTP cannot ask again
		{"limits-of-900-for-employees", "orders-at-most-two"}, // who has a low limit cannot place the order of a buyer with too many
	} {
		out := all.tryLegal(t.Context(), legalOf(t, result.ServerSide, wanted...)...)
		require.Empty(t, out.Trouble)
		require.NotEqual(t, result.NonConformant, out.Run, out.Complaints)
	}
}

// TestLegalStoresOfManyVariantsAreNotFailed draws stores of eight legal variants, and of twenty. A
// sample: .ci/run draws more of them, by `assay prove --side partner --variants --over 8`.
func TestLegalStoresOfManyVariantsAreNotFailed(t *testing.T) {
	all := catalogueOf(t, result.PartnerSide)
	for _, size := range []int{8, 20} {
		proof, err := all.ProveVariantsTogether(t.Context(), Together{Variants: size, Sets: testsize.Of(5, 40), Seed: 1, Workers: workers()})
		require.NoError(t, err)
		var out strings.Builder
		require.NoError(t, proof.Write(&out, false))
		require.Equal(t, len(proof.Sets), proof.count(result.Conformant), out.String())
	}
}

// TestStoresOfVariantsThatMeetAreConformant holds pairs that once made no legal store, because one
// variant did not allow for the other.
func TestStoresOfVariantsThatMeetAreConformant(t *testing.T) {
	all := catalogueOf(t, result.PartnerSide)
	for _, wanted := range [][]string{
		{"item/two-pieces", "item/other-spelling"}, // each piece has the description by its other name
		{"customers/more", "order/six-items"},      // the codes of different items differ
		{"phone/no-plus", "phone/hyphens"},
		{"customers/otps-guessed-and-given-up", "otp/mistyped-first"}, // a guess that several customers first mistyped
	} {
		out := all.tryLegal(t.Context(), legalOf(t, result.PartnerSide, wanted...)...)
		require.True(t, out.Holds(), "%v: %v %s", wanted, out.Complaints, out.Trouble)
	}
}

// TestFewSetsHaveEveryVariant holds that a draw takes every variant that fits to seven others, and
// that it ends: some variants fit to no other one.
func TestFewSetsHaveEveryVariant(t *testing.T) {
	all, err := Server(1, nil)
	require.NoError(t, err)
	for seed := range int64(20) {
		draw, seen := all.newVariantDraw(seed, 8), make(map[string]bool)
		for range 36 {
			drawn, err := draw.next(8)
			require.NoError(t, err)
			require.Len(t, drawn, 8)
			for _, id := range drawn {
				seen[id] = true
			}
		}
		var missing []string
		for _, v := range all.Variants {
			if !seen[v.ID] {
				missing = append(missing, v.ID)
			}
		}
		require.Equal(t, []string{"clock-of-seconds", "otp-cool-down", "otp-pause-400", "otp-pause-long-unsaid", "otp-pause-unsaid", "rate-limited", "refusal-500", "refusal-hang-up"}, slices.Sorted(slices.Values(missing)), "what the step proofs of .ci/run judges alone")
	}
}

// TestNoSetIsDrawnThatDoesNotExist holds that a draw of too many variants ends, too.
func TestNoSetIsDrawnThatDoesNotExist(t *testing.T) {
	for _, side := range []result.Side{result.ServerSide, result.PartnerSide} {
		_, err := catalogueOf(t, side).ProveVariantsTogether(t.Context(), Together{Variants: 180, Sets: 1})
		require.ErrorContains(t, err, "no 180 legal variants of the "+string(side)+" side were found that make one legal build")
	}
}

func catalogueOf(t *testing.T, side result.Side) *Catalogue {
	t.Helper()
	of := func() (*Catalogue, error) { return Server(1, nil) }
	if side == result.PartnerSide {
		of = func() (*Catalogue, error) { return Partner(nil) }
	}
	all, err := of()
	require.NoError(t, err)
	return all
}

// legalOf returns some legal variants of a side.
func legalOf(t *testing.T, side result.Side, wanted ...string) []faults.Variant {
	t.Helper()
	set := catalogueOf(t, side).legal(Set{Variants: wanted})
	require.Len(t, set, len(wanted))
	return set
}

func TestVariantsThatDisturbEachOtherAreKnown(t *testing.T) {
	require.Empty(t, partner.Incompatible.Unknown(ids(partner.Variants())))
	require.True(t, partner.Incompatible.Between(legalOf(t, result.PartnerSide, "customers/more")[0], legalOf(t, result.PartnerSide, "otp/huge-cart")))
	require.False(t, partner.Incompatible.Between(legalOf(t, result.PartnerSide, "customers/more")[0], legalOf(t, result.PartnerSide, "otp/mistyped-first")))
	require.Empty(t, variants.Incompatible.Unknown(ids(variants.All())))
	require.True(t, variants.Incompatible.Between(legalOf(t, result.ServerSide, "unknown-item-blank")[0], legalOf(t, result.ServerSide, "refusal-404")))
	require.False(t, variants.Incompatible.Between(legalOf(t, result.ServerSide, "unknown-item-blank")[0], legalOf(t, result.ServerSide, "refusal-418")))
}

// TestALegalBuildThatIsFailedIsNoProof holds that the totals count by verdict, and that a failed
// build is shown with what the suite says of it.
func TestALegalBuildThatIsFailedIsNoProof(t *testing.T) {
	p := &VariantSets{Size: 2, Seed: 3, Sets: []VariantResult{{Variant: "a + b", Run: result.Conformant}, {Variant: "a + c", Run: result.Inconclusive}}}
	require.True(t, p.Holds())
	p.Sets = append(p.Sets, VariantResult{Variant: "b + c", Run: result.NonConformant, Complaints: []string{"PUR-01 failed"}})
	require.False(t, p.Holds())
	var out strings.Builder
	require.NoError(t, p.Write(&out, false))
	require.Equal(t, "legal variant b + c is non-conformant\n    PUR-01 failed\n3 legal builds of 2 variants each (seed 3): 1 conformant, 1 undecided, 1 non-conformant\n", out.String())
}

func judgeFairly(t *testing.T, sets [][]faults.Variant) {
	t.Helper()
	r, err := newRunner(1)
	require.NoError(t, err)
	plan := r.whole.Without(func(q *suite.Requirement) bool { return q.Observation })
	if len(sets[0]) > 1 {
		plan = r.planFor("", "")
	}
	var mu sync.Mutex
	sideBySide(context.Background(), workers(), len(sets), func(i int) {
		concurrency := 1
		if coarse(sets[i]) {
			concurrency = 32 // it is waited for, not worked for
		}
		run, err := r.judgeLegal(context.Background(), plan, concurrency, sets[i]...)
		mu.Lock()
		defer mu.Unlock()
		if assert.NoError(t, err, names(sets[i])) && run.Verdict != result.Conformant && !onlyTheSampleDoesNotApply(run, plan) {
			t.Errorf("%s is %s (%s)", names(sets[i]), run.Verdict, sets[i][0].Why)
			for _, line := range complaints(run) {
				t.Logf("    %s", line)
			}
		}
	})
}

// onlyTheSampleDoesNotApply tells whether all that is missing are requirements of whose
// outlines the plan has one row, and that row is about what the build may refuse.
func onlyTheSampleDoesNotApply(run *result.Run, plan *suite.Plan) bool {
	return run.Verdict == result.Inconclusive && !slices.ContainsFunc(run.Requirements, func(q result.Requirement) bool {
		checks := 0
		for _, c := range plan.Checks {
			if c.Requirement.ID == q.ID {
				checks++
			}
		}
		return !q.Outcome.Good() && (checks > 1 || q.Outcome != result.Untested || !strings.HasPrefix(q.Reason, "does not apply"))
	})
}

// triples draws combinations of three compatible variants, none twice.
func triples(seed int64, n int) [][]faults.Variant {
	rng := rand.New(rand.NewPCG(uint64(seed), 3))
	all := variants.All()
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

// TestTheFewestVariantsOfAFailedBuildAreNamed holds that variants which have no part in a false
// failure are left out.
func TestTheFewestVariantsOfAFailedBuildAreNamed(t *testing.T) {
	c := &Catalogue{Side: result.ServerSide, judgeLegal: func(_ context.Context, set ...faults.Variant) (*result.Run, error) {
		run := &result.Run{Verdict: result.Conformant}
		if all := ids(set); slices.Contains(all, "b") && slices.Contains(all, "d") {
			run.Verdict = result.NonConformant
		}
		return run, nil
	}}
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		c.Variants = append(c.Variants, faults.Variant{ID: id, Field: id})
	}
	proof, err := c.ProveVariantsTogether(t.Context(), Together{Variants: 5, Sets: 1, Seed: 1, Workers: 1})
	require.NoError(t, err)
	require.Equal(t, []string{"b", "d"}, proof.Sets[0].Together)
	var out strings.Builder
	require.NoError(t, proof.Write(&out, false))
	require.Contains(t, out.String(), "legal variant a + b + c + d + e is non-conformant\n    already with b + d\n")
}

// TestOrdersAreMadeByOthersDuringAPause holds that a run seldom waits for a target that wants an OTP
// for each order, and sends one person another OTP after a pause: other people place the orders.
func TestOrdersAreMadeByOthersDuringAPause(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Parallel()
	r, err := newRunner(1)
	require.NoError(t, err)
	run, err := r.judgeLegal(t.Context(), r.planFor("", ""), 32, legalOf(t, result.ServerSide, "otp-before-each-purchase", "otp-pause-unsaid")...)
	require.NoError(t, err)
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
	require.LessOrEqual(t, run.Traffic.Again[string(recording.AfterWait)], 140) // 250 if each buyer waits for the next OTP
}
