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

// Limits of the bodies that a report shows, in octets. A report is written after the run and its
// deadline, so large data from a target or a partner build must not make this take long. Of a
// longer body the beginning is shown, and Cut says how much was left out.
const (
	mostWhole     = 256 << 10 // the largest body that is shown completely
	leastWhole    = 4 << 10   // a body up to this size is always shown completely
	longBeginning = 16 << 10
	beginning     = 1 << 10 // octets of a body that are shown when the room is used up
	mostRoom      = 4 << 20 // room for all bodies longer than leastWhole together
	moreRoom      = 4 << 10 // additional room for every exchange
)

// View shows exchanges in a form that may leave the process: secrets are cut, and personal
// details are masked. Headers and bodies are redacted only once, even if an exchange is shown
// several times. A View is safe for concurrent use.
type View struct {
	redactor *redact.Redactor
	redacted atomic.Int64 // octets; TestAnExchangeIsRedactedOnce checks it

	mu    sync.Mutex
	room  int
	shown map[*Exchange]*shownExchange
}

// NewView returns a View. With a nil Redactor it hides values only by their names.
func NewView(r *redact.Redactor) *View {
	return &View{redactor: r, room: mostRoom, shown: make(map[*Exchange]*shownExchange)}
}

// shownExchange holds the redacted headers and bodies of an exchange.
type shownExchange struct {
	once            sync.Once
	request, answer shownMessage
}

// shownMessage is a body with its headers.
type shownMessage struct {
	most    int // the number of octets of the body to redact
	body    []byte
	cut     int64 // octets of the body that are left out after body
	headers []redact.HeaderLine
}

// Prepare redacts the bodies of many exchanges in parallel.
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

// plan decides how much of an exchange is shown. If keep is set, it keeps the decision for later
// calls. The result depends only on earlier calls of plan and not on time, so equal exchanges
// give equal octets.
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

// most returns how many octets of a body are redacted and shown.
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

// exchange returns the redacted headers and bodies of an exchange.
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
		m.body = body // share the memory instead of keeping a copy
	}
	m.headers = v.headers(h)
}

// packed replaces a compressed body: assay cannot find secrets in it, but anyone can unpack it.
const packed = "[left out: the body is compressed]"

// Compression returns the compression of a body, or "" if it is not compressed. A body is
// compressed if it begins like gzip (RFC 1952, 2.3.1), or if its header says so and it is not
// text. If it is text, a recorder may have unpacked it.
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

// leftOutHeader is the name of a header that says how many lines are not shown.
const leftOutHeader = "Assay-Left-Out"

// headers returns the redacted lines of a header, as many as the limits allow.
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

// method returns the redacted method of a request, because a partner build may send any word as
// the method.
func (v *View) method(name string) string { return string(v.redactor.Known([]byte(name))) }
