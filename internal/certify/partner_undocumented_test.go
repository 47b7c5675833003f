package certify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// TestWhatIsDocumentedNowhereIsNoted holds that what a partner sends beyond the
// specification is shown to who reads the report, and fails nothing.
func TestWhatIsDocumentedNowhereIsNoted(t *testing.T) {
	t.Parallel()
	log, err := aDay(t, func(q *samplepartner.Request) {
		switch q.Endpoint {
		case "send-otp":
			q.Body["till"] = map[string]any{"number": 3}
			q.Header.Set("X-Shop", "7")
		case "create-limit":
			q.Query = "channel=web"
		case "create-purchases":
			q.Body["order_id"] = 1001
			for _, item := range q.Body["items"].([]any) {
				item.(map[string]any)["colour"] = "black"
			}
		case "update-purchases":
			for _, item := range q.Body["items"].([]any) {
				item.(map[string]any)["facility_status"] = "on_its_way"
			}
		}
	})
	require.NoError(t, err)
	run := judge(t, closed(log))
	require.Equal(t, result.Conformant, run.Verdict, run.Reason)
	answers := make(map[string]string)
	for _, o := range run.Observations {
		answers[o.ID] = o.Answer
	}
	require.Equal(t, "POST /api/v2/otp/send: header X-Shop (4 times); POST /api/v2/otp/send: member till (4 times)", answers["POB-01"])
	require.Equal(t, "POST /api/v2/limits: parameter channel (3 times)", answers["POB-02"])
	require.Contains(t, answers["POB-03"], "POST /api/v2/purchases: member items.#.colour (4 times)")
	require.Contains(t, answers["POB-03"], `PUT /api/v2/purchases/{id}: facility_status "on_its_way" (3 times)`)
	require.Equal(t, "with the same items: never; with others, or for another customer: once", answers["POB-04"])
	require.Equal(t, "nothing", answers["POB-05"])
	require.False(t, strings.Contains(answers["POB-01"], "7,"), "values are not noted")
}
