package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The names of the files that schemas refer to. The tolerances file exists in memory only: assay
// makes it from the register and the settings.
const (
	definitionsFile = "definitions.json"
	tolerancesFile  = "tolerances.json"
)

// object is a decoded JSON object.
type object = map[string]any

// library holds every schema document by file name, for one choice of settings.
type library map[string]object

// assemble reads the schemas and writes the tolerances into them.
func assemble(entries []Tolerance, settings Settings) (library, error) {
	lib, err := readLibrary()
	if err != nil {
		return nil, err
	}
	lib[tolerancesFile] = toleranceDefinitions(entries, settings)
	for name, doc := range lib {
		if err := applyAbsence(doc, entries, settings); err != nil {
			return nil, fmt.Errorf("schema %s: %w", name, err)
		}
	}
	return lib, nil
}

func readLibrary() (library, error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, fmt.Errorf("listing the schemas: %w", err)
	}
	lib := make(library)
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".json") {
			continue
		}
		text, err := files.ReadFile(entry.Name())
		if err != nil {
			return nil, fmt.Errorf("reading schema %s: %w", entry.Name(), err)
		}
		value, err := decode(text)
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", entry.Name(), err)
		}
		doc, ok := value.(object)
		if !ok {
			return nil, fmt.Errorf("schema %s: not an object", entry.Name())
		}
		lib[entry.Name()] = doc
	}
	return lib, nil
}

// roots names the schemas that judge a body, without their ending.
func (l library) roots() []string {
	var names []string
	for file := range l {
		if file != definitionsFile && file != tolerancesFile {
			names = append(names, strings.TrimSuffix(file, ".json"))
		}
	}
	slices.Sort(names)
	return names
}

// toleranceDefinitions makes the document that every reference to a tolerance points to. A
// definition allows each of the readings, or only the pinned one.
func toleranceDefinitions(entries []Tolerance, settings Settings) object {
	definitions := make(object)
	for i := range entries {
		definitions[entries[i].ID] = toleranceDefinition(&entries[i], settings.pinned(&entries[i]))
	}
	return object{"definitions": definitions}
}

func toleranceDefinition(t *Tolerance, pinned *Reading) object {
	if pinned != nil && pinned.Absent {
		return object{"title": "absent", "not": object{}}
	}
	var titles []string
	var forms []any
	for _, r := range t.Readings {
		if pinned != nil && r.Name != pinned.Name {
			continue
		}
		titles = append(titles, r.Title)
		if !r.Absent {
			forms = append(forms, clone(r.Schema))
		}
	}
	// A single form needs no anyOf, which would only add noise to the error messages.
	keyword := "anyOf"
	if len(forms) == 1 {
		keyword = "allOf"
	}
	return object{"title": strings.Join(titles, " or "), keyword: forms}
}

// applyAbsence makes a member required if its tolerance has a reading without the member, but the
// setting pins a reading with a value. The author of a schema never lists such a member as
// required: the register decides that.
func applyAbsence(node any, entries []Tolerance, settings Settings) error {
	switch value := node.(type) {
	case []any:
		for _, child := range value {
			if err := applyAbsence(child, entries, settings); err != nil {
				return err
			}
		}
	case object:
		if err := requirePinned(value, entries, settings); err != nil {
			return err
		}
		for _, child := range value {
			if err := applyAbsence(child, entries, settings); err != nil {
				return err
			}
		}
	}
	return nil
}

func requirePinned(schema object, entries []Tolerance, settings Settings) error {
	properties, _ := schema["properties"].(object)
	for name, property := range properties {
		t := referredTolerance(property, entries)
		if t == nil || t.absence() == nil {
			continue
		}
		required, _ := schema["required"].([]any)
		if slices.Contains(required, any(name)) {
			return fmt.Errorf("member %q is required, but tolerance %q lets it be absent: leave it out of required", name, t.ID)
		}
		if r := settings.pinned(t); r != nil && !r.Absent {
			schema["required"] = append(required, name)
		}
	}
	return nil
}

// referredTolerance returns the tolerance that a property's schema refers to,
// directly or as part of an allOf.
func referredTolerance(property any, entries []Tolerance) *Tolerance {
	schema, _ := property.(object)
	if id, ok := toleranceID(schema["$ref"]); ok {
		return findTolerance(entries, id)
	}
	parts, _ := schema["allOf"].([]any)
	for _, part := range parts {
		if t := referredTolerance(part, entries); t != nil {
			return t
		}
	}
	return nil
}

func toleranceID(ref any) (string, bool) {
	text, _ := ref.(string)
	return strings.CutPrefix(text, tolerancesFile+"#/definitions/")
}

func findTolerance(entries []Tolerance, id string) *Tolerance {
	for i := range entries {
		if entries[i].ID == id {
			return &entries[i]
		}
	}
	return nil
}

// decode reads one JSON value and keeps its numbers as they are written.
func decode(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("not JSON: something follows the first value")
	}
	return value, nil
}

// clone copies a decoded value. The library changes the values that it loads.
func clone(value any) any {
	switch value := value.(type) {
	case object:
		copied := make(object, len(value))
		for k, v := range value {
			copied[k] = clone(v)
		}
		return copied
	case []any:
		copied := make([]any, len(value))
		for i, v := range value {
			copied[i] = clone(v)
		}
		return copied
	default:
		return value
	}
}
