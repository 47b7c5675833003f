package recording

import (
	"bytes"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/redact"
)

// How much of the bodies of a run is shown, in octets. A report is written when a
// run is over, its deadline included: what a target or a partner build sends must
// not make that long. Where more came, the beginning is shown, and Cut says how
// much was left out.
const (
	mostWhole     = 256 << 10 // of a body that is shown whole
	leastWhole    = 4 << 10   // what is no longer is always shown whole
	longBeginning = 16 << 10
	beginning     = 1 << 10 // where the room is used up
	mostRoom      = 4 << 20 // of all bodies that are longer than leastWhole, and
	moreRoom      = 4 << 10 // for every exchange
)

// View shows exchanges as they may leave the process: secrets are cut, personal
// details masked. What is large is redacted once, however often it is shown. A View is
// safe for concurrent use.
type View struct {
	redactor *redact.Redactor
	redacted atomic.Int64 // octets: what TestAnExchangeIsRedactedOnce counts

	mu    sync.Mutex
	room  int
	shown map[*Exchange]*shownExchange
}

// NewView returns a View. A nil Redactor hides what is known by name.
func NewView(r *redact.Redactor) *View {
	return &View{redactor: r, room: mostRoom, shown: make(map[*Exchange]*shownExchange)}
}

// shownExchange is what of an exchange may be large.
type shownExchange struct {
	once            sync.Once
	request, answer shownMessage
}

// shownMessage is a body with its headers.
type shownMessage struct {
	most    int // octets of the body that are redacted
	body    []byte
	cut     int64 // octets of the body that are left out behind that
	headers []redact.HeaderLine
}

// Prepare redacts the bodies of many exchanges, side by side.
func (v *View) Prepare(all []*Exchange) {
	for _, e := range all {
		v.plan(e, true)
	}
	var workers sync.WaitGroup
	defer workers.Wait()
	for part := range slices.Chunk(all, len(all)/(4*runtime.GOMAXPROCS(0))+1) {
		workers.Go(func() {
			for _, e := range part {
				v.exchange(e)
			}
		})
	}
}

// plan decides how much of an exchange is shown, and keeps that where it is to be
// shown again. It depends on what was planned before, and on no clock: equal exchanges
// are shown in equal octets.
func (v *View) plan(e *Exchange, keep bool) *shownExchange {
	v.mu.Lock()
	defer v.mu.Unlock()
	if x := v.shown[e]; x != nil {
		return x
	}
	v.room += moreRoom
	x := &shownExchange{request: shownMessage{most: v.most(e.Request.Body, e.Request.Cut)}}
	if e.Response != nil {
		x.answer.most = v.most(e.Response.Body, e.Response.Cut)
	}
	if keep {
		v.shown[e] = x
	}
	return x
}

// most is how many octets of a body are redacted.
func (v *View) most(body []byte, cut int64) int {
	size := len(body)
	switch {
	case size <= leastWhole:
		return size
	case size > mostWhole || cut > 0:
		size = min(longBeginning, size)
	}
	if size > v.room {
		return beginning
	}
	v.room -= size
	return size
}

// exchange returns what of an exchange may be large, as it is shown.
func (v *View) exchange(e *Exchange) *shownExchange { return v.fill(e, v.plan(e, true)) }

func (v *View) fill(e *Exchange, x *shownExchange) *shownExchange {
	x.once.Do(func() {
		v.redact(&x.request, e.Request.Body, e.Request.Cut, e.Request.Header)
		if e.Response != nil {
			v.redact(&x.answer, e.Response.Body, e.Response.Cut, e.Response.Header)
		}
	})
	return x
}

func (v *View) redact(m *shownMessage, body []byte, cut int64, h http.Header) {
	mime := h.Get("Content-Type")
	if Compression(body, h) != "" {
		body, cut, m.most = []byte(packed), 0, len(packed)
	}
	if cut == 0 && m.most == len(body) {
		m.body = v.redactor.Body(body, mime)
		v.redacted.Add(int64(len(body)))
	} else {
		m.body = v.redactor.Beginning(body, mime, m.most)
		m.cut = max(cut+int64(len(body)-len(m.body)), 1)
		v.redacted.Add(int64(min(m.most+redact.Lookahead, len(body))))
	}
	if bytes.Equal(m.body, body) {
		m.body = body // and hold no copy
	}
	m.headers = v.headers(h)
}

// packed stands in the place of a body that is compressed: what is secret in it cannot
// be seen, and anyone can unpack it.
const packed = "[left out: the body is compressed]"

// Compression says how a body is compressed: it begins as gzip does (RFC 1952, 2.3.1), or
// its header says so and it is no text, which a recorder may have unpacked; "" where it is not.
func Compression(body []byte, h http.Header) string {
	coding := strings.ToLower(strings.TrimSpace(h.Get("Content-Encoding")))
	switch {
	case bytes.HasPrefix(body, []byte{0x1f, 0x8b}):
		return "gzip"
	case coding == "identity" || utf8.Valid(body):
		return ""
	}
	return coding
}

// leftOutHeader stands in the place of headers that are not shown.
const leftOutHeader = "Assay-Left-Out"

// headers returns the lines of a header as they are shown: as many as fit.
func (v *View) headers(h http.Header) []redact.HeaderLine {
	const most, mostLines = 32 << 10, 256 // octets
	shown := make(http.Header, len(h))
	size, lines, left := 0, 0, 0
	for _, name := range sortedNames(h) {
		for _, value := range h[name] {
			if fits := size+len(name)+len(value) <= most && lines < mostLines; !fits {
				left++
				continue
			}
			size, lines = size+len(name)+len(value), lines+1
			shown[name] = append(shown[name], value)
		}
	}
	v.redacted.Add(int64(size))
	all := v.redactor.Headers(shown)
	if left > 0 {
		all = append(all, redact.HeaderLine{Name: leftOutHeader, Value: fmt.Sprintf("%d lines", left)})
	}
	return all
}

// method returns the method of a request as it is shown: a partner build may send any
// word as one.
func (v *View) method(name string) string { return string(v.redactor.Known([]byte(name))) }
