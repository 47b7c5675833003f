package certify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// TestLargeBodiesMakeNoLargeReport holds that a report does not repeat a large body
// for every failure that it brings about, that the end of it is counted as left out,
// and that no secret shows at the end of what is left.
func TestLargeBodiesMakeNoLargeReport(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	const size, uploads = 1 << 20, 5
	filled := `{"a":"` + strings.Repeat("b", 14_000) + `","password":["` + strings.Repeat("plain words ", size/12) + `"]}`
	log := &recording.Log{}
	for range uploads {
		log.Add(&recording.Exchange{
			Request: recording.Request{
				Method: http.MethodPost, URL: "http://h/api/v2/purchases", Body: []byte(filled),
				Header: http.Header{"Authorization": {"Bearer t"}, "Content-Type": {"application/json"}},
			},
			Response: &recording.Response{Status: http.StatusBadRequest, Header: http.Header{}, Body: []byte(`{}`)},
		})
	}
	for _, o := range []certify.PartnerOptions{
		{Log: log, Traffic: certify.Recorded(log)},
		{Traffic: certify.Recorded(log)}, // from a file
	} {
		e, err := certify.Partner(context.Background(), partnerPlan(t), o)
		require.NoError(t, err)
		written, err := json.Marshal(e.Run)
		require.NoError(t, err)
		var har bytes.Buffer
		require.NoError(t, e.WriteHAR(&har))
		require.Less(t, len(written)+har.Len(), size)
		require.Len(t, e.Run.Exchanges, uploads)
		for _, x := range e.Run.Exchanges {
			require.True(t, x.Request.Cut)
			require.EqualValues(t, len(filled), x.Request.BodySize)
			require.Contains(t, x.Request.Body, "bbbb")
		}
		require.Contains(t, curlOf(e.Run), "# the beginning of its body")
		require.NotContains(t, string(written)+har.String(), "plain words")
	}
}

// curlOf is the command of the first failure of a run.
func curlOf(run *result.Run) string {
	for _, q := range run.Requirements {
		for _, c := range q.Checks {
			for _, f := range c.Failures {
				if f.Curl != "" {
					return f.Curl
				}
			}
		}
	}
	return ""
}
