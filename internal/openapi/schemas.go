package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/credit-partner/assay/schemas"
)

// The file of shared schemas, and the file name that refers to the register of tolerances.
const (
	definitionsFile = "definitions.json"
	tolerancesFile  = "tolerances.json"
	tolerancePrefix = "tolerance-"
)

// componentSchemas returns all schemas of the suite: one for each obligation, one for each shared
// shape, and one for each tolerance of a body.
func componentSchemas() (map[string]object, error) {
	all := make(map[string]object)
	names, err := fs.Glob(schemas.Files(), "*.json")
	if err != nil {
		return nil, fmt.Errorf("list the schemas: %w", err)
	}
	for _, file := range names {
		doc, err := read(file)
		if err != nil {
			return nil, err
		}
		if err := addFile(all, file, doc); err != nil {
			return nil, fmt.Errorf("schema %s: %w", file, err)
		}
	}
	for _, t := range schemas.Register() {
		if t.Place != "body" {
			continue
		}
		schema, err := tolerance(t)
		if err != nil {
			return nil, fmt.Errorf("tolerance %s: %w", t.ID, err)
		}
		all[tolerancePrefix+t.ID] = schema
	}
	return all, nil
}

func read(file string) (object, error) {
	text, err := fs.ReadFile(schemas.Files(), file)
	if err != nil {
		return nil, fmt.Errorf("read schema %s: %w", file, err)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var doc object
	if err := decoder.Decode(&doc); err != nil {
		return nil, fmt.Errorf("read schema %s: %w", file, err)
	}
	return doc, nil
}

func addFile(all map[string]object, file string, doc object) error {
	if file != definitionsFile {
		return add(all, strings.TrimSuffix(file, ".json"), doc)
	}
	definitions, _ := doc["definitions"].(object)
	for name, definition := range definitions {
		schema, _ := definition.(object)
		if err := add(all, name, schema); err != nil {
			return err
		}
	}
	return nil
}

func add(all map[string]object, name string, schema object) error {
	if all[name] != nil {
		return fmt.Errorf("%q is the name of two schemas", name)
	}
	translated, err := translate(schema)
	if err != nil {
		return err
	}
	all[name] = translated
	return nil
}

// tolerance returns a schema that permits every reading of a tolerance. A reading without a value
// needs no schema, because the member is not required.
func tolerance(t schemas.Tolerance) (object, error) {
	var forms []any
	var absent string
	for _, r := range t.Readings {
		if r.Absent {
			absent = " It may also be absent."
			continue
		}
		form, err := translate(r.Schema)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", r.Name, err)
		}
		if form["$ref"] != nil {
			form = object{"allOf": []any{form}}
		}
		form["title"], form["x-reading"] = r.Title, r.Name
		forms = append(forms, form)
	}
	return object{
		"title": t.Title, "description": t.Why + absent, "anyOf": forms,
		"x-tolerance": t.ID, "x-section": strings.Join(t.Sections, ", "),
	}, nil
}

// patterns maps the suite's own formats to patterns that check the same, as far as a pattern can.
// A pattern cannot check the calendar and the list of countries.
var patterns = map[string]string{
	"country-two-letters":   `^[A-Za-z]{2}$`,
	"country-three-letters": `^[A-Za-z]{3}$`,
	"utc-milliseconds":      schemas.UTCPattern(`%s[.,][0-9]{3}`),
	"utc-other-precision":   schemas.UTCPattern(`(%s([.,]([0-9]{1,2}|[0-9]{4,}))?)?`),
	"date-month-first":      `^(0[1-9]|1[0-2])/(0[1-9]|[12][0-9]|3[01])/[0-9]{4}$`,
	"date-day-first":        `^(0[1-9]|[12][0-9]|3[01])/(0[1-9]|1[0-2])/[0-9]{4}$`,
}

// verbatim lists the keywords that mean the same in draft-07 and in OpenAPI 3.1 and contain no
// schema.
var verbatim = []string{"title", "description", "type", "required", "enum", "const", "pattern", "minLength", "x-section"}

// translate converts a draft-07 schema to a schema of OpenAPI 3.1. An unknown keyword is an error,
// because without it the schema would require less.
func translate(schema object) (object, error) {
	out := make(object, len(schema))
	for keyword, value := range schema {
		if err := translateKeyword(out, keyword, value); err != nil {
			return nil, fmt.Errorf("%s: %w", keyword, err)
		}
	}
	return out, nil
}

func translateKeyword(out object, keyword string, value any) (err error) {
	switch {
	case slices.Contains(verbatim, keyword):
		out[keyword] = value
	case keyword == "$schema": // OpenAPI 3.1 sets its own dialect
	case keyword == "dependencies":
		out["dependentRequired"] = value // our schemas list only names here
	case keyword == "$ref":
		out[keyword], err = component(value)
	case keyword == "format":
		pattern, ok := patterns[fmt.Sprint(value)]
		if !ok {
			return fmt.Errorf("format %v has no pattern", value)
		}
		out["pattern"] = pattern
	case slices.Contains([]string{"not", "if", "then", "items"}, keyword):
		out[keyword], err = one(value)
	case keyword == "properties":
		out[keyword], err = named(value)
	case keyword == "allOf":
		out[keyword], err = list(value)
	default:
		return fmt.Errorf("there is no translation for it")
	}
	return err
}

// component returns the address of a schema within the document.
func component(value any) (string, error) {
	const within, place = "#/definitions/", "#/components/schemas/"
	file, name, ok := strings.Cut(fmt.Sprint(value), within)
	switch {
	case ok && file == definitionsFile:
		return place + name, nil
	case ok && file == tolerancesFile:
		return place + tolerancePrefix + name, nil
	}
	return "", fmt.Errorf("%v refers to neither %s nor %s", value, definitionsFile, tolerancesFile)
}

func one(value any) (object, error) {
	schema, ok := value.(object)
	if !ok {
		return nil, fmt.Errorf("it holds no schema")
	}
	return translate(schema)
}

func named(value any) (object, error) {
	all, ok := value.(object)
	if !ok {
		return nil, fmt.Errorf("it holds no object")
	}
	out := make(object, len(all))
	for name, schema := range all {
		translated, err := one(schema)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[name] = translated
	}
	return out, nil
}

func list(value any) ([]any, error) {
	all, ok := value.([]any)
	if !ok {
		return nil, fmt.Errorf("it holds no list")
	}
	var out []any
	for n, schema := range all {
		translated, err := one(schema)
		if err != nil {
			return nil, fmt.Errorf("%d: %w", n, err)
		}
		out = append(out, translated)
	}
	return out, nil
}
