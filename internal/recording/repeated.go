package recording

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"time"
)

// Digest is the same for two entries that tell of one exchange, as where one recording
// is given twice or two of them overlap. It is false where that cannot be seen, for an
// exchange without the time at which it began.
func (e *Exchange) Digest() (sum [16]byte, ok bool) {
	if e.Started.IsZero() {
		return sum, false
	}
	h := sha256.New()
	parts(h, e.ID, e.Started.UTC().Format(time.RFC3339Nano), e.Request.Method, e.Request.URL)
	for _, name := range sortedNames(e.Request.Header) {
		parts(h, name)
		parts(h, e.Request.Header[name]...)
	}
	parts(h, "", string(e.Request.Body))
	if e.Response != nil {
		parts(h, fmt.Sprint(e.Response.Status), string(e.Response.Body))
	}
	copy(sum[:], h.Sum(nil))
	return sum, true
}

// parts writes texts so that none runs into the next.
func parts(h hash.Hash, all ...string) {
	for _, text := range all {
		fmt.Fprintf(h, "%d:", len(text))
		_, _ = io.WriteString(h, text) // a hash never fails
	}
}
