package partner

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/endpoints"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// judgeBody judges the body as JSON, and then each of its members.
func (q *request) judgeBody() {
	if q.Bodiless() || !q.readBody() {
		return
	}
	report := q.Doc.Validate(spec.Of(q.Endpoint).Request)
	if report.Unjudged {
		q.unjudged(bodyObligation, report.Violations[0].Message)
		q.hide(bodyObligations(q.Endpoint), bodyObligation)
		return
	}
	q.IsRead = true
	q.Faulty, q.CutShort = q.FaultsIn(report), report.Partial
	q.NameHuge()
	addForms(q)
	excuse(q)
	q.judgeMembers()
	if q.Endpoint == spec.CreateLimit {
		q.judgeOccupation()
	}
	q.judgeStoreKeys()
	q.judgeValues()
	for _, seen := range report.Readings {
		name := bodies.General(seen.Path)
		if !q.IsDoubled(name) && !q.IsCut(q.Get(seen.Path).String()) {
			q.noteReading(name, seen, name)
		}
	}
}

// readBody parses the body and judges it as JSON (section 1). If the body cannot be read, its
// members cannot be judged either.
func (q *request) readBody() bool {
	body := q.exchange.Request.Body
	switch {
	case q.Redacted && endpoints.LacksBody(&q.exchange.Request):
		q.notRecorded("the recording does not hold the body")
		return false
	case q.exchange.Request.Cut > 0:
		q.notRecorded(map[bool]string{true: notWhole, false: leftOut}[q.Redacted])
		return false
	}
	if !q.run.room.Takes(body) {
		q.notRecorded(tooMuch)
		return false
	}
	var report schemas.Report
	q.Doc, report = q.run.cfg.Schemas.Parse(body)
	if report.Unjudged { // for example because of a number in a member that no table names
		q.Doc, report = q.run.cfg.Schemas.Parse(bodies.WithoutHuge(bodies.DocumentedPart(q.Endpoint, body)))
	}
	switch {
	case report.Unjudged:
		q.unjudged(bodyObligation, report.Violations[0].Message)
		q.hide(bodyObligations(q.Endpoint), bodyObligation)
		return false
	case !report.OK() && q.Redacted && bytes.Contains(body, []byte(redact.Marker)):
		q.notRecorded("the body was cut out of the recording")
		return false
	}
	q.judged(bodyObligation)
	for _, v := range report.Violations {
		judgeAsJSON(q, v)
	}
	if readable(report) {
		q.JSON = gjson.ParseBytes(body)
		if q.IsObject = q.JSON.IsObject(); !q.IsObject {
			q.fail(bodyObligation, result.Failure{Section: "1", Want: result.ExpectObject, Expected: "a JSON object", Actual: judgement.Excerpt(body), Message: "the body is JSON, but not an object"})
		}
	}
	if !q.IsObject {
		q.hide(bodyObligations(q.Endpoint), bodyObligation)
		return false
	}
	return !isMisplaced(q)
}

// isMisplaced judges a body that belongs to another endpoint, or that wraps all members in one
// object. It reports one failure, because each member would otherwise be missing for the same
// reason.
func isMisplaced(q *request) bool {
	var names []string
	for _, name := range bodies.Members(q.Endpoint) {
		if !strings.Contains(name, ".") {
			names = append(names, name)
		}
	}
	what := endpoints.Misplaced(&q.exchange.Request, q.Endpoint, names)
	if what == "" {
		return false
	}
	q.fail(bodyObligation, result.Failure{
		Section: spec.Of(q.Endpoint).Section, Expected: "the members of " + spec.Line(q.Endpoint), Actual: what, Message: "the body is " + what,
	})
	q.hide(bodyObligations(q.Endpoint), bodyObligation)
	return true
}

// Reasons why a body is not judged: assay or the recorder kept only its beginning, or the bodies
// before it had too many members together.
const (
	leftOut  = "the body was too large to be kept whole"
	notWhole = "the recording holds only the beginning of the body"
	tooMuch  = "all bodies together contain more members than the suite judges"
)

// notRecorded notes that neither the body nor its members can be judged.
func (q *request) notRecorded(why string) {
	for _, name := range append(bodyObligations(q.Endpoint), bodyObligation) {
		q.unknown(name, why)
	}
}

// peek reads the body of a request that is not judged, because the build may go on with the ids in
// its answer.
func (q *request) peek() {
	if _, report := q.run.cfg.Schemas.Parse(q.exchange.Request.Body); report.OK() {
		q.JSON = gjson.ParseBytes(q.exchange.Request.Body)
		q.IsObject = q.JSON.IsObject()
	}
}

// readable reports whether a faulty body can be read nevertheless. A member that occurs twice is no
// reason to stop.
func readable(report schemas.Report) bool {
	return !slices.ContainsFunc(report.Violations, func(v schemas.Violation) bool { return v.Path == "" })
}

func failureOf(v schemas.Violation, section string) result.Failure {
	if v.Section != "" {
		section = v.Section
	}
	return result.Failure{
		Path: v.Path, Section: section, Expected: v.Expected, Actual: v.Actual, Message: v.Message,
		Kind: result.FailureKind(v.Kind), Want: result.ExpectKind(v.Want), Wanted: v.Wanted,
	}
}

// judgeMembers judges every member that the tables of the endpoint name.
func (q *request) judgeMembers() {
	for _, v := range q.Faulty[bodyObligation] {
		q.fail(bodyObligation, failureOf(v, spec.Of(q.Endpoint).Section))
	}
	for _, name := range bodies.Members(q.Endpoint) {
		faults, owner := q.Faulty[name], hiddenBy(&q.Body, name)
		switch {
		case len(faults) > 0:
		case owner != "":
			q.blocked(name, owner)
			continue
		case !q.Applies(name):
			continue
		case q.WasCut(name):
			q.unknown(name, cutAway)
			continue
		}
		q.judged(name)
		for _, v := range faults {
			q.fail(name, failureOf(v, bodies.SectionOf(q.Endpoint, name)))
		}
	}
}

// judgeStoreKeys compares the store keys with the one that the partner was given (2.2, 2.4).
func (q *request) judgeStoreKeys() {
	want := q.run.cfg.StoreKey
	name := map[string]string{spec.CreatePurchases: "items.#.store_key", spec.CreateLimit: "referral_source"}[q.Endpoint]
	if name == "" || want == "" || q.IsDoubled(name) {
		return
	}
	for path, value := range q.Each(name) {
		if value.Type == gjson.String && value.Str != want && !q.IsCut(value.Str) {
			q.fail(name, result.Failure{
				Path: path, Section: bodies.SectionOf(q.Endpoint, name),
				Expected: "the store key that the partner was given", Actual: judgement.Show(value), Message: path + " is " + formats.OtherKey(value.Str, want),
			})
		}
	}
}

// judgeAsJSON reports what is wrong with a body as JSON (section 1). RFC 8259, section 4 only
// advises that the names in an object are unique, so a repeated name that is in no table is only
// noted.
func judgeAsJSON(q *request, v schemas.Violation) {
	if v.Want == namesOnce && bodies.ObligationOf(q.Endpoint, v.Path) == bodyObligation {
		noteOf(q, "member "+bodies.General(v.Path)+" more than once in its object")
		return
	}
	if v.Want == namesOnce {
		if q.Doubled == nil {
			q.Doubled = make(map[string]bool)
		}
		q.Doubled[bodies.General(v.Path)] = true
	}
	f := failureOf(v, "1")
	if coding := packedAs(q); v.Path == "" && coding != "" {
		f.Expected, f.Actual = "JSON as it is", "a body that is compressed ("+coding+")"
		f.Message = "the body is compressed (" + coding + "), and the specification shows no compression: switch it off in the HTTP client"
	}
	q.fail(bodyObligation, f)
}

// namesOnce is the Want of a schema's violation about a member whose name occurs again.
const namesOnce = "names-once"

// packedAs returns the coding with which the body is compressed, or "" if it is not compressed with
// a known one.
func packedAs(q *request) string {
	coding := recording.Compression(q.exchange.Request.Body, q.exchange.Request.Header)
	if slices.Contains([]string{"gzip", "deflate", "br", "zstd", "compress"}, coding) {
		return coding
	}
	return ""
}
