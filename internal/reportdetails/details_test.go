package reportdetails

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/result"
)

func TestWhatFlagsStateComesBeforeTheConfig(t *testing.T) {
	s := Statement{given: []string{"lab.name=Other", "item.received=2026-03-02", "item.condition=a=b: {c}"}}
	conf := &config.Config{Lab: config.Lab{Name: "Lab", Address: "1 Street"}, Item: config.Item{Environment: "staging"}}
	require.NoError(t, s.Read(conf, "https://ci.example/1"))
	run := &result.Run{}
	s.Issue(run)
	r := run.Report
	require.Equal(t, result.Party{Name: "Other", Address: "1 Street"}, r.Laboratory)
	require.Equal(t, result.Item{Environment: "staging", Condition: "a=b: {c}", Received: "2026-03-02"}, r.Item)
	require.Equal(t, "https://ci.example/1", r.Place.Pipeline)
	require.NotEmpty(t, r.Place.Host)
	require.Empty(t, r.Replaces)
	require.WithinDuration(t, time.Now(), r.Issued, time.Hour)
}

func TestWhatCannotBeStatedIsRefused(t *testing.T) {
	for given, want := range map[string]string{
		"lab":                  "write it as lab.name=…",
		"name=x":               "write it as lab.name=…",
		"target.build=x":       "write it as lab.name=…",
		"lab.nam=x":            "lab.nam: this key is unknown; did you mean name?",
		"lab.name=":            "lab.name: it is empty",
		"item.received=monday": "item.received: it must be a date",
	} {
		s := Statement{given: []string{given}}
		require.ErrorContains(t, s.Read(&config.Config{}, ""), want, given)
	}
}

func TestEachReportHasANumberOfItsOwnAndNamesTheOneItReplaces(t *testing.T) {
	first := &result.Run{}
	(&Statement{lab: config.Lab{Name: "Lab", Host: "h"}, pipeline: "p"}).Issue(first)
	require.Regexp(t, `^AR-\d{8}-[A-Z2-7]{8}$`, first.Report.Number)

	again := &result.Run{Report: first.Report}
	(&Statement{customer: config.Customer{Name: "Credit"}, pipeline: "of the rendering"}).Reissue(again)
	require.NotEqual(t, first.Report.Number, again.Report.Number)
	require.Equal(t, first.Report.Number, again.Report.Replaces)
	require.Equal(t, "Lab", again.Report.Laboratory.Name, "what was stated stays")
	require.Equal(t, "Credit", again.Report.Customer.Name)
	require.Equal(t, result.Place{Host: "h", Pipeline: "p"}, again.Report.Place, "the run was made where it was made")

	old := &result.Run{Finished: time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)}
	(&Statement{}).Reissue(old)
	require.Equal(t, "the report without a number, of 2026-03-04 12:00:00 UTC", old.Report.Replaces)
	require.Empty(t, old.Report.Place.Host, "where an old run was made is not known")
}

func TestThePipelineIsNamedByItsOwnVariables(t *testing.T) {
	for want, env := range map[string]map[string]string{
		"":                                     {"GITHUB_SERVER_URL": "https://github.example"},
		"https://g.example/o/r/actions/runs/7": {"GITHUB_SERVER_URL": "https://g.example", "GITHUB_REPOSITORY": "o/r", "GITHUB_RUN_ID": "7"},
		"https://gitlab.example/-/jobs/1":      {"CI_JOB_URL": "https://gitlab.example/-/jobs/1"},
		"https://jenkins.example/job/1/":       {"BUILD_URL": "https://jenkins.example/job/1/"},
	} {
		require.Equal(t, want, pipelineOf(func(name string) string { return env[name] }))
	}
}
