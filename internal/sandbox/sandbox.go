// Package sandbox is the service against which a partner build runs. It is the reference, and it
// records every exchange. It accepts unknown customers as if they had an account. It answers a
// faulty request with a useful answer where possible, so that one run shows everything that is
// wrong with a build. It refuses an OTP that a customer mistyped.
package sandbox

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
)

// mostOctets is the largest part of a message that is read and kept, in bytes. It is above the
// size that the suite judges, so that a message that is cut here is never judged as a broken
// body.
const mostOctets = 9 << 20

// largeOctets is the size, in bytes, above which requests are read one at a time. Each request is
// decoded, so many large ones at once would need hundreds of megabytes.
const largeOctets = 1 << 20

// Options configure the sandbox.
type Options struct {
	Token    string // the accepted access token; "" means the reference's
	StoreKey string // the known store key; "" means the reference's
	// Strict answers a faulty request with a refusal, as the reference does.
	Strict bool
	// Accepts reports to a strict sandbox whether a request conforms to the specification. The
	// reference refuses more, for example a phone number in national form. It is called for every
	// exchange. It is called once more, with Negative set, if another answer replaces a refusal.
	// If it is nil, every refused request counts as faulty.
	Accepts func(*recording.Exchange) bool
	// Form is the form of the answers.
	Form  Form
	Delay time.Duration // of slow answers; 0 means one second
	// Log records every exchange; nil records none.
	Log *recording.Log
	// Seen, if set, is called for every exchange after it is recorded.
	Seen  func(*recording.Exchange)
	Clock func() time.Time // nil means time.Now
}

// Sandbox is an http.Handler. It is safe for concurrent use.
type Sandbox struct {
	options Options
	service *reference.Service
	met     sync.Map // the methods and paths that were called before, for the form Slow
	sending sync.Mutex
	otps    otps
	large   chan struct{} // a semaphore: only one large request is read and answered at a time
}

// New returns a new sandbox that knows only the published test customers. The memberId of a
// customer differs from the customer's id. Sections 2.9 and 2.10 do not say that they are the
// same, and a build that confuses them must show.
func New(o Options) *Sandbox {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Delay == 0 {
		o.Delay = time.Second
	}
	if o.Token == "" {
		o.Token = reference.DefaultToken
	}
	if o.StoreKey == "" {
		o.StoreKey = reference.DefaultStoreKey
	}
	return &Sandbox{options: o, large: make(chan struct{}, 1), service: reference.New(reference.Options{
		Token: o.Token, StoreKey: o.StoreKey, Clock: o.Clock, AnyStoreKey: !o.Strict, AdoptUnknown: true,
		IgnoreAvailable: true, OwnMemberIDs: true, ProductionOTP: o.Form == ProductionOTP, MaxBody: mostOctets,
	})}
}

// Customers returns the ids of the published test customers.
func Customers() []string {
	var ids []string
	for _, c := range reference.TestCustomers() {
		ids = append(ids, c.CustomerID)
	}
	return ids
}

// ServeHTTP answers a request. It records the exchange before it sends the answer, so that a
// client that has the answer also finds the record.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == OTPPath {
		s.tellOTP(w, r)
		return
	}
	started := s.options.Clock()
	if r.ContentLength < 0 || r.ContentLength > largeOctets {
		select {
		case s.large <- struct{}{}:
			defer func() { <-s.large }()
		case <-r.Context().Done():
			return
		}
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, mostOctets+1))
	if err != nil {
		return // the client has disconnected
	}
	given := s.answering(r, body)
	s.record(r, body, given, started)
	given.send(w, r)
}

// OTPPath is where an automated build reads an OTP that it would otherwise read from a phone:
// GET, with the parameter phone_number. It is not part of the service, and is not recorded.
const OTPPath = "/_assay/otp"

// LastOTP returns the OTP that was last sent to a phone number.
func (s *Sandbox) LastOTP(phone string) (string, bool) { return s.service.LastOTP(phone) }

func (s *Sandbox) tellOTP(w http.ResponseWriter, r *http.Request) {
	phone := "+" + judgement.Digits(r.URL.Query().Get("phone_number"))
	otp, ok := s.service.LastOTP(phone)
	if !ok {
		http.Error(w, "no OTP was sent to this phone_number", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, otp) // a write error is ignored: the client is gone
}

// answering serves a request. If the form hides OTPs in the answers, it keeps the OTP for the
// judgement. It then handles one OTP call at a time, so that each gets its own OTP.
func (s *Sandbox) answering(r *http.Request, body []byte) *answer {
	if s.options.Form != ProductionOTP || !strings.Contains(strings.ToLower(r.URL.Path), "otp") {
		return s.answer(r, body)
	}
	s.sending.Lock()
	defer s.sending.Unlock()
	given := s.answer(r, body)
	if otp, ok := s.service.LastOTP(phoneOf(asObject(body))); ok && !given.refused() {
		given.otp = otp
	}
	return given
}

// answer serves a request. If the request is refused, it may serve what the request may have
// meant.
func (s *Sandbox) answer(r *http.Request, body []byte) *answer {
	given := s.serve(r, r.Method, r.URL.Path, r.Header, body)
	s.noteVerified(r.URL.Path, given)
	if s.answersAnyway(r, body, given) {
		if better := s.asMeant(r, body); better != nil {
			given = better
			s.tellAnswer(r, body, given)
		}
	}
	s.shape(r, given)
	return given
}

// answersAnyway reports whether a refused request gets a better answer. In a strict sandbox, only
// a request that conforms to the specification does.
func (s *Sandbox) answersAnyway(r *http.Request, body []byte, given *answer) bool {
	isSound := !s.options.Strict
	if s.options.Strict && s.options.Accepts != nil {
		isSound = s.options.Accepts(s.exchange(r, body, given, s.options.Clock()))
	}
	return isSound && given.refused() && given.status != http.StatusMethodNotAllowed
}

func (s *Sandbox) tellAnswer(r *http.Request, body []byte, given *answer) {
	if s.options.Strict && s.options.Accepts != nil {
		x := s.exchange(r, body, given, s.options.Clock())
		x.Negative = true
		s.options.Accepts(x)
	}
}

// serve passes a request to the reference.
func (s *Sandbox) serve(r *http.Request, method, path string, header http.Header, body []byte) (given *answer) {
	given = newAnswer()
	defer func() {
		if p := recover(); p != nil {
			given = newAnswer()
			given.status = http.StatusInternalServerError
		}
	}()
	inner := r.Clone(r.Context())
	inner.Method, inner.Header = method, header.Clone()
	inner.URL.Path, inner.URL.RawPath = path, ""
	inner.Body, inner.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	s.service.ServeHTTP(given, inner)
	s.noteSent(path, body, given)
	return given
}

// errGone marks an exchange whose answer reached no client.
var errGone = errors.New("the client was gone before the answer left")

func (s *Sandbox) record(r *http.Request, body []byte, given *answer, started time.Time) {
	x := s.exchange(r, body, given, started)
	if r.Context().Err() != nil {
		x.Err = errGone
	}
	if s.options.Log != nil {
		s.options.Log.Add(x)
	}
	if s.options.Seen != nil {
		s.options.Seen(x)
	}
}

func (s *Sandbox) exchange(r *http.Request, body []byte, given *answer, started time.Time) *recording.Exchange {
	var kept []byte
	if len(body) > 0 {
		kept = body
	}
	return &recording.Exchange{
		Started: started, Duration: s.options.Clock().Sub(started),
		Request:  recording.Request{Method: r.Method, URL: address(r), Proto: r.Proto, Header: r.Header.Clone(), Body: kept, Connection: r.RemoteAddr},
		Response: &recording.Response{Status: given.status, Proto: r.Proto, Header: given.header.Clone(), Body: bytes.Clone(given.body.Bytes())},
		OTP:      given.otp,
	}
}

// address returns the full URL of a request that a server received.
func address(r *http.Request) string {
	u := *r.URL
	u.Scheme, u.Host = "http", r.Host
	if u.Host == "" || strings.ContainsAny(u.Host, " /\\") {
		u.Host = "sandbox.invalid"
	}
	return u.String()
}
