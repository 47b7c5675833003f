package certify_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/sandbox"
)

// TestHabitsThatTheSpecificationLeavesFree holds that no order of calls is a
// fault that the specification does not forbid.
func TestHabitsThatTheSpecificationLeavesFree(t *testing.T) {
	t.Parallel()
	one := samplepartner.Person{IDNumber: "41", Phone: "+254700111222"}
	other := samplepartner.Person{IDNumber: "42", Phone: "+254700111333"}
	published := sandbox.Customers()[0]
	cart := []samplepartner.Item{{Type: "tv", Brand: "B", Code: "C-1", Description: "d", Value: 10}, {Type: "tv", Brand: "B", Code: "C-2", Description: "d", Value: 10}}
	ctx := context.Background()
	for name, habit := range map[string]func(*samplepartner.Store){
		"the older of two OTPs": func(s *samplepartner.Store) {
			older, _ := s.SendOTP(ctx, one, false)
			_, _ = s.SendOTP(ctx, one, false)
			_, _ = s.VerifyOTP(ctx, one, older, "10")
		},
		"an OTP verified twice": func(s *samplepartner.Store) {
			otp, _ := s.SendOTP(ctx, one, false)
			_, _ = s.VerifyOTP(ctx, one, otp, "10")
			_, _ = s.VerifyOTP(ctx, one, otp, "10")
		},
		"two customers in turns": func(s *samplepartner.Store) {
			first, _ := s.SendOTP(ctx, one, false)
			second, _ := s.SendOTP(ctx, other, false)
			_, _ = s.VerifyOTP(ctx, other, second, "10")
			_, _ = s.VerifyOTP(ctx, one, first, "10")
		},
		"a purchase without an OTP, an item moved after its cancel": func(s *samplepartner.Store) {
			ids, _ := s.Buy(ctx, published, 1, cart)
			_ = s.Cancel(ctx, ids[0])
			_ = s.Cancel(ctx, ids[0])
			_ = s.GetItem(ctx, ids[0])
			_ = s.Collect(ctx, ids...)
		},
		"a customer known from a lookup": func(s *samplepartner.Store) {
			member, _, _ := s.LookUp(ctx, "mobile", "+254700000001")
			_ = s.FetchLimit(ctx, member)
		},
	} {
		t.Run(name, func(t *testing.T) {
			log := &recording.Log{}
			habit(&samplepartner.Store{
				BaseURL: "http://s.local", Token: reference.DefaultToken, StoreKey: reference.DefaultStoreKey, HTTP: inProcessClient(sandbox.New(sandbox.Options{Log: log})),
			})
			require.NotZero(t, log.Len())
			run := judge(t, closed(log))
			require.Empty(t, failedIn(run))
			require.Contains(t, []result.Verdict{result.Conformant, result.Partial}, run.Verdict, run.Reason)
		})
	}
}
