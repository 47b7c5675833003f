package reports

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

func TestEveryTextOfARunIsMadeVisible(t *testing.T) {
	run := failingRun("a\u202eb", "c\u202ed")
	run.Dialect = map[string][]string{"id\u202e": {"reading\u202e"}}
	text := fmt.Sprintf("%+v", shown(run)) + fmt.Sprintf("%+v", shown(run).Exchanges[0].Response)
	require.NotContains(t, text, "\u202e")
	require.Contains(t, text, "id⟨U+202E⟩")
}

func TestMatrixRowsStandInTheOrderOfTheSpecification(t *testing.T) {
	var rows []string
	for _, r := range matrixBySection(conformantRun().Requirements).Rows {
		rows = append(rows, r.Name)
	}
	require.Equal(t, []string{"1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.7", "2.8", "2.9", "2.10", "3", "4.1"}, rows[:12])

	byEndpoint := matrixByEndpoint(conformantRun().Requirements).Rows
	require.Equal(t, "/api/v2/otp/send", byEndpoint[0].Name)
	require.Equal(t, "Every endpoint", byEndpoint[len(byEndpoint)-1].Name)
}

func TestMatrixRowsCountWhatIsMet(t *testing.T) {
	for _, row := range matrixByEndpoint(failingRun("x", "x").Requirements).Rows {
		if row.Detail == "Create purchases" {
			require.Equal(t, []int{2, 3}, []int{row.Good, row.All})
			require.Equal(t, result.Failed, row.Worst)
		}
	}
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
		e, _ := endpointOf(written)
		require.Equal(t, want, e.Name, written)
	}
}

func TestEveryMoveOfTheDiagramShowsItsRequirement(t *testing.T) {
	d := diagramOf(failingRun("x", "x").Requirements)
	require.True(t, d.Judged)
	require.Equal(t, result.Passed, d.Moves[0].Outcome)
	require.Equal(t, result.Blocked, d.Moves[1].Outcome)
	for _, m := range moves {
		known := func(name string) bool {
			return slices.ContainsFunc(states, func(s state) bool { return s.Name == name })
		}
		require.True(t, known(m.From) && known(m.To), m.Requirement)
	}
	require.False(t, diagramOf(nil).Judged)
}

func TestCoverageCountsAllExchangesNotOnlyThoseShown(t *testing.T) {
	run := conformantRun()
	for i := range 98 {
		run.Exchanges = append(run.Exchanges, result.Exchange{ID: fmt.Sprint("y", i), Endpoint: "get-purchase", DurationMS: float64(i),
			Response: &result.Message{Status: 404}})
	}
	run.Exchanges = append(run.Exchanges, result.Exchange{ID: "z", Endpoint: "get-purchase", Error: "reset"}, result.Exchange{ID: "o", Endpoint: "what\u202e"})
	rows := coverageOf(run)
	require.Len(t, rows, 10)
	require.Equal(t, "201 × 2, 404 × 98, no answer × 1", rows[6].Statuses)
	require.Equal(t, 101, rows[6].Calls)
	require.Equal(t, "47 ms", rows[6].Median)
	require.Equal(t, "97 ms", rows[6].Most)
	require.Equal(t, "Other calls", rows[9].Title)
}

func TestALaneShowsWhenItsChecksRan(t *testing.T) {
	run := frame()
	run.Finished = run.Started.Add(time.Second)
	run.Requirements = []result.Requirement{{Feature: "F", Checks: []result.Check{
		{StartedMS: 0, DurationMS: 100}, {StartedMS: 50, DurationMS: 50}, {StartedMS: 900, DurationMS: 5000},
	}}}
	line := timelineOf(run)
	require.Equal(t, "5.90 s", line.Total, "a check that outlasts the run stretches it")
	require.Equal(t, []bar{{0, 10, 1}, {10, 15, 2}}, line.Lanes[0].Bars[:2])
	require.Equal(t, "5.15 s", line.Lanes[0].Busy)
	require.Len(t, line.Slow, 3)
}

func TestRemediesGroupByWhatTheyShare(t *testing.T) {
	var got []string
	for _, m := range remedies(failingRun("x", "x")) {
		got = append(got, fmt.Sprintf("%s %s: %s", m.Outcome, m.Cause, strings.Join(m.IDs, " ")))
	}
	require.Equal(t, []string{
		"failed The industry was refused.: LIM-02",
		"failed The second record has no id.: PUR-07",
		"errored No answer within 10 s: x: LIM-07",
		"blocked PUR-07: STA-02 STA-08",
		"untested The target refused the placeholder Sign: configure lookup.signing and run again.: LKP-01",
	}, got)
	require.Empty(t, wayToConformance(conformantRun()))
	require.NotEmpty(t, wayToConformance(&result.Run{}))
}

func TestReadingsAreTakenFromTheDialect(t *testing.T) {
	run := conformantRun()
	run.Dialect = map[string][]string{"otp-path": {"otp-first"}}
	var got []string
	for _, v := range tolerancesOf(run) {
		for _, r := range v.Readings {
			got = append(got, r.Name+" "+r.State)
		}
	}
	require.Equal(t, []string{"integer refused", "string used", "api-first used", "otp-first used", "milliseconds used", "seconds unused"}, got)
}

func TestEvidenceOfAPartnerIsMarkedInItsRequest(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, WriteHTML(&b, partnerRun()))
	require.Contains(t, b.String(), `<mark>{</mark><b class="note"> ◂ items.0.item_brand is absent</b>`)
}

func TestAHeaderIsMarkedOrNotedAbsent(t *testing.T) {
	m := &result.Message{Status: 200, Headers: []result.Header{{Name: "content-type", Value: "text/html"}}}
	got := drawn(headSegments(m, statusLine(200), []string{"header Content-Type", "header X-Id", "status"}))
	require.Equal(t, "«200 OK|status»\n«content-type: text/html|header Content-Type»\n«X-Id:|absent»\n", got)
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
	require.NoError(t, WriteHTML(&b, failingRun(hostile, hostile)))
	require.NotRegexp(t, `(?i)<(link|iframe|object|embed|img|base)\b|<script[^>]+src|@import|url\((?:[^#])`, b.String())
	require.NotContains(t, b.String(), "ZgotmplZ", "the template engine refused a value")
	require.NotContains(t, b.String(), "style=\"")
}
