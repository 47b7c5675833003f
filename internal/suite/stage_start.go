package suite

import (
	"sync"

	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"
)

// stageStart lets the checks of a stage begin only when each of them has what its Givens need. A Given
// may still make calls and change items, and checks about the whole run must see that.
type stageStart struct {
	unprepared sync.WaitGroup // checks whose Givens have not ended
	places     chan struct{}  // for checks that run at the same time
}

func newStageStart(checks, atOnce int) *stageStart {
	s := &stageStart{places: make(chan struct{}, atOnce)}
	s.unprepared.Add(checks)
	return s
}

// check returns the start of one check. That of a nil stage waits for nobody.
func (s *stageStart) check() *checkStart {
	if s == nil {
		return nil
	}
	return &checkStart{stage: s}
}

// checkStart is the start of one check. Only the goroutine of the check uses it.
type checkStart struct {
	stage             *stageStart
	prepared, running bool
}

// begin waits before the first step that is no Given. It reports whether it waited.
func (c *checkStart) begin(step *godog.Step) bool {
	if c == nil || c.prepared || step.Type == messages.PickleStepType_CONTEXT {
		return false
	}
	c.prepared, c.running = true, true
	c.stage.unprepared.Done()
	c.stage.unprepared.Wait()
	c.stage.places <- struct{}{}
	return true
}

// end lets another check run, or run without this one, if it ended at a Given.
func (c *checkStart) end() {
	switch {
	case c == nil:
	case c.running:
		c.running = false
		<-c.stage.places
	case !c.prepared:
		c.prepared = true
		c.stage.unprepared.Done()
	}
}
