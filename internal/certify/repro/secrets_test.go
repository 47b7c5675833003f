package repro

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
)

// fill puts a text into every text below a value.
func fill(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), text)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), text)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), text)
	}
}

// TestNoTextOfAPackKeepsASecret puts a secret into every text of a pack, whatever
// members it gets later.
func TestNoTextOfAPackKeepsASecret(t *testing.T) {
	const secret = "canary-of-a-pack-0123456789"
	p := &result.Pack{}
	fill(reflect.ValueOf(p).Elem(), secret)
	run := &result.Run{Requirements: []result.Requirement{{Statement: secret, Pack: p}}}
	redactAll(run, redact.New(redact.Options{Secrets: []string{secret}}))
	text, err := json.Marshal(run.Requirements[0].Pack)
	require.NoError(t, err)
	require.NotContains(t, string(text), secret)
	require.Contains(t, string(text), redact.Marker)
	require.Equal(t, secret, run.Requirements[0].Statement, "the rest of a run is redacted elsewhere")
}

// TestATargetNamesNoVariable holds that a member of an answer cannot set what means
// something to a shell or to the script of a pack.
func TestATargetNamesNoVariable(t *testing.T) {
	for _, member := range []string{"PATH", "IFS", "http_proxy", "LD_PRELOAD", "BASH_ENV", "BASE_URL", "ASSAY_TOKEN", "answers", "code", "failed", "run", "token", "x;y", ""} {
		require.Equal(t, "value", variable(member), member)
	}
	require.Equal(t, "request_id", variable("request_id"))
	require.Equal(t, "customer_id", nameOf("", "data.0.customer_details.id"))
}
