package schemas

import (
	"fmt"
	"slices"
	"sync"

	"github.com/xeipuuv/gojsonschema"
)

// Set is every schema, compiled under one choice of settings. It is safe for
// concurrent use.
type Set struct {
	schemas    map[string]compiled
	tolerances map[string]*tolerant
	limits     limits
}

// compiled is a schema twice: for the library to judge by, and for us to find
// names, sections and tolerances in.
type compiled struct {
	schema *gojsonschema.Schema
	root   *node
}

// compiling keeps compilation to one at a time: the library's own caches are
// shared and its compiler was not made for company.
var compiling sync.Mutex

// Compile makes every schema ready under the settings. An unknown tolerance or
// reading is an error that lists what there is. The schemas without any setting are
// made once for all: most runs of a process use them.
func Compile(settings Settings) (*Set, error) {
	if len(settings) == 0 {
		return unpinned()
	}
	return compile(settings)
}

var unpinned = sync.OnceValues(func() (*Set, error) { return compile(nil) })

func compile(settings Settings) (*Set, error) {
	entries, err := register()
	if err != nil {
		return nil, err
	}
	if err := settings.check(entries); err != nil {
		return nil, err
	}
	lib, err := assemble(entries, settings)
	if err != nil {
		return nil, err
	}
	compiling.Lock()
	defer compiling.Unlock()
	addFormats()
	builder, err := newBuilder(lib, entries, settings)
	if err != nil {
		return nil, err
	}
	return compileAll(lib, builder)
}

func compileAll(lib library, builder *builder) (*Set, error) {
	set := &Set{schemas: make(map[string]compiled), tolerances: builder.tolerances, limits: usualLimits}
	for _, name := range lib.roots() {
		doc := lib[name+".json"]
		root, err := builder.build(doc)
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", name, err)
		}
		schema, err := lib.compileRoot(name+".json", doc)
		if err != nil {
			return nil, err
		}
		set.schemas[name] = compiled{schema: schema, root: root}
	}
	return set, nil
}

// Names lists the schemas that Validate knows.
func (s *Set) Names() []string {
	var names []string
	for name := range s.schemas {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Has tells whether there is a schema of that name.
func (s *Set) Has(name string) bool {
	_, ok := s.schemas[name]
	return ok
}
