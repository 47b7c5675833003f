package driver

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
)

// contentTypeTolerance is the tolerance about the Content-Type of a request that
// has no body for it to describe (sections 1, 4.4, 4.7 and 4.9).
const (
	contentTypeTolerance = "bodiless-content-type"
	notSent              = "not-sent"
)

// contentTypeReading is the reading in which the target is spoken to.
type contentTypeReading struct {
	bare atomic.Bool // without the header
	sure atomic.Bool // a call was served in the reading that is spoken
}

func (b *contentTypeReading) sends() bool { return !b.bare.Load() }

// SendsContentType tells whether requests without a body carry the header.
func (r *Run) SendsContentType() bool { return r.contentType.sends() }

// discoverContentTypeReading looks at a call without a body: if it is refused for what may
// be its Content-Type, and none was served with it yet, it is made again in the
// other reading, which is kept where it is served.
func (r *Run) discoverContentTypeReading(ctx context.Context, c *Call, wire client.Call) {
	readings := r.PermittedReadings(contentTypeTolerance)
	sent := len(wire.Header.Values("Content-Type")) > 0
	if answersWithData(c.Response) {
		if r.contentType.sends() == sent && !r.contentType.sure.Swap(true) {
			r.noteContentType(c, sent, true)
		}
		return
	}
	refused := c.AnsweredSuccess() || slices.Contains([]int{400, 406, 411, 415, 422}, c.Response.Status)
	if !refused || !sent || r.contentType.sure.Load() && r.contentType.sends() || c.Kind == call.Probe || len(readings) < 2 {
		return
	}
	wire.Header = http.Header{"Content-Type": nil}
	again := r.Config.Client.Do(ctx, wire)
	if again.Response == nil || !answersWithData(again.Response) {
		return
	}
	if !r.contentType.bare.Swap(true) {
		r.noteContentType(c, true, false)
		r.contentType.sure.Store(true)
		c.Exchange = again
		r.noteContentType(c, false, true)
	}
	c.Exchange = again
}

// answersWithData tells a success from a refusal, which may come with any HTTP
// status (section 7): a JSON object without data is none. What is no JSON object
// is for the rules of the endpoint to judge.
func answersWithData(answer *recording.Response) bool {
	if answer.Status < 200 || answer.Status > 299 {
		return false
	}
	return !gjson.ParseBytes(answer.Body).IsObject() || gjson.GetBytes(answer.Body, "data").IsObject()
}

func (r *Run) noteContentType(c *Call, sent, taken bool) {
	reading := notSent
	if sent {
		reading = "sent"
	}
	r.Tried.Add(judgement.Trial{Tolerance: contentTypeTolerance, Reading: reading, Endpoint: c.Endpoint, Taken: taken, Spoken: taken, Exchange: c.ID})
}
