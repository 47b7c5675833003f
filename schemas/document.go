package schemas

import (
	"fmt"
	"sync"

	"github.com/xeipuuv/gojsonschema"
)

// Document is a body that has passed the guard and is decoded once, so that several schemas can
// judge it. It is safe for concurrent use.
type Document struct {
	set   *Set
	value any     // nil for a large body
	large []byte  // a large body, which is decoded again for each schema
	guard *Report // why the body cannot be read; nil when it can

	mu      sync.Mutex
	reports map[string]Report // by schema, because many rules use the same schema on one answer
}

// Parse guards and decodes a body. The caller must not change the body afterwards. The report
// says what is wrong with the body as JSON. If the body cannot be read, every Validate on the
// document returns this same report. If the body can be read but has a member name twice, only
// this report says so, and the last of the two members counts.
func (s *Set) Parse(body []byte) (*Document, Report) {
	value, report, readable := s.limits.read(body)
	if !readable {
		return &Document{set: s, guard: &report}, report
	}
	if len(body) > keptDecoded {
		return &Document{set: s, large: body}, report
	}
	return &Document{set: s, value: value}, report
}

// keptDecoded is the largest size, in octets, of a body that is also kept in decoded form. The
// caller of Parse keeps the body itself for the whole run already.
const keptDecoded = 64 << 10

// decoded returns the value of the body.
func (d *Document) decoded() (any, error) {
	if d.large == nil {
		return d.value, nil
	}
	return decode(d.large)
}

// Validate judges a body by one schema, named by its file without ".json". It never panics or
// hangs, whatever the body is. If the schema does not exist, the report is Unjudged.
func (s *Set) Validate(name string, body []byte) Report {
	document, guard := s.Parse(body)
	if document.guard != nil {
		return guard
	}
	report := document.Validate(name)
	report.Violations = append(guard.Violations, report.Violations...)
	return report
}

// Validate judges the document by one schema, as Set.Validate does. It judges once: further calls
// return the same report, which callers must not change.
func (d *Document) Validate(name string) Report {
	schema, ok := d.set.schemas[name]
	if !ok {
		return unjudged(fmt.Sprintf("there is no schema %q", name))
	}
	if d.guard != nil {
		return *d.guard
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	report, known := d.reports[name]
	if !known {
		value, err := d.decoded()
		if err != nil {
			return unjudged(err.Error())
		}
		report = schema.judge(value)
		if d.reports == nil {
			d.reports = make(map[string]Report)
		}
		d.reports[name] = report
	}
	return report
}

func (c compiled) judge(value any) (report Report) {
	// The guard rejects everything that is known to crash the library. Other panics are caught
	// here: a panic is a problem of assay and never a verdict.
	defer func() {
		if trouble := recover(); trouble != nil {
			report = unjudged(fmt.Sprintf("the schema library broke down: %v", trouble))
		}
	}()
	chunks := c.chunks(value)
	for i, chunk := range chunks {
		result, err := c.schema.Validate(gojsonschema.NewRawLoader(chunk.value))
		if err != nil {
			return unjudged(err.Error())
		}
		report.Readings = append(report.Readings, readings(c.root, chunk)...)
		if !result.Valid() {
			report.Violations = c.explain(chunk, result.Errors())
			report.Partial = i+1 < len(chunks)
			return report
		}
	}
	return report
}

// unjudged returns the report on a body that assay cannot judge.
func unjudged(why string) Report {
	return Report{Unjudged: true, Violations: []Violation{{
		Expected: "a body that can be judged",
		Actual:   "one that could not be judged",
		Message:  "the body could not be judged: " + why,
	}}}
}

// Report is the result of judging a body. A body is fine when there are no violations.
type Report struct {
	// Violations are ordered by path, one for each place. In an array of hundreds of elements,
	// judging stops after the first chunk that has violations.
	Violations []Violation
	Readings   []Seen // which reading of which tolerance occurred where, ordered by path
	// Unjudged says that the body could not be judged for a reason on assay's side: one of its
	// limits, or a problem in the library. A violation says so too, and it is not a fault of the
	// target.
	Unjudged bool
	// Partial says that the rest of a long array was not judged.
	Partial bool
}

// OK reports whether the body was judged and no violation was found.
func (r Report) OK() bool { return len(r.Violations) == 0 && !r.Unjudged }

// Violation is one place in a body that does not follow the specification.
type Violation struct {
	Path     string // gjson path from the root, "data.0.id"; empty for the whole body (gjson cannot follow an empty member name)
	Expected string // in words: "a UUID", "one of phone, tv"
	Actual   string // the value in the body, with its type: `the string "12"`, or "absent"
	Message  string // one sentence with all three
	Section  string // section of the specification, "2.3"; empty for the rules of JSON itself
	// Kind, Want and Wanted repeat as data what the texts say in words. Kind is "missing", "null"
	// or "type"; Want is how the value must be compared, and Wanted is the value to compare it
	// with. Want and Wanted are empty if the texts cannot be put into this form.
	Kind, Want, Wanted string
}

// Seen is a reading of a tolerance that occurred in a body.
type Seen struct {
	Tolerance string // id in the register
	Reading   string // name of the reading
	Path      string // the place, as in Violation
}
