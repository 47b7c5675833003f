package stamps_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/steps/server/stamps"
)

func TestOnlyAWholeNumberOfQuarterHoursIsAZone(t *testing.T) {
	for _, test := range []struct {
		off  time.Duration
		zone bool
	}{
		{0, false},
		{20 * time.Minute, false}, // two clocks that disagree
		{15 * time.Minute, false}, // no zone is so near to UTC
		{30 * time.Minute, true},
		{3*time.Hour + 900*time.Millisecond, true}, // a Date has whole seconds
		{-5 * time.Hour, true},
		{5*time.Hour + 45*time.Minute, true},
		{3*time.Hour + 7*time.Minute, false},
		{40 * time.Hour, false},
	} {
		require.Equal(t, test.zone, stamps.IsZone(test.off), test.off)
	}
}

func TestTwoClocksMayDifferByLessThanAZone(t *testing.T) {
	for _, test := range []struct {
		off     time.Duration
		local   bool
		written string
	}{
		{7 * time.Minute, false, "0:07 hours"},
		{-20 * time.Minute, false, "-0:20 hours"},
		{23 * time.Minute, true, "0:23 hours"}, // half an hour, less what the clocks are apart
		{67 * time.Minute, true, "1:07 hours"},
		{-(4*time.Hour + 53*time.Minute), true, "-4:53 hours"},
		{3*time.Hour - 900*time.Millisecond, true, "3:00 hours"},
	} {
		require.Equal(t, test.local, stamps.IsLocal(test.off), test.off)
		require.Equal(t, test.written, stamps.InHours(test.off))
	}
}
