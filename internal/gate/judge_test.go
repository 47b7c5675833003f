package gate_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/gate"
	"github.com/credit-partner/assay/internal/result"
)

var ended = time.Date(2027, 1, 31, 23, 59, 0, 0, time.UTC)

func until(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func known7(match string) gate.Deviation {
	return gate.Deviation{Requirement: "PUR-07", Match: match, Reason: "r", Owner: "o", Expires: until(2027, 1, 31), Line: 4}
}

// gap accepts that a requirement is not judged.
func gap(id, way string) gate.Deviation {
	return gate.Deviation{Requirement: id, Unjudged: way, Reason: "r", Owner: "o", Expires: until(2027, 1, 31), Line: 9}
}

func unexercised(id string) result.Requirement {
	r := outcome(id, result.Untested)
	r.Unexercised = true
	return r
}

func failing(id string, failures ...result.Failure) result.Requirement {
	return result.Requirement{ID: id, Outcome: result.Failed, Checks: []result.Check{
		{Name: "good", Outcome: result.Passed}, {Name: "bad", Outcome: result.Failed, Failures: failures},
	}}
}

func outcome(id string, o result.Outcome, by ...string) result.Requirement {
	return result.Requirement{ID: id, Outcome: o, BlockedBy: by, Checks: []result.Check{{Name: "one", Outcome: o, BlockedBy: by}}}
}

func noID(n string) result.Failure {
	return result.Failure{Path: "data." + n + ".id", Message: "the record has no id"}
}

func TestTheGate(t *testing.T) {
	pass := outcome("PUR-01", result.Passed)
	broken := failing("PUR-07", noID("0"), noID("1"))
	for name, c := range map[string]struct {
		requirements []result.Requirement
		deviations   []gate.Deviation
		want         gate.Decision
		states       []string
		says         string
	}{
		"nothing to accept":                {[]result.Requirement{pass}, nil, gate.Open, nil, ""},
		"nothing accepted":                 {[]result.Requirement{pass, broken}, nil, gate.Shut, nil, ""},
		"accepted by path":                 {[]result.Requirement{pass, broken}, []gate.Deviation{known7("data.*.id")}, gate.Open, []string{gate.Accepted}, ""},
		"accepted by message":              {[]result.Requirement{pass, broken}, []gate.Deviation{known7("*no id")}, gate.Open, []string{gate.Accepted}, ""},
		"accepted by two between them":     {[]result.Requirement{pass, broken}, []gate.Deviation{known7("data.0.id"), known7("data.1.id")}, gate.Open, []string{gate.Accepted, gate.Accepted}, ""},
		"accepted in part":                 {[]result.Requirement{broken}, []gate.Deviation{known7("data.0.id")}, gate.Shut, []string{gate.Accepted}, ""},
		"another fails as well":            {[]result.Requirement{broken, failing("PUR-08", noID("0"))}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Accepted}, ""},
		"it fails no longer":               {[]result.Requirement{outcome("PUR-07", result.Passed)}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Stale}, `PUR-07 on line 4 is stale: "*" fails no longer, so remove it`},
		"one of two fails no longer":       {[]result.Requirement{broken}, []gate.Deviation{known7("*"), known7("status")}, gate.Shut, []string{gate.Accepted, gate.Stale}, "stale"},
		"the run did not judge it":         {[]result.Requirement{pass}, []gate.Deviation{known7("*")}, gate.Open, []string{gate.Unknown}, ""},
		"it was blocked by another":        {[]result.Requirement{outcome("PUR-07", result.Blocked, "PUR-01"), failing("PUR-01", noID("0"))}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Unknown}, ""},
		"a check of it was not judged":     {[]result.Requirement{half(result.Untested)}, []gate.Deviation{known7("status")}, gate.Shut, []string{gate.Unknown}, ""},
		"what it blocks was not judged":    {[]result.Requirement{pass, broken, outcome("STA-02", result.Blocked, "PUR-07")}, []gate.Deviation{known7("*")}, gate.Unsure, []string{gate.Accepted}, "1 not judged, and no deviation names it: STA-02"},
		"what it blocks is named":          {[]result.Requirement{pass, broken, outcome("STA-02", result.Blocked, "PUR-07")}, []gate.Deviation{known7("*"), gap("STA-02", gate.Blocked)}, gate.Open, []string{gate.Accepted, gate.Accepted}, ""},
		"named as another gap":             {[]result.Requirement{pass, broken, outcome("STA-02", result.Blocked, "PUR-07")}, []gate.Deviation{known7("*"), gap("STA-02", gate.Untested)}, gate.Shut, []string{gate.Accepted, gate.Stale}, "it is untested no longer"},
		"named, and it is judged now":      {[]result.Requirement{pass}, []gate.Deviation{gap("PUR-01", gate.Blocked)}, gate.Shut, []string{gate.Stale}, "PUR-01 on line 9 is stale"},
		"all the rest waits":               {[]result.Requirement{broken, outcome("STA-02", result.Blocked, "PUR-07"), outcome("STA-03", result.Blocked, "PUR-07")}, []gate.Deviation{known7("*")}, gate.Unsure, []string{gate.Accepted}, "2 not judged"},
		"all the rest waits and is named":  {[]result.Requirement{broken, outcome("STA-02", result.Blocked, "PUR-07")}, []gate.Deviation{known7("*"), gap("STA-02", gate.Blocked)}, gate.Unsure, []string{gate.Accepted, gate.Accepted}, ""},
		"blocked by what nobody named":     {[]result.Requirement{broken, outcome("STA-02", result.Blocked)}, []gate.Deviation{known7("*")}, gate.Unsure, []string{gate.Accepted}, ""},
		"something else was not judged":    {[]result.Requirement{broken, outcome("STA-02", result.Untested)}, []gate.Deviation{known7("*")}, gate.Unsure, []string{gate.Accepted}, ""},
		"the rest of it was not judged":    {[]result.Requirement{pass, half(result.Untested)}, []gate.Deviation{known7("*")}, gate.Unsure, []string{gate.Accepted}, ""},
		"the rest of it is named":          {[]result.Requirement{pass, half(result.Untested)}, []gate.Deviation{known7("*"), gap("PUR-07", gate.Untested)}, gate.Open, []string{gate.Accepted, gate.Accepted}, ""},
		"an error is never accepted":       {[]result.Requirement{pass, outcome("STA-02", result.Errored)}, []gate.Deviation{gap("STA-02", gate.Untested)}, gate.Shut, []string{gate.Stale}, ""},
		"never exercised":                  {[]result.Requirement{pass, unexercised("STA-02")}, nil, gate.Unsure, nil, "STA-02"},
		"never exercised, and named":       {[]result.Requirement{pass, unexercised("STA-02")}, []gate.Deviation{gap("STA-02", gate.Unexercised)}, gate.Open, []string{gate.Accepted}, ""},
		"nothing at all was judged":        {nil, nil, gate.Unsure, nil, ""},
		"failed, and nobody says at what":  {[]result.Requirement{failing("PUR-07")}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Stale}, ""},
		"failed, but none of its checks":   {[]result.Requirement{{ID: "PUR-07", Outcome: result.Failed}}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Stale}, ""},
		"an outcome that nobody knows":     {[]result.Requirement{outcome("PUR-07", "super")}, nil, gate.Unsure, nil, ""},
		"accepted for another requirement": {[]result.Requirement{failing("PUR-08", noID("0"))}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Unknown}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run := &result.Run{Requirements: c.requirements, Finished: ended, Reason: "so it is."}
			run.Verdict = result.Judge(run)
			verdict := run.Verdict
			require.Equal(t, c.want, gate.Judge(run, &gate.List{Deviations: c.deviations}))
			var states []string
			for _, d := range run.Deviations {
				states = append(states, d.State)
			}
			require.Equal(t, c.states, states)
			require.Contains(t, run.Reason, c.says)
			require.Equal(t, verdict, run.Verdict, "a deviation changes no verdict")
		})
	}
}

// half is a requirement with an accepted failure and a check of another outcome.
func half(other result.Outcome) result.Requirement {
	r := failing("PUR-07", noID("0"))
	r.Checks[0].Outcome = other
	return r
}

func TestADeviationHoldsToTheEndOfItsLastDay(t *testing.T) {
	for _, c := range []struct {
		now   time.Time
		state string
		want  gate.Decision
	}{
		{ended, gate.Accepted, gate.Open},
		{until(2027, 2, 1), gate.Expired, gate.Shut},
		{until(2027, 2, 1).In(time.FixedZone("", -5*3600)), gate.Expired, gate.Shut},
	} {
		run := &result.Run{Requirements: []result.Requirement{outcome("PUR-01", result.Passed), failing("PUR-07", noID("0"))}, Finished: c.now}
		require.Equal(t, c.want, gate.Judge(run, &gate.List{Deviations: []gate.Deviation{known7("*")}}))
		require.Equal(t, c.state, run.Deviations[0].State)
		require.Equal(t, "2027-01-31", run.Deviations[0].Expires)
	}
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"data.0.id", "data.0.id", true}, {"data.0.id", "data.0.ids", false}, {"data.0.id", "data x0.id", false},
		{"data.*.id", "data.12.id", true}, {"data.*.id", "data.id", false}, {"*", "", true}, {"*", "anything\nat all", true},
		{"a*a", "a", false}, {"a*a", "aa", true}, {"*b*c*", "abcd", true}, {"*b*c*", "acbd", false}, {"**", "x", true}, {"x*", "ax", false},
		{"a*bc*c", "abc", false},
	} {
		r := &result.Run{Requirements: []result.Requirement{outcome("PUR-01", result.Passed), failing("PUR-07", result.Failure{Path: c.text, Message: "\x00"})}}
		want := gate.Shut
		if c.want {
			want = gate.Open
		}
		require.Equal(t, want, gate.Judge(r, &gate.List{Deviations: []gate.Deviation{known7(c.pattern)}}), "%q %q", c.pattern, c.text)
	}
}

// TestAnOpenVerdictOpensNoGate holds that a run which ended early, with nothing
// but good outcomes, is not let through.
func TestAnOpenVerdictOpensNoGate(t *testing.T) {
	run := &result.Run{Verdict: result.Inconclusive, Interrupted: "Ctrl-C", Requirements: []result.Requirement{outcome("PUR-01", result.Passed)}}
	require.Equal(t, gate.Unsure, gate.Judge(run, nil))
	require.Equal(t, gate.Unsure, gate.Judge(run, &gate.List{}))
}

// TestTheGateIsAClosedWorld holds that what the run did not even have is not let
// through without a line that names it.
func TestTheGateIsAClosedWorld(t *testing.T) {
	planned := []string{"LIM-01", "LIM-02", "PUR-01"}
	for name, c := range map[string]struct {
		deviations []gate.Deviation
		want       gate.Decision
		states     []string
	}{
		"nothing names them":        {nil, gate.Unsure, nil},
		"one of them is named":      {[]gate.Deviation{gap("LIM-01", gate.Absent)}, gate.Unsure, []string{gate.Accepted}},
		"both are named":            {[]gate.Deviation{gap("LIM-01", gate.Absent), gap("LIM-02", gate.Absent)}, gate.Open, []string{gate.Accepted, gate.Accepted}},
		"their family is named":     {[]gate.Deviation{gap("LIM-*", gate.Absent)}, gate.Open, []string{gate.Accepted}},
		"another family is named":   {[]gate.Deviation{gap("PUR-*", gate.Absent)}, gate.Shut, []string{gate.Stale}},
		"named as something else":   {[]gate.Deviation{gap("LIM-01", gate.Blocked)}, gate.Unsure, []string{gate.Unknown}},
		"accepted if it had failed": {[]gate.Deviation{{Requirement: "LIM-01", Match: "status", Expires: until(2027, 1, 31)}}, gate.Unsure, []string{gate.Unknown}},
	} {
		run := &result.Run{Verdict: result.Conformant, Finished: ended, Only: []string{"PUR-*"}, Requirements: []result.Requirement{outcome("PUR-01", result.Passed)}}
		require.Equal(t, c.want, gate.Judge(run, &gate.List{Deviations: c.deviations, Planned: planned}), name)
		var states []string
		for _, d := range run.Deviations {
			states = append(states, d.State)
		}
		require.Equal(t, c.states, states, name)
	}
}
