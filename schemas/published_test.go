package schemas

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

func publishedResults(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := Published("results.schema.json")
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	require.NoError(t, compiler.AddResource("mem:///results.schema.json", decodeForTest(t, string(text))))
	schema, err := compiler.Compile("mem:///results.schema.json")
	require.NoError(t, err)
	return schema
}

// A run with every member filled, and one with nothing in it but what a run
// always has, fit the published contract; so does a later one with more.
func TestPublishedResultsFitTheStructs(t *testing.T) {
	schema := publishedResults(t)
	for name, run := range map[string]result.Run{"full": fullRun(), "bare": {Schema: result.Schema, Verdict: result.Inconclusive, Side: result.ServerSide}} {
		text, err := json.Marshal(run)
		require.NoError(t, err)
		value := decodeForTest(t, string(text)).(object)
		require.NoError(t, schema.Validate(value), name)
		value["later"] = object{}
		require.NoError(t, schema.Validate(value), name)
		for _, member := range []string{"schema", "verdict", "requirements", "suite"} {
			less := clone(value).(object)
			delete(less, member)
			require.Error(t, schema.Validate(less), "%s without %s", name, member)
		}
	}
}

// Every member of the structs is in the schema: a member that is not there
// could change its type unseen.
func TestPublishedResultsNameEveryMember(t *testing.T) {
	text, err := Published("results.schema.json")
	require.NoError(t, err)
	schema := decodeForTest(t, string(text)).(object)
	run, err := json.Marshal(fullRun())
	require.NoError(t, err)
	named(t, schema, schema, decodeForTest(t, string(run)), "")
}

func named(t *testing.T, root, schema object, value any, where string) {
	if ref, ok := schema["$ref"].(string); ok {
		schema = at(root, "definitions", ref[len("#/definitions/"):]).(object)
	}
	switch value := value.(type) {
	case object:
		properties, ok := schema["properties"].(object)
		if !ok {
			return // a map: its names are data
		}
		for name, child := range value {
			require.Contains(t, properties, name, where)
			named(t, root, properties[name].(object), child, where+"."+name)
		}
		require.Len(t, value, len(properties), "%s: the sample run must fill every member", where)
	case []any:
		for _, element := range value {
			named(t, root, schema["items"].(object), element, where)
		}
	}
}

func fullRun() result.Run {
	when, words := time.Unix(1, 0).UTC(), []string{"x"}
	header := []result.Header{{Name: "n", Value: "v"}}
	message := result.Message{Method: "GET", URL: "u", Status: 200, Headers: header, Body: "b", BodySize: 1, Cut: true}
	failures := []result.Failure{{Path: "p", Expected: "e", Actual: "a", Message: "m", Section: "s", Exchange: "x", Endpoint: "e", Kind: result.Missing, Want: result.ExpectEqual, Wanted: "1", Other: "y", Credentials: "c", Times: 2, TraceID: "t", Curl: "c"}}
	call := result.PackCall{Title: "t", Exchange: "x", Method: "GET", Lookup: true, Path: "/p", Headers: header, Body: "b", Captures: []result.Capture{{Name: "n", Path: "p", Turn: "1"}}, Served: true}
	pack := &result.Pack{Check: "c", Section: "s", Message: "m", Expected: "e", Actual: "a", Calls: []result.PackCall{call}, ShouldBe: &call, Shown: result.ShownAgain, Why: "w",
		Inputs: []result.PackInput{{Name: "n", Meaning: "m", Default: "d", Late: true, Shell: "s", OfToken: []result.TokenPart{{From: 1, To: 2, Change: "case", Text: "t", Zeros: 3}}}},
		Expect: []result.Expect{{Call: 1, Calls: []int{1}, Kind: result.ExpectText, Path: "p", Value: "v", Values: words, Text: "t"}}}
	rounds := &result.Rounds{Outcomes: map[result.Outcome]int{result.Passed: 2, result.Failed: 1}, First: 2, Seed: 3}
	return result.Run{
		Schema: result.Schema, Verdict: result.NonConformant, Reason: "r", Side: result.ServerSide, Scope: words, Only: words,
		Suite:    result.Suite{Version: "v", Commit: "c", Digest: "d", Ledger: "l"},
		Target:   result.Target{BaseURL: "u", LookupBaseURL: "l", Build: "b", Digest: "d"},
		Settings: result.Settings{Concurrency: 1, TimeoutMS: 2, DeadlineMS: 3, Tolerances: map[string]string{"order-id": "any"}, Strength: 2},
		Seed:     1, Started: when, Finished: when, Interrupted: "i", Traffic: result.Traffic{Requests: 1, Customers: 2, Purchases: 3, Again: map[string]int{"no answer": 1}, Sandbox: true},
		Endpoints: []result.Endpoint{{Endpoint: "e", Served: true, Calls: 1, Note: "n"}},
		Requirements: []result.Requirement{{
			ID: "PUR-01", Scope: "s", Sections: words, Grade: result.Stated, Endpoint: "e", Statement: "s", Why: "w", Feature: "f",
			Outcome: result.Failed, Reason: "r", BlockedBy: words, Readings: words, Faults: words, Unexercised: true, Optional: true, Accepted: true, Owns: words, Rounds: rounds, Pack: pack, Decided: 3, Undecided: 1,
			Checks: []result.Check{{
				Name: "n", Location: "l", Steps: []result.Step{{Keyword: "k", Text: "t"}}, Outcome: result.Blocked, Reason: "r", BlockedBy: words,
				StartedMS: 1, DurationMS: 2, Exchanges: words, Unstable: words,
				Failures: failures, Rounds: rounds, Decided: 3, Undecided: 1, Inapplicable: true,
			}},
		}},
		Causes: []result.Cause{{Title: "t", Severity: result.Form, Requirements: words, Blocks: words, Endpoints: words, Sections: words, Findings: 1,
			Example: result.Example{Requirement: "r", Check: "c", Failure: failures[0]}}},
		Tolerances: []result.Tolerance{{ID: "i", Sections: words, Title: "t", Kind: "alternative", Direction: "request", Setting: "any",
			Readings: []result.Reading{{Name: "n", Title: "t", Taken: "seen", Seen: 1, Where: words}}}},
		Dialect: map[string][]string{"order-id": words},
		FullDialect: &result.FullDialect{
			Forms: []result.FormUse{{Entry: "order-id", Reading: "integer", Endpoint: "create-purchases", State: result.FormTaken}},
			Sizes: []result.SizeUse{{Name: "items", Endpoint: "create-purchases", Most: 12, Refused: 20}},
		},
		Combinations: []result.Combination{{Body: "b", Endpoint: "e", Parameters: words, Strength: 2, Tuples: 9, Sent: 8, Served: 7,
			LeftOut: &result.LeftOut{Parameters: words, Tuples: 3, Sent: 2}, Reached: []result.Tuples{{Size: 2, Tuples: 9, Sent: 8, Served: 7}},
			Refused: []result.Refusal{{Values: words, Times: 1, Exchange: "x"}}}},
		Observations: []result.Observation{{ID: "i", Scope: "s", Sections: words, Question: "q", Answer: "a", Noted: 1, Exchanges: words}},
		Deviations:   []result.Deviation{{Requirement: "r", Match: "m", Unjudged: "blocked", Reason: "r", Owner: "o", Expires: "e", Link: "l", State: "stale"}},
		Notes:        words, Decision: "pass",
		Exchanges: []result.Exchange{{ID: "i", Endpoint: "e", Check: "c", Started: when, DurationMS: 1.5, Request: message, Response: &message, Error: "e", Again: "no answer", TraceID: "t"}},
		Setup:     &result.Setup{Cause: "c", Problem: "p", Remedy: "r", Calls: 1},
		Coverage:  &result.Coverage{Planned: 1, Judged: 2, Ledger: 3},
		Report: &result.Report{
			Number: "n", Issued: when, Replaces: "o", Laboratory: result.Party{Name: "n", Address: "a", Contact: "c"}, Customer: result.Party{Name: "n", Address: "a", Contact: "c"},
			Item:  result.Item{Name: "n", Version: "v", Environment: "e", Condition: "c", Received: "2026-03-01"},
			Place: result.Place{Host: "h", Vantage: "v", Pipeline: "p"}, Authorised: "a", Provided: "p",
		},
		Soak: &result.Soak{Rounds: 3, Asked: 4, ForMS: 5, Checks: 6, Unstable: words},
		Shard: &result.Shard{Run: "r", Index: 1, Of: 2, Planned: words, Findings: []result.Finding{{
			Check: "l", StartedMS: 1, DurationMS: 2, Failures: failures, Untested: "u", Errored: "e", Unfinished: true, Inapplicable: "x",
			Breaks:   []result.Break{{Endpoint: "e", Variant: "v", Aspect: "a", Held: true, Unseen: true, Failure: failures[0]}},
			Readings: words, Notes: words, Noted: 2, Exchanges: words, Unstable: words, Decided: 3, Undecided: 1,
		}}},
	}
}
