package schemas

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/xeipuuv/gojsonschema"
)

// fault is a violation whose path is not joined yet.
type fault struct {
	path []string
	Violation
}

// explain turns the errors of the library into one violation for each place.
func (c compiled) explain(part chunk, errors []gojsonschema.ResultError) []Violation {
	faults := c.faults(part.value, errors)
	if len(faults) == 0 && len(errors) > 0 {
		// Never let a body pass because assay cannot put a fault into words.
		last := errors[len(errors)-1]
		faults = []fault{{Violation: Violation{
			Expected: "a body that fits the schema", Actual: "one that does not",
			Message: "the body does not fit the schema: " + last.String(),
		}}}
	}
	slices.SortStableFunc(faults, func(a, b fault) int { return comparePaths(a.path, b.path) })
	faults = slices.CompactFunc(faults, func(a, b fault) bool { return slices.Equal(a.path, b.path) })
	violations := make([]Violation, len(faults))
	for i := range faults {
		if part.start > 0 {
			part.shiftFault(&faults[i])
		}
		violations[i] = faults[i].Violation
	}
	return violations
}

func (c compiled) faults(value any, errors []gojsonschema.ResultError) []fault {
	mismatches := c.mismatches(value, errors)
	var faults []fault
	for _, mismatch := range mismatches {
		faults = append(faults, mismatch.faults()...)
	}
	for _, e := range errors {
		if isFrame(e.Type()) {
			continue
		}
		path := pathOf(e)
		if slices.ContainsFunc(mismatches, func(m toleranceMismatch) bool { return m.covers(path) }) {
			continue
		}
		faults = append(faults, toViolation(locate(c.root, value, path), e))
	}
	return faults
}

// isFrame reports whether an error only says that something inside the value is wrong.
func isFrame(kind string) bool {
	switch kind {
	case "number_all_of", "number_any_of", "condition_then", "condition_else":
		return true
	}
	return false
}

// pathOf returns the place that an error is about: the missing member itself, not the object that
// lacks it. Only names from the schemas can occur, so the separator is safe.
func pathOf(e gojsonschema.ResultError) []string {
	path := contextOf(e)
	for _, detail := range []string{"property", "dependency"} {
		if name, ok := e.Details()[detail].(string); ok {
			return append(path, name)
		}
	}
	return path
}

func contextOf(e gojsonschema.ResultError) []string {
	const separator = "\x00"
	return strings.Split(e.Context().String(separator), separator)[1:]
}

// toViolation turns an error of the library into a violation.
func toViolation(p place, e gojsonschema.ResultError) fault {
	expected := p.expected()
	if expected == "" {
		expected = e.Description()
	}
	v := violation(join(p.path), expected, p.value, p.present)
	v.Section = p.section
	v.setWant(p.want())
	return fault{path: p.path, Violation: v}
}

// violation describes a fault in words.
func violation(path, expected string, value any, present bool) Violation {
	v := Violation{Path: path, Expected: expected, Actual: "absent", Kind: "missing"}
	if present {
		v.Actual, v.Kind = describe(value), "type"
		if value == nil {
			v.Kind = "null"
		}
	}
	where := path
	if where == "" {
		where = "the body"
	}
	v.Message = where + " is " + v.Actual + ", expected " + expected
	return v
}

// comparePaths orders places as a reader expects: data.2 comes before data.10.
func comparePaths(a, b []string) int {
	return slices.CompareFunc(a, b, func(x, y string) int {
		i, errX := strconv.Atoi(x)
		j, errY := strconv.Atoi(y)
		if errX == nil && errY == nil {
			return i - j
		}
		return strings.Compare(x, y)
	})
}

func number(n int) json.Number { return json.Number(strconv.Itoa(n)) }
