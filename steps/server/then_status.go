package server

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// eachIsAnsweredWith judges the HTTP status of every call that this rule owns. A plain call must be
// served, and every call that is served must have this status.
func (s envelopes) eachIsAnsweredWith(ctx context.Context, status int) error {
	judged := 0
	var unknown unknownID
	for _, c := range s.Answers {
		if !s.owns(c) {
			s.isServedWith(c, status)
			continue
		}
		if err := s.isAnsweredWith(ctx, c, status, &unknown); err != nil {
			return err
		}
		judged++
		if c.Kind == call.Plain || c.OK() {
			s.Evidence.Decide(c)
			s.givesWhatWasAskedFor(c)
		}
	}
	s.answersAtOnce()
	s.JudgesValues(history.SpentLimits)
	if slices.ContainsFunc(s.Answers, func(c *driver.Call) bool { return c.Endpoint == spec.GetPurchase }) {
		s.JudgesValues(history.SeveralAtOnce, history.ManyAtOnce) // a get shows what an order of several items lost
	}
	if judged == 0 && s.Session.Customers.ExistingAreListed() {
		return driver.ErrRecognised
	}
	if judged == 0 {
		return judgement.Errored("no call of this rule was made: nothing can be judged")
	}
	return nil
}

// isAnsweredWith judges one call that this rule owns. A call that is not plain and was not answered is
// left to the rule that changed it. It returns an error only if the check cannot go on.
func (s envelopes) isAnsweredWith(ctx context.Context, c *driver.Call, status int, unknown *unknownID) error {
	err := s.Served(c)
	switch {
	case c.Unanswered && c.Kind == call.Plain:
		s.Fail(c, c.UnansweredFailure())
	case c.Unanswered, c.Ambiguous != "" && c.Late && s.answersLate():
	case call.IsUntested(err) || (err != nil && !call.IsBreak(err)):
		return err
	case c.Response == nil && c.Kind == call.Plain:
		s.RecordError(err)
	case c.Response != nil && wronglyAnswered(c, status):
		s.failStatus(ctx, c, status, unknown)
	}
	return nil
}

// failStatus fails a wrong status, unless the call was refused because of a move of another item, or
// because of an id that create returned.
func (s envelopes) failStatus(ctx context.Context, c *driver.Call, status int, unknown *unknownID) {
	if s.namesUnknownID(ctx, c, unknown) {
		s.RecordError(unknown.err)
		return
	}
	if broken, ok := scenario.MovedWithAnother(ctx, s.Session, c, wrongStatus(c, status)); ok {
		s.BlockBy(c, broken.Aspect, broken.Failure)
		return
	}
	s.Fail(c, wrongStatus(c, status))
}

// givesWhatWasAskedFor notes a get that is answered with the record of another item. It does not
// show that the requested item is served.
func (s envelopes) givesWhatWasAskedFor(c *driver.Call) {
	if c.Endpoint != spec.GetPurchase || !c.OK() || len(c.Items) != 1 {
		return
	}
	i := c.Items[0]
	code, _ := i.Details["item_code"].(string)
	for _, known := range [][2]string{{"id", i.ID}, {"item_code", code}} {
		got, want := c.Data.Get(known[0]), known[1]
		if want == "" || got.Type != gjson.String || strings.EqualFold(got.Str, want) {
			continue
		}
		s.Evidence.LeaveOpen(c)
		s.NoteMissingEvidence(judgement.Break{Aspect: c.Aspect(judgement.EchoAspect), Failure: c.Fault(result.Failure{
			Path: "data." + known[0], Section: "4.7", Expected: want, Want: result.ExpectEqual, Wanted: judgement.Quoted(want), Actual: judgement.Show(got), Message: "the record is that of another item",
		})})
		return
	}
}

// unknownID is the result of the refusals that a check has investigated.
type unknownID struct {
	asked int
	err   error // the last error: what is broken if the id that create returned is not found
}

// namesUnknownID reports whether a call was refused because of an id that create returned. Only the
// first few refusals are investigated.
func (s envelopes) namesUnknownID(ctx context.Context, c *driver.Call, known *unknownID) bool {
	if known.asked < scenario.MaxUnknownIDs {
		known.asked++
		known.err = scenario.CheckUnknownID(ctx, s.Session, c)
	}
	return known.err != nil && scenario.MaybeNotFound(c)
}

// isServedWith fails if a call of a special case is served with another status than section 4
// gives. The rule of the case judges only whether the call is accepted.
func (s envelopes) isServedWith(c *driver.Call, status int) {
	if c.Kind == call.Probe || isAgainLimit(c) || !c.OK() || !c.HasAnyData() || c.Response.Status == status {
		return
	}
	aspect := judgement.Aspect{Endpoint: c.Endpoint, Variant: plainCase(c), Name: judgement.StatusAspect}
	if s.Check.Owner(aspect) == s.Check.Requirement {
		s.Fail(c, wrongStatus(c, status))
	}
}

// plainCase returns the case whose rule gives the status of a call. Only the kind of customer
// changes the status; other values of a request do not.
func plainCase(c *driver.Call) string {
	for _, label := range []string{string(customer.Government), string(customer.SelfEmployed), call.NewCustomerVariant, call.WithoutLimit} {
		if c.Variant == label || slices.Contains(c.Labels, label) {
			return label
		}
	}
	return ""
}

func wrongStatus(c *driver.Call, status int) result.Failure {
	return result.Failure{
		Path: "status", Section: "7", Want: result.ExpectStatus, Wanted: strconv.Itoa(status),
		Expected: fmt.Sprintf("HTTP status %d", status),
		Actual:   fmt.Sprintf("HTTP status %d, %s", c.Response.Status, judgement.Excerpt(c.Response.Body)),
		Message:  fmt.Sprintf("%s is not answered with %d", spec.Line(c.Endpoint), status),
	}
}

// wronglyAnswered reports whether a call is not answered as its rule requires. The rule that
// changed a special call judges its refusal. The rule that owns the success of lookups judges a
// refusal in the body of a lookup.
func wronglyAnswered(c *driver.Call, status int) bool {
	switch {
	case c.Kind == call.Plain && !c.AnsweredSuccess():
		return true
	case c.Kind == call.Plain && !c.OK() && !spec.Of(c.Endpoint).HasOwnEnvelope():
		return true
	case c.Kind != call.Plain && !c.OK():
		return false
	}
	return c.Response.Status != status
}

// isAgainLimit reports whether a customer with a limit asks for one. Section 1 says that this is
// served, but not with which success status.
func isAgainLimit(c *driver.Call) bool {
	return c.Endpoint == spec.CreateLimit && c.Variant == call.AgainVariant
}

// owns reports whether this check's rule judges the status of a call.
func (s envelopes) owns(c *driver.Call) bool {
	return !isAgainLimit(c) && s.Check.Owner(c.Aspect(judgement.StatusAspect)) == s.Check.Requirement
}

// fewLate is the minimum number of late calls for which an endpoint can be at fault. A late call is
// cut off at first, and answered only when it is made again. A network may lose fewer calls than
// that.
const fewLate = 5

// late returns the collected answers that came only when the call was made again, and the number of
// collected answers. It returns no answers if the network may be the reason. A network loses some
// connections, of all endpoints alike. If an endpoint loses a quarter of its calls while the others
// answer at once, the endpoint is the reason.
func (s envelopes) late() (late []*driver.Call, of int) {
	mine := slices.DeleteFunc(slices.Clone(s.Answers), func(c *driver.Call) bool { return !s.owns(c) || c.Response == nil })
	late = onlyLate(mine)
	if len(late) < fewLate || 4*len(late) < len(mine) {
		return nil, len(mine)
	}
	others := s.Session.Calls.Other(late[0].Endpoint)
	if len(others) == 0 || 20*len(onlyLate(others)) > len(others) {
		return nil, len(mine)
	}
	return late, len(mine)
}

// answersLate reports whether the endpoint is the reason for its late answers.
func (s envelopes) answersLate() bool {
	late, _ := s.late()
	return late != nil
}

// answersAtOnce judges that an endpoint answers a call at the first attempt.
func (s envelopes) answersAtOnce() {
	late, of := s.late()
	if late == nil {
		return
	}
	c := late[0]
	s.Fail(c, result.Failure{
		Path: "status", Section: spec.Of(c.Endpoint).Section, Want: result.ExpectServed, Expected: "an answer to the first attempt",
		Actual:  fmt.Sprintf("%d of %d calls were not answered at first, but only when they were made again", len(late), of),
		Message: spec.Line(c.Endpoint) + " does not answer the first attempt, while other endpoints answer",
	})
	s.Evidence.Decide(c)
}

func onlyLate(calls []*driver.Call) []*driver.Call {
	return slices.DeleteFunc(slices.Clone(calls), func(c *driver.Call) bool { return !c.Late })
}
