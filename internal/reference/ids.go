package reference

import (
	cryptorand "crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/google/uuid"
)

// ids makes what must be new each time: UUIDs and OTPs.
type ids struct {
	mu     sync.Mutex
	source io.Reader
}

// newIDs draws from the seed, or from the system when the seed is 0.
func newIDs(seed int64) *ids {
	if seed == 0 {
		return &ids{source: cryptorand.Reader}
	}
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], uint64(seed))
	return &ids{source: rand.NewChaCha8(key)}
}

// read fills b. Neither source ever fails: crypto/rand ends the process rather
// than that, and ChaCha8 has nothing to fail at.
func (g *ids) read(b []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, _ = io.ReadFull(g.source, b)
}

// next is a new UUID, version 4, in lower case.
func (g *ids) next() string {
	var id uuid.UUID
	g.read(id[:])
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id.String()
}

// otp is six digits (4.1). 2^64 is so much larger than a million that the
// remainder favours no digit measurably.
func (g *ids) otp() string {
	var b [8]byte
	g.read(b[:])
	return fmt.Sprintf("%06d", binary.LittleEndian.Uint64(b[:])%1_000_000)
}

// derivedID is the UUID that always follows from a kind and a name.
func derivedID(kind, name string) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("assay:"+kind+":"+name)).String()
}

// canonicalID is a UUID in lower case, or false when text is none in the plain
// form of 36 characters; uuid.Parse alone takes other forms too.
func canonicalID(text string) (string, bool) {
	if len(text) != 36 {
		return "", false
	}
	id, err := uuid.Parse(text)
	return id.String(), err == nil
}

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
