package driver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"unsafe"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// Request is what a call puts on the wire.
type Request struct {
	Path string
	Body map[string]any // nil: no body
	Auth client.Auth    // zero: the good token
	Raw  []byte         // a body that is not JSON, in place of body
	Omit []string       // headers to leave out
	Set  map[string][]string
}

// Perform makes a call and keeps it. The call is never nil; trouble on the way
// is in its Err. memo.go says what may be held meanwhile.
func (s *Session) Perform(ctx context.Context, c *Call, req Request) (*Call, error) {
	wire, err := s.wire(c, req)
	if err != nil {
		return nil, err
	}
	if given, err := s.givenUp(c); given || err != nil {
		return c, err
	}
	c.Exchange = s.Config.Client.Do(ctx, wire)
	s.finish(ctx, c, wire)
	return c, nil
}

// givenUp tells whether a call is not made because its endpoint does not answer:
// it stands for the last one that was made, for it would cost a timeout as well.
func (r *Run) givenUp(c *Call) (bool, error) {
	c.traffic = r.Traffic.Of(c.Endpoint)
	last, never := c.traffic.givenUp()
	switch {
	case last == nil:
		return false, nil
	case !never:
		return false, judgement.Errored("%s stopped answering: %d calls in a row got no response, so assay sends no more", spec.Line(c.Endpoint), maxSilence)
	}
	c.Exchange, c.Unanswered = last, true
	r.Calls.Add(c)
	return true, nil
}

// performTogether makes calls of one endpoint that arrive at once, and keeps them.
func (s *Session) performTogether(ctx context.Context, calls []*Call, reqs []Request) error {
	wires := make([]client.Call, len(calls))
	given := false
	for n, c := range calls {
		var err error
		if wires[n], err = s.wire(c, reqs[n]); err == nil {
			given, err = s.givenUp(c)
		}
		if err != nil {
			return err
		}
	}
	if given {
		return nil
	}
	for n, e := range s.Config.Client.DoTogether(ctx, wires) {
		calls[n].Exchange = e
		s.finish(ctx, calls[n], wires[n])
	}
	return nil
}

// wire writes a request for the client.
func (s *Session) wire(c *Call, req Request) (client.Call, error) {
	if s.silence.Load() >= maxSilence {
		return client.Call{}, judgement.Errored("the target stopped answering: %d calls in a row got no response, so assay sends no more", maxSilence)
	}
	e := spec.Of(c.Endpoint)
	wire := client.Call{
		Endpoint: c.Endpoint, Check: s.Check, Negative: c.Kind == Probe, Method: e.Method, Path: req.Path,
		Auth: req.Auth, Lookup: e.HasOwnEnvelope(), Header: without(req.Omit), Body: req.Raw,
	}
	if req.Set != nil {
		wire.Header = req.Set
	}
	if req.Body != nil && req.Raw == nil {
		body, err := encode(req.Body)
		if err != nil {
			return wire, judgement.Errored("the body of %s could not be written: %v", c.Endpoint, err)
		}
		wire.Body = body
	}
	if wire.Body == nil && wire.Header == nil && s.contentType.sends() {
		wire.Header = http.Header{"Content-Type": {"application/json"}}
	}
	return wire, nil
}

// finish takes what a call gave: it is made once more where that is worth it, read,
// and kept for the rules that judge every answer.
func (s *Session) finish(ctx context.Context, c *Call, wire client.Call) {
	if c.Response != nil && wire.Body == nil && !leavesOut(wire.Header) {
		s.discoverContentTypeReading(ctx, c, wire)
	}
	s.reached(c)
	s.retryCall(ctx, c, wire)
	if c.Response != nil && !unavailable(c) {
		s.Flaky.up(c.Endpoint)
	}
	c.Read(s.Config.Schemas)
	c.traffic.note(c)
	s.listen(ctx, c)
	if c.keep != nil && c.OK() {
		c.keep() // before others can see the call: they read what it keeps
	}
	s.Calls.Add(c)
	s.count(c)
}

// listen counts the calls in a row to which the whole target gave no answer.
func (s *Session) listen(ctx context.Context, c *Call) {
	switch {
	case c.Response != nil, c.Unanswered:
		s.silence.Store(0)
	case c.Endpoint == spec.CreatePurchases && broken(c.Err) && s.isThere(ctx, c.Endpoint, c.Started):
		s.silence.Store(0)
	default:
		s.silence.Add(1)
	}
}

// leavesOut tells whether a header was left out of a call on purpose.
func leavesOut(h http.Header) bool {
	for _, values := range h {
		if len(values) == 0 {
			return true
		}
	}
	return false
}

// count keeps the tally of what the run has created at the target.
func (r *Run) count(c *Call) {
	if !c.OK() {
		return
	}
	switch {
	case c.Endpoint == spec.CreatePurchases:
		r.purchaseCount.Add(int64(len(c.Records())))
	case c.Endpoint == spec.CreateLimit && c.Variant != AgainVariant:
		r.customerCount.Add(1)
	}
}

// Read parses the answer once. gjson validates nothing, so what is no sound
// JSON is never handed to it.
func (c *Call) Read(set *schemas.Set) {
	if c.Response == nil {
		return
	}
	c.Doc, c.Sound = set.Parse(c.Response.Body)
	if !c.Sound.OK() {
		return
	}
	// Nobody writes to the body of an answer, and a copy of each would double what a
	// run holds of a target that sends megabytes.
	c.Body = gjson.Parse(unsafe.String(unsafe.SliceData(c.Response.Body), len(c.Response.Body)))
	c.Data = c.Body.Get("data")
	c.IsJSON = c.Body.IsObject()
	c.Refused = c.refusesInBody()
}

// encode writes a body as JSON, leaving <, > and & as they are: they are legal,
// and a target that cannot read them should be seen to fail.
func encode(body map[string]any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	return bytes.TrimSpace(buf.Bytes()), nil
}

// without builds the header overrides that leave headers out.
func without(names []string) map[string][]string {
	if len(names) == 0 {
		return nil
	}
	header := make(map[string][]string, len(names))
	for _, name := range names {
		header[name] = nil
	}
	return header
}

// Served returns nil if the target served the call, and otherwise what broke:
// nothing further can be learnt from a call that was not served.
func (c *Call) Served() error {
	e := spec.Of(c.Endpoint)
	switch {
	case c.ambiguous != "":
		return judgement.Errored("%s", c.ambiguous)
	case c.Unanswered:
		return &BreakError{judgement.Break{Aspect: c.Aspect(judgement.StatusAspect), Failure: c.UnansweredFailure()}}
	case c.Response == nil:
		return judgement.Errored("%s was not answered: %v", spec.Line(c.Endpoint), c.Err)
	case c.Response.Status == http.StatusTooManyRequests && !c.traffic.onlyLimits():
		return judgement.Errored("%s was answered with 429: the target limits the rate, which the specification does not define; lower --concurrency", spec.Line(c.Endpoint))
	case !c.AnsweredSuccess():
		return &BreakError{judgement.Break{Aspect: c.Aspect(judgement.StatusAspect), Failure: c.Fault(result.Failure{
			Path: "status", Section: e.Section,
			Expected: fmt.Sprintf("HTTP status %d", e.Success),
			Actual:   fmt.Sprintf("HTTP status %d, %s", c.Response.Status, Excerpt(c.Response.Body)),
			Message:  "a valid call is not served",
		})}}
	}
	if !c.IsJSON {
		return &BreakError{judgement.Break{Aspect: c.Aspect(judgement.JSONAspect), Failure: c.Fault(result.Failure{
			Section: "1", Expected: "a JSON object", Actual: Excerpt(c.Response.Body),
			Message: "the response is not a JSON object",
		})}}
	}
	if e.HasOwnEnvelope() && !c.HasLookupEnvelope() {
		return c.Breaks(judgement.EnvelopeAspect, "", "an object with code, msg, data and success", Excerpt(c.Response.Body))
	}
	if !c.OK() {
		return c.takenBack(e)
	}
	return nil
}

// HasLookupEnvelope tells whether an answer can be read as a lookup's at all;
// the rule of the envelope judges it in full (section 2.10).
func (c *Call) HasLookupEnvelope() bool {
	return c.Body.Get("success").IsBool() && c.Data.Exists()
}

// takenBack is what breaks when the body of an HTTP success refuses the call. One
// that says so by a status which HTTP does not have may say it whatever it means:
// the rule of that member is asked first.
func (c *Call) takenBack(e spec.Endpoint) error {
	aspect, path, expected := judgement.StatusAspect, "status", "a success"
	switch said := c.Body.Get("status"); {
	case e.HasOwnEnvelope():
		aspect, path, expected = judgement.SuccessAspect, "success", "true"
	case !isHTTPStatus(said.Num):
		aspect = judgement.SaidAspect
	}
	return &BreakError{judgement.Break{Aspect: c.Aspect(aspect), Failure: c.Fault(result.Failure{
		Path: path, Section: e.Section, Expected: expected,
		Actual: Excerpt(c.Response.Body), Message: "a valid call is refused in the response body",
	})}}
}

// Value takes one value from a served answer; what is missing, or of another
// type, breaks the aspect that owns the members of data.
func (c *Call) Value(path string, want gjson.Type) (gjson.Result, error) {
	if err := c.Served(); err != nil {
		return gjson.Result{}, err
	}
	v := c.Body.Get(path)
	if v.Exists() && v.Type == want {
		return v, nil
	}
	return v, c.Breaks(judgement.DataAspect, path, typeName(want), Show(v))
}

// Breaks says that something which the rest builds on is not there.
func (c *Call) Breaks(aspect, path, expected, actual string) error {
	return &BreakError{judgement.Break{Aspect: c.Aspect(aspect), Failure: c.Fault(result.Failure{
		Path: path, Expected: expected, Actual: actual,
		Message: "a member that later calls need is not as documented",
		Section: spec.Of(c.Endpoint).Section,
	})}}
}

// Fault ties a failure to its exchange.
func (c *Call) Fault(f result.Failure) result.Failure {
	f.Exchange, f.Endpoint = c.ID, spec.Line(c.Endpoint)
	return f
}

func typeName(t gjson.Type) string {
	switch t {
	case gjson.String:
		return "a string"
	case gjson.Number:
		return "a number"
	case gjson.JSON:
		return "an object or an array"
	case gjson.Null:
		return "null"
	default:
		return "a boolean"
	}
}

func Show(v gjson.Result) string { return judgement.Show(v) }

func Excerpt(body []byte) string { return judgement.Excerpt(body) }
