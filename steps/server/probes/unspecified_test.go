package probes

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A call that shows an entry of the dialect is one that a check can make.
func TestWhatShowsTheDialectIsTried(t *testing.T) {
	for oddity, entry := range shownBy {
		require.NotEmpty(t, entry)
		require.Contains(t, unspecifiedRequests, oddity)
	}
}
