package history

import (
	"sync"
)

// Flaky keeps, by the check that asked, what the target did only when it was
// asked once more.
type Flaky struct {
	mu    sync.Mutex
	notes map[string][]string
	worst map[string]string // a check that met a target which was unavailable
	times int               // how often it was
}

func (s *Flaky) Note(by, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.notes == nil {
		s.notes = make(map[string][]string)
	}
	s.notes[by] = append(s.notes[by], what)
}

// Unavailable notes an answer in the target's place. The check that met it goes
// on with the answer that came in the end, but has not seen a target that
// serves.
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

// Busy notes an answer that asks to come back later, by a target which served the call
// then: it is too many calls, as with 429.
func (s *Flaky) Busy(by, what string) {
	s.Note(by, what)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.times++
}

// OftenUnavailable tells whether the target was seen to serve what it, or a
// proxy, had refused a moment before.
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
