package schemas

import (
	"fmt"

	"github.com/xeipuuv/gojsonreference"
	"github.com/xeipuuv/gojsonschema"
)

// base is the prefix of every file name, so that relative references resolve. No one can own this
// host name (RFC 2606), and loading from it is refused.
const base = "https://schemas.invalid/"

// compileRoot compiles one document of the library, or an anonymous schema if name is empty. Each
// root has its own loader: a shared loader has data races and remembers references.
func (l library) compileRoot(name string, schema object) (*gojsonschema.Schema, error) {
	loader := gojsonschema.NewSchemaLoader()
	loader.AutoDetect = false
	loader.Draft = gojsonschema.Draft7
	for _, file := range []string{definitionsFile, tolerancesFile} {
		if err := loader.AddSchema(base+file, memory{document: l[file]}); err != nil {
			return nil, fmt.Errorf("loading %s: %w", file, err)
		}
	}
	address := base + name
	if err := loader.AddSchema(address, memory{document: schema}); err != nil {
		return nil, fmt.Errorf("loading %s: %w", name, err)
	}
	compiled, err := loader.Compile(memory{address: address})
	if err != nil {
		return nil, fmt.Errorf("compiling %s: %w", name, err)
	}
	return compiled, nil
}

// memory loads a document that is in memory already, and nothing else.
type memory struct {
	address  string
	document any
}

// JsonSource implements gojsonschema.JSONLoader.
func (m memory) JsonSource() any { return m.document }

// LoadJSON implements gojsonschema.JSONLoader.
func (m memory) LoadJSON() (any, error) {
	if m.document == nil {
		return nil, fmt.Errorf("%s is not among the schemas, and nothing is fetched", m.address)
	}
	return m.document, nil
}

// JsonReference implements gojsonschema.JSONLoader.
func (m memory) JsonReference() (gojsonreference.JsonReference, error) {
	return gojsonreference.NewJsonReference(m.address)
}

// LoaderFactory implements gojsonschema.JSONLoader.
func (m memory) LoaderFactory() gojsonschema.JSONLoaderFactory { return refusal{} }

// refusal answers every attempt to load a reference with an error.
type refusal struct{}

// New implements gojsonschema.JSONLoaderFactory.
func (refusal) New(source string) gojsonschema.JSONLoader { return memory{address: source} }
