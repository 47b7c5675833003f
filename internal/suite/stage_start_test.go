package suite_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/cucumber/godog"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// calls counts what the Givens do, and what each judge sees of it.
type calls struct {
	mu      sync.Mutex
	made    int
	seen    []int
	judging int
	atOnce  int
}

func (c *calls) make() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made++
}

func (c *calls) judge(by int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.judging += by
	c.atOnce = max(c.atOnce, c.judging)
	if by > 0 {
		c.seen = append(c.seen, c.made)
	}
}

// caller is a scenario whose Givens make calls.
type caller struct {
	fake
	calls *calls
}

func (s *caller) Register(sc *godog.ScenarioContext) {
	s.fake.Register(sc)
	sc.Given(`^a call is made$`, s.calls.make)
	sc.Given(`^a call breaks$`, func() error {
		s.calls.make()
		return errors.New("broken")
	})
	sc.When(`^all calls are read$`, func() { s.calls.judge(1) })
	sc.Then(`^they are judged$`, func() {
		s.calls.judge(-1)
		s.report.Decided++
	})
}

// A rule about all calls must see those that the Given of another such rule makes.
func TestRulesAboutAllCallsBeginWhenNoGivenMakesCalls(t *testing.T) {
	l, err := load(`
  @GET-01 @implied @section-4.7
  Rule: One
    @whole-run
    Scenario Outline: <n>
      Given a call is made
      And a call is made
      When all calls are read
      Then they are judged
      Examples:
        | n |
        | 1 |
        | 2 |
        | 3 |
        | 4 |
        | 5 |

  @GET-02 @implied @section-4.7
  Rule: Two
    @whole-run
    Scenario: A Given that breaks
      Given a call breaks
      When all calls are read
      Then they are judged
    @whole-run
    Scenario: No Given
      When all calls are read
      Then they are judged
`)
	require.NoError(t, err)
	plan, err := l.Plan(nil, nil)
	require.NoError(t, err)
	all := &calls{}
	run, err := plan.Run(context.Background(), suite.Options{NewScenario: func() suite.Scenario { return &caller{calls: all} }, Concurrency: 2})
	require.NoError(t, err)
	require.Equal(t, []int{11, 11, 11, 11, 11, 11}, all.seen)
	require.LessOrEqual(t, all.atOnce, 2)
	require.Equal(t, result.Errored, run.Requirements[1].Outcome)
}
