package suite

import (
	"sync"

	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"
)

// lateStage lets the checks that judge a whole run begin to judge only when each of them has what
// its Givens need. A Given may still make calls, and all rules must see them.
type lateStage struct {
	unprepared sync.WaitGroup // checks whose Givens have not ended
	places     chan struct{}  // for checks that judge at the same time
}

func newLateStage(checks, atOnce int) *lateStage {
	s := &lateStage{places: make(chan struct{}, atOnce)}
	s.unprepared.Add(checks)
	return s
}

// check returns a check of the stage. A nil stage has checks that wait for nobody.
func (s *lateStage) check() *lateCheck {
	if s == nil {
		return nil
	}
	return &lateCheck{stage: s}
}

// lateCheck is one check of the stage. Only the goroutine of the check uses it.
type lateCheck struct {
	stage             *lateStage
	prepared, judging bool
}

// begin waits before the first step that is no Given. It reports whether it waited.
func (c *lateCheck) begin(step *godog.Step) bool {
	if c == nil || c.prepared || step.Type == messages.PickleStepType_CONTEXT {
		return false
	}
	c.prepared, c.judging = true, true
	c.stage.unprepared.Done()
	c.stage.unprepared.Wait()
	c.stage.places <- struct{}{}
	return true
}

// end lets another check judge, or judge without this one, if it ended at a Given.
func (c *lateCheck) end() {
	switch {
	case c == nil:
	case c.judging:
		c.judging = false
		<-c.stage.places
	case !c.prepared:
		c.prepared = true
		c.stage.unprepared.Done()
	}
}
