package server

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// TestAnAnswerThatWasCutIsLeftOut holds that an answer of which only the beginning
// was kept is not taken for one that is no JSON.
func TestAnAnswerThatWasCutIsLeftOut(t *testing.T) {
	set, err := schemas.Compile(nil)
	require.NoError(t, err)
	for _, cut := range []int64{0, 1} {
		r := NewRecordedResponses(set, nil)
		r.Add(&recording.Exchange{
			Request:  recording.Request{Method: http.MethodGet, URL: "http://h/api/v2/purchases/1"},
			Response: &recording.Response{Status: http.StatusOK, Header: http.Header{}, Body: []byte(`{"data":{"id":`), Cut: cut},
		}, judgement.Request{Endpoint: spec.GetPurchase})
		require.Equal(t, 1-int(cut), r.Judged())
		require.Equal(t, int(cut), r.Left()[notReadable])
	}
}
