package driver

import (
	"fmt"
	"sync"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// flakyLog keeps, by the check that asked, what the target did only when it was
// asked once more.
type flakyLog struct {
	mu    sync.Mutex
	notes map[string][]string
	grave map[string]string // a check that met a target which was unavailable
	times int               // how often it was
	down  map[string]int    // by endpoint: calls in a row that were unavailable to the last
}

// alwaysDown tells whether so many calls in a row were unavailable to the last
// that the endpoint is taken to be so always.
func (s *flakyLog) alwaysDown(endpoint string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down[endpoint] >= maxInVain
}

// inVain notes a call that was unavailable to the last.
func (s *flakyLog) inVain(endpoint string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down == nil {
		s.down = make(map[string]int)
	}
	s.down[endpoint]++
}

// up notes that an endpoint answers by itself.
func (s *flakyLog) up(endpoint string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.down, endpoint)
}

func (s *flakyLog) note(by, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.notes == nil {
		s.notes = make(map[string][]string)
	}
	s.notes[by] = append(s.notes[by], what)
}

// unavailable notes an answer in the target's place. The check that met it goes
// on with the answer that came in the end, but has not seen a target that
// serves.
func (s *flakyLog) unavailable(by, what string) {
	s.note(by, what)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.grave == nil {
		s.grave = make(map[string]string)
	}
	s.grave[by] = what
	s.times++
}

// oftenUnavailable tells whether the target was seen to serve what it, or a
// proxy, had refused a moment before.
func (s *flakyLog) oftenUnavailable() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.times > 1
}

func (s *flakyLog) Of(by string) (notes []string, grave string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.notes[by], s.grave[by]
}

// reached notes that a connection was made at a later attempt only.
func (s *Session) reached(c *Call) {
	if c.Again == recording.AfterConnection && c.Response != nil {
		s.Flaky.note(s.Check, fmt.Sprintf("%s was reached only at a later connection attempt (%s)", spec.Line(c.Endpoint), c.ID))
	}
}
