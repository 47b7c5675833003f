package inprocess

import (
	"context"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// maxBuffered is how far a handler in process may run ahead of its reader, in
// octets.
const maxBuffered = 1 << 20

// stream is the answer of a handler in process: a ResponseWriter on one end,
// the body of a response on the other. The response is handed over when the
// handler is done, flushes, or has filled the buffer.
type stream struct {
	ctx    context.Context
	cancel context.CancelFunc
	ready  chan struct{} // closed when the response can be handed over
	more   chan struct{} // tells the reader that something changed
	room   chan struct{} // tells the writer that something was read

	mu sync.Mutex
	head
	body
}

// head is the status of an answer and its headers.
type head struct {
	header http.Header // the handler's own
	sent   http.Header // as it was when the status was written
	status int
	length int64 // as promised by Content-Length; -1 for none
	noBody bool  // an answer to HEAD
}

// body is what a handler has written, and how far its answer has come.
type body struct {
	written  int64
	buffer   []byte
	handed   bool // ready is closed
	finished bool
	cut      bool // the handler panicked, or wrote less than it promised
	closed   bool // nobody reads any more
}

func newStream(ctx context.Context, cancel context.CancelFunc, method string) *stream {
	return &stream{
		ctx: ctx, cancel: cancel, head: head{header: make(http.Header, 4), length: -1, noBody: method == http.MethodHead},
		ready: make(chan struct{}), more: make(chan struct{}, 1), room: make(chan struct{}, 1),
	}
}

// Header returns the headers that the handler may still set.
func (s *stream) Header() http.Header { return s.header }

// WriteHeader fixes status and headers, once. Like a server's it panics on a
// status that is none, and passes over the informational ones.
func (s *stream) WriteHeader(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writeHeader(status)
}

func (s *stream) writeHeader(status int) {
	if status < 100 || status > 999 {
		panic("invalid status " + strconv.Itoa(status))
	}
	if s.status != 0 || status < 200 && status != http.StatusSwitchingProtocols {
		return
	}
	s.status = status
	s.sent = sendable(s.header)
	if n, err := strconv.ParseInt(s.sent.Get("Content-Length"), 10, 64); err == nil && n >= 0 {
		s.length = n
	}
}

// Write adds to the body. It waits while the reader is too far behind, and
// fails once nobody waits for the answer.
func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.status == 0 {
		s.writeHeader(http.StatusOK)
	}
	if !bodyAllowed(s.status) {
		return 0, http.ErrBodyNotAllowed
	}
	if s.length >= 0 && s.written+int64(len(p)) > s.length {
		return 0, http.ErrContentLength
	}
	s.written += int64(len(p))
	s.sniff(p)
	if s.noBody {
		return len(p), nil
	}
	for done := 0; done < len(p); {
		if err := s.awaitRoom(); err != nil {
			return done, err
		}
		n := min(len(p)-done, maxBuffered-len(s.buffer))
		s.buffer = append(s.buffer, p[done:done+n]...)
		done += n
		if s.handed {
			signal(s.more)
		}
	}
	return len(p), nil
}

// WriteString is Write for a string.
func (s *stream) WriteString(text string) (int, error) { return s.Write([]byte(text)) }

// sniff sets the Content-Type that a server sets where a handler does not.
func (s *stream) sniff(p []byte) {
	_, typed := s.sent["Content-Type"]
	if !typed && s.sent.Get("Content-Encoding") == "" && len(p) > 0 && !s.handed {
		s.sent.Set("Content-Type", http.DetectContentType(p))
	}
}

// awaitRoom is called, and returns, with the lock held.
func (s *stream) awaitRoom() error {
	for len(s.buffer) >= maxBuffered && !s.closed {
		s.handOver()
		s.mu.Unlock()
		select {
		case <-s.room:
		case <-s.ctx.Done():
		}
		s.mu.Lock()
		if s.ctx.Err() != nil {
			break
		}
	}
	if s.closed {
		return io.ErrClosedPipe
	}
	return s.ctx.Err()
}

// Flush hands over what was written so far.
func (s *stream) Flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.status == 0 {
		s.writeHeader(http.StatusOK)
	}
	s.handOver()
}

func (s *stream) handOver() {
	if !s.handed {
		s.handed = true
		close(s.ready)
	}
}

// finish is called when the handler is done; it returned or it panicked.
func (s *stream) finish(returned bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.status == 0 && returned {
		s.writeHeader(http.StatusOK)
	}
	s.finished = true
	short := s.length >= 0 && s.written < s.length && !s.noBody && bodyAllowed(s.status)
	s.cut = !returned || short
	if !s.handed && !s.cut && s.length < 0 && bodyAllowed(s.status) && !s.noBody {
		s.length = s.written
		s.sent["Content-Length"] = []string{strconv.FormatInt(s.written, 10)}
	}
	s.handOver()
	signal(s.more)
}

// response is called once ready is closed.
func (s *stream) response(req *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	if s.status == 0 {
		s.cancel()
		return nil, io.ErrUnexpectedEOF
	}
	resp := &http.Response{
		Status:     strconv.Itoa(s.status) + " " + http.StatusText(s.status),
		StatusCode: s.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: s.sent, ContentLength: s.length, Body: s, Request: req,
	}
	if s.noBody || !bodyAllowed(s.status) {
		resp.ContentLength = 0
	}
	return resp, nil
}

// Read gives the body to the client.
func (s *stream) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.buffer) == 0 && !s.finished && s.ctx.Err() == nil {
		s.mu.Unlock()
		select {
		case <-s.more:
		case <-s.ctx.Done():
		}
		s.mu.Lock()
	}
	if len(s.buffer) == 0 {
		return 0, s.end()
	}
	n := copy(p, s.buffer)
	if s.buffer = s.buffer[n:]; len(s.buffer) == 0 {
		s.buffer = nil
	}
	signal(s.room)
	return n, nil
}

func (s *stream) end() error {
	switch {
	case s.ctx.Err() != nil: // first: a handler that gave up at the deadline is no whole answer
		return s.ctx.Err()
	case s.cut:
		return io.ErrUnexpectedEOF
	default:
		return io.EOF
	}
}

// Close tells the handler that nobody reads any more.
func (s *stream) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	return nil
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func bodyAllowed(status int) bool {
	return status >= 200 && status != http.StatusNoContent && status != http.StatusNotModified
}

// sendable copies headers as a server would put them on the wire: no trailers,
// no line ends inside a value.
func sendable(h http.Header) http.Header {
	sent := make(http.Header, len(h)+2)
	for name, values := range maps.All(h) {
		if strings.HasPrefix(name, http.TrailerPrefix) || strings.ContainsFunc(name, notToken) || len(values) == 0 {
			continue
		}
		values = slices.Clone(values)
		for i, value := range values {
			if strings.ContainsAny(value, "\r\n") {
				values[i] = strings.NewReplacer("\r", " ", "\n", " ").Replace(value)
			}
		}
		sent[name] = values
	}
	return sent
}

// notToken tells a character that no name of a header may have.
func notToken(r rune) bool {
	return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"(),/:;<=>?@[\\]{}", r)
}
