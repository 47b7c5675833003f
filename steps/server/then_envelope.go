package server

import (
	"context"
	"fmt"
	"mime"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/payload"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// envelopes are the sentences that judge status, envelope, schemas and headers.
type envelopes struct{ *Scenario }

// eachIsAnsweredWith judges the HTTP status of every call that this rule owns:
// a plain one must be served, and whatever is served must have this status.
func (s envelopes) eachIsAnsweredWith(ctx context.Context, status int) error {
	judged := 0
	var unknown unknownID
	for _, c := range s.answers {
		if !s.owns(c) {
			continue
		}
		switch err := s.served(c); {
		case c.Unanswered && c.Kind == call.Plain:
			s.fail(c, c.UnansweredFailure())
		case c.Unanswered: // the rule that bent the call judges it
		case call.IsUntested(err) || (err != nil && !call.IsBreak(err)):
			return err
		case c.Response == nil && c.Kind == call.Plain:
			s.recordError(err)
		case c.Response == nil: // judged by the rule that bent the call
		case wronglyAnswered(c, status) && s.namesUnknownID(ctx, c, &unknown):
			s.recordError(unknown.err)
		case wronglyAnswered(c, status):
			s.fail(c, result.Failure{
				Path: "status", Section: "7",
				Expected: fmt.Sprintf("HTTP status %d", status),
				Actual:   fmt.Sprintf("HTTP status %d, %s", c.Response.Status, judgement.Excerpt(c.Response.Body)),
				Message:  fmt.Sprintf("%s is not answered with %d", spec.Line(c.Endpoint), status),
			})
		}
		judged++
		if c.Kind == call.Plain || c.OK() {
			s.evidence.decide(c)
			s.givesWhatWasAskedFor(c)
		}
	}
	if judged == 0 && s.session.Roster != nil {
		return driver.ErrRecognised
	}
	if judged == 0 {
		return judgement.Errored("no call of this rule was made: nothing can be judged")
	}
	return nil
}

// givesWhatWasAskedFor notes that a get which is answered with another item's record
// does not show that its own is served.
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
		s.evidence.leaveOpen(c)
		s.halfSeen(judgement.Break{Aspect: c.Aspect(judgement.EchoAspect), Failure: c.Fault(result.Failure{
			Path: "data." + known[0], Section: "4.7", Expected: want, Actual: judgement.Show(got), Message: "the record is that of another item",
		})})
		return
	}
}

// unknownID is what was found out about the refusals that a check has looked into.
type unknownID struct {
	asked int
	err   error // of the last one: what broke, where the id that create gave finds nothing
}

// namesUnknownID tells whether a call was refused for an id that create gave. The
// first few refusals are looked into.
func (s envelopes) namesUnknownID(ctx context.Context, c *driver.Call, known *unknownID) bool {
	if known.asked < maxUnknownIDs {
		known.asked++
		known.err = checkUnknownID(ctx, s.session, c)
	}
	return known.err != nil && maybeNotFound(c)
}

// wronglyAnswered tells whether a call is not answered as its rule says. A
// refusal of a special call is judged by the rule that bent it; that a lookup
// is refused in its body, by the rule that owns its success.
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

// owns tells whether the status of a call is for this check's rule to judge.
func (s envelopes) owns(c *driver.Call) bool {
	return (c.Variant != call.AgainVariant || c.Endpoint != spec.CreateLimit) && s.check.Owner(c.Aspect(judgement.StatusAspect)) == s.check.Requirement
}

// eachIsJSON judges the body and its Content-Type together: to a client the
// one is not JSON without the other.
func (s envelopes) eachIsJSON() error {
	judged := 0
	for _, c := range s.answers {
		if !c.AnsweredSuccess() {
			continue
		}
		judged++
		s.evidence.decide(c)
		for _, v := range c.Sound.Violations {
			s.fail(c, result.Failure{Path: v.Path, Expected: v.Expected, Actual: v.Actual, Message: v.Message, Section: "1"})
		}
		if c.Sound.OK() && !c.IsJSON {
			s.fail(c, result.Failure{Expected: "a JSON object", Actual: judgement.Excerpt(c.Response.Body), Message: "the body is JSON, but not an object", Section: "1"})
		}
		if media := c.Response.Header.Get("Content-Type"); !isJSONMedia(media) {
			s.fail(c, result.Failure{
				Path: "header Content-Type", Section: "1",
				Expected: "application/json", Actual: orAbsent(media),
				Message: "the response does not declare JSON as its Content-Type",
			})
		}
	}
	if judged == 0 {
		return s.nothingServed()
	}
	return nil
}

// nothingServed says what broke when no call was served.
func (s envelopes) nothingServed() error {
	for _, c := range s.answers {
		if err := s.served(c); err != nil {
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

func orAbsent(value string) string {
	if value == "" {
		return "absent"
	}
	return value
}

// eachMatches judges every served answer by a schema, and notes which reading
// of each tolerance it shows.
func (s envelopes) eachMatches(schema string) error {
	if !s.session.Config.Schemas.Has(schema) {
		return judgement.Errored("there is no schema %q", schema)
	}
	calls, err := s.judgedBy(schema)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(calls, func(c *driver.Call) bool { return schema == spec.Of(c.Endpoint).DataSchema() }) {
		s.shows(driver.LargeAmounts, driver.SeveralAtOnce)
	}
	for _, c := range calls {
		if schema == "lookup-success" && s.check.Owner(c.Aspect(judgement.SuccessAspect)) != s.check.Requirement {
			continue // the rule of this case judges it
		}
		report := c.Doc.Validate(schema)
		if report.Unjudged {
			return judgement.Errored("the answer %s cannot be judged: %s", c.ID, report.Violations[0].Message)
		}
		s.evidence.decide(c)
		for _, v := range report.Violations {
			s.fail(c, result.Failure{Path: v.Path, Expected: v.Expected, Actual: v.Actual, Message: v.Message, Section: v.Section})
		}
		for _, seen := range report.Readings {
			s.lean(seen.Tolerance, seen.Reading)
			s.session.Tried.Add(judgement.Trial{Tolerance: seen.Tolerance, Reading: seen.Reading, Endpoint: c.Endpoint, Path: seen.Path, Taken: true, Exchange: c.ID})
		}
	}
	return nil
}

// judgedBy gives the answers that a schema judges. The envelope of the lookup
// and its refusals are judged although they are no success.
func (s envelopes) judgedBy(schema string) ([]*driver.Call, error) {
	switch schema {
	case "lookup-envelope", "lookup-success":
		return s.readable(true)
	case "lookup-invalid-token":
		return s.readable(false)
	}
	return s.servedAnswers()
}

// readable gives the answers that are JSON objects, whatever they say.
func (s envelopes) readable(successOnly bool) ([]*driver.Call, error) {
	var calls []*driver.Call
	for _, c := range s.answers {
		refusedSpecial := c.Kind == call.Special && !c.OK()
		if c.Response == nil || (successOnly && (!c.AnsweredSuccess() || refusedSpecial)) {
			continue
		}
		if c.IsJSON {
			calls = append(calls, c)
			continue
		}
		if !successOnly {
			s.fail(c, result.Failure{Expected: "a JSON object", Actual: judgement.Excerpt(c.Response.Body), Message: "the response is not a JSON object", Section: "7"})
		}
	}
	if len(calls) == 0 && len(s.report.Failures) == 0 {
		return nil, s.nothingServed()
	}
	return calls, nil
}

// eachStatusIsPermitted judges an HTTP status that the specification leaves
// open by what the register permits of it.
func (s envelopes) eachStatusIsPermitted(tolerance string) error {
	for _, c := range s.answers {
		if c.Response == nil {
			return c.Served()
		}
		s.evidence.decide(c)
		seen, violation := s.session.Config.Schemas.Reading(tolerance, c.Response.Status)
		if violation != nil {
			s.fail(c, result.Failure{Path: "status", Expected: violation.Expected, Actual: violation.Actual, Message: violation.Message, Section: violation.Section})
			continue
		}
		s.session.Tried.Add(judgement.Trial{Tolerance: tolerance, Reading: seen.Reading, Endpoint: c.Endpoint, Path: "HTTP status", Taken: true, Exchange: c.ID})
	}
	return nil
}

// lean notes that the check passed by way of a reading that the
// specification contradicts in its table.
func (s envelopes) lean(tolerance, reading string) {
	if !payload.Tolerates(tolerance, reading) {
		return
	}
	line := tolerance + ": " + reading
	for _, known := range s.report.Readings {
		if known == line {
			return
		}
	}
	s.report.Readings = append(s.report.Readings, line)
}

func (s envelopes) eachMirrorsItsStatus() error {
	return s.each(func(c *driver.Call) {
		report := c.Doc.Validate("status-member")
		for _, v := range report.Violations {
			s.fail(c, result.Failure{Path: v.Path, Expected: v.Expected, Actual: v.Actual, Message: v.Message, Section: v.Section})
		}
		if status := c.Body.Get("status"); report.OK() && status.Num != float64(c.Response.Status) {
			s.fail(c, result.Failure{
				Path: "status", Section: "1",
				Expected: fmt.Sprintf("%d, as the HTTP status", c.Response.Status), Actual: judgement.Show(status),
				Message: "status does not repeat the HTTP status",
			})
		}
	})
}

// eachCarried judges the suite itself: that what it sent was what section 5
// asks for, so that a refusal cannot be laid at the target's door.
func (s envelopes) eachCarried(names string) error {
	for _, c := range s.answers {
		for _, name := range strings.Split(names, ", ") {
			if len(c.Request.Header.Values(name)) == 0 && len(c.Request.Header[name]) == 0 {
				return judgement.Errored("the suite sent a lookup without %s", name)
			}
		}
	}
	return nil
}

func (s envelopes) itIsAccepted() error {
	for _, c := range s.answers {
		if err := s.served(c); err != nil {
			return err
		}
	}
	if len(s.answers) == 0 {
		return judgement.Errored("no call was made: nothing can be judged")
	}
	s.decides()
	return nil
}

// noTwoAnswersShare looks at every answer that was served, those to the suite's
// own probes too: what identifies a request identifies it among all. A probe
// that holds none may be a refusal, and owes none.
func (s envelopes) noTwoAnswersShare(path string) error {
	seen := make(map[string]*driver.Call)
	s.answers = slices.DeleteFunc(s.session.Calls.AndProbes(s.answers), func(c *driver.Call) bool {
		return c.Kind == call.Probe && c.Body.Get(path).Type != gjson.String
	})
	return s.each(func(c *driver.Call) {
		s.expectUnique(seen, c, path, c.Body.Get(path))
	})
}

// expectUnique notes a value that another call has given before. A value that is not
// there is no repetition, and no proof of the contrary.
func (s *Scenario) expectUnique(seen map[string]*driver.Call, c *driver.Call, path string, v gjson.Result) {
	f := result.Failure{Path: path, Section: spec.Of(c.Endpoint).Section, Expected: "a value of its own", Actual: judgement.Show(v)}
	if !v.Exists() || v.Type == gjson.Null {
		f.Message = path + " is absent, so it cannot be compared"
		s.unreadable(c, c.FormAspect(path), f)
		return
	}
	key := strings.ToLower(v.String())
	first, known := seen[key]
	if !known {
		seen[key] = c
		return
	}
	f.Actual += ", as in exchange " + first.ID
	f.Message = path + " repeats an earlier one"
	s.wrong(c, f)
}
