package config_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

func editorSchema(t *testing.T) (map[string]any, *jsonschema.Schema) {
	t.Helper()
	text, err := schemas.Published(config.SchemaFile)
	require.NoError(t, err)
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("mem:///"+config.SchemaFile, value))
	schema, err := compiler.Compile("mem:///" + config.SchemaFile)
	require.NoError(t, err)
	return value.(map[string]any), schema
}

// asEditorSeesIt reads YAML as an editor's language server does: a date without
// quotes is text.
func asEditorSeesIt(t *testing.T, text string) any {
	t.Helper()
	var root yaml.Node
	require.NoError(t, yaml.Unmarshal([]byte(text), &root))
	undate(&root)
	var value any
	require.NoError(t, root.Decode(&value))
	return value
}

func undate(n *yaml.Node) {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!timestamp" {
		n.Tag = "!!str"
	}
	for _, child := range n.Content {
		undate(child)
	}
}

// What Parse refuses an editor underlines, save what no JSON Schema can see.
func TestSchemaRefusesWhatParseRefuses(t *testing.T) {
	_, schema := editorSchema(t)
	for _, test := range refusals {
		if test.unseen {
			continue
		}
		require.Error(t, schema.Validate(asEditorSeesIt(t, test.text)), test.name)
	}
}

// accepted are texts that are fine.
var accepted = []string{
	"", "{}", "auth: {token: {env: ASSAY_TOKEN}}", "auth: {token: {file: token.txt}}", "auth: {token: {command: [./t, a b]}}",
	"auth: {token: {oauth2: {token_url: 'http://127.0.0.1:1/t?x=y', client_id: x, client_secret: {env: A}, style: post}}}",
	"lookup: {signing: {static: {sign: x, noncestr: y, timestamp: '17'}}}", "lookup: {signing: {command: [./sign]}}",
	"lookup: {signing: {recipe: {name: concat-sha256, secret: {file: s}}}}",
	"otp: {file: otp.txt}", "otp: {prompt: true}", "identities: {generate: true}",
	"identities: {invented: {id_number: '###########', phone_number: '+23480########', country_code: NG, names: latin-extended}}",
	"limits: {rate: 999999/h, timeout: 1.5s, max_body: 1B}", "limits: {timeout: 1h2m3s4ms}", "tls: {insecure_skip_verify: true}",
	"tls: {ca_file: a, insecure_skip_verify: false}", "evidence: masked", "scope: [otp, limits, purchases, lookup]", "target: {base_url: 'https://[::1]:8443'}",
}

func TestSchemaTakesWhatParseTakes(t *testing.T) {
	_, schema := editorSchema(t)
	full, err := os.ReadFile(filepath.Join("testdata", "full.yaml"))
	require.NoError(t, err)
	for _, text := range append(accepted, string(full)) {
		_, err := config.Parse("assay.yaml", []byte(text))
		require.NoError(t, err, text)
		require.NoError(t, schema.Validate(asEditorSeesIt(t, text)), text)
	}
}

// The schema offers every tolerance of the register with every reading, in
// their order, and no others; the same for the words of this package.
func TestSchemaOffersWhatTheRegisterHas(t *testing.T) {
	root, _ := editorSchema(t)
	offered := at(t, root, "properties.tolerances.properties").(map[string]any)
	require.Len(t, offered, len(schemas.Register()))
	for _, tolerance := range schemas.Register() {
		want := []any{schemas.Any}
		for _, reading := range tolerance.Readings {
			want = append(want, reading.Name)
		}
		require.Equal(t, map[string]any{"enum": want}, offered[tolerance.ID], tolerance.ID)
	}
	for path, words := range map[string][]string{
		"properties.scope.items.enum": spec.Capabilities(),
		"definitions.kind.enum":       config.Kinds(),
		"properties.identities.properties.invented.properties.names.enum": config.Alphabets(),
		"definitions.signing.properties.recipe.properties.name.enum":      config.Recipes(),
		"definitions.oauth2.properties.style.enum":                        {config.StyleBasic, config.StylePost, config.StyleGet},
	} {
		var want []any
		for _, word := range words {
			want = append(want, word)
		}
		require.Equal(t, want, at(t, root, path), path)
	}
}

func at(t *testing.T, value any, path string) any {
	t.Helper()
	for _, name := range strings.Split(path, ".") {
		member, ok := value.(map[string]any)[name]
		require.True(t, ok, path)
		value = member
	}
	return value
}
