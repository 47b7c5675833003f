// Package recording keeps exchanges: one request with its response, as they
// went over the wire. It holds them in memory, and writes and reads them as HAR.
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

// Exchange is one request with its response, raw: nothing is cut yet. Secrets
// are cut by a redact.Redactor when an exchange is written anywhere.
type Exchange struct {
	ID       string // "x0001", in the order of sending
	Endpoint string // our name of the endpoint, "create-purchases"; empty when unknown
	Check    string // what sent it: a check, a precondition, the dialect discovery
	Negative bool   // made to be refused, or at least free to be: no example of what a partner sends
	Started  time.Time
	Duration time.Duration
	Request  Request
	Response *Response // nil when none came whole
	Err      error     // why none came: time-out, reset, too large …
	Again    Again     // why it was made once more; empty for the first time
	// OTP is what a sandbox of ours sent to the phone, where the answer does not
	// tell it (section 4.1, production form). It is written nowhere.
	OTP string
}

// Again says why a request was made once more.
type Again string

// The reasons to make a request once more.
const (
	AfterConnection  Again = "no connection"   // nothing had been sent
	AfterWait        Again = "asked to wait"   // 429
	AfterToken       Again = "token refreshed" // 401
	AfterNoAnswer    Again = "no answer"       // cut, or too late
	AfterUnavailable Again = "unavailable"     // 502, 503, 504
)

// Request is what was sent.
type Request struct {
	Method string
	URL    string // absolute
	Proto  string
	Header http.Header
	Body   []byte
	Cut    int64 // octets of the body that were left out behind those kept
	// Connection tells the connections of clients apart: the address that the client called
	// from, where a sandbox of ours got the request, or what a HAR names. It is written
	// nowhere.
	Connection string
}

// Response is what came back.
type Response struct {
	Status int
	Proto  string
	Header http.Header
	Body   []byte // as decoded; never more than the client's cap
	Cut    int64  // octets of the body that were left out behind those kept
}

// traceparent is the form of the header (W3C Trace Context, version 00).
var traceparent = regexp.MustCompile(`^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$`)

// TraceID is the id of the trace that the request carries; empty where it carries
// none that is valid.
func (r *Request) TraceID() string {
	found := traceparent.FindStringSubmatch(r.Header.Get("Traceparent"))
	if found == nil || strings.Trim(found[1], "0") == "" {
		return ""
	}
	return found[1]
}

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
