package proof

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/partner"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/testsize"
)

// TestFaultsOfAPartnerDoNotHideEachOther plants several faults at once: what a fault fails
// alone is failed, or blocked by something that failed, in whatever company.
// A sample: .ci/run tries more of them, by `assay prove --side partner --together 10`.
func TestFaultsOfAPartnerDoNotHideEachOther(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Parallel()
	sets := testsize.Of(3, 20)
	all, err := Partner(partner.Catalogue())
	require.NoError(t, err)
	proof, err := all.ProveTogether(context.Background(), Together{Size: 10, Sets: sets, Seed: 1, Workers: runtime.GOMAXPROCS(0)})
	require.NoError(t, err)
	s := proof.Sum()
	for _, c := range proof.Compounds {
		for id, place := range c.Places {
			require.NotEqual(t, Green, place, "%s is green in %v", id, c.Faults)
		}
		require.Empty(t, c.Trouble)
		require.NotEmpty(t, c.Failed, "%v", c.Faults)
	}
	require.LessOrEqual(t, float64(s.Innocents), max(0.3*float64(sets), 1), "of a single set chance decides")
	require.LessOrEqual(t, s.Places[Masked], max(s.Faults/10, 2), "of a single set chance decides")
	require.True(t, proof.Holds())
	require.GreaterOrEqual(t, s.Causes, sets-sets/20, "causes are the faults that can be distinguished, give or take one, in 95 %")
}

// TestAFaultOverLegalVariantsIsNamed plants one fault in stores of three legal variants. A sample:
// .ci/run tries more of them, by `assay prove --side partner --together 1 --over 3`.
func TestAFaultOverLegalVariantsIsNamed(t *testing.T) {
	t.Parallel()
	all, err := Partner(partner.Catalogue())
	require.NoError(t, err)
	proof, err := all.ProveTogether(context.Background(), Together{Size: 1, Sets: testsize.Of(5, 40), Seed: 1, Variants: 3, Workers: runtime.GOMAXPROCS(0)})
	require.NoError(t, err)
	for _, c := range proof.Compounds {
		require.Len(t, c.Variants, 3)
		require.Empty(t, c.Trouble)
	}
	require.Zero(t, proof.Sum().Places[Green])
	require.True(t, proof.Holds())
}

// TestAFaultThatALegalVariantUndoesIsTold holds that a fault is compared with the store of the same
// legal variants.
func TestAFaultThatALegalVariantUndoesIsTold(t *testing.T) {
	t.Parallel()
	all, err := Partner(pick(t, "create-limit/password-null"))
	require.NoError(t, err)
	shown, err := all.shown(context.Background(), Set{Faults: []int{0}, Variants: []string{"phone/no-plus", "json/indented"}}, 0)
	require.NoError(t, err)
	require.True(t, shown)
	all.Faults[0].EditRequests = func() func(*samplepartner.Request) {
		return func(q *samplepartner.Request) { delete(q.Body, "password") }
	}
	shown, err = all.shown(context.Background(), Set{Faults: []int{0}, Variants: []string{"limit/no-password"}}, 0)
	require.NoError(t, err)
	require.False(t, shown, "the variant sends none either")
}

// TestAFaultThatAnotherUndoesIsTold holds that what does not show is told from
// what is overlooked.
func TestAFaultThatAnotherUndoesIsTold(t *testing.T) {
	t.Parallel()
	all, err := Partner(pick(t, "create-limit/gender-dropped", "create-limit/gender-null", "get-purchase/no-authorization"))
	require.NoError(t, err)
	proof, err := all.ProveTogether(context.Background(), Together{Size: 3, Sets: 1, Seed: 1})
	require.NoError(t, err)
	require.Equal(t, map[string]Place{
		"create-limit/gender-dropped": Named, "create-limit/gender-null": Named, "get-purchase/no-authorization": Named,
	}, proof.Compounds[0].Places)
	shown, err := all.shown(context.Background(), Set{Faults: []int{0, 1, 2}}, 1)
	require.NoError(t, err)
	require.False(t, shown, "what is dropped cannot be null")
	shown, err = all.shown(context.Background(), Set{Faults: []int{0, 1, 2}}, 0)
	require.NoError(t, err)
	require.True(t, shown)
}

// TestTheCustomersThatAFaultAddsAreNoFault holds that a fault that another one overwrites does not show,
// although its build has more customers.
func TestTheCustomersThatAFaultAddsAreNoFault(t *testing.T) {
	t.Parallel()
	for fault, other := range map[string]string{
		"create-purchases/code-is-type": "create-purchases/items.#.item_code-blank",
		"create-limit/loan-is-phone":    "create-limit/loan_amount-negative",
	} {
		all, err := Partner(pick(t, fault, other))
		require.NoError(t, err)
		shown, err := all.shown(context.Background(), Set{Faults: []int{0, 1}}, 0)
		require.NoError(t, err)
		require.False(t, shown, fault)
	}
}

// TestARandomValueIsNoDifference holds that a fault that changes nothing does not show beside one that
// sends a random value.
func TestARandomValueIsNoDifference(t *testing.T) {
	t.Parallel()
	for _, random := range []string{"customer-lookup/nonce-as-Timestamp", "verify-otp/cart-is-time", "create-limit/loan-is-otp"} {
		all, err := Partner(pick(t, "create-limit/gender-dropped", "create-limit/gender-null", random))
		require.NoError(t, err)
		shown, err := all.shown(context.Background(), Set{Faults: []int{0, 1, 2}}, 1)
		require.NoError(t, err)
		require.False(t, shown, random)
	}
}

func pick(t *testing.T, ids ...string) []faults.Fault {
	t.Helper()
	var some []faults.Fault
	for _, id := range ids {
		for _, f := range partner.Catalogue() {
			if f.ID == id {
				some = append(some, f)
			}
		}
	}
	require.Len(t, some, len(ids))
	return some
}
