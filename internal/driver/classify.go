package driver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// classify notes what a call shows that was not answered at once, or was answered only by a
// proxy. All attempts of the call have ended, so classify waits for nothing.
func (s *Session) classify(c *Call, out client.Outcome) {
	first := out.First
	if c.Unavailable() && c.Kind == call.Special { // not a matter of the value that makes it special
		s.Calls.SetPlain(c)
	}
	switch {
	case c.Broken():
		c.Unanswered = out.AnswersOthers
	case c.Unavailable() && s.Flaky.OftenUnavailable():
		c.Ambiguous = fmt.Sprintf("%s was answered with %d each time; the target, or a proxy in front of it, is sometimes unavailable: run again when it is stable", spec.Line(c.Endpoint), c.Status())
	case c.Response == nil || c.Unavailable() || first == c.Exchange:
	case client.IsBusy(first):
		s.Flaky.Busy(s.Check, fmt.Sprintf("%s was answered with %d and Retry-After, and with %d when it was asked again (%s)", spec.Line(c.Endpoint), first.Response.Status, c.Status(), c.ID))
		c.DoubtRefusal(first)
	case first.Response != nil:
		s.Flaky.Unavailable(s.Check, fmt.Sprintf("%s was answered with %d, and with %d when it was asked again (%s): the target, or a proxy in front of it, is sometimes unavailable; run again when it is stable",
			spec.Line(c.Endpoint), first.Response.Status, c.Status(), c.ID))
		c.DoubtRefusal(first)
	default:
		s.Flaky.Note(s.Check, fmt.Sprintf("%s was answered only at a later attempt (%s)", spec.Line(c.Endpoint), c.ID))
		c.DoubtRefusal(first)
		c.Late = errors.Is(first.Err, client.ErrCut) || c.Ambiguous != ""
		if c.Ambiguous != "" && errors.Is(first.Err, client.ErrTimeout) && !s.Traffic.Of(c.Endpoint).ServesAny() {
			// the target works, because it answers the second attempt; but it has never answered
			// a first attempt
			c.Exchange, c.Unanswered, c.Ambiguous = first, true, ""
		}
	}
}

// noteLateConnection notes that a call was connected only at a later attempt.
func (s *Session) noteLateConnection(c *Call) {
	if c.Retry == recording.AfterConnection && c.Response != nil {
		s.Flaky.Note(s.Check, fmt.Sprintf("%s was reached only at a later connection attempt (%s)", spec.Line(c.Endpoint), c.ID))
	}
}

// FailsWithServerError reports whether a target failed on a valid call instead of refusing it
// because of a limit of its own: it answered with a server error, and it refuses an invalid call
// with another status. The specification does not show the form of a refusal (section 7), so a
// target that refuses everything with 500 refuses this call, too.
func (s *Session) FailsWithServerError(ctx context.Context, c *Call) (bool, error) {
	if !c.IsServerError() || c.Kind != call.Probe || !c.RefusedForCertain() {
		return false, nil
	}
	path, err := s.knownPath(ctx, c)
	if path == "" || err != nil {
		return false, err
	}
	empty, err := Shared(ctx, s.Run, "empty body to "+c.Endpoint, func(ctx context.Context) (*Call, error) {
		probe := &Call{Answer: call.Answer{Endpoint: c.Endpoint, Kind: call.Probe}}
		return s.For("empty body to "+c.Endpoint).Perform(ctx, probe, Request{Path: path, Body: map[string]any{}})
	})
	if err != nil {
		return false, err
	}
	return call.IsRefusedByValidation(&empty.Answer), nil
}

// knownPath returns the path at which the target serves the endpoint of a call, if that is an
// endpoint of OTPs, or one that creates or updates. It returns "" for every other endpoint.
func (s *Session) knownPath(ctx context.Context, c *Call) (string, error) {
	switch endpoint := c.Endpoint; endpoint {
	case spec.UpdatePurchases:
		at := strings.Index(c.Request.URL, spec.Of(endpoint).OtherPath)
		return c.Request.URL[max(at, 0):], nil
	case spec.CreateLimit, spec.CreatePurchases:
		return spec.Of(endpoint).Path, nil
	case spec.SendOTP, spec.VerifyOTP:
		f, err := s.OTPs.OTPForm(ctx)
		if err != nil || endpoint == spec.SendOTP {
			return f.OTPPath(endpoint), err
		}
		reading, err := s.OTPs.PathOfVerify(ctx)
		return f.With(payload.OTPPath, reading).OTPPath(endpoint), err
	}
	return "", nil
}
