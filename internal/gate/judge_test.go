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
		"accepted by message":              {[]result.Requirement{broken}, []gate.Deviation{known7("*no id")}, gate.Open, []string{gate.Accepted}, ""},
		"accepted by two between them":     {[]result.Requirement{broken}, []gate.Deviation{known7("data.0.id"), known7("data.1.id")}, gate.Open, []string{gate.Accepted, gate.Accepted}, ""},
		"accepted in part":                 {[]result.Requirement{broken}, []gate.Deviation{known7("data.0.id")}, gate.Shut, []string{gate.Accepted}, ""},
		"another fails as well":            {[]result.Requirement{broken, failing("PUR-08", noID("0"))}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Accepted}, ""},
		"it fails no longer":               {[]result.Requirement{outcome("PUR-07", result.Passed)}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Stale}, `PUR-07 on line 4 is stale: "*" fails no longer, so remove it`},
		"one of two fails no longer":       {[]result.Requirement{broken}, []gate.Deviation{known7("*"), known7("status")}, gate.Shut, []string{gate.Accepted, gate.Stale}, "stale"},
		"the run did not judge it":         {[]result.Requirement{pass}, []gate.Deviation{known7("*")}, gate.Open, []string{gate.Unknown}, ""},
		"it was blocked by another":        {[]result.Requirement{outcome("PUR-07", result.Blocked, "PUR-01"), failing("PUR-01", noID("0"))}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Unknown}, ""},
		"a check of it was not judged":     {[]result.Requirement{half(result.Untested)}, []gate.Deviation{known7("status")}, gate.Shut, []string{gate.Unknown}, ""},
		"what it blocks waits with it":     {[]result.Requirement{broken, outcome("STA-02", result.Blocked, "PUR-07")}, []gate.Deviation{known7("*")}, gate.Open, []string{gate.Accepted}, "1 waiting for an accepted failure"},
		"blocked by what is not accepted":  {[]result.Requirement{broken, outcome("STA-02", result.Blocked, "PUR-07", "PUR-09")}, []gate.Deviation{known7("*")}, gate.Unsure, []string{gate.Accepted}, ""},
		"blocked by what nobody named":     {[]result.Requirement{broken, outcome("STA-02", result.Blocked)}, []gate.Deviation{known7("*")}, gate.Unsure, []string{gate.Accepted}, ""},
		"something else was not judged":    {[]result.Requirement{broken, outcome("STA-02", result.Untested)}, []gate.Deviation{known7("*")}, gate.Unsure, []string{gate.Accepted}, ""},
		"the rest of it was not judged":    {[]result.Requirement{half(result.Errored)}, []gate.Deviation{known7("*")}, gate.Unsure, []string{gate.Accepted}, ""},
		"nothing at all was judged":        {nil, nil, gate.Unsure, nil, ""},
		"failed, and nobody says at what":  {[]result.Requirement{failing("PUR-07")}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Stale}, ""},
		"failed, but none of its checks":   {[]result.Requirement{{ID: "PUR-07", Outcome: result.Failed}}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Stale}, ""},
		"an outcome that nobody knows":     {[]result.Requirement{outcome("PUR-07", "super")}, nil, gate.Unsure, nil, ""},
		"accepted for another requirement": {[]result.Requirement{failing("PUR-08", noID("0"))}, []gate.Deviation{known7("*")}, gate.Shut, []string{gate.Unknown}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run := &result.Run{Requirements: c.requirements, Finished: ended, Reason: "so it is.", Verdict: result.Judge(c.requirements)}
			verdict := run.Verdict
			require.Equal(t, c.want, gate.Judge(run, c.deviations))
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
		run := &result.Run{Requirements: []result.Requirement{failing("PUR-07", noID("0"))}, Finished: c.now}
		require.Equal(t, c.want, gate.Judge(run, []gate.Deviation{known7("*")}))
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
		r := &result.Run{Requirements: []result.Requirement{failing("PUR-07", result.Failure{Path: c.text, Message: "\x00"})}}
		want := gate.Shut
		if c.want {
			want = gate.Open
		}
		require.Equal(t, want, gate.Judge(r, []gate.Deviation{known7(c.pattern)}), "%q %q", c.pattern, c.text)
	}
}

// TestAnOpenVerdictOpensNoGate holds that a run which ended early, with nothing
// but good outcomes, is not let through.
func TestAnOpenVerdictOpensNoGate(t *testing.T) {
	run := &result.Run{Verdict: result.Inconclusive, Interrupted: "Ctrl-C", Requirements: []result.Requirement{outcome("PUR-01", result.Passed)}}
	require.Equal(t, gate.Unsure, gate.Judge(run, nil))
}
