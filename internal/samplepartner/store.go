// Package samplepartner is a partner's store, small and whole: an example of an
// integration with the service, and the build in which faults are planted to
// prove that the suite finds them. It is written from the specification and
// knows nothing of the suite.
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

// Store is a partner's store. BaseURL, Token and StoreKey are what the service
// operator gave it.
type Store struct {
	BaseURL  string
	Token    string
	StoreKey string
	HTTP     *http.Client // nil means http.DefaultClient
	// ReadOTP reads the OTP from the customer's phone, where the answer does
	// not give it away (4.1); nil types six zeros.
	ReadOTP func(phone string) string
	// Cart is what is sold in one order; nil means three things.
	Cart []Item
	// VerifyEach verifies an OTP before each order, and not once for a customer.
	VerifyEach bool
	// CollectSingly updates each item by a call of its own.
	CollectSingly bool
	// EditRequest changes requests before they leave: for planted faults.
	EditRequest func(*Request)
	// CheckResponse looks at answers as a brittle build would: its error ends the run.
	CheckResponse ResponseCheck

	sent    map[string]int
	stopped error
}

// Request is a call before it is sent.
type Request struct {
	Endpoint string // "create-purchases"
	Nth      int    // counted from 1, by endpoint
	Method   string
	Path     string
	Query    string // behind the path
	Token    string // the access token, as the store was given it
	Header   http.Header
	Body     map[string]any // nil: no body
	Raw      []byte         // in place of Body
	sequence
	rewrites []func([]byte) []byte
}

// sequence is what is sent in place of a request, and around it.
type sequence struct {
	Skip bool // the request itself is not sent
	// Before and After are sent around it; nobody reads the answers.
	Before, After []*Request
}

// PlainHeader is what every request with a body carries.
func (q *Request) PlainHeader() http.Header {
	return http.Header{"Authorization": {"Bearer " + q.Token}, "Content-Type": {"application/json"}}
}

// AddQuery puts a parameter behind the path.
func (q *Request) AddQuery(parameter string) {
	q.Query = strings.TrimPrefix(q.Query+"&"+parameter, "&")
}

// RewriteBody changes the octets of the body once it is encoded.
func (q *Request) RewriteBody(change func([]byte) []byte) { q.rewrites = append(q.rewrites, change) }

// Copy is the same request once more. They share the body.
func (q *Request) Copy() *Request {
	next := *q
	next.Header, next.Before, next.After = q.Header.Clone(), nil, nil
	next.rewrites = slices.Clone(q.rewrites)
	return &next
}

// maxAnswer bounds what is read of an answer, in octets.
const maxAnswer = 1 << 20

// call sends a request and gives the answer's body; an answer that is no
// success is an error.
func (s *Store) call(ctx context.Context, q *Request) (map[string]any, error) {
	if s.sent == nil {
		s.sent = make(map[string]int)
	}
	s.sent[q.Endpoint]++
	q.Nth = s.sent[q.Endpoint]
	s.sign(q)
	if s.EditRequest != nil {
		s.EditRequest(q)
	}
	if q.Skip || s.stopped != nil {
		return nil, s.stopped
	}
	s.sendUnread(ctx, q.Before)
	status, raw, err := s.send(ctx, q)
	if err != nil {
		return nil, err
	}
	s.sendUnread(ctx, q.After)
	if s.CheckResponse != nil && status < http.StatusBadRequest { // a refusal has a form of its own
		s.stopped = s.CheckResponse(q.Endpoint, raw)
	}
	return read(q.Endpoint, status, raw)
}

// sendUnread sends requests of which nobody reads the answers, or misses them.
func (s *Store) sendUnread(ctx context.Context, all []*Request) {
	for _, q := range all {
		_, _, _ = s.send(ctx, q)
	}
}

// send sends a request as it stands, and gives what came back.
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

// sign sets the headers of section 5. How Sign is made is between the operator
// and the partner; here it stands for whatever they agreed upon, and is another for
// each lookup, as a signature is.
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

// ResponseCheck is a store's look at an answer; its error ends the day.
type ResponseCheck func(endpoint string, answer []byte) error
