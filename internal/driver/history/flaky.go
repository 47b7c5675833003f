package history

import (
	"sync"
)

// Flaky notes calls that succeeded only when they were repeated, by the check that made them.
type Flaky struct {
	mu    sync.Mutex
	notes map[string][]string
	worst map[string]string // by check: the last time the target was unavailable
	times int               // how often the target was unavailable or busy
}

func (s *Flaky) Note(by, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.notes == nil {
		s.notes = make(map[string][]string)
	}
	s.notes[by] = append(s.notes[by], what)
}

// Unavailable notes an answer that says that the target is not available, of a call that was
// served later. The check continues with the later answer, but it has not seen a target that
// serves reliably.
func (s *Flaky) Unavailable(by, what string) {
	s.Note(by, what)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.worst == nil {
		s.worst = make(map[string]string)
	}
	s.worst[by] = what
	s.times++
}

// Busy notes an answer that asked for a later call, which the target then served: as with 429,
// it got too many calls.
func (s *Flaky) Busy(by, what string) {
	s.Note(by, what)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.times++
}

// OftenUnavailable reports whether it happened more than once that the target served a call that
// it, or a proxy, had refused just before.
func (s *Flaky) OftenUnavailable() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.times > 1
}

func (s *Flaky) Of(by string) (notes []string, worst string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.notes[by], s.worst[by]
}
