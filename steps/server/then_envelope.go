package server

import (
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/probes"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// envelopes contains the sentences that judge status, envelope, schemas and headers.
type envelopes struct{ *scenario.Scenario }

// eachIsJSON judges the body and its Content-Type together, because a client needs both to read
// JSON.
func (s envelopes) eachIsJSON() error {
	judged := 0
	for _, c := range s.Answers {
		if !c.AnsweredSuccess() {
			continue
		}
		judged++
		s.Evidence.Decide(c)
		for _, v := range c.Sound.Violations {
			s.Fail(c, call.Violating(v, "1"))
		}
		if c.Sound.OK() && !c.IsJSON {
			s.Fail(c, result.Failure{Want: result.ExpectObject, Expected: "a JSON object", Actual: judgement.Excerpt(c.Response.Body), Message: "the body is JSON, but not an object", Section: "1"})
		}
		if media := c.Response.Header.Get("Content-Type"); !isJSONMedia(media) {
			s.Fail(c, result.Failure{
				Path: "header Content-Type", Section: "1", Want: result.ExpectHeader, Wanted: "application/json",
				Expected: "application/json", Actual: cmp.Or(media, "absent"),
				Message: "the response does not declare JSON as its Content-Type",
			})
		}
	}
	if judged == 0 {
		return s.nothingServed()
	}
	return nil
}

// nothingServed returns the failure if no call was served.
func (s envelopes) nothingServed() error {
	for _, c := range s.Answers {
		if err := s.Served(c); err != nil {
			return err
		}
	}
	return judgement.Errored("no answer was gathered: nothing can be judged")
}

func isJSONMedia(contentType string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return false
	}
	return strings.HasSuffix(media, "/json") || strings.HasSuffix(media, "+json")
}

// eachMatches judges every served answer by a schema, and notes which reading of each tolerance it
// uses.
func (s envelopes) eachMatches(schema string) error {
	if !s.Session.Config.Schemas.Has(schema) {
		return judgement.Errored("there is no schema %q", schema)
	}
	calls, err := s.judgedBy(schema)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(calls, func(c *driver.Call) bool { return schema == spec.Of(c.Endpoint).DataSchema() }) {
		s.JudgesValues(history.LargeAmounts, history.SeveralAtOnce, history.ManyAtOnce, history.ItemCodes)
	}
	for _, c := range calls {
		if schema == "lookup-success" && !c.OK() && s.Check.Owner(c.Aspect(judgement.SuccessAspect)) != s.Check.Requirement {
			continue // the rule of this case judges a refusal
		}
		report := c.Doc.Validate(schema)
		if report.Unjudged {
			return judgement.Errored("the answer %s cannot be judged: %s", c.ID, report.Violations[0].Message)
		}
		s.Evidence.Decide(c)
		switch schema {
		case "lookup-success":
			s.blockMissingOutcome(c)
		case "no-request-id", "no-order-id":
			s.blockEmpty(c)
		}
		for _, v := range report.Violations {
			s.Fail(c, call.Violating(v, v.Section))
		}
		for _, seen := range report.Readings {
			s.noteTolerated(seen.Tolerance, seen.Reading)
			s.Session.Tried.Add(judgement.Trial{Tolerance: seen.Tolerance, Reading: seen.Reading, Endpoint: c.Endpoint, Path: seen.Path, Accepted: true, Exchange: c.ID})
		}
	}
	return nil
}

// blockMissingOutcome leaves open the members that a lookup lacks if another rule owns them.
func (s envelopes) blockMissingOutcome(c *driver.Call) {
	for _, v := range c.Doc.Validate("lookup-envelope").Violations {
		if v.Path == "code" || v.Path == "success" {
			s.BlockBy(c, c.Aspect(judgement.EnvelopeAspect), call.Violating(v, v.Section))
		}
	}
}

// blockEmpty leaves open what an answer must not contain if it does not even contain data.
func (s envelopes) blockEmpty(c *driver.Call) {
	if !c.Data.Exists() {
		s.BlockBy(c, c.Aspect(judgement.DataAspect), c.Fault(result.Failure{
			Path: "data", Section: spec.Of(c.Endpoint).Section, Expected: "data", Actual: judgement.Show(c.Body), Message: "the response contains no data",
		}))
	}
}

// judgedBy returns the answers that a schema judges. The envelope of the lookup and its refusals
// are judged even if they are no success.
func (s envelopes) judgedBy(schema string) ([]*driver.Call, error) {
	switch schema {
	case "lookup-envelope", "lookup-success":
		return s.readable(true)
	case "lookup-invalid-token":
		// 429 says that there were too many calls (section 8), and nothing about the token.
		if n := slices.IndexFunc(s.Answers, func(c *driver.Call) bool { return call.IsRateLimited(&c.Answer) && !c.HasLookupEnvelope() }); n >= 0 {
			return nil, call.RateLimited(&s.Answers[n].Answer)
		}
		for _, c := range s.Answers {
			if s.isMissing(c) {
				s.BlockBy(c, c.Aspect(judgement.StatusAspect), wrongStatus(c, spec.Of(c.Endpoint).Success))
				return nil, nil
			}
		}
		return s.readable(false)
	}
	served, err := s.ServedAnswers()
	if err != nil || !s.Check.WholeRun {
		return served, err
	}
	return append(served, s.claimed(served[0].Endpoint)...), nil
}

// isMissing reports whether an endpoint is not there: it answers this call with a status that says
// so, and every valid call in the same way. Then the answer says nothing about the token.
func (s envelopes) isMissing(c *driver.Call) bool {
	if !slices.Contains([]int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented}, c.Status()) {
		return false
	}
	valid := s.Session.Calls.Of(c.Endpoint, func(*driver.Call) bool { return true })
	return len(valid) > 0 && !slices.ContainsFunc(valid, func(v *driver.Call) bool { return v.Status() != c.Status() })
}

// claimed returns the answers of an endpoint that claim to have done what the target was free to
// refuse.
func (s envelopes) claimed(endpoint string) []*driver.Call {
	return slices.DeleteFunc(s.Session.Calls.WithServedProbes([]*driver.Call{{Answer: call.Answer{Endpoint: endpoint}}}), func(c *driver.Call) bool {
		return c.Kind != call.Probe || c.Doc == nil || !slices.Contains(c.Labels, probes.Claimed)
	})
}

// readable returns the answers that are JSON objects, whatever their content is.
func (s envelopes) readable(successOnly bool) ([]*driver.Call, error) {
	var calls []*driver.Call
	for _, c := range s.Answers {
		refusedSpecial := c.Kind == call.Special && !c.OK()
		if c.Response == nil || (successOnly && (!c.AnsweredSuccess() || refusedSpecial)) {
			continue
		}
		if c.IsJSON {
			calls = append(calls, c)
			continue
		}
		if !successOnly {
			s.Fail(c, result.Failure{Want: result.ExpectObject, Expected: "a JSON object", Actual: judgement.Excerpt(c.Response.Body), Message: "the response is not a JSON object", Section: "7"})
		}
	}
	if len(calls) == 0 && len(s.Report.Failures) == 0 {
		return nil, s.nothingServed()
	}
	return calls, nil
}

// eachStatusIsPermitted judges an HTTP status that the specification leaves open by what the
// tolerance permits.
func (s envelopes) eachStatusIsPermitted(tolerance string) error {
	for _, c := range s.Answers {
		if c.Response == nil {
			return c.Served()
		}
		s.Evidence.Decide(c)
		seen, violation := s.Session.Config.Schemas.Reading(tolerance, c.Response.Status)
		if violation != nil {
			found := call.Violating(*violation, violation.Section)
			found.Path = "status"
			s.Fail(c, found)
			continue
		}
		s.Session.Tried.Add(judgement.Trial{Tolerance: tolerance, Reading: seen.Reading, Endpoint: c.Endpoint, Path: "HTTP status", Accepted: true, Exchange: c.ID})
	}
	return nil
}

// noMessageIsOfServed requires that no message is one that served lookups have. Section 7 calls it an
// invalid-token message, and section 4.5 a success message.
func (s envelopes) noMessageIsOfServed(path string) error {
	served := make(map[string]bool)
	for _, c := range s.Session.Calls.Of(spec.CustomerLookup, func(c *driver.Call) bool { return c.OK() && c.Body.Get("success").Type == gjson.True }) {
		served[c.Body.Get(path).String()] = true
	}
	for _, c := range s.Answers {
		if c.Response == nil {
			return c.Served()
		}
		if said := c.Body.Get(path); said.Type == gjson.String && served[said.Str] {
			s.FailValue(c, result.Failure{
				Path: path, Section: "7", Expected: "a message about the token", Want: result.ExpectNot, Wanted: judgement.Quoted(said.Str), Actual: judgement.Show(said),
				Message: "the message is that of a lookup with the valid token",
			})
		}
	}
	return nil
}

// noteTolerated notes that the check passed because of a reading that contradicts the table of the
// specification.
func (s envelopes) noteTolerated(tolerance, reading string) {
	if !payload.Tolerates(tolerance, reading) {
		return
	}
	line := tolerance + ": " + reading
	for _, known := range s.Report.Readings {
		if known == line {
			return
		}
	}
	s.Report.Readings = append(s.Report.Readings, line)
}

func (s envelopes) eachMirrorsItsStatus() error {
	return s.Each(func(c *driver.Call) {
		report := c.Doc.Validate("status-member")
		for _, v := range report.Violations {
			s.Fail(c, call.Violating(v, v.Section))
		}
		if status := c.Body.Get("status"); report.OK() && status.Num != float64(c.Response.Status) {
			s.Fail(c, result.Failure{
				Path: "status", Section: "1", Want: result.ExpectHTTPStatus,
				Expected: fmt.Sprintf("%d, as the HTTP status", c.Response.Status), Actual: judgement.Show(status),
				Message: "status does not repeat the HTTP status",
			})
		}
	})
}

// eachCarried judges assay itself: its request must have the headers that section 5 requires, so
// that a refusal cannot be the fault of assay.
func (s envelopes) eachCarried(names string) error {
	for _, c := range s.Answers {
		for _, name := range strings.Split(names, ", ") {
			if len(c.Request.Header.Values(name)) == 0 && len(c.Request.Header[name]) == 0 {
				return judgement.Errored("the suite sent a lookup without %s", name)
			}
		}
	}
	return nil
}

func (s envelopes) itIsAccepted() error {
	for _, c := range s.Answers {
		if err := s.Served(c); err != nil {
			return err
		}
		if c.Status() != spec.Of(c.Endpoint).Success && !c.HasAnyData() { // a refusal may look like this and be a refusal in its text only
			s.RecordError(c.Breaks(judgement.DataAspect, "data", "data, for the status alone does not show that the call was accepted", judgement.Show(c.Body)))
		}
		s.isOfTheOrder(c)
	}
	if len(s.Answers) == 0 && s.Check.WholeRun {
		return call.Inapplicable("no check of the run makes such a call")
	} else if len(s.Answers) == 0 {
		return judgement.Errored("no call was made: nothing can be judged")
	}
	s.Decides()
	return nil
}

// isOfTheOrder notes an answer to an order that is about another order. It does not show that this
// order was accepted.
func (s envelopes) isOfTheOrder(c *driver.Call) {
	sent, ordered := c.SentString("order_id")
	if got := c.Body.Get("order_id"); c.Endpoint == spec.CreatePurchases && ordered && got.Exists() && !call.SameOrder(sent, got) {
		s.NoteMissingEvidenceFor(c.Breaks(judgement.OrderIDAspect, "order_id", sent, judgement.Show(got)))
	}
}

// noTwoAnswersShare judges every served answer, including those to assay's own probes, because the
// id of a request must be unique among all requests. An answer to a probe without the value may be
// a refusal, which need not have one.
func (s envelopes) noTwoAnswersShare(path string) error {
	seen := make(map[string]*driver.Call)
	s.Answers = slices.DeleteFunc(s.Session.Calls.WithServedProbes(s.Answers), func(c *driver.Call) bool {
		return c.Kind == call.Probe && c.Body.Get(path).Type != gjson.String
	})
	return s.Each(func(c *driver.Call) {
		s.ExpectUnique(seen, c, path, c.Body.Get(path), "")
	})
}
