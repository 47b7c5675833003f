package proof

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/testsize"
)

// Each of these faults once made a row of another one green, failed a row that is
// nobody's, or kept a build from ever being conformant. .ci/release tries them all.
func TestPairsThatOnceHidEachOther(t *testing.T) {
	testsize.SkipIfShort(t)              // TestCompounds has sets of faults
	runs := make(map[int64]*compoundRun) // a fault alone, and none, are judged once for a seed
	for _, c := range testsize.First([]struct {
		seed     int64
		faults   string
		variants string
		both     string // requirements that neither fault fails alone: what one loses, the other replaces
	}{
		{seed: 1, faults: "refused-limit-breaks-next-limit create-purchases-answers-503"},
		{seed: 1903, faults: "cache-stale-reads-2 ids-update-by-order-id"},
		{seed: 3, faults: "cache-verify-by-name update-purchases-loses-third"},
		{seed: 1, faults: "create-limit-cuts-on-student create-limit-refuses-together-sales-bank"},
		{seed: 25, faults: "customer-lookup-wraps-at-31-bits-credit-limit", variants: "incomes-up-to-a-million"},
		{seed: 1, faults: "cancel-purchase-zeroes-status cancel-purchase-nulls-data"},
		{seed: 1, faults: "create-limit-refuses-gender-female create-limit-refuses-marital-status-married"},
		{seed: 101, faults: "create-limit-refuses-together-female-limited-company create-limit-refuses-together-partnership-mpesa-sales"},
		{seed: 101, faults: "cache-stale-create cancel-purchase-refuses-provider-delivery"},
		{seed: 101, faults: "fetch-limit-alone-escapes-last-name send-otp-refuses-any-date-of-birth"},
		{seed: 101, faults: "send-otp-refuses-new verify-otp-wraps-at-32-bits-credit-limit"},
		{seed: 102, faults: "create-limit-mistypes-credit-limit-details-available-limit verify-otp-groups-thousands"},
		{seed: 104, faults: "send-otp-to-customers-phones-for-the-real-one verify-otp-at-no-path"},
		{seed: 104, faults: "create-purchases-refuses-several update-purchases-misforms-last-partner-store-id"},
		{seed: 302, faults: "misread-sample-spelling-ignored get-purchase-cuts-item-description"},
		{seed: 403, faults: "create-limit-wrong-token-after-the-work customer-lookup-found-no-data"},
		{seed: 1101, faults: "refused-limit-breaks-next-limit create-limit-refuses-together-female-group-a"},
		{seed: 1101, faults: "send-otp-to-customers-phones verify-otp-nulls-data"},
		{seed: 1101, faults: "send-otp-token-not-at-heading-path send-otp-second-fails"},
		{seed: 1102, faults: "unknown-limit-oldest fetch-limit-nulls-data"},
		{seed: 1103, faults: "unknown-item-by-first-half get-purchase-drops-data"},
		{seed: 1102, faults: "update-purchases-mistypes-last-accepted-terms create-purchases-misses-last"},
		{seed: 1102, faults: "cache-stale-create unknown-item-in-list", both: "STA-03 STA-06 STA-09 GET-08 GET-09 CAN-08 UPD-13"},
		{seed: 1102, faults: "ids-replaces-looks unknown-item-renamed", both: "GET-08 GET-09"},
		{seed: 1103, faults: "create-purchases-writes-large-amounts-as-text create-purchases-price-capped"},
		{seed: 1103, faults: "create-limit-wrong-token-after-the-work cache-stranger-forever"},
		{seed: 1103, faults: "create-limit-wrong-token-after-the-work customer-lookup-unknown-zero-limit"},
		{seed: 1104, faults: "ids-update-cancels-namesake get-purchase-mistypes-data"},
		{seed: 1301, faults: "create-limit-cuts-on-q create-limit-three-letters-in-200 cache-fetch-by-first-digit", both: "LIM-02 LIM-03 FLM-07"},
		{seed: 1401, faults: "create-limit-refuses-gender-female send-otp-data-number send-otp-mistypes-data"},
		{seed: 1401, faults: "ids-request-per-service send-otp-body-byte-order-mark"},
		{seed: 1401, faults: "ids-request-per-service ids-request-per-second-otps"},
		{seed: 1401, faults: "part-order-every-other create-purchases-order-shares-id verify-otp-other-id-government"},
		{seed: 1401, faults: "misread-price-string-octal create-purchases-order-shares-id"},
		{seed: 1701, faults: "create-limit-refuses-gender-female create-limit-refuses-job-level-junior-manager create-limit-refuses-together-male-married"},
		{seed: 1704, faults: "create-purchases-drops-last-id create-purchases-equal-items-share-id update-purchases-mistypes-last-item-description"},
		{seed: 1706, faults: "column-code-padded refused-get-is-remembered"},
		{seed: 1801, faults: "create-limit-hangs-up-on-executive-manager create-limit-again-answers-409"},
		{seed: 1801, faults: "cache-stranger-forever unknown-customer-by-last-nine"},
		{seed: 1801, faults: "refused-get-breaks-next-get cache-get-forever"},
		{seed: 1802, faults: "otp-token-more-behind send-otp-to-any-phone-for-both verify-otp-answers-500"},
		{seed: 1802, faults: "customer-lookup-refuses-query-field-enum-national-id unknown-customer-by-last-four"},
		{seed: 1803, faults: "customer-lookup-answers-201 customer-lookup-drops-found-base-info unknown-customer-by-last-nine"},
		{seed: 1804, faults: "refused-update-breaks-next-update unknown-update-by-last-segment", both: "JRN-02"},
		{seed: 1804, faults: "customer-lookup-body-in-array customer-lookup-refuses-query-field-enum-mobile"},
		{seed: 1, faults: "cache-fetch-forever create-purchases-refuses-several", both: "LIM-19 LKP-09"},
		{seed: 1, faults: "send-otp-hides-limit update-purchases-body-not-a-number"},
		{seed: 1, faults: "fetch-limit-groups-thousands cache-fetch-by-route"},
		{seed: 1, faults: "customer-lookup-mistypes-base-info-email customer-lookup-ignores-email-tag"},
		{seed: 1, faults: "create-purchases-mistypes-record-id verify-otp-after-purchase-limit-is-what-is-left"},
		{seed: 1, faults: "customer-lookup-after-purchase-limit-is-what-is-left send-otp-body-in-array"},
		{seed: 1, faults: "send-otp-token-replaces cache-verify-by-cart"},
		{seed: 1, faults: "get-purchase-cancelled-no-order-id get-purchase-mistypes-data"},
		{seed: 3101, faults: "verify-otp-null-code verify-otp-nobody-but-a-customer-empty send-otp-shortens-otp"},
		{seed: 1, faults: "customer-lookup-token-not-for-emails customer-lookup-hangs-up-on-email"},
		{seed: 500, faults: "update-purchases-moves-other-customer update-purchases-new-id"},
		{seed: 1, faults: "verify-otp-last-of-all send-otp-to-customers-phones"},
		{seed: 1, faults: "verify-otp-last-of-all verify-otp-ignores-phone"},
		{seed: 1, faults: "create-purchases-refuses-item-type-home-theater column-type-spaced"},
		{seed: 1, faults: "time-fetched-limit-local-west create-limit-misforms-updated"},
		{seed: 1, faults: "verify-otp-answers-500", variants: "more-headers currency otp-before-limit"},
	}, 8) {
		if runs[c.seed] == nil {
			all, err := Server(c.seed, server.Catalogue())
			require.NoError(t, err)
			runs[c.seed] = &compoundRun{Catalogue: all, alone: make(map[int]*single)}
		}
		run := runs[c.seed]
		t.Run(c.faults, func(t *testing.T) {
			t.Parallel()
			set := Set{Variants: strings.Fields(c.variants)}
			for _, id := range strings.Fields(c.faults) {
				n := slices.IndexFunc(run.Faults, func(f faults.Fault) bool { return f.ID == id })
				require.GreaterOrEqual(t, n, 0, id)
				set.Faults = append(set.Faults, n)
			}
			judged := run.trySet(t.Context(), set)
			require.Empty(t, judged.Trouble)
			for id, place := range judged.Places {
				require.Contains(t, []Place{Named, Behind}, place, "%s: failed %v", id, judged.Failed)
			}
			require.Subset(t, strings.Fields(c.both), judged.Innocent)
			require.Empty(t, judged.NeverNamed)
		})
	}
}

// A call that is refused for its header shows a fault of its own, whatever else the target breaks.
func TestAFaultIsNamedBesideABrokenEndpoint(t *testing.T) {
	all, err := Server(1, server.Catalogue())
	require.NoError(t, err)
	run := &compoundRun{Catalogue: all, alone: make(map[int]*single)}
	of := func(id string) int {
		return slices.IndexFunc(run.Faults, func(f faults.Fault) bool { return f.ID == id })
	}
	for _, broken := range []string{"get-purchase-answers-500", "verify-otp-answers-500"} {
		judged := run.trySet(t.Context(), Set{Faults: []int{of("create-limit-wants-accept"), of(broken)}})
		require.Empty(t, judged.Trouble)
		require.Equal(t, Named, judged.Places["create-limit-wants-accept"], "beside %s: failed %v", broken, judged.Failed)
	}
}
