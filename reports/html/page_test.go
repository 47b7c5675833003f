package html

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

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

func TestEveryMoveOfTheDiagramShowsItsRequirement(t *testing.T) {
	d := diagramOf(read(t, "hostile").Requirements)
	require.True(t, d.Judged)
	require.Equal(t, result.Passed, d.Moves[0].Outcome)
	require.Equal(t, result.Blocked, d.Moves[1].Outcome)
	for _, m := range wording.Moves {
		known := func(name string) bool {
			return slices.ContainsFunc(wording.States, func(s wording.State) bool { return s.Name == name })
		}
		require.True(t, known(m.From) && known(m.To), m.Requirement)
	}
	require.False(t, diagramOf(nil).Judged)
}

func TestALaneShowsWhenItsChecksRan(t *testing.T) {
	run := &result.Run{Started: time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)}
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
