package config

import (
	_ "embed"
	"strconv"
	"strings"
	"text/template"
)

// SchemaFile is the name of the JSON Schema of a config. schemas.Published returns the schema.
const SchemaFile = "assay.schema.json"

// Values are the values for a new config. If a value is empty, the config has a comment that shows
// an example.
type Values struct {
	Schema        string // address or path of the JSON Schema; empty: SchemaFile, beside the config
	BaseURL       string
	Build         string
	TokenEnv      string // name of the variable that holds the access token; empty: ASSAY_TOKEN
	LookupBaseURL string
	StoreKey      string
	Generate      bool // allow invented identities for a target that is not loopback
	Scope         []string
}

//go:embed assay.yaml.tmpl
var templateText string

var page = template.Must(template.New("assay.yaml").Funcs(template.FuncMap{"quote": strconv.Quote, "join": strings.Join}).Parse(templateText))

// Template returns an assay.yaml with comments and with the values. Parse accepts it if it accepts
// each value by itself.
func Template(v Values) string {
	if v.Schema == "" {
		v.Schema = SchemaFile
	}
	v.Schema = oneLine(v.Schema)
	if v.TokenEnv == "" {
		v.TokenEnv = "ASSAY_TOKEN"
	}
	var text strings.Builder
	if err := page.Execute(&text, v); err != nil {
		return "# " + oneLine(err.Error()) + "\n" // not reached: the template is embedded, and a test runs it
	}
	return text.String()
}

// oneLine escapes characters that would end a comment.
func oneLine(text string) string {
	quoted := strconv.Quote(text)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
