package schemas

import (
	"fmt"
	"strings"

	"github.com/xeipuuv/gojsonschema"
)

// node is a schema in assay's own form, in addition to the library's form. It knows the name of a
// place, the section that demands it, and the tolerance that applies there. It never decides
// whether a value is valid.
type node struct {
	title      string
	want       want
	section    string
	properties map[string]*node
	items      *node
	parts      []*node // schemas that apply to the same value: allOf, a reference
	branches   []branch
	tolerance  *tolerant
	tolerates  bool // a tolerance applies here or somewhere below
}

// branch is an "if" of a schema with its "then".
type branch struct {
	condition *gojsonschema.Schema
	then      *node
}

// tolerant is a tolerance that applies at a node.
type tolerant struct {
	*Tolerance
	pinned *Reading
	forms  []form // one for each reading
}

// form is a reading with its compiled schema. schema and node are nil if the reading is an
// absence.
type form struct {
	*Reading
	schema  *gojsonschema.Schema
	node    *node
	members []string // the members that it requires in an object
}

// builder makes nodes from a library. Nodes of a reference are shared. A cycle of references is
// an error, so a walk through the nodes always ends.
type builder struct {
	lib        library
	tolerances map[string]*tolerant
	done       map[string]*node
	open       map[string]bool
}

func newBuilder(lib library, entries []Tolerance, settings Settings) (*builder, error) {
	b := &builder{lib: lib, tolerances: make(map[string]*tolerant), done: make(map[string]*node), open: make(map[string]bool)}
	for i := range entries {
		t := &entries[i]
		made, err := b.tolerant(t, settings.pinned(t))
		if err != nil {
			return nil, fmt.Errorf("tolerance %s: %w", t.ID, err)
		}
		b.tolerances[t.ID] = made
	}
	return b, nil
}

func (b *builder) tolerant(t *Tolerance, pinned *Reading) (*tolerant, error) {
	made := &tolerant{Tolerance: t, pinned: pinned}
	for i := range t.Readings {
		f := form{Reading: &t.Readings[i]}
		if !f.Absent {
			// The library changes the schemas that it loads, so each use gets its own copy.
			schema, _ := clone(f.Schema).(object)
			n, err := b.build(schema)
			if err != nil {
				return nil, fmt.Errorf("reading %s: %w", f.Name, err)
			}
			compiled, err := b.lib.compileRoot("reading", schema)
			if err != nil {
				return nil, fmt.Errorf("reading %s: %w", f.Name, err)
			}
			f.node, f.schema, f.members = n, compiled, texts(f.Schema["required"])
		}
		made.forms = append(made.forms, f)
	}
	return made, nil
}

func (b *builder) build(value any) (*node, error) {
	schema, ok := value.(object)
	if !ok {
		return nil, fmt.Errorf("a schema must be an object, not %s", describe(value))
	}
	if ref, ok := schema["$ref"].(string); ok {
		return b.follow(ref)
	}
	n := &node{title: expectation(schema), want: wantOf(schema)}
	n.section, _ = schema["x-section"].(string)
	if err := b.children(n, schema); err != nil {
		return nil, err
	}
	return n, nil
}

func (b *builder) children(n *node, schema object) error {
	properties, _ := schema["properties"].(object)
	for name, property := range properties {
		child, err := b.build(property)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if n.properties == nil {
			n.properties = make(map[string]*node)
		}
		n.properties[name] = child
		n.tolerates = n.tolerates || child.tolerates
	}
	if items, ok := schema["items"]; ok {
		child, err := b.build(items)
		if err != nil {
			return fmt.Errorf("items: %w", err)
		}
		n.items = child
		n.tolerates = n.tolerates || child.tolerates
	}
	parts, _ := schema["allOf"].([]any)
	for _, part := range parts {
		child, err := b.build(part)
		if err != nil {
			return err
		}
		n.parts = append(n.parts, child)
		n.tolerates = n.tolerates || child.tolerates
	}
	return b.branch(n, schema)
}

func (b *builder) branch(n *node, schema object) error {
	condition, ok := schema["if"].(object)
	if !ok {
		return nil
	}
	compiled, err := b.lib.compileRoot("condition", condition)
	if err != nil {
		return err
	}
	then, err := b.build(schema["then"])
	if err != nil {
		return fmt.Errorf("then: %w", err)
	}
	n.branches = append(n.branches, branch{condition: compiled, then: then})
	n.tolerates = n.tolerates || then.tolerates
	return nil
}

// follow resolves a reference within the library.
func (b *builder) follow(ref string) (*node, error) {
	// Compiling turns relative references into absolute ones.
	ref = strings.TrimPrefix(ref, base)
	if id, ok := toleranceID(ref); ok {
		t := b.tolerances[id]
		if t == nil {
			return nil, fmt.Errorf("%s: no such tolerance in the register", ref)
		}
		title, _ := at(b.lib[tolerancesFile], "definitions", id, "title").(string)
		return &node{title: title, section: t.Sections[0], tolerance: t, tolerates: true}, nil
	}
	if n := b.done[ref]; n != nil {
		return n, nil
	}
	if b.open[ref] {
		return nil, fmt.Errorf("%s refers to itself", ref)
	}
	name, ok := strings.CutPrefix(ref, definitionsFile+"#/definitions/")
	target := at(b.lib[definitionsFile], "definitions", name)
	if !ok || target == nil {
		return nil, fmt.Errorf("%s: no such definition", ref)
	}
	b.open[ref] = true
	n, err := b.build(target)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ref, err)
	}
	b.done[ref] = n
	return n, nil
}

// at follows member names down through objects. It returns nil if a member does not exist.
func at(value any, names ...string) any {
	for _, name := range names {
		within, ok := value.(object)
		if !ok {
			return nil
		}
		value = within[name]
	}
	return value
}

// texts returns the strings of a decoded array.
func texts(value any) []string {
	var all []string
	array, _ := value.([]any)
	for _, element := range array {
		if text, ok := element.(string); ok {
			all = append(all, text)
		}
	}
	return all
}
