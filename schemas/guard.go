package schemas

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// limits are the bounds of the bodies that the library may judge. They are assay's own limits,
// not the specification's: a body beyond them is Unjudged.
type limits struct {
	size     int // octets
	depth    int // nested objects and arrays
	values   int // number of brackets and commas: decoded values take much more memory than their octets
	digits   int // characters of one number
	exponent int // absolute value
	twice    int // how many repeated member names are reported
}

var usualLimits = limits{size: 8 << 20, depth: 200, values: 200_000, digits: 1000, exponent: 400, twice: 100}

// read decodes a body if it is JSON and within the limits. The report says what is wrong in
// either case.
func (l limits) read(body []byte) (value any, report Report, readable bool) {
	if len(body) > l.size {
		return nil, unjudged(fmt.Sprintf("it has %d bytes, the suite reads up to %d", len(body), l.size)), false
	}
	if fault := notJSON(body); fault != nil {
		return nil, Report{Violations: []Violation{*fault}}, false
	}
	scanner := scanner{text: body, limits: l}
	if why := scanner.scan(); why != "" {
		return nil, unjudged(why), false
	}
	value, err := decode(body)
	if err != nil {
		return nil, Report{Violations: []Violation{broken(err.Error(), "JSON")}}, false
	}
	return value, Report{Violations: scanner.duplicates}, true
}

// notJSON says why the bytes are not one JSON text in UTF-8 (RFC 8259), which section 1 demands
// of a body.
func notJSON(body []byte) *Violation {
	var fault Violation
	switch {
	case len(bytes.TrimSpace(body)) == 0:
		fault = broken("it is empty", "a body")
		fault.Actual = "an empty body"
	case bytes.HasPrefix(body, []byte("\xef\xbb\xbf")):
		fault = broken("it begins with a byte order mark", "no byte order mark")
	case !utf8.Valid(body):
		fault = broken(fmt.Sprintf("byte %d is not UTF-8", invalidAt(body)), "UTF-8")
	case !json.Valid(body):
		fault = broken(syntaxError(body), missingPart(body))
	default:
		return nil
	}
	return &fault
}

func broken(why, wanted string) Violation {
	return Violation{
		Expected: "a body that is JSON",
		Actual:   "a body that is not",
		Message:  "the body is not JSON: " + why,
		Section:  "1",
		Kind:     "not-json", Want: "json-object", Wanted: wanted,
	}
}

// missingPart says what a body that is not JSON lacks: its end, an end without further text, or the
// syntax of JSON.
func missingPart(body []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(body))
	var value json.RawMessage
	switch err := decoder.Decode(&value); {
	case err == nil:
		return "one JSON text"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the end of the JSON text"
	}
	return "JSON"
}

func invalidAt(body []byte) int {
	for i := 0; i < len(body); {
		r, size := utf8.DecodeRune(body[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(body)
}

func syntaxError(body []byte) string {
	var value json.RawMessage
	err := json.Unmarshal(body, &value)
	if err == nil {
		return "it is malformed"
	}
	if syntax, ok := err.(*json.SyntaxError); ok {
		return fmt.Sprintf("%s, at byte %d", syntax, syntax.Offset)
	}
	return err.Error()
}
