package config_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/config"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestTemplateIsWhatItWas(t *testing.T) {
	for name, values := range map[string]config.Values{
		"bare": {},
		"filled": {
			Schema: "https://schemas.example/assay.schema.json", BaseURL: "https://sandbox.example", Build: "payments 3.4.1", TokenEnv: "STORE_TOKEN",
			LookupBaseURL: "https://lookup.example", StoreKey: "MY-STORE", Generate: true, Scope: []string{"otp", "limits"},
		},
	} {
		text := config.Template(values)
		golden := filepath.Join("testdata", "template-"+name+".yaml")
		if *update {
			require.NoError(t, os.WriteFile(golden, []byte(text), 0o600))
		}
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		require.Equal(t, string(want), text)
		_, err = config.Parse("assay.yaml", []byte(text))
		require.NoError(t, err)
		require.NoError(t, func() error { _, s := editorSchema(t); return s.Validate(asEditorSeesIt(t, text)) }())
	}
}

func TestTemplateKeepsTheValues(t *testing.T) {
	c, err := config.Parse("assay.yaml", []byte(config.Template(config.Values{
		Schema: "x\nstore_key: smuggled", BaseURL: "https://h/ü", Build: "a: \"b\" # c\n\td \u2028 \x7f 😀", TokenEnv: "T", StoreKey: "5", LookupBaseURL: "http://l", Scope: []string{"lookup"},
	})))
	require.NoError(t, err)
	require.Equal(t, "https://h/ü", c.Target.BaseURL)
	require.Equal(t, "a: \"b\" # c\n\td \u2028 \x7f 😀", c.Target.Build)
	require.Equal(t, "5", c.StoreKey)
	require.Equal(t, "T", c.Auth.Token.Env)
	require.Equal(t, "http://l", c.Lookup.BaseURL)
	require.Equal(t, []string{"lookup"}, c.Scope)
}

var example = regexp.MustCompile(`^( *)# ([a-z0-9_]+:( |$)|  [a-z0-9_]+:|  - |    [a-z0-9_]+:)`)

// Every example in the comments works: a section at a time, each line that
// looks like a setting is taken out of its comment.
func TestTemplateExamplesAreTaken(t *testing.T) {
	text := config.Template(config.Values{})
	for _, drop := range []string{"  token: {env: \"ASSAY_TOKEN\"}\n", "  # token: {file: token.txt}", "  # token: {command: [./read-token]}", "  # signing: {static", "  # signing: {command", "# otp: {command", "# otp: {file", "  # file: identities"} {
		start := strings.Index(text, drop)
		require.GreaterOrEqual(t, start, 0, drop)
		end := start + strings.Index(text[start:], "\n") + 1
		text = text[:start] + text[end:]
	}
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if example.MatchString(line) && !strings.Contains(line, "names:") {
			line = strings.Replace(line, "# ", "", 1)
		}
		lines = append(lines, line)
	}
	c, err := config.Parse("assay.yaml", []byte(strings.Join(lines, "\n")))
	require.NoError(t, err, strings.Join(lines, "\n"))
	require.Equal(t, "https://sandbox.example", c.Target.BaseURL)
	require.Equal(t, "get", c.Auth.Token.OAuth2.Style)
	require.Len(t, c.Identities.New, 1)
	require.True(t, c.OTP.Prompt)
	require.Equal(t, "hmac-sha256", c.Lookup.Signing.Recipe.Name)
	require.Equal(t, 8, c.Limits.Concurrency)
	require.Equal(t, "client.key", c.TLS.KeyFile)
	require.Len(t, c.Scope, 4)
	require.Equal(t, "string", c.Tolerances["order-id"])
	require.Equal(t, "Conformance Laboratory", c.Lab.Name)
	require.Equal(t, 2026, c.Item.Received.Year())
}
