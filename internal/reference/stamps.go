package reference

import (
	"sync"
	"time"
)

const (
	millisLayout  = "2006-01-02T15:04:05.000Z"
	secondsLayout = "2006-01-02T15:04:05Z"
)

// stamps gives times in UTC with milliseconds, each later than the one before,
// so that an updated_at always moves (section 3).
type stamps struct {
	mu    sync.Mutex
	clock func() time.Time
	last  time.Time
}

func newStamps(clock func() time.Time) *stamps {
	return &stamps{clock: clock}
}

func (s *stamps) next() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.clock().UTC().Truncate(time.Millisecond)
	if !now.After(s.last) {
		now = s.last.Add(time.Millisecond)
	}
	s.last = now
	return now
}

func millis(t time.Time) string { return t.Format(millisLayout) }
