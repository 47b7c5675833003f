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

// Log keeps the exchanges of one run in the order in which they were added. It
// only grows, and is safe for concurrent use. The zero Log is empty and ready.
type Log struct {
	// MaxBody and MaxAll bound, in octets, a body and all bodies together. Of a
	// larger body only the beginning is kept, and nothing where there is no more
	// room; Cut says how much was left out. 0 means no bound.
	MaxBody, MaxAll int64

	mu        sync.RWMutex
	exchanges []*Exchange
	kept      int64 // octets of all bodies
}

// NewTrafficLog returns a Log for what a program of somebody else sends, which
// may be of any size. All that it keeps is judged when the traffic is over.
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

// How much is kept of a body that is too large, in octets. The end of a beginning
// is not shown, since a secret may go on there. Where there is no room for any
// body, a small one is kept all the same.
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

// Len tells how many exchanges there are.
func (l *Log) Len() int { return len(l.snapshot()) }

// All returns the exchanges added so far. The slice is the caller's own, the
// exchanges in it are shared.
func (l *Log) All() []*Exchange { return slices.Clone(l.snapshot()) }

// Each iterates over the exchanges added before the iteration began. Nothing
// is copied, and adding goes on meanwhile.
func (l *Log) Each() iter.Seq[*Exchange] {
	return func(yield func(*Exchange) bool) {
		for _, e := range l.snapshot() {
			if !yield(e) {
				return
			}
		}
	}
}

// Get returns the exchange with that id, or nil and false when there is none.
func (l *Log) Get(id string) (*Exchange, bool) {
	number, isID := strings.CutPrefix(id, "x")
	n, err := strconv.Atoi(number)
	exchanges := l.snapshot()
	if !isID || err != nil || n < 1 || n > len(exchanges) || exchanges[n-1].ID != id {
		return nil, false
	}
	return exchanges[n-1], true
}

// snapshot may share its array with the log: the log only ever writes behind
// the end of it.
func (l *Log) snapshot() []*Exchange {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.exchanges[:len(l.exchanges):len(l.exchanges)]
}
