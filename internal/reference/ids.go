package reference

import (
	cryptorand "crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// ids makes what must be new each time: UUIDs and OTPs.
type ids struct {
	mu     sync.Mutex
	source io.Reader
	otps   atomic.Int64 // OTPs so far
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
// remainder favours no digit measurably. The second OTP, and then every fourth, begins
// with 0: a store that keeps OTPs as numbers fails in every run, and not by chance.
func (g *ids) otp() string {
	var b [8]byte
	g.read(b[:])
	code := fmt.Sprintf("%06d", binary.LittleEndian.Uint64(b[:])%1_000_000)
	if g.otps.Add(1)%4 == 2 {
		return "0" + code[1:]
	}
	return code
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

// otherID is another id that goes with one; that of the other is the one.
func otherID(id string) string {
	other, err := uuid.Parse(id)
	if err != nil {
		return id
	}
	other[0] = ^other[0]
	return other.String()
}

const (
	millisLayout  = "2006-01-02T15:04:05.000Z"
	secondsLayout = "2006-01-02T15:04:05Z"
)

// stamps gives times in UTC with milliseconds, by a clock.
type stamps struct{ clock func() time.Time }

func (s stamps) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// after gives a time that is later than the one that a record has, so that its
// updated_at always moves (section 3).
func (s stamps) after(last time.Time) time.Time {
	if now := s.now(); now.After(last) {
		return now
	}
	return last.Add(time.Millisecond)
}

func millis(t time.Time) string { return t.Format(millisLayout) }
