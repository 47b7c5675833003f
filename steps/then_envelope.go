package steps

import (
	"context"
	"fmt"
	"mime"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// eachIsAnsweredWith judges the HTTP status of every call that this rule owns:
// a plain one must be served, and whatever is served must have this status.
func (s *Scenario) eachIsAnsweredWith(ctx context.Context, status int) error {
	judged := 0
	var unknown unknownID
	for _, c := range s.subject {
		if !s.owns(c) {
			continue
		}
		switch err := s.served(c); {
		case c.unanswered && c.kind == plain:
			s.fail(c, c.unansweredFailure())
		case c.unanswered: // the rule that bent the call judges it
		case isUntested(err) || (err != nil && !isBreak(err)):
			return err
		case c.Response == nil && c.kind == plain:
			s.take(err)
		case c.Response == nil: // judged by the rule that bent the call
		case c.wronglyAnswered(status) && s.namesUnknownID(ctx, c, &unknown):
			s.take(unknown.err)
		case c.wronglyAnswered(status):
			s.fail(c, result.Failure{
				Path: "status", Section: "7",
				Expected: fmt.Sprintf("HTTP status %d", status),
				Actual:   fmt.Sprintf("HTTP status %d, %s", c.Response.Status, excerpt(c.Response.Body)),
				Message:  fmt.Sprintf("%s is not answered with %d", spec.Line(c.endpoint), status),
			})
		}
		judged++
		if c.kind == plain || c.ok() {
			s.evidence.decide(c)
		}
	}
	if judged == 0 && s.run.roll != nil {
		return errRecognised
	}
	if judged == 0 {
		return errored("no call of this rule was made: nothing can be judged")
	}
	return nil
}

// unknownID is what was found out about the refusals that a check has looked into.
type unknownID struct {
	asked int
	err   error // of the last one: what broke, where the id that create gave finds nothing
}

// namesUnknownID tells whether a call was refused for an id that create gave. The
// first few refusals are looked into.
func (s *Scenario) namesUnknownID(ctx context.Context, c *call, known *unknownID) bool {
	if known.asked < maxUnknownIDs {
		known.asked++
		known.err = s.run.checkUnknownID(ctx, s.by(), c)
	}
	return known.err != nil && c.findsNothing()
}

// wronglyAnswered tells whether a call is not answered as its rule says. A
// refusal of a special call is judged by the rule that bent it; that a lookup
// is refused in its body, by the rule that owns its success.
func (c *call) wronglyAnswered(status int) bool {
	switch {
	case c.kind == plain && !c.answeredSuccess():
		return true
	case c.kind == plain && !c.ok() && !spec.Of(c.endpoint).HasOwnEnvelope():
		return true
	case c.kind != plain && !c.ok():
		return false
	}
	return c.Response.Status != status
}

// owns tells whether the status of a call is for this check's rule to judge.
func (s *Scenario) owns(c *call) bool {
	return (c.variant != againVariant || c.endpoint != createLimit) && s.check.Owner(c.aspect(StatusAspect)) == s.check.Requirement
}

// eachIsJSON judges the body and its Content-Type together: to a client the
// one is not JSON without the other.
func (s *Scenario) eachIsJSON() error {
	judged := 0
	for _, c := range s.subject {
		if !c.answeredSuccess() {
			continue
		}
		judged++
		s.evidence.decide(c)
		for _, v := range c.sound.Violations {
			s.fail(c, result.Failure{Path: v.Path, Expected: v.Expected, Actual: v.Actual, Message: v.Message, Section: "1"})
		}
		if c.sound.OK() && !c.isJSON {
			s.fail(c, result.Failure{Expected: "a JSON object", Actual: excerpt(c.Response.Body), Message: "the body is JSON, but no object", Section: "1"})
		}
		if media := c.Response.Header.Get("Content-Type"); !isJSONMedia(media) {
			s.fail(c, result.Failure{
				Path: "header Content-Type", Section: "1",
				Expected: "application/json", Actual: orAbsent(media),
				Message: "the answer does not say that it is JSON",
			})
		}
	}
	if judged == 0 {
		return s.nothingServed()
	}
	return nil
}

// nothingServed says what broke when no call was served.
func (s *Scenario) nothingServed() error {
	for _, c := range s.subject {
		if err := s.served(c); err != nil {
			return err
		}
	}
	return errored("no answer was gathered: nothing can be judged")
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
func (s *Scenario) eachMatches(schema string) error {
	if !s.run.cfg.Schemas.Has(schema) {
		return errored("there is no schema %q", schema)
	}
	calls, err := s.judgedBy(schema)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(calls, func(c *call) bool { return schema == spec.Of(c.endpoint).DataSchema() }) {
		s.shows(largeAmounts, severalAtOnce)
	}
	for _, c := range calls {
		if schema == "lookup-success" && s.check.Owner(c.aspect(SuccessAspect)) != s.check.Requirement {
			continue // the rule of this case judges it
		}
		report := c.doc.Validate(schema)
		if report.Unjudged {
			return errored("the answer %s cannot be judged: %s", c.ID, report.Violations[0].Message)
		}
		s.evidence.decide(c)
		for _, v := range report.Violations {
			s.fail(c, result.Failure{Path: v.Path, Expected: v.Expected, Actual: v.Actual, Message: v.Message, Section: v.Section})
		}
		for _, seen := range report.Readings {
			s.lean(seen.Tolerance, seen.Reading)
			s.run.tried.add(Trial{Tolerance: seen.Tolerance, Reading: seen.Reading, Endpoint: c.endpoint, Path: seen.Path, Taken: true, Exchange: c.ID})
		}
	}
	return nil
}

// judgedBy gives the answers that a schema judges. The envelope of the lookup
// and its refusals are judged although they are no success.
func (s *Scenario) judgedBy(schema string) ([]*call, error) {
	switch schema {
	case "lookup-envelope", "lookup-success":
		return s.readable(true)
	case "lookup-invalid-token":
		return s.readable(false)
	}
	return s.judged()
}

// readable gives the answers that are JSON objects, whatever they say.
func (s *Scenario) readable(successOnly bool) ([]*call, error) {
	var calls []*call
	for _, c := range s.subject {
		refusedSpecial := c.kind == special && !c.ok()
		if c.Response == nil || (successOnly && (!c.answeredSuccess() || refusedSpecial)) {
			continue
		}
		if c.isJSON {
			calls = append(calls, c)
			continue
		}
		if !successOnly {
			s.fail(c, result.Failure{Expected: "a JSON object", Actual: excerpt(c.Response.Body), Message: "the answer is not a JSON object", Section: "7"})
		}
	}
	if len(calls) == 0 && len(s.report.Failures) == 0 {
		return nil, s.nothingServed()
	}
	return calls, nil
}

// eachStatusIsPermitted judges an HTTP status that the specification leaves
// open by what the register permits of it.
func (s *Scenario) eachStatusIsPermitted(tolerance string) error {
	for _, c := range s.subject {
		if c.Response == nil {
			return c.served()
		}
		s.evidence.decide(c)
		seen, violation := s.run.cfg.Schemas.Reading(tolerance, c.Response.Status)
		if violation != nil {
			s.fail(c, result.Failure{Path: "status", Expected: violation.Expected, Actual: violation.Actual, Message: violation.Message, Section: violation.Section})
			continue
		}
		s.run.tried.add(Trial{Tolerance: tolerance, Reading: seen.Reading, Endpoint: c.endpoint, Path: "HTTP status", Taken: true, Exchange: c.ID})
	}
	return nil
}

// lean notes that the check passed by way of a reading that the
// specification contradicts in its table.
func (s *Scenario) lean(tolerance, reading string) {
	if !tolerates(tolerance, reading) {
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

func (s *Scenario) eachMirrorsItsStatus() error {
	return s.each(func(c *call) {
		report := c.doc.Validate("status-member")
		for _, v := range report.Violations {
			s.fail(c, result.Failure{Path: v.Path, Expected: v.Expected, Actual: v.Actual, Message: v.Message, Section: v.Section})
		}
		if status := c.body.Get("status"); report.OK() && status.Num != float64(c.Response.Status) {
			s.fail(c, result.Failure{
				Path: "status", Section: "1",
				Expected: fmt.Sprintf("%d, as the HTTP status", c.Response.Status), Actual: show(status),
				Message: "status does not repeat the HTTP status",
			})
		}
	})
}

// eachCarried judges the suite itself: that what it sent was what section 5
// asks for, so that a refusal cannot be laid at the target's door.
func (s *Scenario) eachCarried(names string) error {
	for _, c := range s.subject {
		for _, name := range strings.Split(names, ", ") {
			if len(c.Request.Header.Values(name)) == 0 && len(c.Request.Header[name]) == 0 {
				return errored("the suite sent a lookup without %s", name)
			}
		}
	}
	return nil
}

func (s *Scenario) itIsAccepted() error {
	for _, c := range s.subject {
		if err := s.served(c); err != nil {
			return err
		}
	}
	if len(s.subject) == 0 {
		return errored("no call was made: nothing can be judged")
	}
	s.decides()
	return nil
}

// noTwoAnswersShare looks at every answer that was served, those to the suite's
// own probes too: what identifies a request identifies it among all. A probe
// that holds none may be a refusal, and owes none.
func (s *Scenario) noTwoAnswersShare(path string) error {
	seen := make(map[string]*call)
	s.subject = slices.DeleteFunc(s.run.calls.andProbes(s.subject), func(c *call) bool {
		return c.kind == probe && c.body.Get(path).Type != gjson.String
	})
	return s.each(func(c *call) {
		s.unlike(seen, c, path, c.body.Get(path))
	})
}

// unlike notes a value that another call has given before. A value that is not
// there is no repetition, and no proof of the contrary.
func (s *Scenario) unlike(seen map[string]*call, c *call, path string, v gjson.Result) {
	f := result.Failure{Path: path, Section: spec.Of(c.endpoint).Section, Expected: "a value of its own", Actual: show(v)}
	if !v.Exists() || v.Type == gjson.Null {
		f.Message = path + " is not there, so that it cannot be compared"
		s.unreadable(c, c.formAspect(path), f)
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
