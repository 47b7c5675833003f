package recording_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
)

func TestResult(t *testing.T) {
	r := redact.New(redact.Options{Secrets: []string{"topsecret"}})
	e := sample()
	e.Err = errors.New("echoed topsecret")
	got := recording.NewView(r).Result(e, 6)
	require.Equal(t, "aé\uFFFD", got.Response.Body)
	require.EqualValues(t, len(e.Response.Body), got.Response.BodySize)
	require.True(t, got.Response.Cut)
	require.Equal(t, "echoed «cut»", got.Error)
	require.Equal(t, 1.5, got.DurationMS)
	require.False(t, recording.NewView(r).Result(e, 0).Response.Cut)
	e.Response = nil
	require.Nil(t, recording.NewView(r).Result(e, 6).Response)
}

func TestTheTraceIsThatOfTheRequest(t *testing.T) {
	for header, want := range map[string]string{
		"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01": "4bf92f3577b34da6a3ce929d0e0e4736",
		"00-00000000000000000000000000000000-00f067aa0ba902b7-01": "",
		"00-4bf92f3577b34da6a3ce929d0e0e4736":                     "",
		"<script>":                                                "",
		"":                                                        "",
	} {
		x := recording.Exchange{Request: recording.Request{Header: http.Header{"Traceparent": {header}}}}
		require.Equal(t, want, recording.NewView(redact.New(redact.Options{})).Result(&x, 0).TraceID, header)
	}
}
