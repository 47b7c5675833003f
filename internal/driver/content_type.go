package driver

import (
	"context"
	"net/http"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
)

// contentTypeTolerance is the tolerance about the Content-Type of a request without a body
// (sections 1, 4.4, 4.7 and 4.9).
const (
	contentTypeTolerance = "bodiless-content-type"
	notSent              = "not-sent"
)

// SendsContentType reports whether requests of an endpoint without a request body send the
// header.
func (r *Run) SendsContentType(endpoint string) bool { return r.contentType.Of(endpoint).Sends() }

// discoverContentTypeReading examines a call without a body. If the target may have refused it
// because of its Content-Type, and has served no call with the header yet, the call is made
// again without the header. If the target serves that call, later requests leave the header out.
func (r *Run) discoverContentTypeReading(ctx context.Context, c *Call, wire client.Call) {
	readings, spoken := r.PermittedReadings(contentTypeTolerance), r.contentType.Of(c.Endpoint)
	sent := len(wire.Header.Values("Content-Type")) > 0
	if call.AnswersWithData(c.Response) {
		if spoken.Sends() == sent && !spoken.Sure.Swap(true) {
			r.noteContentType(c, sent, true)
		}
		return
	}
	if !call.MayBeRefusedForHeader(&c.Answer) || !sent || spoken.Sure.Load() && spoken.Sends() || c.Kind == call.Probe || len(readings) < 2 {
		return
	}
	again := r.withoutContentType(ctx, wire, !call.IsFormRefusal(&c.Answer))
	if again == nil {
		return
	}
	if !spoken.Bare.Swap(true) {
		r.noteContentType(c, true, false)
		spoken.Sure.Store(true)
		c.Exchange = again
		r.noteContentType(c, false, true)
	}
	c.Exchange = again
}

// withoutContentType makes a call without the header, and returns it if it was served. If confirm
// is set, the call with the header must be refused once more before that: the refusal of the
// first one may have had another reason, for example an item that could not be found yet.
func (r *Run) withoutContentType(ctx context.Context, wire client.Call, confirm bool) *recording.Exchange {
	if confirm {
		if e := r.Config.Client.Do(ctx, wire); e.Response == nil || call.AnswersWithData(e.Response) {
			return nil
		}
	}
	wire.Header = http.Header{"Content-Type": nil}
	again := r.Config.Client.Do(ctx, wire)
	if again.Response == nil || !call.AnswersWithData(again.Response) {
		return nil
	}
	return again
}

func (r *Run) noteContentType(c *Call, sent, taken bool) {
	reading := notSent
	if sent {
		reading = "sent"
	}
	r.Tried.Add(judgement.Trial{Tolerance: contentTypeTolerance, Reading: reading, Endpoint: c.Endpoint, Accepted: taken, UsedInRequests: taken, Exchange: c.ID})
}
