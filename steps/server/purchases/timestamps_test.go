package purchases

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
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
		require.Equal(t, test.zone, isZone(test.off), test.off)
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
		require.Equal(t, test.local, isLocal(test.off), test.off)
		require.Equal(t, test.written, inHours(test.off))
	}
}

func TestStrangeIDsAreLikeTheKnownOneAndNeverIt(t *testing.T) {
	for _, known := range []string{"5f0c1c1e-0000-4000-8000-00000000000d", "7f0c1c1e-0000-4000-8000-000000000007"} {
		ids := strangeIDs(known)
		require.Len(t, ids, 7)
		for n, id := range ids {
			require.Equal(t, n < 3, judgement.IsUUID(id), id)
			require.NotEqual(t, known, id)
		}
		require.Equal(t, known[:35], ids[1][:35])
		require.Equal(t, known[1:], ids[2][1:])
	}
}

func TestWhatHoldsSomebodysData(t *testing.T) {
	const asked = "5f0c1c1e-0000-4000-8000-00000000000d"
	for _, test := range []struct {
		name, record string
		invented     bool
		want         bool
	}{
		{"nothing", `null`, true, false},
		{"all empty", `{"id":"00000000-0000-0000-0000-000000000000","item_code":""}`, true, false},
		{"somebody else's", `{"id":"5f0c1c1e-0000-4000-8000-00000000000a","item_code":"A"}`, false, true},
		{"one of this id, which is made up", `{"id":"` + asked + `","item_code":"A"}`, true, true},
		{"one of this id, which may be somebody's", `{"id":"` + asked + `","item_code":"A"}`, false, false},
	} {
		require.Equal(t, test.want, holds(gjson.Parse(test.record), asked, test.invented, "item_code"), test.name)
	}
}

func TestTheUnitOfABirthday(t *testing.T) {
	born := time.Date(1990, 5, 23, 0, 0, 0, 0, time.UTC)
	swapped := time.Date(1990, 23, 5, 0, 0, 0, 0, time.UTC)
	require.Equal(t, "the customer's date_of_birth, in seconds", unitOf(float64(born.Unix()), born))
	require.Equal(t, "the customer's date_of_birth, in milliseconds", unitOf(float64(born.Add(-3*time.Hour).UnixMilli()), born))
	require.Equal(t, "in milliseconds, the customer's date_of_birth with day and month swapped", unitOf(float64(swapped.UnixMilli()), born))
	require.Contains(t, unitOf(17, born), "not the customer's")
}
