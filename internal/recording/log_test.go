package recording_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
)

func TestLogNumbersInTheOrderOfAdding(t *testing.T) {
	var log recording.Log
	for range 10_001 {
		log.Add(new(recording.Exchange))
	}
	all := log.All()
	require.Equal(t, "x0001", all[0].ID)
	require.Equal(t, "x10001", all[10_000].ID)
	e, ok := log.Get("x10001")
	require.True(t, ok)
	require.Same(t, all[10_000], e)
	for _, id := range []string{"", "x", "x0000", "x1", "x00001", "x10002", "y0001", "x-001"} {
		_, ok := log.Get(id)
		require.False(t, ok, id)
	}
}

func TestLogGrowsWhileItIsRead(t *testing.T) {
	var log recording.Log
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 100 {
				log.Add(new(recording.Exchange))
				for e := range log.Each() {
					_ = e.ID
				}
				all := log.All()
				all[0] = nil
			}
		})
	}
	group.Wait()
	require.Equal(t, 800, log.Len())
	seen := map[string]bool{}
	for e := range log.Each() {
		seen[e.ID] = true
	}
	require.Len(t, seen, 800)
}
