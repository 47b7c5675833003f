// Package samplepartner is a small but complete store of a partner. It is an example of an
// integration with the service. It is also the build in which faults are planted, to prove that
// the suite finds them. It is written from the specification and does not depend on the suite.
package samplepartner

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Store is a partner's store. The service operator provides BaseURL, Token and StoreKey.
type Store struct {
	BaseURL  string
	Token    string
	StoreKey string
	HTTP     *http.Client // nil means http.DefaultClient
	// ReadOTP reads the OTP from the customer's phone if the answer does not contain it (4.1). If
	// it is nil, the store sends six zeros.
	ReadOTP func(phone string) string
	// Cart holds the items of the largest order; nil means three items.
	Cart []Item
	// VerifyEach also verifies an OTP before each order, and not only once for each customer.
	VerifyEach bool
	// More are customers who come at the end of the day. Each gets a limit and buys a cart.
	More []Person
	// CollectSingly updates each item in a separate call.
	CollectSingly bool
	// EditRequest changes requests before they are sent. Planted faults use it.
	EditRequest func(*Request)
	// CheckResponse checks answers as a fragile build would. Its error ends the run.
	CheckResponse ResponseCheck

	day day
}

// day is what a store remembers of the calls of a run.
type day struct {
	sent    map[string]int // by endpoint
	stopped error          // the reason why it makes no more calls
}

// Request is a call before it is sent.
type Request struct {
	Endpoint string // "create-purchases"
	Nth      int    // the number of the request for its endpoint, from 1
	Method   string
	Path     string
	Query    string // the query of the URL, without ?
	Token    string // the access token of the store
	Header   http.Header
	Body     map[string]any // nil: no body
	Raw      []byte         // sent instead of Body if it is set
	sequence
	rewrites []func([]byte) []byte
}

// sequence holds the additional requests around a request, and whether the request itself is
// sent.
type sequence struct {
	Skip bool // the request itself is not sent
	// Before and After are sent before and after the request. Their answers are ignored, but for the
	// OTP that a verify with TypesOTP takes from the answer before it.
	Before, After []*Request
	TypesOTP      bool
	IfRefused     *Request // sent next, if the service refuses the request: the answer to it counts
}

// PlainHeader returns the header of every request with a body.
func (q *Request) PlainHeader() http.Header {
	return http.Header{"Authorization": {"Bearer " + q.Token}, "Content-Type": {"application/json"}}
}

// AddQuery adds a parameter to the query.
func (q *Request) AddQuery(parameter string) {
	q.Query = strings.TrimPrefix(q.Query+"&"+parameter, "&")
}

// RewriteBody adds a change of the encoded body.
func (q *Request) RewriteBody(change func([]byte) []byte) { q.rewrites = append(q.rewrites, change) }

// Copy returns a copy of the request. Both share the body.
func (q *Request) Copy() *Request {
	next := *q
	next.Header, next.sequence = q.Header.Clone(), sequence{}
	next.rewrites = slices.Clone(q.rewrites)
	return &next
}

// maxAnswer is the largest part of an answer that is read, in bytes.
const maxAnswer = 1 << 20

// call sends a request and returns the body of the answer. It returns an error if the status is
// not a success.
func (s *Store) call(ctx context.Context, q *Request) (map[string]any, error) {
	if s.day.sent == nil {
		s.day.sent = make(map[string]int)
	}
	s.day.sent[q.Endpoint]++
	q.Nth = s.day.sent[q.Endpoint]
	s.sign(q)
	if s.EditRequest != nil {
		s.EditRequest(q)
	}
	if q.Skip || s.day.stopped != nil {
		return nil, s.day.stopped
	}
	s.sendUnread(ctx, q.Before)
	status, raw, err := s.send(ctx, q)
	if err != nil {
		return nil, err
	}
	if q.IfRefused != nil && status >= http.StatusBadRequest {
		if status, raw, err = s.send(ctx, q.IfRefused); err != nil {
			return nil, err
		}
	}
	s.sendUnread(ctx, q.After)
	if s.CheckResponse != nil && status < http.StatusBadRequest { // a refusal has another form
		s.day.stopped = s.CheckResponse(q.Endpoint, raw)
	}
	return read(q.Endpoint, status, raw)
}

// sendUnread sends requests and ignores their answers and errors.
func (s *Store) sendUnread(ctx context.Context, all []*Request) {
	var before []byte // the answer to the request before
	for _, q := range all {
		if q.TypesOTP {
			var answer map[string]any
			_ = json.Unmarshal(before, &answer) // an answer that is not an object tells no OTP
			phone, _ := q.Body["phone_number"].(string)
			q.Body["otp"] = s.otpOf(answer, phone)
		}
		_, before, _ = s.send(ctx, q)
	}
}

// send sends a request without further changes, and returns the status and the body of the
// answer.
func (s *Store) send(ctx context.Context, q *Request) (status int, raw []byte, err error) {
	req, err := s.request(ctx, q)
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", q.Endpoint, err)
	}
	answer, err := s.client().Do(req)
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", q.Endpoint, err)
	}
	defer answer.Body.Close()
	raw, err = io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return 0, nil, fmt.Errorf("%s: read the answer: %w", q.Endpoint, err)
	}
	return answer.StatusCode, raw, nil
}

func (s *Store) client() *http.Client {
	if s.HTTP != nil {
		return s.HTTP
	}
	return http.DefaultClient
}

// sign sets the headers of section 5. The operator and the partner agree on how Sign is made.
// Here it is a placeholder that differs for each lookup, as a real signature does.
func (s *Store) sign(q *Request) {
	q.Token = s.Token
	q.Header = q.PlainHeader()
	if q.Body == nil {
		q.Header.Del("Content-Type")
	}
	if q.Endpoint != "customer-lookup" {
		return
	}
	nonce := make([]byte, 16)
	_, _ = rand.Read(nonce) // it never fails: see crypto/rand
	q.Header.Set("Noncestr", hex.EncodeToString(nonce))
	q.Header.Set("Sign", "as agreed with the operator, over "+hex.EncodeToString(nonce))
	q.Header.Set("Timestamp", strconv.FormatInt(time.Now().UnixMilli(), 10))
}

func (s *Store) request(ctx context.Context, q *Request) (*http.Request, error) {
	body := q.Raw
	if body == nil && q.Body != nil {
		encoded, err := json.Marshal(q.Body)
		if err != nil {
			return nil, fmt.Errorf("write the request: %w", err)
		}
		body = encoded
	}
	for _, change := range q.rewrites {
		body = change(body)
	}
	req, err := http.NewRequestWithContext(ctx, q.Method, s.BaseURL+q.Path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if q.Query != "" {
		req.URL.RawQuery = q.Query
	}
	req.Header = q.Header
	return req, nil
}

func read(endpoint string, status int, raw []byte) (map[string]any, error) {
	var body map[string]any
	if err := json.Unmarshal(raw, &body); err != nil {
		return nil, fmt.Errorf("%s: the response is not JSON object: %w", endpoint, err)
	}
	if status < 200 || status > 299 {
		return body, fmt.Errorf("%s: answered with HTTP status %d", endpoint, status)
	}
	return body, nil
}

// ResponseCheck checks an answer for a store. Its error ends the day.
type ResponseCheck func(endpoint string, answer []byte) error
