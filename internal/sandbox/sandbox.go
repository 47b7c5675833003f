// Package sandbox is the service that a partner build is run against: the
// reference, which records every exchange, takes whom it is told of for real,
// and gives a faulty request a useful answer where it can, so that one run
// shows all that is wrong with a build.
package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
)

// mostOctets is how much of a message is read and kept: somewhat more than the
// suite judges, so that what is cut here is never taken for a broken body.
const mostOctets = 9 << 20

// largeOctets is the size of a request from which on they are read one at a time:
// many at once would take up hundreds of megabytes, for each is decoded.
const largeOctets = 1 << 20

// Options say how the sandbox serves.
type Options struct {
	Token    string // the access token that it takes; "" means the reference's
	StoreKey string // the store key that it knows; "" means the reference's
	// Strict answers a faulty request as the reference does: with a refusal.
	Strict bool
	// Accepts tells a strict sandbox whether a request is as the specification says: the
	// reference refuses more, such as a phone number in national form. It is told of every
	// exchange, and once more, with Negative set, where an answer takes the place of a
	// refusal. Nil: no refused request is sound.
	Accepts func(*recording.Exchange) bool
	// Form is the documented form of the answers, where another than the plain
	// one is wanted.
	Form  Form
	Delay time.Duration // of slow answers; 0 means a second
	// Log takes every exchange; nil keeps none.
	Log *recording.Log
	// Seen, if set, is told of every exchange once it is recorded.
	Seen  func(*recording.Exchange)
	Clock func() time.Time // nil means time.Now
}

// Sandbox is an http.Handler, safe for concurrent use.
type Sandbox struct {
	options Options
	service *reference.Service
	met     sync.Map // what was called already, where the first call is slow
	sending sync.Mutex
	large   chan struct{} // holds one while a large request is read and answered
}

// New makes a fresh sandbox: it knows the published test customers only. The memberId of
// a customer is another than the id: sections 2.9 and 2.10 do not say that they are one, and
// a build that takes one for the other must show.
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

// Customers are the ids of the published test customers.
func Customers() []string {
	var ids []string
	for _, c := range reference.TestCustomers() {
		ids = append(ids, c.CustomerID)
	}
	return ids
}

// ServeHTTP answers a request, and records both before the answer leaves: who
// acts upon an answer finds it recorded.
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
		return // the client went away while it spoke
	}
	given := s.answering(r, body)
	s.record(r, body, given, started)
	given.send(w, r)
}

// OTPPath is where an automated build reads the OTP that it would else have to
// read from a phone: GET, with the parameter phone_number. It is no part of the
// service, and not recorded.
const OTPPath = "/_assay/otp"

// LastOTP tells the OTP that was last sent to a phone.
func (s *Sandbox) LastOTP(phone string) (string, bool) { return s.service.LastOTP(phone) }

func (s *Sandbox) tellOTP(w http.ResponseWriter, r *http.Request) {
	phone := "+" + digitsOf(r.URL.Query().Get("phone_number"))
	otp, ok := s.service.LastOTP(phone)
	if !ok {
		http.Error(w, "no OTP was sent to this phone_number", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, otp) // whoever is gone cannot be told
}

// answering serves a request. Where an answer does not tell the OTP that was
// sent, it is kept for the judging: one sending at a time, so that each is known
// by its own.
func (s *Sandbox) answering(r *http.Request, body []byte) *answer {
	if s.options.Form != ProductionOTP || !strings.Contains(strings.ToLower(r.URL.Path), "otp") {
		return s.answer(r, body)
	}
	s.sending.Lock()
	defer s.sending.Unlock()
	given := s.answer(r, body)
	var asked map[string]any
	_ = json.Unmarshal(body, &asked) // what is no object names nobody
	if otp, ok := s.service.LastOTP(phoneOf(asked)); ok && !given.refused() {
		given.otp = otp
	}
	return given
}

// answer serves a request, and where it is refused, what it may have meant.
func (s *Sandbox) answer(r *http.Request, body []byte) *answer {
	given := s.serve(r, r.Method, r.URL.Path, r.Header, body)
	if s.answersAnyway(r, body, given) {
		if better := s.asMeant(r, body); better != nil {
			given = better
			s.tellAnswer(r, body, given)
		}
	}
	s.shape(r, given)
	return given
}

// answersAnyway tells whether a refused request gets an answer all the same: where the
// sandbox is strict, only a request with which nothing is wrong.
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

// serve hands a request to the reference.
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
	return given
}

// errGone says of an exchange that the answer came to nobody.
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

// address is the whole URL of a request that a server got.
func address(r *http.Request) string {
	u := *r.URL
	u.Scheme, u.Host = "http", r.Host
	if u.Host == "" || strings.ContainsAny(u.Host, " /\\") {
		u.Host = "sandbox.invalid"
	}
	return u.String()
}
