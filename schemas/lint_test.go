package schemas

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xeipuuv/gojsonschema"
)

// known are the keywords that our schemas use. The library passes over what it
// does not know, so a misspelt keyword would silently ask nothing.
var known = []string{"$ref", "$schema", "additionalProperties", "allOf", "const", "definitions", "dependencies", "description",
	"enum", "format", "if", "items", "minLength", "not", "pattern", "properties", "required", "then", "title", "type", "x-section"}

var sections = []string{"1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10", "3", "4.1", "4.2", "4.3", "4.4", "4.5",
	"4.6", "4.7", "4.8", "4.9", "5", "6", "7", "8", "9"}

// authored is every schema as it was written, readings included.
func authored(t *testing.T) library {
	t.Helper()
	lib, err := readLibrary()
	require.NoError(t, err)
	for _, tolerance := range Register() {
		for _, r := range tolerance.Readings {
			if !r.Absent {
				lib["register/"+tolerance.ID+"/"+r.Name] = clone(r.Schema).(object)
			}
		}
	}
	return lib
}

// eachSchema calls visit on a schema and all within it.
func eachSchema(value any, where string, visit func(object, string)) {
	schema, ok := value.(object)
	if !ok {
		return
	}
	visit(schema, where)
	for _, keyword := range []string{"not", "if", "then", "items"} {
		eachSchema(schema[keyword], where+"/"+keyword, visit)
	}
	for _, keyword := range []string{"properties", "definitions"} {
		children, _ := schema[keyword].(object)
		for name, child := range children {
			eachSchema(child, where+"/"+keyword+"/"+name, visit)
		}
	}
	parts, _ := schema["allOf"].([]any)
	for _, part := range parts {
		eachSchema(part, where+"/allOf", visit)
	}
}

func TestSchemasUseOnlyWhatWeKnow(t *testing.T) {
	for file, doc := range authored(t) {
		eachSchema(doc, file, func(schema object, where string) {
			for keyword := range schema {
				require.Contains(t, known, keyword, where)
			}
			if _, ok := schema["$ref"]; ok {
				require.Len(t, schema, 1, "%s: siblings of $ref are ignored", where)
			}
			if name, ok := schema["format"].(string); ok {
				require.Contains(t, formats, name, "%s: an unknown format passes everything", where)
			}
			if section, ok := schema["x-section"]; ok {
				require.Contains(t, sections, section, where)
			}
			if _, ok := schema["pattern"]; ok {
				named := schema["title"] != nil || strings.HasPrefix(file, "register/")
				require.True(t, named, "%s: a pattern needs words beside it", where)
			}
			properties, _ := schema["properties"].(object)
			for name, property := range properties {
				require.Contains(t, property, "x-section", "%s/%s", where, name)
			}
			// What is demanded must be described, in the same schema or, for the
			// one nested spot of a condition, right there.
			for _, name := range texts(schema["required"]) {
				require.Contains(t, properties, name, "%s requires what it does not describe", where)
			}
		})
	}
}

func TestConditionsNeedNoReference(t *testing.T) {
	for file, doc := range authored(t) {
		eachSchema(doc, file, func(schema object, where string) {
			if condition, ok := schema["if"]; ok {
				require.NotContains(t, raw(condition), "$ref", where)
			}
		})
	}
}

func TestEveryReferenceLeadsSomewhereAndEveryDefinitionIsUsed(t *testing.T) {
	lib, used := authored(t), map[string]bool{}
	for file, doc := range lib {
		eachSchema(doc, file, func(schema object, where string) {
			ref, ok := schema["$ref"].(string)
			if !ok {
				return
			}
			used[ref] = true
			name, isDefinition := strings.CutPrefix(ref, definitionsFile+"#/definitions/")
			id, isTolerance := toleranceID(ref)
			require.True(t, isDefinition || isTolerance, "%s: %s", where, ref)
			if isDefinition {
				require.NotNil(t, at(lib[definitionsFile], "definitions", name), "%s: %s", where, ref)
			} else {
				require.NotNil(t, findTolerance(Register(), id), "%s: %s", where, ref)
			}
		})
	}
	for name := range lib[definitionsFile]["definitions"].(object) {
		require.True(t, used[definitionsFile+"#/definitions/"+name], "definition %s is not used", name)
	}
	for _, tolerance := range Register() {
		ref := tolerancesFile + "#/definitions/" + tolerance.ID
		require.Equal(t, tolerance.Place == "body", used[ref], "tolerance %s stands in the %s", tolerance.ID, tolerance.Place)
	}
}

// Compile leaves the check against the metaschema out, for it costs more than
// all the rest; here it is made for every document, under every setting too.
func TestSchemasAreDraft07(t *testing.T) {
	entries := Register()
	pins := []Settings{nil}
	for _, tolerance := range entries {
		for _, r := range tolerance.Readings {
			pins = append(pins, Settings{tolerance.ID: r.Name})
		}
	}
	lib := authored(t)
	for _, settings := range pins {
		lib["tolerances under "+raw(settings)] = toleranceDefinitions(entries, settings)
	}
	for _, name := range []string{"results.schema.json"} {
		text, err := Published(name)
		require.NoError(t, err)
		lib[name] = decodeForTest(t, string(text)).(object)
	}
	meta := gojsonschema.NewSchemaLoader()
	metaschema, err := meta.Compile(gojsonschema.NewReferenceLoader("http://json-schema.org/draft-07/schema#"))
	require.NoError(t, err)
	for file, doc := range lib {
		result, err := metaschema.Validate(gojsonschema.NewRawLoader(any(doc)))
		require.NoError(t, err)
		require.True(t, result.Valid(), "%s: %v", file, result.Errors())
	}
}

func TestNothingIsFetched(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write([]byte(`{}`))
	}))
	defer server.Close()
	for _, ref := range []string{server.URL + "/a.json", "file:///etc/hostname", "elsewhere.json#/definitions/x"} {
		lib, err := assemble(Register(), nil)
		require.NoError(t, err)
		_, err = lib.compileRoot("probe.json", object{"properties": object{"a": object{"$ref": ref}}})
		require.ErrorContains(t, err, "nothing is fetched", ref)
	}
	require.Zero(t, asked.Load())
}

func TestNamesAreSortedAndComplete(t *testing.T) {
	set := compileForTest(t, nil)
	require.True(t, slices.IsSorted(set.Names()))
	require.Len(t, set.Names(), 25)
	require.True(t, set.Has("order-id"))
	require.False(t, set.Has("definitions"))
}
