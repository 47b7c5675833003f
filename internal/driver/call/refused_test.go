package call

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
)

func TestARefusalIsForCertainWhereNothingElseExplainsIt(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		again  recording.RetryReason
		want   bool
	}{
		"refused":                       {422, "", true},
		"refused with a new token":      {422, recording.AfterToken, true},
		"a proxy answers":               {503, "", false},
		"too many":                      {429, "", false},
		"the first answer was lost":     {422, recording.AfterNoAnswer, false},
		"a proxy answered the first":    {422, recording.AfterUnavailable, false},
		"no connection at first, a 422": {422, recording.AfterConnection, true},
	} {
		answer := &Answer{Exchange: &recording.Exchange{Retry: c.again, Response: &recording.Response{Status: c.status}}}
		require.Equal(t, c.want, answer.RefusedForCertain(), name)
	}
}
