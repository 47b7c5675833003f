package partner

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// limitOf creates a limit for customer n.
func limitOf(n int) *recording.Exchange {
	return otpCall(spec.CreateLimit, fmt.Sprintf(`{"id_number":"%d","phone_number":"+25470000000%d","first_name":"Ann","last_name":"%c","country_code":"KE"}`, n, n, 'A'+n), `{}`)
}

// TestAnEarlierFormIsAFaultUnlessItsCustomersMeet holds that a limit for an earlier customer is a fault only
// where it takes the place of another one, and not where a store serves several customers at the same time.
func TestAnEarlierFormIsAFaultUnlessItsCustomersMeet(t *testing.T) {
	first := []*recording.Exchange{sends(1, "111111"), limitOf(1)}
	var stale, meet []*recording.Exchange
	for n := 2; n < 8; n++ {
		stale = append(stale, sends(n, "111111"), limitOf(1))
		meet = append(meet, sends(n, "111111"), limitOf(n-1), limitOf(n)) // a second limit, after the OTP of the next one
	}
	for name, c := range map[string]struct {
		calls  []*recording.Exchange
		failed int
	}{
		"in place of all others":             {stale, 6},
		"a second limit beside the next one": {meet, 0},
	} {
		r := afterAll(t, Config{Closed: true}, append(first[:2:2], c.calls...))
		require.Equal(t, c.failed, r.findings.at(obligation{spec.CreateLimit, "id_number"}).failed, name)
	}
}

// TestACustomerBeyondTheKeptOnesShowsNoEarlierForm holds that a long recording of a store that serves several
// customers at the same time is not failed for the customers that are no longer kept.
func TestACustomerBeyondTheKeptOnesShowsNoEarlierForm(t *testing.T) {
	calls := []*recording.Exchange{}
	for n := 1; n <= requests.MaxKept; n++ {
		calls = append(calls, limitOf(n)) // without an OTP, so that none of them shows that the customers are right
	}
	for n := requests.MaxKept + 1; n < requests.MaxKept+7; n++ {
		calls = append(calls, sends(n, "111111"), limitOf(1), limitOf(n))
	}
	r := afterAll(t, Config{Closed: true}, calls)
	require.Zero(t, r.findings.at(obligation{spec.CreateLimit, "id_number"}).failed)
}
