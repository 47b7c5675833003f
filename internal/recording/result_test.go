package recording_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
)

func TestResult(t *testing.T) {
	r := redact.New(redact.Options{Secrets: []string{"topsecret"}})
	e := sample()
	e.Err = errors.New("echoed topsecret")
	got := recording.Result(e, r, 6)
	require.Equal(t, "aé\uFFFD", got.Response.Body)
	require.EqualValues(t, len(e.Response.Body), got.Response.BodySize)
	require.True(t, got.Response.Cut)
	require.Equal(t, "echoed «cut»", got.Error)
	require.Equal(t, 1.5, got.DurationMS)
	require.False(t, recording.Result(e, r, 0).Response.Cut)
	e.Response = nil
	require.Nil(t, recording.Result(e, r, 6).Response)
}
