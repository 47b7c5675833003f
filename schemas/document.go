package schemas

import (
	"fmt"
	"sync"

	"github.com/xeipuuv/gojsonschema"
)

// Document is a body that the guard has passed and that is decoded once, for
// several schemas to judge. It is safe for concurrent use.
type Document struct {
	set   *Set
	value any     // nil for a large body
	large []byte  // a large body: it is decoded anew for each schema
	guard *Report // why the body cannot be read; nil when it can

	mu      sync.Mutex
	reports map[string]Report // by schema: many rules ask the same of one answer
}

// Parse guards and decodes a body, which must not change afterwards. The report
// holds what is wrong with the body as JSON: where it cannot be read, every
// Validate on the document gives that same report; where it can but a member name
// stands twice, only this report tells, and the last of the two counts.
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

// keptDecoded is the size, in octets, up to which a body is also kept decoded: who
// parses keeps the body itself already, for the length of a run.
const keptDecoded = 64 << 10

// decoded is the value of the body.
func (d *Document) decoded() (any, error) {
	if d.large == nil {
		return d.value, nil
	}
	return decode(d.large)
}

// Validate judges a body by one schema, named by its file without ".json".
// Foreign bytes never make it panic or stall. A name that does not exist
// gives a report that is Unjudged.
func (s *Set) Validate(name string, body []byte) Report {
	document, guard := s.Parse(body)
	if document.guard != nil {
		return guard
	}
	report := document.Validate(name)
	report.Violations = append(guard.Violations, report.Violations...)
	return report
}

// Validate judges the document by one schema, as Set.Validate does, once: who
// asks again is given the same report, and must not change it.
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
	// The guard keeps out what is known to crash the library. For the rest
	// there is this: a panic is our trouble and never a verdict.
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

// unjudged is the report on a body that we could not judge.
func unjudged(why string) Report {
	return Report{Unjudged: true, Violations: []Violation{{
		Expected: "a body that can be judged",
		Actual:   "one that could not be judged",
		Message:  "the body could not be judged: " + why,
	}}}
}

// Report is what judging a body came to. A body is fine when there are no
// violations.
type Report struct {
	// Violations are ordered by path, one for each place. In an array of
	// hundreds, judging stops after the first stretch that has any.
	Violations []Violation
	Readings   []Seen // which reading of which tolerance was seen where, ordered by path
	// Unjudged says that the body could not be judged, for a reason on our
	// side: a bound of ours, or trouble in the library. There is a violation
	// that says so, and it is not the target's fault.
	Unjudged bool
	// Partial says that the rest of a long array was not judged.
	Partial bool
}

// OK tells whether the body was judged and found without fault.
func (r Report) OK() bool { return len(r.Violations) == 0 && !r.Unjudged }

// Violation is one place in a body that is not as the specification has it.
type Violation struct {
	Path     string // gjson path from the root, "data.0.id"; empty for the whole body (gjson cannot follow an empty member name)
	Expected string // in words: "a UUID", "one of phone, tv"
	Actual   string // what stands there, with its type: `the string "12"`, or "absent"
	Message  string // one sentence with all three
	Section  string // section of the specification, "2.3"; empty for what JSON itself demands
	// Kind, Want and Wanted say as data what the texts say in words: "missing", "null" or
	// "type", and how the value must be compared with what; empty where that cannot be said.
	Kind, Want, Wanted string
}

// Seen is a reading of a tolerance as it was met in a body.
type Seen struct {
	Tolerance string // id in the register
	Reading   string // name of the reading
	Path      string // where, as in Violation
}
