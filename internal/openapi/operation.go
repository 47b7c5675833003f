package openapi

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

// every makes a schema of a body that fits all the named ones: each of them
// states one obligation about the whole body.
func every(names ...string) object { return combined("allOf", names) }

func combined(keyword string, names []string) object {
	var all []any
	for _, name := range names {
		all = append(all, ref(name))
	}
	return object{keyword: all}
}
