package steps

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

// request is what a call puts on the wire.
type request struct {
	path string
	body map[string]any // nil: no body
	auth client.Auth    // zero: the good token
	raw  []byte         // a body that is not JSON, in place of body
	omit []string       // headers to leave out
	set  map[string][]string
}

// perform makes a call and keeps it. The call is never nil; trouble on the way
// is in its Err. memo.go says what may be held meanwhile.
func (r *Run) perform(ctx context.Context, by string, c *call, req request) (*call, error) {
	wire, err := r.wire(by, c, req)
	if err != nil {
		return nil, err
	}
	if given, err := r.givenUp(c); given || err != nil {
		return c, err
	}
	c.Exchange = r.cfg.Client.Do(ctx, wire)
	r.finish(ctx, by, c, wire)
	return c, nil
}

// givenUp tells whether a call is not made because its endpoint does not answer:
// it stands for the last one that was made, for it would cost a timeout as well.
func (r *Run) givenUp(c *call) (bool, error) {
	c.traffic = r.traffic.of(c.endpoint)
	last, never := c.traffic.givenUp()
	switch {
	case last == nil:
		return false, nil
	case !never:
		return false, errored("%s stopped answering: %d calls in a row got nothing, so no more are sent", spec.Line(c.endpoint), maxSilence)
	}
	c.Exchange, c.unanswered = last, true
	r.calls.add(c)
	return true, nil
}

// performTogether makes calls of one endpoint that arrive at once, and keeps them.
func (r *Run) performTogether(ctx context.Context, by string, calls []*call, reqs []request) error {
	wires := make([]client.Call, len(calls))
	given := false
	for n, c := range calls {
		var err error
		if wires[n], err = r.wire(by, c, reqs[n]); err == nil {
			given, err = r.givenUp(c)
		}
		if err != nil {
			return err
		}
	}
	if given {
		return nil
	}
	for n, e := range r.cfg.Client.DoTogether(ctx, wires) {
		calls[n].Exchange = e
		r.finish(ctx, by, calls[n], wires[n])
	}
	return nil
}

// wire writes a request for the client.
func (r *Run) wire(by string, c *call, req request) (client.Call, error) {
	if r.silence.Load() >= maxSilence {
		return client.Call{}, errored("the target stopped answering: %d calls in a row got nothing, so no more are sent", maxSilence)
	}
	e := spec.Of(c.endpoint)
	wire := client.Call{
		Endpoint: c.endpoint, Check: by, Negative: c.kind == probe, Method: e.Method, Path: req.path,
		Auth: req.auth, Lookup: e.HasOwnEnvelope(), Header: without(req.omit), Body: req.raw,
	}
	if req.set != nil {
		wire.Header = req.set
	}
	if req.body != nil && req.raw == nil {
		body, err := encode(req.body)
		if err != nil {
			return wire, errored("the body of %s could not be written: %v", c.endpoint, err)
		}
		wire.Body = body
	}
	if wire.Body == nil && wire.Header == nil && r.bodiless.sends() {
		wire.Header = http.Header{"Content-Type": {"application/json"}}
	}
	return wire, nil
}

// finish takes what a call gave: it is made once more where that is worth it, read,
// and kept for the rules that judge every answer.
func (r *Run) finish(ctx context.Context, by string, c *call, wire client.Call) {
	if c.Response != nil && wire.Body == nil && !leavesOut(wire.Header) {
		r.settleBodiless(ctx, c, wire)
	}
	r.reached(c, by)
	r.retryCall(ctx, c, wire)
	if c.Response != nil && !unavailable(c) {
		r.flaky.up(c.endpoint)
	}
	c.read(r.cfg.Schemas)
	c.traffic.note(c)
	r.listen(ctx, by, c)
	if c.keep != nil && c.ok() {
		c.keep() // before others can see the call: they read what it keeps
	}
	r.calls.add(c)
	r.count(c)
}

// listen counts the calls in a row to which the whole target gave no answer.
func (r *Run) listen(ctx context.Context, by string, c *call) {
	switch {
	case c.Response != nil, c.unanswered:
		r.silence.Store(0)
	case c.endpoint == createOrder && broken(c.Err) && r.isThere(ctx, by, c.endpoint, c.Started):
		r.silence.Store(0)
	default:
		r.silence.Add(1)
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
func (r *Run) count(c *call) {
	if !c.ok() {
		return
	}
	switch {
	case c.endpoint == createOrder:
		r.purchases.Add(int64(len(c.records())))
	case c.endpoint == createLimit && c.variant != againVariant:
		r.customers.Add(1)
	}
}

// read parses the answer once. gjson validates nothing, so what is no sound
// JSON is never handed to it.
func (c *call) read(set *schemas.Set) {
	if c.Response == nil {
		return
	}
	c.doc, c.sound = set.Parse(c.Response.Body)
	if !c.sound.OK() {
		return
	}
	// Nobody writes to the body of an answer, and a copy of each would double what a
	// run holds of a target that sends megabytes.
	c.body = gjson.Parse(unsafe.String(unsafe.SliceData(c.Response.Body), len(c.Response.Body)))
	c.data = c.body.Get("data")
	c.isJSON = c.body.IsObject()
	c.refused = c.saysNo()
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

// served returns nil if the target served the call, and otherwise what broke:
// nothing further can be learnt from a call that was not served.
func (c *call) served() error {
	e := spec.Of(c.endpoint)
	switch {
	case c.ambiguous != "":
		return errored("%s", c.ambiguous)
	case c.unanswered:
		return &breakError{Break{Aspect: c.aspect(StatusAspect), Failure: c.unansweredFailure()}}
	case c.Response == nil:
		return errored("%s was not answered: %v", spec.Line(c.endpoint), c.Err)
	case c.Response.Status == http.StatusTooManyRequests && !c.traffic.onlyLimits():
		return errored("%s was answered with 429: the target limits the rate, which the specification leaves open; lower --concurrency", spec.Line(c.endpoint))
	case !c.answeredSuccess():
		return &breakError{Break{Aspect: c.aspect(StatusAspect), Failure: c.fault(result.Failure{
			Path: "status", Section: e.Section,
			Expected: fmt.Sprintf("HTTP status %d", e.Success),
			Actual:   fmt.Sprintf("HTTP status %d, %s", c.Response.Status, excerpt(c.Response.Body)),
			Message:  "a valid call is not served",
		})}}
	}
	if !c.isJSON {
		return &breakError{Break{Aspect: c.aspect(JSONAspect), Failure: c.fault(result.Failure{
			Section: "1", Expected: "a JSON object", Actual: excerpt(c.Response.Body),
			Message: "the answer is not a JSON object",
		})}}
	}
	if e.HasOwnEnvelope() && !c.hasLookupEnvelope() {
		return c.breaks(EnvelopeAspect, "", "an object with code, msg, data and success", excerpt(c.Response.Body))
	}
	if !c.ok() {
		return c.takenBack(e)
	}
	return nil
}

// hasLookupEnvelope tells whether an answer can be read as a lookup's at all;
// the rule of the envelope judges it in full (section 2.10).
func (c *call) hasLookupEnvelope() bool {
	return c.body.Get("success").IsBool() && c.data.Exists()
}

// takenBack is what breaks when the body of an HTTP success refuses the call. One
// that says so by a status which HTTP does not have may say it whatever it means:
// the rule of that member is asked first.
func (c *call) takenBack(e spec.Endpoint) error {
	aspect, path, expected := StatusAspect, "status", "a success"
	switch said := c.body.Get("status"); {
	case e.HasOwnEnvelope():
		aspect, path, expected = SuccessAspect, "success", "true"
	case !isHTTPStatus(said.Num):
		aspect = SaidAspect
	}
	return &breakError{Break{Aspect: c.aspect(aspect), Failure: c.fault(result.Failure{
		Path: path, Section: e.Section, Expected: expected,
		Actual: excerpt(c.Response.Body), Message: "a valid call is refused in the body of its answer",
	})}}
}

// value takes one value from a served answer; what is missing, or of another
// type, breaks the aspect that owns the members of data.
func (c *call) value(path string, want gjson.Type) (gjson.Result, error) {
	if err := c.served(); err != nil {
		return gjson.Result{}, err
	}
	v := c.body.Get(path)
	if v.Exists() && v.Type == want {
		return v, nil
	}
	return v, c.breaks(DataAspect, path, typeName(want), show(v))
}

// breaks says that something which the rest builds on is not there.
func (c *call) breaks(aspect, path, expected, actual string) error {
	return &breakError{Break{Aspect: c.aspect(aspect), Failure: c.fault(result.Failure{
		Path: path, Expected: expected, Actual: actual,
		Message: "a member that the rest builds on is not as documented",
		Section: spec.Of(c.endpoint).Section,
	})}}
}

// fault ties a failure to its exchange.
func (c *call) fault(f result.Failure) result.Failure {
	f.Exchange, f.Endpoint = c.ID, spec.Line(c.endpoint)
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

func show(v gjson.Result) string { return judgement.Show(v) }

func excerpt(body []byte) string { return judgement.Excerpt(body) }
