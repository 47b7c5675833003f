package reports

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/html"
	"github.com/credit-partner/assay/reports/wording"
)

func TestEveryTextOfARunIsMadeVisible(t *testing.T) {
	run := failingRun("a\u202eb", "c\u202ed")
	run.Dialect = map[string][]string{"id\u202e": {"reading\u202e"}}
	text := fmt.Sprintf("%+v", wording.Sanitized(run)) + fmt.Sprintf("%+v", wording.Sanitized(run).Exchanges[0].Response)
	require.NotContains(t, text, "\u202e")
	require.Contains(t, text, "id⟨U+202E⟩")
}

func TestEndpointsAreKnownInEveryWayTheyAreWritten(t *testing.T) {
	for written, want := range map[string]string{
		"POST /api/v2/purchases":               "create-purchases",
		"PUT /api/v2/purchases":                "update-purchases",
		"PUT /api/v2/purchases/:purchases_id":  "update-purchases",
		"GET /api/v2/purchases/{purchases_id}": "get-purchase",
		"GET /api/v2/limits/:id":               "fetch-limit",
		"GET /api/v2/otp/send":                 "",
		"":                                     "",
	} {
		e, _ := wording.EndpointOf(written)
		require.Equal(t, want, e.Name, written)
	}
}

func TestCoverageCountsAllExchangesNotOnlyThoseShown(t *testing.T) {
	run := conformantRun()
	for i := range 98 {
		run.Exchanges = append(run.Exchanges, result.Exchange{ID: fmt.Sprint("y", i), Endpoint: "get-purchase", DurationMS: float64(i),
			Response: &result.Message{Status: 404}})
	}
	run.Exchanges = append(run.Exchanges, result.Exchange{ID: "z", Endpoint: "get-purchase", Error: "reset"}, result.Exchange{ID: "o", Endpoint: "what\u202e"})
	rows := wording.CoverageOf(run)
	require.Len(t, rows, 10)
	require.Equal(t, "201 × 2, 404 × 98, no answer × 1", rows[6].Statuses)
	require.Equal(t, 101, rows[6].Calls)
	require.Equal(t, "47 ms", rows[6].Median)
	require.Equal(t, "97 ms", rows[6].Most)
	require.Equal(t, "Other calls", rows[9].Title)
}

func TestRemediesGroupByWhatTheyShare(t *testing.T) {
	var got []string
	for _, m := range wording.NextSteps(failingRun("x", "x")) {
		got = append(got, fmt.Sprintf("%s %s: %s", m.Outcome, m.Cause, strings.Join(m.IDs, " ")))
	}
	require.Equal(t, []string{
		"failed The industry was refused.: LIM-02",
		"failed The second record has no id.: PUR-07",
		"errored No answer within 10 s: x: LIM-07",
		"blocked PUR-07: STA-02 STA-08",
		"untested The target refused the placeholder Sign: configure lookup.signing and run again.: LKP-01",
	}, got)
	require.Empty(t, wording.WayToConformance(conformantRun()))
	require.NotEmpty(t, wording.WayToConformance(&result.Run{}))
}

func TestEvidenceOfAPartnerIsMarkedInItsRequest(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, html.Write(&b, partnerRun()))
	require.Contains(t, b.String(), `<mark>{</mark><b class="note"> ◂ items.0.item_brand is absent</b>`)
}

func TestAVerdictNobodyKnowsIsInconclusive(t *testing.T) {
	for _, write := range writers() {
		run := conformantRun()
		run.Verdict, run.Reason = "splendid", ""
		var b bytes.Buffer
		require.NoError(t, write(&b, run))
		require.NotRegexp(t, `(?i)✓ conformant|<h1>Conformant|: conformant`, b.String())
	}
}

func TestThePageNeedsNothingFromElsewhere(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, html.Write(&b, failingRun(hostile, hostile)))
	require.NotRegexp(t, `(?i)<(link|iframe|object|embed|img|base)\b|<script[^>]+src|@import|url\((?:[^#])`, b.String())
	require.NotContains(t, b.String(), "ZgotmplZ", "the template engine refused a value")
	require.NotContains(t, b.String(), "style=\"")
}
