package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/credit-partner/assay/internal/spec"
)

// version is the OpenAPI version of the document.
const version = "3.1.0"

// Document describes the service in the terms of OpenAPI. The fields have the order in which they
// are written.
type Document struct {
	OpenAPI    string                `json:"openapi"`
	Info       info                  `json:"info"`
	Servers    []server              `json:"servers"`
	Security   []map[string][]string `json:"security"`
	Tags       []tag                 `json:"tags"`
	Paths      paths                 `json:"paths"`
	Components components            `json:"components"`
}

type info struct {
	Title       string `json:"title"`
	Version     string `json:"version"`
	Description string `json:"description"`
}

type server struct {
	URL         string `json:"url"`
	Description string `json:"description"`
}

type tag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

type components struct {
	SecuritySchemes map[string]securityScheme `json:"securitySchemes"`
	Schemas         map[string]object         `json:"schemas"`
}

type securityScheme struct {
	Type        string `json:"type"`
	Scheme      string `json:"scheme"`
	Description string `json:"description"`
}

// object is a decoded JSON object.
type object = map[string]any

// paths are the paths in the order of section 4.
type paths []path

type path struct {
	at         string
	operations []method
}

type method struct {
	name      string // "post"
	operation operation
}

// MarshalJSON writes the paths as one object, in order.
func (p paths) MarshalJSON() ([]byte, error) {
	return inOrder(p, func(one path) (string, any) { return one.at, methods(one.operations) })
}

type methods []method

// MarshalJSON writes the operations of a path as one object, in order.
func (m methods) MarshalJSON() ([]byte, error) {
	return inOrder(m, func(one method) (string, any) { return one.name, one.operation })
}

func inOrder[T any](all []T, member func(T) (string, any)) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, one := range all {
		if i > 0 {
			b.WriteByte(',')
		}
		name, value := member(one)
		fmt.Fprintf(&b, "%q:", name)
		text, err := plainJSON(value, "")
		if err != nil {
			return nil, err
		}
		b.Write(text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// plainJSON encodes a value as JSON and does not escape & and <, because the document is no web
// page.
func plainJSON(value any, indent string) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	err := encoder.Encode(value)
	return b.Bytes(), err
}

// WriteJSON writes the document as JSON. Two calls write the same octets.
func (d *Document) WriteJSON(w io.Writer) error {
	text, err := plainJSON(d, "  ")
	if err != nil {
		return fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	if _, err := w.Write(text); err != nil {
		return fmt.Errorf("write the OpenAPI document: %w", err)
	}
	return nil
}

// WriteYAML writes the document as YAML. The members have the same order as in JSON.
func (d *Document) WriteYAML(w io.Writer) error {
	text, err := plainJSON(d, "")
	if err != nil {
		return fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	var root yaml.Node // JSON is valid YAML, but not in a readable style
	if err := yaml.Unmarshal(text, &root); err != nil {
		return fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	restyle(&root)
	encoder := yaml.NewEncoder(w)
	encoder.SetIndent(2)
	if err := encoder.Encode(&root); err != nil {
		return fmt.Errorf("write the OpenAPI document: %w", err)
	}
	return encoder.Close()
}

// restyle changes the style of a node: nested members are below each other, and only values that
// need quotes have them.
func restyle(n *yaml.Node) {
	n.Style = 0
	for _, child := range n.Content {
		restyle(child)
	}
}

// pathsOf returns the paths of an endpoint. The first is the one of the endpoint line, and the
// others are tolerated.
func pathsOf(e spec.Endpoint) []string {
	all := []string{e.Path}
	if e.ID != "" {
		all[0] += "/{" + e.ID + "}"
	}
	if e.OtherPath != "" {
		all = append(all, e.OtherPath)
	}
	return all
}

// operationID returns the operation id of an endpoint, such as "sendOtp" for send-otp.
func operationID(e spec.Endpoint) string {
	if e.Name == spec.CustomerLookup {
		return "lookUpCustomer"
	}
	words := strings.Split(e.Name, "-")
	for i := 1; i < len(words); i++ {
		words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
	}
	return strings.Join(words, "")
}

// operation is one call of section 4.
type operation struct {
	OperationID string              `json:"operationId"`
	Tags        []string            `json:"tags"`
	Summary     string              `json:"summary"`
	Description string              `json:"description,omitempty"`
	Parameters  []parameter         `json:"parameters,omitempty"`
	RequestBody *body               `json:"requestBody,omitempty"`
	Responses   map[string]response `json:"responses"`
	Endpoint    string              `json:"x-endpoint"` // the name that features and reports use
	Section     string              `json:"x-section"`
}

type parameter struct {
	Name        string `json:"name"`
	In          string `json:"in"`
	Required    bool   `json:"required"`
	Description string `json:"description"`
	Schema      object `json:"schema"`
}

type body struct {
	Required bool             `json:"required"`
	Content  map[string]media `json:"content"`
}

type response struct {
	Description string           `json:"description"`
	Content     map[string]media `json:"content,omitempty"`
}

type media struct {
	Schema object `json:"schema"`
}

func asJSON(schema object) map[string]media {
	return map[string]media{"application/json": {schema}}
}

func ref(name string) object { return object{"$ref": "#/components/schemas/" + name} }

// every returns a schema for a body that matches all named schemas. Each of them states one
// obligation about the whole body.
func every(names ...string) object { return combined("allOf", names) }

func combined(keyword string, names []string) object {
	var all []any
	for _, name := range names {
		all = append(all, ref(name))
	}
	return object{keyword: all}
}
