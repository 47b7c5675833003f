package steps

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// judgeBody judges a body as JSON, and then member by member.
func (h *hearing) judgeBody() {
	if h.bodiless() || !h.readBody() {
		return
	}
	report := h.doc.Validate(spec.Of(h.endpoint).Request)
	if report.Unjudged {
		h.unjudged(bodyTopic, report.Violations[0].Message)
		h.hide(bodyTopics(h.endpoint), bodyTopic)
		return
	}
	h.isRead = true
	h.faulty, h.cutShort = h.faults(report), report.Partial
	h.judgeMembers()
	if h.endpoint == createLimit {
		h.judgeOccupation()
	}
	h.judgeStoreKeys()
	h.judgeValues()
	for _, seen := range report.Readings {
		name := general(seen.Path)
		if !h.cut(h.body.Get(seen.Path).String()) {
			h.saw(name, seen, name)
		}
	}
}

// readBody parses the body, and judges it as JSON (section 1). Where it cannot
// be read, neither can anything that stands in it.
func (h *hearing) readBody() bool {
	body := h.e.Request.Body
	if h.missing(body) {
		h.notRecorded("the recording does not hold the body")
		return false
	}
	var report schemas.Report
	h.doc, report = h.run.cfg.Schemas.Parse(body)
	switch {
	case report.Unjudged:
		h.unjudged(bodyTopic, report.Violations[0].Message)
		h.hide(bodyTopics(h.endpoint), bodyTopic)
		return false
	case !report.OK() && h.run.cfg.Cut && bytes.Contains(body, []byte(redact.Marker)):
		h.notRecorded("the body was cut out of the recording")
		return false
	}
	h.judged(bodyTopic)
	for _, v := range report.Violations {
		h.fail(bodyTopic, failureOf(v, "1"))
	}
	if readable(report) {
		h.body = gjson.ParseBytes(body)
		if h.isObject = h.body.IsObject(); !h.isObject {
			h.fail(bodyTopic, result.Failure{Section: "1", Expected: "a JSON object", Actual: excerpt(body), Message: "the body is JSON, but no object"})
		}
	}
	if !h.isObject {
		h.hide(bodyTopics(h.endpoint), bodyTopic)
	}
	return h.isObject
}

// notRecorded notes that neither the body nor what stands in it can be judged.
func (h *hearing) notRecorded(why string) {
	for _, name := range append(bodyTopics(h.endpoint), bodyTopic) {
		h.unknown(name, why)
	}
}

// peek reads the body of a request that is not judged: what its answer gives, the
// build may go on with all the same.
func (h *hearing) peek() {
	if _, report := h.run.cfg.Schemas.Parse(h.e.Request.Body); report.OK() {
		h.body = gjson.ParseBytes(h.e.Request.Body)
		h.isObject = h.body.IsObject()
	}
}

// readable tells whether a body that is not sound can be read all the same: a
// member that stands twice is no reason to look no further.
func readable(report schemas.Report) bool {
	return !slices.ContainsFunc(report.Violations, func(v schemas.Violation) bool { return v.Path == "" })
}

// missing tells whether a recorder left the body out, as some do with large
// ones.
func (h *hearing) missing(body []byte) bool {
	length := h.e.Request.Header.Get("Content-Length")
	return h.run.cfg.Cut && len(body) == 0 && length != "" && length != "0"
}

func failureOf(v schemas.Violation, section string) result.Failure {
	if v.Section != "" {
		section = v.Section
	}
	return result.Failure{Path: v.Path, Section: section, Expected: v.Expected, Actual: v.Actual, Message: v.Message}
}

// faults sorts violations by topic. What was cut is no violation.
func (h *hearing) faults(report schemas.Report) map[string][]schemas.Violation {
	faults := make(map[string][]schemas.Violation)
	for _, v := range report.Violations {
		if value := h.body.Get(v.Path); v.Path != "" && value.Type == gjson.String && h.cut(value.Str) {
			continue
		}
		name := h.topicOf(v.Path)
		faults[name] = append(faults[name], v)
	}
	return faults
}

// topicOf is the topic that a path in the body belongs to. What no table names
// is laid to the body as a whole, so that no fault is lost.
func (h *hearing) topicOf(path string) string {
	name := general(path)
	switch {
	case isMember(h.endpoint, name):
		return name
	case name == "items.#":
		return "items"
	case h.endpoint == createLimit && (name == ofTheEmployed || name == ofTheSelfEmployed):
		return name
	}
	return bodyTopic
}

// judgeMembers goes through every member that the tables of the endpoint name.
func (h *hearing) judgeMembers() {
	for _, v := range h.faulty[bodyTopic] {
		h.fail(bodyTopic, failureOf(v, spec.Of(h.endpoint).Section))
	}
	for _, name := range members[h.endpoint] {
		faults, owner := h.faulty[name], h.hiddenBy(name)
		switch {
		case len(faults) > 0:
		case owner != "":
			h.blocked(name, owner)
			continue
		case !h.applies(name):
			continue
		case h.wasCut(name):
			h.unknown(name, cutAway)
			continue
		}
		h.judged(name)
		for _, v := range faults {
			h.fail(name, failureOf(v, spec.Of(h.endpoint).Section))
		}
	}
}

// wasCut tells whether all values of a member were cut.
func (h *hearing) wasCut(name string) bool {
	if !h.run.cfg.Cut {
		return false
	}
	values := []gjson.Result{h.body.Get(name)}
	if strings.Contains(name, "#") {
		values = values[0].Array()
	}
	return len(values) > 0 && !slices.ContainsFunc(values, func(v gjson.Result) bool { return !h.cut(v.String()) })
}

// judgeStoreKeys holds the store key against the one that the partner was given
// (2.2, 2.4).
func (h *hearing) judgeStoreKeys() {
	want := h.run.cfg.StoreKey
	name := map[string]string{createOrder: "items.#.store_key", createLimit: "referral_source"}[h.endpoint]
	if name == "" || want == "" {
		return
	}
	for path, value := range h.each(name) {
		if value.Type == gjson.String && value.Str != want && !h.cut(value.Str) {
			h.fail(name, result.Failure{
				Path: path, Section: map[string]string{createOrder: "2.2", createLimit: "2.4"}[h.endpoint],
				Expected: "the store key that the partner was given", Actual: show(value), Message: path + " is another store key",
			})
		}
	}
}
