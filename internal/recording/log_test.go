package recording_test

import (
	"bytes"
	"net/http"
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

// TestWhatIsTooLargeIsNotKept holds the bounds of a log: a body beyond them keeps
// its beginning, and what was left out is counted, in the result and in a HAR.
func TestWhatIsTooLargeIsNotKept(t *testing.T) {
	const kept = 12 << 10
	log := recording.Log{MaxBody: 40_000, MaxAll: 90_000}
	add := func(sent, answered int) *recording.Exchange {
		e := &recording.Exchange{
			Request:  recording.Request{Method: "POST", URL: "http://h/", Header: http.Header{}, Body: bytes.Repeat([]byte("a"), sent)},
			Response: &recording.Response{Status: 200, Header: http.Header{}, Body: bytes.Repeat([]byte("b"), answered)},
		}
		log.Add(e)
		return e
	}
	whole := add(40_000, 30_000)
	require.Zero(t, whole.Request.Cut+whole.Response.Cut)
	large := add(40_001, 10)
	require.EqualValues(t, 40_001-kept, large.Request.Cut)
	require.Len(t, large.Request.Body, kept)
	require.Zero(t, large.Response.Cut)
	late := add(1024, 20_000) // 82,298 octets are kept by now
	require.Zero(t, late.Request.Cut)
	require.EqualValues(t, 20_000, late.Response.Cut)

	view := recording.NewView(nil)
	shown := view.Result(large, 16<<10)
	require.True(t, shown.Request.Cut)
	require.EqualValues(t, 40_001, shown.Request.BodySize)
	require.Len(t, shown.Request.Body, 8<<10, "what might be the beginning of a secret is not shown")
	var har bytes.Buffer
	require.NoError(t, view.WriteHAR(&har, recording.Creator{}, log.Each()))
	back, err := collect(&har)
	require.NoError(t, err)
	require.EqualValues(t, 40_001-8<<10, back[1].Request.Cut)
	require.EqualValues(t, late.Response.Cut, back[2].Response.Cut)
}
