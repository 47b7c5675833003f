// Package recording keeps exchanges: one request with its response, as they were sent over the
// network. It holds them in memory, and writes and reads them as HAR.
package recording

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// Exchange is one request with its response, in raw form: nothing is redacted. A redact.Redactor
// cuts the secrets when an exchange is written.
type Exchange struct {
	ID       string // "x0001", in the order of sending
	Endpoint string // assay's name of the endpoint, "create-purchases"; empty if unknown
	Check    string // the sender: a check, a precondition, the dialect discovery
	Negative bool   // the target must or may refuse it, so it is not an example of what a partner sends
	Started  time.Time
	Duration time.Duration
	Request  Request
	Response *Response   // nil if no complete response came
	Err      error       // why there is no response: time-out, reset, too large …
	Retry    RetryReason // why the request was repeated; empty for the first attempt
	// OTP is the code that assay's own sandbox sent to the phone, if the answer does not contain
	// it (section 4.1, production form). It is never written anywhere.
	OTP string
}

// RetryReason says why a request was repeated.
type RetryReason string

// The reasons to repeat a request.
const (
	AfterConnection  RetryReason = "no connection"   // the first attempt sent nothing
	AfterWait        RetryReason = "asked to wait"   // 429
	AfterToken       RetryReason = "token refreshed" // 401
	AfterNoAnswer    RetryReason = "no answer"       // the answer was incomplete or came too late
	AfterUnavailable RetryReason = "unavailable"     // 502, 503, 504
)

// Request is the request that was sent.
type Request struct {
	Method string
	URL    string // absolute
	Proto  string
	Header http.Header
	Body   []byte
	Cut    int64 // octets of the body that are missing after the octets in Body
	// Connection identifies the connection of a client: the address of the client if assay's
	// sandbox got the request, or the connection in a HAR. It is never written anywhere.
	Connection string
}

// Response is the response that came back.
type Response struct {
	Status int
	Proto  string
	Header http.Header
	Body   []byte // decoded; never longer than the limit of the client
	Cut    int64  // octets of the body that are missing after the octets in Body
}

// traceparent matches the header Traceparent (W3C Trace Context, version 00).
var traceparent = regexp.MustCompile(`^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$`)

// TraceID returns the trace id that the request carries, or "" if it has no valid one.
func (r *Request) TraceID() string {
	found := traceparent.FindStringSubmatch(r.Header.Get("Traceparent"))
	if found == nil || strings.Trim(found[1], "0") == "" {
		return ""
	}
	return found[1]
}

// Digest returns the same value for two entries about the same exchange, for example if a
// recording is given twice or two recordings overlap. ok is false for an exchange without a start
// time, for which this cannot be known.
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

// parts writes each text with its length, so that different lists never give the same octets.
func parts(h hash.Hash, all ...string) {
	for _, text := range all {
		fmt.Fprintf(h, "%d:", len(text))
		_, _ = io.WriteString(h, text) // a hash never fails
	}
}
