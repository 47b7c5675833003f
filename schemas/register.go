package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"
)

const registerFile = "tolerances.yaml"

// Any is the setting under which every documented reading of a tolerance is fine. It is the
// default of every tolerance.
const Any = "any"

// Kind says how the forms of a tolerance relate to each other.
type Kind string

const (
	// Alternative is for forms that the specification permits side by side: a server must accept
	// each of them, and may send any of them.
	Alternative Kind = "alternative"
	// Contradiction is for places in the specification that cannot all be true: one reading is
	// enough.
	Contradiction Kind = "contradiction"
)

// Tolerance is a place where the specification has several forms.
type Tolerance struct {
	ID        string    `yaml:"id"`
	Sections  []string  `yaml:"sections"`
	Title     string    `yaml:"title"`
	Kind      Kind      `yaml:"kind"`
	Direction string    `yaml:"direction"` // "request" or "response"
	Place     string    `yaml:"place"`     // where the value is: "body", "path", "header" or "status"
	Why       string    `yaml:"why"`       // what the specification says where, in a sentence
	Default   string    `yaml:"default"`   // the setting if none is given: Any
	Readings  []Reading `yaml:"readings"`  // the first is the normative one; see Tolerates
}

// Reading is one form that a tolerance permits.
type Reading struct {
	Name   string `yaml:"name"`
	Title  string `yaml:"title"`  // what the value is, in words that fit after "expected"
	Absent bool   `yaml:"absent"` // this reading means that there is no value at all
	Must   bool   `yaml:"must"`   // a server must accept this reading, although the kind is Contradiction
	// Schema is the draft-07 schema of the value; nil if Absent. It is shared, so do not change
	// it.
	Schema map[string]any `yaml:"schema"`
}

// Register returns the documented inconsistencies in the order of the file. The caller may change
// the slice.
func Register() []Tolerance {
	entries, err := register()
	if err != nil {
		return nil // this happens only in a broken build; Compile and a test say why
	}
	own := slices.Clone(entries)
	for i := range own {
		own[i].Readings = slices.Clone(own[i].Readings)
	}
	return own
}

var register = sync.OnceValues(func() ([]Tolerance, error) {
	text, err := files.ReadFile(registerFile)
	if err != nil {
		return nil, fmt.Errorf("reading the register of tolerances: %w", err)
	}
	return parseRegister(text)
})

func parseRegister(text []byte) ([]Tolerance, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var entries []Tolerance
	if err := decoder.Decode(&entries); err != nil {
		return nil, fmt.Errorf("%s: %w", registerFile, err)
	}
	if err := decoder.Decode(new(any)); err != io.EOF {
		return nil, fmt.Errorf("%s: more than one document", registerFile)
	}
	seen := make(map[string]bool)
	for i := range entries {
		if err := entries[i].validate(); err != nil {
			return nil, fmt.Errorf("%s: entry %d (%q): %w", registerFile, i+1, entries[i].ID, err)
		}
		if seen[entries[i].ID] {
			return nil, fmt.Errorf("%s: id %q occurs twice", registerFile, entries[i].ID)
		}
		seen[entries[i].ID] = true
	}
	return entries, nil
}

// validate checks an entry. It also converts the schemas into the form that the JSON decoder of
// this package produces, numbers included.
func (t *Tolerance) validate() error {
	if t.ID == "" || t.Title == "" || t.Why == "" || len(t.Sections) == 0 {
		return fmt.Errorf("id, title, why and sections must all be given")
	}
	if t.Kind != Alternative && t.Kind != Contradiction {
		return fmt.Errorf("kind %q is neither alternative nor contradiction", t.Kind)
	}
	if !slices.Contains([]string{"request", "response"}, t.Direction) {
		return fmt.Errorf("direction %q is neither request nor response", t.Direction)
	}
	if !slices.Contains([]string{"body", "path", "header", "status"}, t.Place) {
		return fmt.Errorf("place %q is none of body, path, header, status", t.Place)
	}
	if t.Default != Any {
		return fmt.Errorf("default %q: every tolerance starts at %q", t.Default, Any)
	}
	if len(t.Readings) < 2 {
		return fmt.Errorf("a tolerance has two readings at least")
	}
	names := make(map[string]bool)
	for i := range t.Readings {
		r := &t.Readings[i]
		if r.Name == Any || names[r.Name] {
			return fmt.Errorf("reading name %q is reserved or occurs twice", r.Name)
		}
		names[r.Name] = true
		if err := r.validate(); err != nil {
			return fmt.Errorf("reading %q: %w", r.Name, err)
		}
		if r.Must && (t.Kind == Alternative || t.Direction == "response") {
			return fmt.Errorf("reading %q: must is for a request that contradicts itself", r.Name)
		}
	}
	return nil
}

func (r *Reading) validate() error {
	if r.Name == "" || r.Title == "" {
		return fmt.Errorf("name and title must be given")
	}
	if r.Absent != (r.Schema == nil) {
		return fmt.Errorf("a reading is either absent or has a schema")
	}
	if r.Absent {
		return nil
	}
	text, err := json.Marshal(r.Schema)
	if err != nil {
		return fmt.Errorf("its schema is not JSON: %w", err)
	}
	value, err := decode(text)
	if err != nil {
		return fmt.Errorf("its schema: %w", err)
	}
	r.Schema, _ = value.(map[string]any)
	return nil
}

// Tolerates reports whether a check that passes with a reading counts as tolerated and not as
// passed. This is so if the reading is not the normative one and the specification can mean only
// one.
func (t *Tolerance) Tolerates(reading string) bool {
	return t.Kind == Contradiction && t.Readings[0].Name != reading
}

// Required lists the readings of a request that a server must accept, in addition to any others.
// The list is empty if any single reading is enough.
func (t *Tolerance) Required() []string {
	var names []string
	for _, r := range t.Readings {
		if t.Direction == "request" && (t.Kind == Alternative || r.Must) {
			names = append(names, r.Name)
		}
	}
	return names
}

// absence returns the reading that allows the value to be missing, or nil.
func (t *Tolerance) absence() *Reading {
	for i := range t.Readings {
		if t.Readings[i].Absent {
			return &t.Readings[i]
		}
	}
	return nil
}

// reading returns the reading of that name, or nil.
func (t *Tolerance) reading(name string) *Reading {
	for i := range t.Readings {
		if t.Readings[i].Name == name {
			return &t.Readings[i]
		}
	}
	return nil
}

// registered returns the tolerances by their ids.
var registered = sync.OnceValue(func() map[string]Tolerance {
	all := make(map[string]Tolerance)
	for _, t := range Register() {
		all[t.ID] = t
	}
	return all
})

// Find returns the tolerance with an id, and whether it exists.
func Find(id string) (Tolerance, bool) {
	t, known := registered()[id]
	return t, known
}

// Tolerates reports whether a check that passes with a reading counts as tolerated and not as
// passed.
func Tolerates(tolerance, reading string) bool {
	t, known := Find(tolerance)
	return known && t.Tolerates(reading)
}
