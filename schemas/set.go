package schemas

import (
	"fmt"
	"slices"
	"sync"

	"github.com/xeipuuv/gojsonschema"
)

// Set holds every schema, compiled with one choice of settings. It is safe for concurrent use.
type Set struct {
	schemas    map[string]compiled
	tolerances map[string]*tolerant
	limits     limits
}

// compiled is a schema in two forms: the library's form judges bodies, and assay's form has the
// names, sections and tolerances.
type compiled struct {
	schema *gojsonschema.Schema
	root   *node
}

// compiling allows only one compilation at a time. The caches of the library are global, and its
// compiler is not safe for concurrent use.
var compiling sync.Mutex

// Compile compiles every schema with the settings. An unknown tolerance or reading is an error
// that lists the known ones. The schemas without any setting are compiled only once, because most
// runs in a process use them.
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

// Has reports whether there is a schema of that name.
func (s *Set) Has(name string) bool {
	_, ok := s.schemas[name]
	return ok
}
