package reports

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	messages "github.com/cucumber/messages/go/v21"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

// ctrfSchema is the published schema of the Common Test Report Format, as the npm
// package ctrf 0.3.0 has it.
func ctrfSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/ctrf.schema.json")
	require.NoError(t, err)
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	require.NoError(t, compiler.AddResource("mem:///ctrf.json", document))
	schema, err := compiler.Compile("mem:///ctrf.json")
	require.NoError(t, err)
	return schema
}

func TestCTRFFitsItsPublishedSchema(t *testing.T) {
	schema := ctrfSchema(t)
	for name, run := range fixtures() {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			require.NoError(t, WriteCTRF(&b, run))
			document, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
			require.NoError(t, err)
			require.NoError(t, schema.Validate(document))
			bent, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(b.String(), `"reportFormat": "CTRF"`, `"reportFormat": "JUnit"`, 1)))
			require.NoError(t, err)
			require.Error(t, schema.Validate(bent), "a schema that takes everything would prove nothing")
		})
	}
}

// TestTheFormatsSayTheSame holds that no format is green where another one is not, and
// that none is where the verdict is bad and nobody has accepted that.
func TestTheFormatsSayTheSame(t *testing.T) {
	for name, run := range fixtures() {
		t.Run(name, func(t *testing.T) {
			all := junitOf(run)
			summary := ctrfOf(run).Results.Summary
			require.Equal(t, all.Tests, summary.Tests)
			require.Equal(t, all.Failures+all.Errors, summary.Failed)
			require.Equal(t, all.Skipped, summary.Skipped)
			require.Equal(t, summary.Tests, summary.Passed+summary.Failed+summary.Skipped)
			bad := !run.Verdict.Good() && run.Decision != "pass"
			require.Equal(t, bad, summary.Failed > 0)

			failed, skipped, success := messagesOf(t, run)
			require.Equal(t, summary.Failed, failed)
			require.Equal(t, summary.Skipped, skipped)
			require.Equal(t, !bad, success)
		})
	}
}

// messagesOf reads the messages of a run, and counts its cases by the worst of their
// steps. Every id that a message names must be there before.
func messagesOf(t *testing.T, run *result.Run) (failed, skipped int, success bool) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, WriteMessages(&b, run))
	known := map[string]bool{}
	worst := map[string]messages.TestStepResultStatus{}
	knows := func(ids ...string) {
		for _, id := range ids {
			require.True(t, known[id], id)
		}
	}
	decoder := json.NewDecoder(&b)
	decoder.DisallowUnknownFields()
	for decoder.More() {
		var e messages.Envelope
		require.NoError(t, decoder.Decode(&e))
		switch {
		case e.GherkinDocument != nil:
			for _, child := range e.GherkinDocument.Feature.Children {
				for _, s := range child.Rule.Children {
					known[s.Scenario.Id] = true
					for _, step := range s.Scenario.Steps {
						known[step.Id] = true
					}
				}
			}
		case e.Pickle != nil:
			knows(e.Pickle.AstNodeIds...)
			known[e.Pickle.Id] = true
			for _, s := range e.Pickle.Steps {
				knows(s.AstNodeIds...)
				known[s.Id] = true
			}
		case e.TestCase != nil:
			knows(e.TestCase.PickleId)
			known[e.TestCase.Id] = true
			for _, s := range e.TestCase.TestSteps {
				knows(s.PickleStepId)
				known[s.Id] = true
			}
		case e.TestCaseStarted != nil:
			knows(e.TestCaseStarted.TestCaseId)
			known[e.TestCaseStarted.Id] = true
		case e.TestStepFinished != nil:
			f := e.TestStepFinished
			knows(f.TestCaseStartedId, f.TestStepId)
			if worst[f.TestCaseStartedId] != messages.TestStepResultStatus_FAILED && f.TestStepResult.Status != messages.TestStepResultStatus_PASSED {
				worst[f.TestCaseStartedId] = f.TestStepResult.Status
			}
		case e.TestRunFinished != nil:
			success = e.TestRunFinished.Success
		}
	}
	for _, status := range worst {
		switch status {
		case messages.TestStepResultStatus_FAILED:
			failed++
		case messages.TestStepResultStatus_SKIPPED:
			skipped++
		}
	}
	return failed, skipped, success
}

// TestACheckWithoutAThenIsNotGreen holds that a failure is told, whatever the steps.
func TestACheckWithoutAThenIsNotGreen(t *testing.T) {
	run := failingRun("x", "y")
	for i := range run.Requirements {
		for j := range run.Requirements[i].Checks {
			run.Requirements[i].Checks[j].Steps = []result.Step{{Keyword: "Given", Text: "a"}, {Keyword: "When", Text: "b"}}
		}
	}
	failed, _, success := messagesOf(t, run)
	require.Equal(t, ctrfOf(run).Results.Summary.Failed, failed)
	require.False(t, success)
}
