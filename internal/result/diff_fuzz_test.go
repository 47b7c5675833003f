package result_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

// Whatever two results say, the difference of one with itself is nothing, and
// that of any two can be told.
func FuzzCompare(f *testing.F) {
	for _, r := range []*result.Run{run(), run(req("A", result.Passed)), run(req("A", result.Failed, check("x", result.Failed))), run(req("A", "super"), req("A", ""))} {
		text, err := json.Marshal(r)
		require.NoError(f, err)
		f.Add(text, text)
		f.Add(text, []byte(`{"side":"server","requirements":[{"id":"A","outcome":"failed","checks":[{}]}]}`))
	}
	f.Fuzz(func(t *testing.T, one, two []byte) {
		var before, now result.Run
		if json.Unmarshal(one, &before) != nil || json.Unmarshal(two, &now) != nil {
			return
		}
		if d, err := result.Compare(&before, &before); err == nil {
			require.Empty(t, d.Changes)
		}
		if d, err := result.Compare(&before, &now); err == nil {
			for _, c := range d.Changes {
				require.NotEmpty(t, c.Kind)
			}
		}
	})
}
