package certify_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/reports"
	"github.com/credit-partner/assay/schemas"
)

// TestResultsKeepTheirPublishedSchema holds real results against the contract
// that readers of results.json rely on.
func TestResultsKeepTheirPublishedSchema(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	published, err := schemas.Published("results.schema.json")
	require.NoError(t, err)
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(published))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("results.schema.json", document))
	schema, err := compiler.Compile("results.schema.json")
	require.NoError(t, err)
	for name, token := range map[string]string{"conformant": reference.DefaultToken, "non-conformant": "another"} {
		o := inProcess(reference.New(reference.Options{Token: token}))
		e, err := certify.Server(context.Background(), whole(t), o)
		require.NoError(t, err)
		var written bytes.Buffer
		require.NoError(t, reports.WriteJSON(&written, e.Run))
		instance, err := jsonschema.UnmarshalJSON(&written)
		require.NoError(t, err)
		require.NoError(t, schema.Validate(instance), name)
	}
}
