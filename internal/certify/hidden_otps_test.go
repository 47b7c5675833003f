package certify_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults"
	catalogue "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/faults/variants"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/testsize"
)

// TestALockHidesNoWrongOTP holds that a code that always verifies is found though the target refuses
// every OTP of a person after some wrong ones. The code is one of the last that the suite tries.
func TestALockHidesNoWrongOTP(t *testing.T) {
	t.Parallel()
	faulty, known := catalogue.Find("verify-otp-master-code-777777")
	require.True(t, known)
	locks := []string{"otp-locked-after-one-wrong", "otp-locked-after-three-wrong", "otp-locked-until-the-next"}
	for _, lock := range locks[:testsize.Of(1, len(locks))] {
		t.Run(lock, func(t *testing.T) {
			t.Parallel()
			require.Contains(t, failedBy(t, lock, faulty), "VER-10")
		})
	}
}

// TestAFixedOTPHidesNoneThatARefusedCallSent holds that it is found though it makes no other invalid.
func TestAFixedOTPHidesNoneThatARefusedCallSent(t *testing.T) {
	t.Parallel()
	faulty, known := catalogue.Find("send-otp-token-after-the-work")
	require.True(t, known)
	require.Equal(t, []string{"OTP-13"}, failedBy(t, "otp-fixed", faulty))
}

// failedBy returns the requirements that a fault in a legal variant fails.
func failedBy(t *testing.T, variant string, f faults.Fault) []string {
	t.Helper()
	all := variants.All()
	n := slices.IndexFunc(all, func(v faults.Variant) bool { return v.ID == variant })
	require.GreaterOrEqual(t, n, 0)
	return failed(certifyLightly(context.Background(), t, whole(t), inProcess(faults.Together(reference.Options{}, all[n:n+1], f))).Run)
}
