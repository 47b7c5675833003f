package reports

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/html"
	"github.com/credit-partner/assay/reports/wording"
)

// TestAReportSaysFirstWhatIsThere holds that the report on a half-built service
// begins with what it serves.
func TestAReportSaysFirstWhatIsThere(t *testing.T) {
	run := &result.Run{Verdict: result.NonConformant, Side: result.ServerSide, Endpoints: []result.Endpoint{
		{Endpoint: "POST /api/v2/otp/send", Served: true, Calls: 40},
		{Endpoint: "POST /api/v2/limits", Calls: 12, Note: "404 to all 12 calls"},
		{Endpoint: "GET /api/v2/purchases/{id}"},
	}}
	const want = "Served: POST /api/v2/otp/send. Not served: POST /api/v2/limits (404 to all 12 calls). Not called, because they need the results of the others: GET /api/v2/purchases/{id}."
	require.Equal(t, want, wording.ServedLine(run))
	var text, page, summary bytes.Buffer
	require.NoError(t, Terminal{Width: 400}.Write(&text, run))
	require.NoError(t, WriteMarkdown(&summary, run))
	require.NoError(t, html.Write(&page, run))
	for _, report := range []string{text.String(), page.String(), summary.String()} {
		require.Contains(t, report, "404 to all 12 calls")
	}
	run.Endpoints = run.Endpoints[:1]
	require.Empty(t, wording.ServedLine(run), "where all is there, nothing is said")
}
