package html

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// read gives one of the results that the golden reports are made from.
func read(t *testing.T, name string) *result.Run {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", name, "results.json"))
	require.NoError(t, err)
	run := &result.Run{}
	require.NoError(t, json.Unmarshal(text, run))
	return run
}

func TestMatrixRowsStandInTheOrderOfTheSpecification(t *testing.T) {
	var rows []string
	for _, r := range matrixBySection(read(t, "conformant").Requirements).Rows {
		rows = append(rows, r.Name)
	}
	require.Equal(t, []string{"1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.7", "2.8", "2.9", "2.10", "3", "4.1"}, rows[:12])

	byEndpoint := matrixByEndpoint(read(t, "conformant").Requirements).Rows
	require.Equal(t, "/api/v2/otp/send", byEndpoint[0].Name)
	require.Equal(t, "Every endpoint", byEndpoint[len(byEndpoint)-1].Name)
}

func TestMatrixRowsCountWhatIsMet(t *testing.T) {
	for _, row := range matrixByEndpoint(read(t, "hostile").Requirements).Rows {
		if row.Detail == "Create purchases" {
			require.Equal(t, []int{2, 3}, []int{row.Good, row.All})
			require.Equal(t, result.Failed, row.Worst)
		}
	}
}

// A state or a move shows the worst of its rules: one that fails is seen to fail.
func TestEveryPartOfTheDiagramShowsTheWorstOfItsRules(t *testing.T) {
	d := diagramOf(read(t, "hostile").Requirements)
	require.True(t, d.Judged)
	require.Equal(t, ruleView{result.Passed, "STA-01", "✓ passed"}, d.Moves[0].ruleView)
	require.Equal(t, result.Blocked, d.Moves[1].Outcome)
	require.Equal(t, "not judged", d.States[2].Text, "STA-03 is no part of this run")

	rules := []result.Requirement{{ID: "STA-02", Outcome: result.Passed}, {ID: "STA-04", Outcome: result.Failed}, {ID: "STA-09", Outcome: result.Passed}, {ID: "STA-03", Outcome: result.Failed}, {ID: "STA-07", Outcome: "odd"}}
	d = diagramOf(rules)
	require.Equal(t, ruleView{result.Failed, "STA-04", "✗ 1 of 3 failed"}, d.Moves[1].ruleView)
	require.Equal(t, ruleView{result.Failed, "STA-03", "✗ failed"}, d.States[2].ruleView)
	require.Equal(t, result.Errored, d.Walk.Outcome)
	require.False(t, diagramOf(nil).Judged)
}

func TestMovesLeadFromStateToState(t *testing.T) {
	for _, m := range drawnMoves {
		known := func(name string) bool {
			return slices.ContainsFunc(drawnStates, func(s stateBox) bool { return s.Name == name })
		}
		require.True(t, known(m.From) && known(m.To), m.By)
	}
}

// Every rule about states is in the diagram, and no other.
func TestTheDiagramHoldsEveryRuleAboutStates(t *testing.T) {
	ledger, err := os.ReadFile(filepath.Join("..", "..", "features", "server", "facility_status.feature"))
	require.NoError(t, err)
	var drawn []string
	for _, m := range drawnMoves {
		drawn = append(drawn, m.Rules...)
	}
	for _, s := range drawnStates {
		drawn = append(drawn, s.Rules...)
	}
	drawn = append(drawn, walkRules...)
	slices.Sort(drawn)
	rules := regexp.MustCompile(`STA-\d+`).FindAllString(string(ledger), -1)
	slices.Sort(rules)
	require.Equal(t, slices.Compact(rules), slices.Compact(drawn))
}

func TestRequirementsAreListedAsACustomerMeetsThem(t *testing.T) {
	all := []result.Requirement{
		{ID: "JRN-01", Outcome: result.Failed}, {ID: "CAN-01", Endpoint: "DELETE /api/v2/purchases/{id}", Outcome: result.Passed},
		{ID: "PUR-01", Endpoint: "POST /api/v2/purchases", Outcome: result.Failed}, {ID: "LKP-01", Endpoint: "POST /open/op/customer/detail", Outcome: result.Failed},
		{ID: "OTP-01", Endpoint: "POST /api/v2/otp/send", Outcome: result.Failed, Accepted: true}, {ID: "LIM-01", Endpoint: "POST /api/v2/limits", Outcome: result.Tolerated},
		{ID: "VER-01", Endpoint: "POST /api/v2/otp/verify", Outcome: result.Failed}, {ID: "FLM-01", Endpoint: "GET /api/v2/limits/{id}", Outcome: result.Untested},
		{ID: "OTP-02", Endpoint: "POST /api/v2/otp/send", Outcome: result.Blocked},
	}
	var got []string
	for _, i := range pageOrder(all) {
		got = append(got, all[i].ID)
	}
	require.Equal(t, []string{"VER-01", "PUR-01", "LKP-01", "JRN-01", "OTP-01", "OTP-02", "FLM-01", "LIM-01", "CAN-01"}, got)
}

func TestBarsFillTheirWidth(t *testing.T) {
	bars := coverageBars(read(t, "hostile").Requirements)
	require.Equal(t, "All requirements", bars[0].Name)
	for _, bar := range bars {
		last := bar.Parts[len(bar.Parts)-1]
		require.Equal(t, barUnits, last.X+last.W, bar.Name)
	}
	require.Equal(t, "1 passed, 1 failed", func() string {
		b := newBar("", []result.Requirement{{Outcome: result.Failed}, {Outcome: result.Passed}})
		return b.Text
	}())
}

func TestAllEndpointsStandOnOneScale(t *testing.T) {
	of := func(ms ...float64) wording.Coverage {
		run := &result.Run{}
		for _, m := range ms {
			run.Exchanges = append(run.Exchanges, result.Exchange{Endpoint: "send-otp", DurationMS: m, Response: &result.Message{Status: 200}})
		}
		return wording.CoverageOf(run)[0]
	}
	l := latenciesOf([]wording.Coverage{of(1, 10, 100), of(), of(0, 12_000)}, nil)
	require.Equal(t, []string{"0.1 ms", "1 ms", "10 ms", "100 ms", "1 s", "10 s", "1m40s"}, l.Scale)
	require.Equal(t, []int{0, 166, 333, 500, 666, 833, 1000}, l.Lines)
	require.Equal(t, []int{166, 333, 500, 500}, []int{l.Rows[0].From, l.Rows[0].Middle, l.Rows[0].To, l.Rows[0].End})
	require.Zero(t, l.Rows[2].From)
	require.False(t, latenciesOf(nil, nil).Called)
}

func TestReadingsAreTakenFromTheDialect(t *testing.T) {
	run := read(t, "conformant")
	run.Dialect = map[string][]string{"otp-path": {"otp-first"}}
	var got []string
	for _, v := range tolerancesOf(run) {
		for _, r := range v.Readings {
			got = append(got, r.Name+" "+r.State)
		}
	}
	require.Equal(t, []string{"integer refused", "string used", "api-first used", "otp-first used", "milliseconds used", "seconds unused"}, got)
}

func TestAHeaderIsMarkedOrNotedAbsent(t *testing.T) {
	m := &result.Message{Status: 200, Headers: []result.Header{{Name: "content-type", Value: "text/html"}}}
	got := drawn(headSegments(m, statusLine(200), []string{"header Content-Type", "header X-Id", "status"}))
	require.Equal(t, "«200 OK|status»\n«content-type: text/html|header Content-Type»\n«X-Id:|absent»\n", got)
}

// TestWhatAPartnerBuildDoesBesidesStandsOnTop holds that a conformant partner build of which
// something was noted does not look spotless.
func TestWhatAPartnerBuildDoesBesidesStandsOnTop(t *testing.T) {
	run := &result.Run{Side: result.PartnerSide}
	run.Observations = []result.Observation{
		{ID: "POB-01", Answer: "nothing"},
		{ID: "POB-02", Answer: "POST /api/v2/limits: an email (3 times); POST /api/v2/limits: a phone_number (once)", Noted: 2},
		{ID: "POB-04", Answer: "with the same items: once; with others, or for another customer: never", Noted: 1},
	}
	require.Contains(t, factsOf(run), fact{"Noted", "3 things, not judged: see Observations"})
	run.Side = result.ServerSide
	require.NotContains(t, factsOf(run), fact{"Noted", "3 things, not judged: see Observations"})
}
