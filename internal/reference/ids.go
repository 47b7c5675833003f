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

// ids generates UUIDs and OTPs.
type ids struct {
	mu     sync.Mutex
	source io.Reader
	otps   atomic.Int64 // OTPs so far
}

// newIDs returns a generator that depends on the seed, or uses the random source of the system if
// the seed is 0.
func newIDs(seed int64) *ids {
	if seed == 0 {
		return &ids{source: cryptorand.Reader}
	}
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], uint64(seed))
	return &ids{source: rand.NewChaCha8(key)}
}

// read fills b with random bytes. Neither source returns an error: crypto/rand ends the process
// instead, and ChaCha8 cannot fail.
func (g *ids) read(b []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, _ = io.ReadFull(g.source, b)
}

// next returns a new UUID, version 4, in lower case.
func (g *ids) next() string {
	var id uuid.UUID
	g.read(id[:])
	id[6] = id[6]&0x0f | 0x40
	id[8] = id[8]&0x3f | 0x80
	return id.String()
}

// otp returns six random digits (4.1). 2^64 is much larger than a million, so the remainder is
// almost uniform.
// The second OTP, and then every fourth, begins with 0: so a store that keeps OTPs as numbers fails
// in every run, and not by chance.
func (g *ids) otp() string {
	var b [8]byte
	g.read(b[:])
	code := fmt.Sprintf("%06d", binary.LittleEndian.Uint64(b[:])%1_000_000)
	if g.otps.Add(1)%4 == 2 {
		return "0" + code[1:]
	}
	return code
}

// derivedID returns the UUID that a kind and a name determine.
func derivedID(kind, name string) string {
	return uuid.NewSHA1(uuid.NameSpaceOID, []byte("assay:"+kind+":"+name)).String()
}

// canonicalID returns a UUID in lower case. It returns false if text is not a UUID in the plain
// form of 36 characters, because uuid.Parse also accepts other forms.
func canonicalID(text string) (string, bool) {
	if len(text) != 36 {
		return "", false
	}
	id, err := uuid.Parse(text)
	return id.String(), err == nil
}

// otherID returns a different id for an id. Applied twice, it returns the first id again.
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

// stamps reads a clock and returns times in UTC, in whole milliseconds.
type stamps struct{ clock func() time.Time }

func (s stamps) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// after returns a time that is later than the last time of a record, so that its updated_at
// always changes (section 3).
func (s stamps) after(last time.Time) time.Time {
	if now := s.now(); now.After(last) {
		return now
	}
	return last.Add(time.Millisecond)
}

func millis(t time.Time) string { return t.Format(millisLayout) }
