package openapi

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// written gives the document in a form, as a reader gets it.
func written(t *testing.T, write func(*Document, *bytes.Buffer) error) []byte {
	t.Helper()
	document, err := Build()
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, write(document, &text))
	return text.Bytes()
}

func asJSONText(d *Document, b *bytes.Buffer) error { return d.WriteJSON(b) }
func asYAMLText(d *Document, b *bytes.Buffer) error { return d.WriteYAML(b) }

// loaded is the document as another library reads it.
func loaded(t *testing.T) *openapi3.T {
	t.Helper()
	loader := openapi3.NewLoader() // which reads nothing but what it is given
	document, err := loader.LoadFromData(written(t, asJSONText))
	require.NoError(t, err)
	return document
}

func TestDocumentIsValid(t *testing.T) {
	document := loaded(t)
	require.True(t, document.IsOpenAPI31OrLater())
	require.NoError(t, document.Validate(t.Context()))
}

func TestTheSameOctetsEachTime(t *testing.T) {
	require.Equal(t, written(t, asJSONText), written(t, asJSONText))
	require.Equal(t, written(t, asYAMLText), written(t, asYAMLText))
}

func TestYAMLSaysWhatJSONSays(t *testing.T) {
	var fromJSON, fromYAML any
	require.NoError(t, json.Unmarshal(written(t, asJSONText), &fromJSON))
	require.NoError(t, yaml.Unmarshal(written(t, asYAMLText), &fromYAML))
	again, err := json.Marshal(fromYAML)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(again, &fromYAML))
	require.Equal(t, fromJSON, fromYAML)
}

// TestEndpointsAreThoseOfTheSuite holds that every endpoint that is certified
// is described, at the path and by the method of section 4.
func TestEndpointsAreThoseOfTheSuite(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range ledger(t) {
		seen[r.Endpoint] = true
	}
	delete(seen, "") // a rule about several
	require.Len(t, spec.Endpoints(), len(seen))
}

type rule struct{ Endpoint, Schema string }

// ledger lists which schema judges the answers of which endpoint.
func ledger(t *testing.T) []rule {
	t.Helper()
	matches := regexp.MustCompile(`each response matches the schema "([a-z-]+)"`)
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(t, err)
	var all []rule
	for _, r := range ledger.Requirements {
		all = append(all, rule{Endpoint: r.Endpoint})
		for _, check := range r.Checks {
			for _, step := range check.Steps {
				if m := matches.FindStringSubmatch(step.Text); m != nil {
					all = append(all, rule{r.Endpoint, m[1]})
				}
			}
		}
	}
	return all
}

// TestAnswersAreAskedWhatTheLedgerAsks holds that a response of the document is
// made of the very schemas that the requirements judge it by.
func TestAnswersAreAskedWhatTheLedgerAsks(t *testing.T) {
	asked := make(map[string][]string)
	for _, r := range ledger(t) {
		if r.Schema != "" && r.Schema != "status-member" {
			asked[r.Endpoint] = append(asked[r.Endpoint], r.Schema)
		}
	}
	for _, e := range spec.Endpoints() {
		text, err := json.Marshal(responses(e))
		require.NoError(t, err)
		var said []string
		for _, m := range regexp.MustCompile(`schemas/([a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
			if m[1] != "status-member" { // which the ledger asks in another sentence
				said = append(said, m[1])
			}
		}
		require.Subset(t, said, asked[e.Name], e.Name)
		require.Subset(t, asked[e.Name], said, e.Name)
	}
}

func TestEveryToleranceOfABodyIsAChoice(t *testing.T) {
	document, err := Build()
	require.NoError(t, err)
	for _, tolerance := range schemas.Register() {
		schema := document.Components.Schemas[tolerancePrefix+tolerance.ID]
		if tolerance.Place != "body" {
			require.Nil(t, schema, tolerance.ID)
			continue
		}
		var forms []string
		for _, form := range schema["anyOf"].([]any) {
			forms = append(forms, form.(object)["x-reading"].(string))
		}
		for _, reading := range tolerance.Readings {
			require.Equal(t, !reading.Absent, strings.Contains(" "+strings.Join(forms, " ")+" ", " "+reading.Name+" "), tolerance.ID)
		}
	}
}

func TestWhatCannotBeTranslatedIsAnError(t *testing.T) {
	for name, schema := range map[string]object{
		"unknown keyword":   {"minimun": 1},
		"unknown format":    {"format": "date-time"},
		"foreign reference": {"$ref": "https://elsewhere.example/x.json"},
		"no schema":         {"items": true},
		"no list":           {"allOf": object{}},
		"deep down":         {"properties": object{"a": object{"allOf": []any{object{"x": 1}}}}},
	} {
		_, err := translate(schema)
		require.Error(t, err, name)
	}
}

// TestPatternsTakeWhatTheFormatsTake compares each pattern with the check that
// it stands for, but for the calendar, which no pattern knows.
func TestPatternsTakeWhatTheFormatsTake(t *testing.T) {
	for format, texts := range map[string]struct{ yes, no []string }{
		"country-two-letters":   {[]string{"KE", "ke"}, []string{"KEN", "K", "25", ""}},
		"country-three-letters": {[]string{"KEN", "ken"}, []string{"KE", "KENY", "254", ""}},
		"utc-milliseconds":      {[]string{"2024-02-20T10:11:12.345Z", "2024-02-20T10:11:12.000+00:00", "2024-02-20T10:11:12,345+00", "20240220T101112.345Z"}, []string{"20240220T10:11:12.345Z", "2024-02-20T10:11.345Z", "2024-02-20T10:11:12.345+0000", "2024-02-20T10:11:12Z", "2024-02-20", "2024-02-20T10:11:12.345", "2024-02-20T10:11:12.345+01:00"}},
		"utc-other-precision":   {[]string{"2024-02-20T10:11:12Z", "2024-02-20T10:11:12.3Z", "2024-02-20T10:11:12.345678Z", "2024-02-20T10:11Z", "20240220T1011+0000", "20240220T101112,12Z"}, []string{"20240220T101112.345Z", "2024-02-20T10:11:12.345Z", "2024-02-20"}},
		"date-month-first":      {[]string{"12/31/1990", "01/02/2003"}, []string{"31/12/1990", "1/2/2003", "1990-12-31"}},
		"date-day-first":        {[]string{"31/12/1990", "01/02/2003"}, []string{"12/31/1990", "1/2/2003"}},
	} {
		pattern := regexp.MustCompile(patterns[format])
		for _, text := range texts.yes {
			require.True(t, pattern.MatchString(text), "%s %s", format, text)
		}
		for _, text := range texts.no {
			require.False(t, pattern.MatchString(text), "%s %s", format, text)
		}
	}
}
