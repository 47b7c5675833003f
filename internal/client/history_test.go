package client

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// TestOnlyACallSentAfterALossShowsLife holds that a slow answer to a call that was sent before another call was
// lost does not show that the target still answers. It may have died in between.
func TestOnlyACallSentAfterALossShowsLife(t *testing.T) {
	lost := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for sent, showsLife := range map[time.Duration]bool{-time.Second: false, time.Second: true} {
		var h endpointHealth
		h.note(Call{Endpoint: spec.GetPurchase, Method: http.MethodGet}, Outcome{Last: &recording.Exchange{
			Started: lost.Add(sent), Duration: time.Minute, Response: &recording.Response{Status: http.StatusOK},
		}})
		require.Equal(t, showsLife, h.answeredSince(lost, spec.FetchLimit), "sent %s after the loss", sent)
	}
}
