package deviation_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/deviation"
	"github.com/credit-partner/assay/internal/result"
)

var ended = time.Date(2027, 1, 31, 23, 59, 0, 0, time.UTC)

func until(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

func known7(match string) deviation.Deviation {
	return deviation.Deviation{Requirement: "PUR-07", Match: match, Reason: "r", Owner: "o", Expires: until(2027, 1, 31), Line: 4}
}

// gap accepts that a requirement is not judged.
func gap(id, way string) deviation.Deviation {
	return deviation.Deviation{Requirement: id, Unjudged: way, Reason: "r", Owner: "o", Expires: until(2027, 1, 31), Line: 9}
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

func TestTheDecision(t *testing.T) {
	pass := outcome("PUR-01", result.Passed)
	broken := failing("PUR-07", noID("0"), noID("1"))
	apart := pass
	apart.Checks = append(slices.Clone(pass.Checks), result.Check{Name: "two", Outcome: result.Untested, Inapplicable: true})
	for name, c := range map[string]struct {
		requirements []result.Requirement
		deviations   []deviation.Deviation
		want         deviation.Decision
		states       []string
		says         string
	}{
		"nothing to accept":                {[]result.Requirement{pass}, nil, deviation.Pass, nil, ""},
		"a check has no bearing":           {[]result.Requirement{apart, broken}, []deviation.Deviation{known7("*")}, deviation.Pass, []string{deviation.Accepted}, ""},
		"nothing accepted":                 {[]result.Requirement{pass, broken}, nil, deviation.Fail, nil, ""},
		"accepted by path":                 {[]result.Requirement{pass, broken}, []deviation.Deviation{known7("data.*.id")}, deviation.Pass, []string{deviation.Accepted}, ""},
		"accepted by message":              {[]result.Requirement{pass, broken}, []deviation.Deviation{known7("*no id")}, deviation.Pass, []string{deviation.Accepted}, ""},
		"accepted by two between them":     {[]result.Requirement{pass, broken}, []deviation.Deviation{known7("data.0.id"), known7("data.1.id")}, deviation.Pass, []string{deviation.Accepted, deviation.Accepted}, ""},
		"accepted in part":                 {[]result.Requirement{broken}, []deviation.Deviation{known7("data.0.id")}, deviation.Fail, []string{deviation.Accepted}, ""},
		"another fails as well":            {[]result.Requirement{broken, failing("PUR-08", noID("0"))}, []deviation.Deviation{known7("*")}, deviation.Fail, []string{deviation.Accepted}, ""},
		"it fails no longer":               {[]result.Requirement{outcome("PUR-07", result.Passed)}, []deviation.Deviation{known7("*")}, deviation.Fail, []string{deviation.Stale}, `PUR-07 on line 4 is stale: "*" fails no longer, so remove it`},
		"one of two fails no longer":       {[]result.Requirement{broken}, []deviation.Deviation{known7("*"), known7("status")}, deviation.Fail, []string{deviation.Accepted, deviation.Stale}, "stale"},
		"the run did not judge it":         {[]result.Requirement{pass}, []deviation.Deviation{known7("*")}, deviation.Pass, []string{deviation.Unknown}, ""},
		"it was blocked by another":        {[]result.Requirement{outcome("PUR-07", result.Blocked, "PUR-01"), failing("PUR-01", noID("0"))}, []deviation.Deviation{known7("*")}, deviation.Fail, []string{deviation.Unknown}, ""},
		"a check of it was not judged":     {[]result.Requirement{half(result.Untested)}, []deviation.Deviation{known7("status")}, deviation.Fail, []string{deviation.Unknown}, ""},
		"what it blocks was not judged":    {[]result.Requirement{pass, broken, outcome("STA-02", result.Blocked, "PUR-07")}, []deviation.Deviation{known7("*")}, deviation.Undecided, []string{deviation.Accepted}, "1 not judged, and no deviation names it: STA-02"},
		"what it blocks is named":          {[]result.Requirement{pass, broken, outcome("STA-02", result.Blocked, "PUR-07")}, []deviation.Deviation{known7("*"), gap("STA-02", deviation.Blocked)}, deviation.Pass, []string{deviation.Accepted, deviation.Accepted}, ""},
		"named as another gap":             {[]result.Requirement{pass, broken, outcome("STA-02", result.Blocked, "PUR-07")}, []deviation.Deviation{known7("*"), gap("STA-02", deviation.Untested)}, deviation.Fail, []string{deviation.Accepted, deviation.Stale}, "it is untested no longer"},
		"named, and it is judged now":      {[]result.Requirement{pass}, []deviation.Deviation{gap("PUR-01", deviation.Blocked)}, deviation.Fail, []string{deviation.Stale}, "PUR-01 on line 9 is stale"},
		"all the rest waits":               {[]result.Requirement{broken, outcome("STA-02", result.Blocked, "PUR-07"), outcome("STA-03", result.Blocked, "PUR-07")}, []deviation.Deviation{known7("*")}, deviation.Undecided, []string{deviation.Accepted}, "2 not judged"},
		"all the rest waits and is named":  {[]result.Requirement{broken, outcome("STA-02", result.Blocked, "PUR-07")}, []deviation.Deviation{known7("*"), gap("STA-02", deviation.Blocked)}, deviation.Undecided, []string{deviation.Accepted, deviation.Accepted}, ""},
		"blocked by what nobody named":     {[]result.Requirement{broken, outcome("STA-02", result.Blocked)}, []deviation.Deviation{known7("*")}, deviation.Undecided, []string{deviation.Accepted}, ""},
		"something else was not judged":    {[]result.Requirement{broken, outcome("STA-02", result.Untested)}, []deviation.Deviation{known7("*")}, deviation.Undecided, []string{deviation.Accepted}, ""},
		"the rest of it was not judged":    {[]result.Requirement{pass, half(result.Untested)}, []deviation.Deviation{known7("*")}, deviation.Undecided, []string{deviation.Accepted}, ""},
		"the rest of it is named":          {[]result.Requirement{pass, half(result.Untested)}, []deviation.Deviation{known7("*"), gap("PUR-07", deviation.Untested)}, deviation.Pass, []string{deviation.Accepted, deviation.Accepted}, ""},
		"an error is never accepted":       {[]result.Requirement{pass, outcome("STA-02", result.Errored)}, []deviation.Deviation{gap("STA-02", deviation.Untested)}, deviation.Fail, []string{deviation.Stale}, ""},
		"never exercised":                  {[]result.Requirement{pass, unexercised("STA-02")}, nil, deviation.Undecided, nil, "STA-02"},
		"never exercised, and named":       {[]result.Requirement{pass, unexercised("STA-02")}, []deviation.Deviation{gap("STA-02", deviation.Unexercised)}, deviation.Pass, []string{deviation.Accepted}, ""},
		"nothing at all was judged":        {nil, nil, deviation.Undecided, nil, ""},
		"failed, and nobody says at what":  {[]result.Requirement{failing("PUR-07")}, []deviation.Deviation{known7("*")}, deviation.Fail, []string{deviation.Stale}, ""},
		"failed, but none of its checks":   {[]result.Requirement{{ID: "PUR-07", Outcome: result.Failed}}, []deviation.Deviation{known7("*")}, deviation.Fail, []string{deviation.Stale}, ""},
		"an outcome that nobody knows":     {[]result.Requirement{outcome("PUR-07", "super")}, nil, deviation.Undecided, nil, ""},
		"accepted for another requirement": {[]result.Requirement{failing("PUR-08", noID("0"))}, []deviation.Deviation{known7("*")}, deviation.Fail, []string{deviation.Unknown}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			run := &result.Run{Requirements: c.requirements, Finished: ended, Reason: "so it is."}
			run.Verdict = result.Judge(run)
			verdict := run.Verdict
			require.Equal(t, c.want, deviation.Judge(run, &deviation.List{Deviations: c.deviations}))
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
		want  deviation.Decision
	}{
		{ended, deviation.Accepted, deviation.Pass},
		{until(2027, 2, 1), deviation.Expired, deviation.Fail},
		{until(2027, 2, 1).In(time.FixedZone("", -5*3600)), deviation.Expired, deviation.Fail},
	} {
		run := &result.Run{Requirements: []result.Requirement{outcome("PUR-01", result.Passed), failing("PUR-07", noID("0"))}, Finished: c.now}
		require.Equal(t, c.want, deviation.Judge(run, &deviation.List{Deviations: []deviation.Deviation{known7("*")}}))
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
		want := deviation.Fail
		if c.want {
			want = deviation.Pass
		}
		require.Equal(t, want, deviation.Judge(r, &deviation.List{Deviations: []deviation.Deviation{known7(c.pattern)}}), "%q %q", c.pattern, c.text)
	}
}

// TestAnOpenVerdictOpensNoGate holds that a run which ended early, with nothing
// but good outcomes, is not let through.
func TestAnOpenVerdictOpensNoGate(t *testing.T) {
	run := &result.Run{Verdict: result.Inconclusive, Interrupted: "Ctrl-C", Requirements: []result.Requirement{outcome("PUR-01", result.Passed)}}
	require.Equal(t, deviation.Undecided, deviation.Judge(run, nil))
	require.Equal(t, deviation.Undecided, deviation.Judge(run, &deviation.List{}))
}

// TestTheListIsAClosedWorld holds that what the run did not even have is not let
// through without a line that names it.
func TestTheListIsAClosedWorld(t *testing.T) {
	planned := []string{"LIM-01", "LIM-02", "PUR-01"}
	for name, c := range map[string]struct {
		deviations []deviation.Deviation
		want       deviation.Decision
		states     []string
	}{
		"nothing names them":        {nil, deviation.Undecided, nil},
		"one of them is named":      {[]deviation.Deviation{gap("LIM-01", deviation.Absent)}, deviation.Undecided, []string{deviation.Accepted}},
		"both are named":            {[]deviation.Deviation{gap("LIM-01", deviation.Absent), gap("LIM-02", deviation.Absent)}, deviation.Pass, []string{deviation.Accepted, deviation.Accepted}},
		"their family is named":     {[]deviation.Deviation{gap("LIM-*", deviation.Absent)}, deviation.Pass, []string{deviation.Accepted}},
		"another family is named":   {[]deviation.Deviation{gap("PUR-*", deviation.Absent)}, deviation.Fail, []string{deviation.Stale}},
		"named as something else":   {[]deviation.Deviation{gap("LIM-01", deviation.Blocked)}, deviation.Undecided, []string{deviation.Unknown}},
		"accepted if it had failed": {[]deviation.Deviation{{Requirement: "LIM-01", Match: "status", Expires: until(2027, 1, 31)}}, deviation.Undecided, []string{deviation.Unknown}},
	} {
		run := &result.Run{Verdict: result.Conformant, Finished: ended, Only: []string{"PUR-*"}, Requirements: []result.Requirement{outcome("PUR-01", result.Passed)}}
		require.Equal(t, c.want, deviation.Judge(run, &deviation.List{Deviations: c.deviations, Planned: planned}), name)
		var states []string
		for _, d := range run.Deviations {
			states = append(states, d.State)
		}
		require.Equal(t, c.states, states, name)
	}
}
