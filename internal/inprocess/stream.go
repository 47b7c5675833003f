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

// maxBuffered is the most that a handler may write before the client reads it, in bytes.
const maxBuffered = 1 << 20

// stream is the answer of a handler: a ResponseWriter for the handler, and the body of a
// response for the client. The client gets the response when the handler ends, flushes, or has
// filled the buffer.
type stream struct {
	ctx    context.Context
	cancel context.CancelFunc
	ready  chan struct{} // closed when the client can get the response
	more   chan struct{} // tells the reader that something changed
	room   chan struct{} // tells the writer that something was read

	mu sync.Mutex
	head
	body
}

// head is the status of an answer and its headers.
type head struct {
	header http.Header // the handler's own
	sent   http.Header // as they were when the status was written
	status int
	length int64 // the value of Content-Length; -1 for none
	noBody bool  // an answer to HEAD
}

// body is the data that a handler has written, and the state of its answer.
type body struct {
	written  int64
	buffer   []byte
	handed   bool // ready is closed
	finished bool
	cut      bool // the handler panicked, or wrote less than its Content-Length
	closed   bool // the client has stopped reading
}

func newStream(ctx context.Context, cancel context.CancelFunc, method string) *stream {
	return &stream{
		ctx: ctx, cancel: cancel, head: head{header: make(http.Header, 4), length: -1, noBody: method == http.MethodHead},
		ready: make(chan struct{}), more: make(chan struct{}, 1), room: make(chan struct{}, 1),
	}
}

// Header returns the headers that the handler may still set.
func (s *stream) Header() http.Header { return s.header }

// WriteHeader sets the status and the headers, once. Like that of a server, it panics on an
// invalid status, and ignores informational ones.
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

// Write adds to the body. It waits while the buffer is full, and fails when the client no longer
// waits for the answer.
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

// sniff sets the Content-Type that a server sets if the handler does not.
func (s *stream) sniff(p []byte) {
	_, typed := s.sent["Content-Type"]
	if !typed && s.sent.Get("Content-Encoding") == "" && len(p) > 0 && !s.handed {
		s.sent.Set("Content-Type", http.DetectContentType(p))
	}
}

// awaitRoom waits until the buffer has room. The lock is held when it is called and when it
// returns.
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

// Flush gives the client the data that was written so far.
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

// finish is called when the handler has returned or panicked.
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

// response returns the response. It is called after ready is closed.
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

// Read copies the body to the client.
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
	case s.ctx.Err() != nil: // first, because a handler that stopped at the deadline has no complete answer
		return s.ctx.Err()
	case s.cut:
		return io.ErrUnexpectedEOF
	default:
		return io.EOF
	}
}

// Close says that the client has stopped reading.
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

// sendable copies headers in the form that a server would send: without trailers, and without
// line ends in a value.
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

// notToken reports whether a header name may not contain a character.
func notToken(r rune) bool {
	return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"(),/:;<=>?@[\\]{}", r)
}
