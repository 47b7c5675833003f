package certify_test

import (
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

const feature = `@purchases @endpoint-get-purchase
Feature: X

  @AAA-01 @stated @section-1 @owns-status
  Rule: The first

    Scenario: one
      When it runs

  @AAA-02 @stated @section-1
  Rule: The second

    Scenario: two
      When it runs

  @AAA-03 @stated @section-1
  Rule: All of them

    @whole-run
    Scenario: all
      When it runs
`

const one, two, all = "server/x.feature:7", "server/x.feature:13", "server/x.feature:20"

const digest = "5a5a"

func ledger(t *testing.T) *suite.Ledger {
	t.Helper()
	l, err := suite.Load(fstest.MapFS{"server/x.feature": {Data: []byte(feature)}}, result.ServerSide)
	require.NoError(t, err)
	return l
}

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// partOf is part index of two: it ran one check by itself, and the one that
// judges the whole.
func partOf(index int, alone string) *result.Run {
	start := noon.Add(time.Duration(index) * time.Second)
	return &result.Run{
		Schema: result.Schema, Verdict: result.Conformant, Side: result.ServerSide, Scope: []string{"purchases"},
		Suite: result.Suite{Version: "v1", Digest: digest}, Target: result.Target{BaseURL: "http://a", Build: "b"},
		Settings: result.Settings{Concurrency: 8, TimeoutMS: 1, DeadlineMS: 2}, Seed: 7,
		Started: start, Finished: start.Add(time.Minute),
		Traffic: result.Traffic{Requests: 2, Customers: 1, Purchases: 3}, Notes: []string{"a note"},
		Tolerances: []result.Tolerance{{ID: "order-id", Readings: []result.Reading{
			{Name: "integer", Taken: []string{"refused", "taken"}[index-1], Seen: index, Where: []string{"z", "a"}[index-1:]},
			{Name: "string", Taken: "not tried"},
		}}},
		Exchanges: []result.Exchange{{ID: "x0001"}, {ID: "x0002"}},
		Shard: &result.Shard{Run: "run-1", Index: index, Of: 2, Planned: []string{one, two, all}, Findings: []result.Finding{
			{Check: alone, StartedMS: 5, DurationMS: 10, Decided: 1, Exchanges: []string{"x0001"}},
			{Check: all, StartedMS: 20, DurationMS: 1, Decided: 2, Exchanges: []string{"x0001", "x0002"}},
		}},
	}
}

func parts() (first, second *result.Run) { return partOf(1, one), partOf(2, two) }

func runs(t *testing.T, all ...*result.Run) (*certify.Merged, error) {
	t.Helper()
	var given []certify.Part
	for n, r := range all {
		if r.Shard != nil && r.Requirements == nil {
			say(t, r)
		}
		given = append(given, certify.Part{Name: string(rune('a'+n)) + ".json", Run: r})
	}
	return certify.Merge(given, ledger(t), digest)
}

// say has a part say of its requirements what its findings come to.
func say(t *testing.T, part *result.Run) {
	t.Helper()
	plan, err := ledger(t).Plan([]string{"purchases"}, nil)
	require.NoError(t, err)
	own := plan.Keep(func(c *suite.Check) bool {
		return slices.ContainsFunc(part.Shard.Findings, func(f result.Finding) bool { return f.Check == c.Location })
	})
	require.NoError(t, own.Rejudge(part, [][]result.Finding{part.Shard.Findings}))
}

func TestPartsBecomeOneRun(t *testing.T) {
	first, second := parts()
	m, err := runs(t, second, first)
	require.NoError(t, err)
	require.Equal(t, result.Conformant, m.Run.Verdict)
	require.Nil(t, m.Run.Shard)
	require.Equal(t, noon.Add(time.Second), m.Run.Started)
	require.Equal(t, noon.Add(62*time.Second), m.Run.Finished)
	require.Equal(t, result.Traffic{Requests: 4, Customers: 2, Purchases: 6}, m.Run.Traffic)
	require.Equal(t, []string{"a note"}, m.Run.Notes)
	require.Equal(t, []result.Reading{{Name: "integer", Taken: "taken", Seen: 3, Where: []string{"a", "z"}}, {Name: "string", Taken: "not tried"}}, m.Run.Tolerances[0].Readings)
	require.Equal(t, map[string][]string{"order-id": {"integer"}}, m.Run.Dialect)
	require.Len(t, m.Run.Exchanges, 4)
	require.Equal(t, []map[string]string{{"x0001": "x0001", "x0002": "x0002"}, {"x0001": "x0003", "x0002": "x0004"}}, m.Renamed)
	require.Equal(t, "b.json", m.Order[0].Name)

	second2 := m.Run.Requirements[1].Checks[0]
	require.Equal(t, []string{"x0003"}, second2.Exchanges)
	require.Equal(t, int64(1005), second2.StartedMS, "counted from the start of the whole")
	require.Equal(t, int64(10), second2.DurationMS)
	require.Equal(t, []string{"x0001", "x0002", "x0003", "x0004"}, m.Run.Requirements[2].Checks[0].Exchanges)
}

func TestMergingLeavesThePartsAlone(t *testing.T) {
	first, second := parts()
	second.Shard.Findings[0].Failures = []result.Failure{{Exchange: "x0001"}}
	second.Shard.Findings[0].Breaks = []result.Break{{Failure: result.Failure{Exchange: "x0002"}}}
	wantFirst, wantSecond := parts()
	wantSecond.Shard.Findings[0].Failures = []result.Failure{{Exchange: "x0001"}}
	wantSecond.Shard.Findings[0].Breaks = []result.Break{{Failure: result.Failure{Exchange: "x0002"}}}
	m, err := runs(t, first, second)
	require.NoError(t, err)
	require.Equal(t, "x0003", m.Run.Requirements[1].Checks[0].Failures[0].Exchange)
	say(t, wantFirst)
	say(t, wantSecond)
	require.Equal(t, wantFirst, first)
	require.Equal(t, wantSecond, second)
}

func TestAFailureInOnePartBlocksInAnother(t *testing.T) {
	first, second := parts()
	first.Shard.Findings[0].Failures = []result.Failure{{Path: "status", Exchange: "x0001"}}
	second.Shard.Findings[0].Breaks = []result.Break{{Endpoint: "get-purchase", Aspect: "status", Failure: result.Failure{Message: "it broke", Exchange: "x0001"}}}
	m, err := runs(t, first, second)
	require.NoError(t, err)
	require.Equal(t, result.NonConformant, m.Run.Verdict)
	require.Equal(t, result.Blocked, m.Run.Requirements[1].Outcome)
	require.Equal(t, []string{"AAA-01"}, m.Run.Requirements[1].BlockedBy)
}

func TestAPartThatEndedEarlyIsNoPass(t *testing.T) {
	first, second := parts()
	second.Interrupted = "stopped"
	second.Shard.Findings[1] = result.Finding{Check: all, Unfinished: true, Untested: "the run ended before this check: stopped"}
	m, err := runs(t, first, second)
	require.NoError(t, err)
	require.Equal(t, result.Inconclusive, m.Run.Verdict)
	require.Equal(t, "part 2: stopped", m.Run.Interrupted)
	require.Equal(t, result.Untested, m.Run.Requirements[2].Outcome)
}

func TestWhatIsNotOneRunIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(first, second *result.Run)
		want  string
	}{
		"no part":                 {func(_, b *result.Run) { b.Shard = nil }, "b.json is no part of a run"},
		"another number":          {func(_, b *result.Run) { b.Shard.Of = 3 }, "one of 3"},
		"the same part":           {func(_, b *result.Run) { b.Shard.Index = 1 }, "both part 1 of 2"},
		"a part beyond":           {func(_, b *result.Run) { b.Shard.Index = 3 }, "part 2 of 2 is missing"},
		"a part before the first": {func(a, _ *result.Run) { a.Shard.Index = 0 }, "part 1 of 2 is missing"},
		"more parts than given":   {func(a, b *result.Run) { a.Shard.Of, b.Shard.Of = 3, 3 }, "part 3 of 3 is missing"},
		"no run id":               {func(a, b *result.Run) { a.Shard.Run, b.Shard.Run = "", "" }, "does not say of which run it is a part"},
		"another run":             {func(_, b *result.Run) { b.Shard.Run = "run-2" }, "the run id of one is run-1, of the other run-2"},
		"years apart": {func(_, b *result.Run) {
			b.Started, b.Finished = b.Started.AddDate(2, 0, 0), b.Finished.AddDate(2, 0, 0)
		}, "the parts of one run lie within 24h0m0s"},
		"no start":                {func(_, b *result.Run) { b.Started = time.Time{} }, "no start"},
		"an end before the start": {func(_, b *result.Run) { b.Finished = b.Started.Add(-1) }, "ends before it starts"},
		"another suite at hand":   {func(a, b *result.Run) { a.Suite.Digest, b.Suite.Digest = "00", "00" }, "merge with the suite that judged"},
		"another side at hand":    {func(a, b *result.Run) { a.Side, b.Side = result.PartnerSide, result.PartnerSide }, "partner side"},
		"another suite":           {func(_, b *result.Run) { b.Suite.Digest = "00" }, "the suite of one"},
		"another version":         {func(_, b *result.Run) { b.Suite.Version = "v2" }, "the suite of one"},
		"another side":            {func(_, b *result.Run) { b.Side = result.PartnerSide }, "the side of one"},
		"another target":          {func(_, b *result.Run) { b.Target.BaseURL = "http://c" }, "the target of one"},
		"another build":           {func(_, b *result.Run) { b.Target.Build = "c" }, "the target of one"},
		"another scope":           {func(_, b *result.Run) { b.Scope = []string{"otp"} }, "the scope of one"},
		"another pattern":         {func(_, b *result.Run) { b.Only = []string{"AAA-*"} }, "--only"},
		"another seed":            {func(_, b *result.Run) { b.Seed = 8 }, "the seed of one is 7, of the other 8"},
		"another plan":            {func(_, b *result.Run) { b.Shard.Planned = []string{one} }, "the plan of one"},
		"another concurrency":     {func(_, b *result.Run) { b.Settings.Concurrency = 1 }, "concurrency"},
		"another timeout":         {func(_, b *result.Run) { b.Settings.TimeoutMS = 9 }, "timeout"},
		"another deadline":        {func(_, b *result.Run) { b.Settings.DeadlineMS = 9 }, "deadline"},
		"other tolerances":        {func(_, b *result.Run) { b.Settings.Tolerances = map[string]string{"order-id": "string"} }, "tolerances"},
		"a plan of another time":  {func(a, b *result.Run) { a.Shard.Planned, b.Shard.Planned = []string{one}, []string{one} }, "has another plan"},
		"a scope of nothing":      {func(a, b *result.Run) { a.Scope, b.Scope = []string{"teapots"}, []string{"teapots"} }, "teapots"},
		"a check missing":         {func(_, b *result.Run) { b.Shard.Findings = b.Shard.Findings[1:] }, "no part holds the check " + two},
		"a check twice":           {func(_, b *result.Run) { b.Shard.Findings[0].Check = one }, "overlap"},
		"an exchange twice":       {func(_, b *result.Run) { b.Exchanges[1].ID = "x0001" }, "two exchanges x0001"},
		"an exchange missing":     {func(_, b *result.Run) { b.Exchanges = b.Exchanges[:1] }, `the exchange "x0002", which it does not hold`},
	} {
		t.Run(name, func(t *testing.T) {
			first, second := parts()
			c.spoil(first, second)
			_, err := runs(t, first, second)
			require.ErrorContains(t, err, c.want)
		})
	}
	_, err := runs(t)
	require.ErrorContains(t, err, "nothing to merge")
}

// TestAPartIsJudgedByAllThatItSays holds that nobody makes a failed part good by
// emptying its findings, or the other way round.
func TestAPartIsJudgedByAllThatItSays(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(part *result.Run)
		want  string
	}{
		"findings were emptied":        {func(p *result.Run) { p.Shard.Findings[0].Failures = nil }, "b.json contradicts itself: the file has the outcome failed for AAA-02, but its findings give passed"},
		"requirements were turned":     {func(p *result.Run) { p.Requirements[0].Outcome = result.Passed }, "the file has the outcome passed for AAA-02, but its findings give failed"},
		"checks were turned":           {func(p *result.Run) { p.Requirements[0].Checks[0].Outcome = result.Passed }, "is not what it found"},
		"the verdict was turned":       {func(p *result.Run) { p.Verdict = result.Conformant }, "the file has verdict conformant, but its findings give non-conformant"},
		"a failure was turned":         {func(p *result.Run) { p.Shard.Findings[0].Failures = []result.Failure{{Path: "data"}} }, "are not those that it found"},
		"a requirement was taken out":  {func(p *result.Run) { p.Requirements = p.Requirements[:1] }, "but no outcome"},
		"a requirement was put in":     {func(p *result.Run) { p.Requirements = append(p.Requirements, result.Requirement{ID: "AAA-09"}) }, "it has 3 requirements, and findings of 2"},
		"a check was taken out":        {func(p *result.Run) { p.Requirements[0].Checks = nil }, "it has 0 checks of AAA-02"},
		"exchanges were taken for own": {func(p *result.Run) { p.Requirements[0].Checks[0].Exchanges = nil }, "is not what it found"},
	} {
		first, second := parts()
		second.Shard.Findings[0].Failures = []result.Failure{{Path: "status", Exchange: "x0001"}}
		say(t, second)
		c.spoil(second)
		_, err := runs(t, first, second)
		require.ErrorContains(t, err, c.want, name)
	}
}

func TestEmptyAndAbsentListsAreTheSame(t *testing.T) {
	first, second := parts()
	second.Only, second.Settings.Tolerances = []string{}, map[string]string{}
	_, err := runs(t, first, second)
	require.NoError(t, err)
}
