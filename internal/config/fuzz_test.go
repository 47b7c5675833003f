package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/schemas"
)

// Whatever a file holds, Parse gives a config or an *Error, and what it gives
// the schemas take.
func FuzzParse(f *testing.F) {
	full, err := os.ReadFile(filepath.Join("testdata", "full.yaml"))
	require.NoError(f, err)
	f.Add(full)
	for _, test := range refusals {
		f.Add([]byte(test.text))
	}
	f.Add([]byte("a: &a [*a]\nscope: *a\n"))
	f.Add([]byte("identities: &i {new: [*i], existing: *i}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := config.Parse("assay.yaml", data)
		if err != nil {
			var failure *config.Error
			require.True(t, errors.As(err, &failure))
			require.NotEmpty(t, failure.Problems)
			require.Nil(t, c)
			return
		}
		_, err = schemas.Compile(c.Tolerances)
		require.NoError(t, err)
	})
}
