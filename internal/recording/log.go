package recording

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/redact"
)

// Log keeps the exchanges of one run in the order in which they were added. Exchanges are never
// removed. It is safe for concurrent use. The zero Log is empty and ready to use.
type Log struct {
	// MaxBody and MaxAll limit, in octets, one body and all bodies together. Of a body over
	// MaxBody only the beginning is kept. When MaxAll is used up, nothing of a body is kept,
	// except for small bodies. Cut says how much was left out. 0 means no limit.
	MaxBody, MaxAll int64

	mu        sync.RWMutex
	exchanges []*Exchange
	kept      int64 // octets of all bodies
}

// NewTrafficLog returns a Log for the traffic of a program under test, which may be of any size.
// Everything in it is judged after the traffic has ended.
func NewTrafficLog() *Log { return &Log{MaxBody: 4 << 20, MaxAll: 32 << 20} }

// Add appends e, gives it the next id ("x0001") and returns that id. From then
// on the exchange belongs to the log and must not be changed.
func (l *Log) Add(e *Exchange) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	e.ID = fmt.Sprintf("x%04d", len(l.exchanges)+1)
	e.Request.Body, e.Request.Cut = l.bound(e.Request.Body, e.Request.Cut)
	if e.Response != nil {
		e.Response.Body, e.Response.Cut = l.bound(e.Response.Body, e.Response.Cut)
	}
	l.exchanges = append(l.exchanges, e)
	return e.ID
}

// keptBeginning is the number of octets that are kept of a body over MaxBody. It includes
// redact.Lookahead octets that are not shown, because a secret may continue there. keptAnyway is
// the size of a small body, which is kept even when MaxAll is used up.
const (
	keptBeginning = longBeginning/2 + redact.Lookahead
	keptAnyway    = 1 << 10
)

func (l *Log) bound(body []byte, cut int64) ([]byte, int64) {
	size := int64(len(body))
	kept := size
	if l.MaxBody > 0 && size > l.MaxBody {
		kept = min(size, keptBeginning)
	}
	if l.MaxAll > 0 && l.kept+kept > l.MaxAll && kept > keptAnyway {
		kept = 0
	}
	l.kept += kept
	if kept == size {
		return body, cut
	}
	return bytes.Clone(body[:kept]), cut + size - kept
}

// Len returns the number of exchanges.
func (l *Log) Len() int { return len(l.snapshot()) }

// All returns the exchanges that were added so far. The caller may change the slice, but not the
// exchanges.
func (l *Log) All() []*Exchange { return slices.Clone(l.snapshot()) }

// Each iterates over the exchanges that were added before the iteration began. It copies nothing,
// and exchanges may be added during the iteration.
func (l *Log) Each() iter.Seq[*Exchange] {
	return func(yield func(*Exchange) bool) {
		for _, e := range l.snapshot() {
			if !yield(e) {
				return
			}
		}
	}
}

// Get returns the exchange with an id, or nil and false if there is none.
func (l *Log) Get(id string) (*Exchange, bool) {
	number, isID := strings.CutPrefix(id, "x")
	n, err := strconv.Atoi(number)
	exchanges := l.snapshot()
	if !isID || err != nil || n < 1 || n > len(exchanges) || exchanges[n-1].ID != id {
		return nil, false
	}
	return exchanges[n-1], true
}

// snapshot returns the current exchanges. It may share the array with the log, because the log
// only appends.
func (l *Log) snapshot() []*Exchange {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.exchanges[:len(l.exchanges):len(l.exchanges)]
}
