package recording_test

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
)

// harSchema is HAR 1.2 as a schema, checked by a validator that we did not write.
func harSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile("testdata/har-1.2.schema.json")
	require.NoError(t, err)
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	require.NoError(t, compiler.AddResource("mem:///har.json", document))
	schema, err := compiler.Compile("mem:///har.json")
	require.NoError(t, err)
	return schema
}

// written are exchanges of every kind, as we write them.
func written(t *testing.T) string {
	t.Helper()
	request := func(method, url string, body []byte) recording.Request {
		return recording.Request{Method: method, URL: url, Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {"application/json"}, "Cookie": {"a=b"}}, Body: body}
	}
	start := time.Date(2026, 11, 20, 12, 0, 0, 1, time.FixedZone("", 3600))
	all := []*recording.Exchange{
		sample(),
		{ID: "x1", Started: start, Duration: time.Millisecond, Request: request("GET", "http://a/b?c=%20&d&=e", nil), Response: &recording.Response{Status: 204, Proto: "HTTP/2.0"}},
		{ID: "x2", Started: start, Request: request("POST", "http://a/b", []byte{0xff, 0x00}), Response: &recording.Response{Status: 302, Header: http.Header{"Location": {"http://c"}, "Set-Cookie": {"a=b; Path=/"}}, Body: []byte{0xfe}}},
		{ID: "x3", Started: start, Request: request("DELETE", "http://a/b", []byte{}), Err: errors.New("connection reset")},
		{ID: "x4", Request: recording.Request{Method: "PUT", URL: "http://a/é"}, Response: &recording.Response{Status: 999}},
	}
	var b bytes.Buffer
	by := recording.Creator{Name: "assay", Version: ""}
	require.NoError(t, recording.NewView(redact.New(redact.Options{})).WriteHAR(&b, by, slices.Values(all)))
	return b.String()
}

func validHAR(t *testing.T, text string) error {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	return harSchema(t).Validate(document)
}

func TestWhatWeWriteIsHAR12(t *testing.T) {
	require.NoError(t, validHAR(t, written(t)))
	require.NoError(t, validHAR(t, `{"log":{"version":"1.2","creator":{"name":"x","version":""},"entries":[]}}`))
}

// A schema that takes everything would prove nothing.
func TestTheHARSchemaRefusesWhatIsNot(t *testing.T) {
	good := written(t)
	for name, change := range map[string][2]string{
		"another version":        {`"version":"1.2"`, `"version":"1.3"`},
		"no creator":             {`"creator"`, `"_creator"`},
		"a member of our own":    {`"_assay"`, `"assay"`},
		"a request less":         {`"httpVersion"`, `"_proto"`},
		"no time":                {`"startedDateTime"`, `"_started"`},
		"a time that is none":    {`"startedDateTime":"`, `"startedDateTime":"x`},
		"a status as text":       {`"status":204`, `"status":"204"`},
		"a size less than none":  {`"bodySize":-1`, `"bodySize":-2`},
		"a header without value": {`"value"`, `"_value"`},
	} {
		t.Run(name, func(t *testing.T) {
			bad := strings.Replace(good, change[0], change[1], 1)
			require.NotEqual(t, good, bad)
			require.Error(t, validHAR(t, bad))
		})
	}
}
