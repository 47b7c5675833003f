package steps

import (
	"context"
	"net/http"
	"slices"
	"sync/atomic"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
)

// bodilessContentType is the tolerance about the Content-Type of a request that
// has no body for it to describe (sections 1, 4.4, 4.7 and 4.9).
const (
	bodilessContentType = "bodiless-content-type"
	notSent             = "not-sent"
)

// bodiless is the reading in which the target is spoken to.
type bodiless struct {
	bare atomic.Bool // without the header
	sure atomic.Bool // a call was served in the reading that is spoken
}

func (b *bodiless) sends() bool { return !b.bare.Load() }

// settleBodiless looks at a call without a body: if it is refused for what may
// be its Content-Type, and none was served with it yet, it is made again in the
// other reading, which is kept where it is served.
func (r *Run) settleBodiless(ctx context.Context, c *call, wire client.Call) {
	readings := r.permitted(bodilessContentType)
	sent := len(wire.Header.Values("Content-Type")) > 0
	if answersWithData(c.Response) {
		if r.bodiless.sends() == sent && !r.bodiless.sure.Swap(true) {
			r.noteBodiless(c, sent, true)
		}
		return
	}
	refused := c.answeredSuccess() || slices.Contains([]int{400, 406, 411, 415, 422}, c.Response.Status)
	if !refused || !sent || r.bodiless.sure.Load() && r.bodiless.sends() || c.kind == probe || len(readings) < 2 {
		return
	}
	wire.Header = http.Header{"Content-Type": nil}
	again := r.cfg.Client.Do(ctx, wire)
	if again.Response == nil || !answersWithData(again.Response) {
		return
	}
	if !r.bodiless.bare.Swap(true) {
		r.noteBodiless(c, true, false)
		r.bodiless.sure.Store(true)
		c.Exchange = again
		r.noteBodiless(c, false, true)
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

func (r *Run) noteBodiless(c *call, sent, taken bool) {
	reading := notSent
	if sent {
		reading = "sent"
	}
	r.tried.add(Trial{Tolerance: bodilessContentType, Reading: reading, Endpoint: c.endpoint, Taken: taken, Spoken: taken, Exchange: c.ID})
}
