package history_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/recording"
)

func refusedWith(status int, body string) *history.Call {
	e := &recording.Exchange{Response: &recording.Response{Status: status}}
	e.Response.Body = []byte(body)
	return &history.Call{Answer: call.Answer{Exchange: e}}
}

// TestRefusalsAlikeAreExaminedBeyondTheBound holds that a run still examines the refusals that say
// what an explained one said, after other refusals used up what it examines.
func TestRefusalsAlikeAreExaminedBeyondTheBound(t *testing.T) {
	var e history.Examinations
	full := func(n int) *history.Call {
		return refusedWith(409, fmt.Sprintf(`{"message":"no more than 5 orders","request_id":"3b2a-%d"}`, n))
	}
	require.False(t, e.Take(full(0)), "nothing is examined before the form of an order is known")
	e.Begin(3)
	require.True(t, e.Take(full(1)))
	e.Found(full(1))
	other := refusedWith(409, `{"message":"letters"}`)
	require.True(t, e.Take(other))
	require.True(t, e.Take(other))
	require.False(t, e.Take(other))
	for n := range 15 {
		require.True(t, e.Take(full(n)))
	}
	require.False(t, e.Take(full(99)), "a target that says one sentence for everything is not asked for ever")
	require.False(t, e.Take(refusedWith(422, `{"message":"no more than 5 orders"}`)))
}
